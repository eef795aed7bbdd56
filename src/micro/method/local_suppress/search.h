/*
 * search.h - the search for few blanks under the wildcard rule.
 */
#ifndef TACIT_MICRO_METHOD_LOCAL_SUPPRESS_SEARCH_H
#define TACIT_MICRO_METHOD_LOCAL_SUPPRESS_SEARCH_H

#include "micro/method/local_suppress/cover.h"

/* A record with blanks. */
typedef struct tacit_touched {
    size_t place, mask;
    bool gone; /* its values are back */
} tacit_touched;

/* A choice: a class at risk and a set of keys to blank in one of its records. */
typedef struct tacit_suppress_option {
    double score; /* served / cost, when it was last looked at */
    uint32_t place, mask;
} tacit_suppress_option;

typedef struct tacit_cover_search {
    tacit_suppress_cover c;
    size_t turn;     /* which of several ways to break ties */
    size_t *pattern; /* of each place */
    tacit_suppress_sets sets;
    tacit_touched *touched;
    size_t n_touched, room_touched;
    tacit_suppress_option *heap;
    size_t n, room;
} tacit_cover_search;

/* Note a record as touched. */
tacit_status tacit_cover_remember(tacit_ctx *cx, tacit_cover_search *w,
                                  const tacit_suppress_option *o);

/* Give back what is not needed, when all are safe. */
tacit_status tacit_cover_trim(tacit_ctx *cx, tacit_cover_search *w);

#endif
