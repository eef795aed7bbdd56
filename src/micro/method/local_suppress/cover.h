/*
 * cover.h - who matches whom under the wildcard rule, while records are blanked.
 *
 * A record that gets blanks is touched.  Classes at risk and their counts are those of
 * untouched records.
 */
#ifndef TACIT_MICRO_METHOD_LOCAL_SUPPRESS_COVER_H
#define TACIT_MICRO_METHOD_LOCAL_SUPPRESS_COVER_H

#include "micro/method/local_suppress/tally.h"

/* A tally with what it was made for. */
typedef struct tacit_cover_tally {
    uint64_t set, pattern;
    size_t promise; /* whose records at risk are counted; the number of promises: all records */
    size_t p;       /* number of the pattern */
    tacit_tally t;
    struct tacit_cover_tally *next; /* of the same promise and pattern */
} tacit_cover_tally;

typedef struct tacit_suppress_cover {
    const tacit_suppress_space *s;
    uint64_t *word;
    tacit_suppress_patterns all;
    tacit_suppress_patterns risk; /* the classes at risk at first; a place is one in its `member` */
    size_t n_risk;
    uint64_t *f;    /* f[p * n_risk + place]: matches of an untouched record under promise p */
    uint64_t *left; /* untouched records, by place */
    tacit_cover_tally **tally;
    size_t tallies, room, slots;
    uint32_t *slot;
    tacit_cover_tally **first; /* first[p * risk.n + pattern]: tallies of records at risk */
} tacit_suppress_cover;

/* Find the classes at risk, nothing being blanked. */
tacit_status tacit_cover_new(tacit_ctx *cx, const tacit_suppress_space *s,
                             tacit_suppress_cover *out);

/* Whether the untouched records at `place` are at risk under promise p. */
bool tacit_cover_at_risk(const tacit_suppress_cover *c, size_t p, size_t place);

/* Records that a record of class x matches under promise p with the keys of `mask` blanked, if
 * nothing else is. */
tacit_status tacit_cover_matches(tacit_ctx *cx, tacit_suppress_cover *c, size_t x, uint64_t mask,
                                 size_t p, uint64_t *out);

/* Untouched records at risk under promise p that a record of class x matches with the keys of
 * `mask` blanked, and not without. */
tacit_status tacit_cover_served(tacit_ctx *cx, tacit_suppress_cover *c, size_t x, uint64_t mask,
                                size_t p, uint64_t *out);

/* Whether two classes have the same values in the keys of `set`. */
bool tacit_cover_agree(const tacit_suppress_space *s, size_t x, size_t y, uint64_t set);

/* What is done to a class that is served: promise, number of its pattern, place. */
typedef void tacit_cover_act(tacit_suppress_cover *c, size_t p, size_t pattern, size_t place,
                             void *user);

/* Do `act` to all classes, at risk at first, whose records a record of class x matches with the
 * keys of `mask` blanked, and not without. */
tacit_status tacit_cover_visit(tacit_ctx *cx, tacit_suppress_cover *c, size_t x, uint64_t mask,
                               tacit_cover_act *act, void *user);

/* An act: one more record matches. */
void tacit_cover_serve(tacit_suppress_cover *c, size_t p, size_t pattern, size_t place, void *user);

/* Touch one record at `place`. */
void tacit_cover_take(tacit_suppress_cover *c, size_t pattern, size_t place);

#endif
