/*
 * ranks.h - average ranks.
 */
#ifndef TACIT_STATS_RANKS_H
#define TACIT_STATS_RANKS_H

#include "base/context.h"

/* Replace the `n` numbers at x[0], x[step], x[2 step] ... (no NaN) by their ranks from 1 to n,
 * the mean rank among equals.  O(n) radix passes. */
tacit_status tacit_ranks_of(tacit_ctx *cx, double *x, size_t n, size_t step);

#endif
