/*
 * margin.h - the law of one column as its distinct values, numbered upwards, and their counts.
 */
#ifndef TACIT_STATS_MARGIN_H
#define TACIT_STATS_MARGIN_H

#include "base/context.h"

/* In scratch memory. */
typedef struct tacit_margin {
    size_t n;             /* values */
    const uint64_t *upto; /* how many have a value up to each */
} tacit_margin;

/* The margin of n > 0 values with these counts, which are above 0 together. */
tacit_status tacit_margin_of(tacit_ctx *cx, const uint64_t *count, size_t n, tacit_margin *out);

/* The distributional transform F(x-) + v P(X = x) of value number `value`: uniform if v is. */
double tacit_margin_point(const tacit_margin *m, size_t value, double v);

/* The number of the least value up to which there is the share u (0 ... 1): the quantile of type 1
 * of Hyndman and Fan (1996).  O(log n). */
size_t tacit_margin_quantile(const tacit_margin *m, double u);

#endif
