/*
 * covariance.h - means, covariances and correlations of the columns of a matrix.
 */
#ifndef TACIT_STATS_LINEAR_COVARIANCE_H
#define TACIT_STATS_LINEAR_COVARIANCE_H

#include "base/context.h"

/* Write the means of the `p` columns of the n > 0 points `x` (row by row) to `mean` and
 * their covariances (n - 1; all 0 if n = 1) to the p by p matrix `v`.  Columns that are
 * constant have a variance of exactly 0.  Two passes, O(n p^2), in parallel; the result does
 * not depend on the number of threads. */
tacit_status tacit_covariance_of(tacit_ctx *cx, const double *x, size_t n, size_t p, double *mean,
                                 double *v);

/* Write the correlations that belong to the covariances `v` to `r` (which may be `v`): 1 on the
 * diagonal, and 0 beside it where one of the columns is constant. */
void tacit_correlation_of(const double *v, size_t p, double *r);

#endif
