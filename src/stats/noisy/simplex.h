/*
 * simplex.h - the nearest shares to numbers that may be negative.
 */
#ifndef TACIT_STATS_NOISY_SIMPLEX_H
#define TACIT_STATS_NOISY_SIMPLEX_H

#include "base/context.h"

/* Write the `n` > 0 numbers that are not negative and sum to 1 with the least sum of squared
 * distances from `x` to `out`: max(x - t, 0) for the t that makes the sum 1 (Duchi, Shalev-Shwartz,
 * Singer and Chandra 2008, Efficient projections onto the l1-ball).  O(n log n). */
tacit_status tacit_simplex_project(tacit_ctx *cx, const double *x, size_t n, double *out);

#endif
