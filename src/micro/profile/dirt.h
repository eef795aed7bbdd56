/*
 * dirt.h - what is wrong with the values of a column, and can be repaired when it is read.
 */
#ifndef TACIT_MICRO_PROFILE_DIRT_H
#define TACIT_MICRO_PROFILE_DIRT_H

#include "table/values.h"

enum { TACIT_DIRT_CODES = 3 };

typedef struct tacit_dirt {
    size_t alike;     /* texts that differ from another only by capitals or blanks */
    size_t numbers;   /* of a column of texts: rows whose text is a number */
    size_t others;    /* and different texts that are none */
    const char *word; /* one of those that commonly stands for a missing value, as the column has
                         it; NULL */
    double code[TACIT_DIRT_CODES]; /* numbers such as -99 and 999 that stand far from all others */
    size_t coded[TACIT_DIRT_CODES]; /* in so many rows; 0: there is none, and none behind it */
} tacit_dirt;

/* Look at the different texts of a CATEGORY column.  O(values). */
tacit_status tacit_dirt_texts(tacit_ctx *cx, const tacit_column *c, const tacit_values *v,
                              tacit_dirt *out);

/* Look for codes among `n` different numbers in ascending order, of each of which there are
 * `count`.  O(n). */
void tacit_dirt_numbers(const double *x, const uint64_t *count, size_t n, tacit_dirt *out);

#endif
