/*
 * corrected.h - linear regression on numbers that were released with noise.
 */
#ifndef TACIT_STATS_NOISY_CORRECTED_H
#define TACIT_STATS_NOISY_CORRECTED_H

#include "base/context.h"

/* `n` rows of `p` regressors and the response behind them, with the variances of their noise. */
typedef struct tacit_noisy_rows {
    const double *x; /* n * (p + 1), row by row; the response is last */
    size_t n, p;
    const double *noise; /* p + 1 variances, 0 where there is none */
} tacit_noisy_rows;

/* A line through them.  In scratch memory. */
typedef struct tacit_corrected {
    const double *coefficient, *error; /* p + 1: the intercept, then of each regressor */
    const double *reliable;            /* p: share of each regressor's variance that is no noise */
    double residual;                   /* variance of the response about the line, without noise */
    double explained;                  /* share of the response's variance, without noise */
} tacit_corrected;

/* Fit; `*solved` is false if the variances of the regressors without their noise are not those of
 * any numbers.  n > p + 1.  O(n p^2 + p^3). */
tacit_status tacit_corrected_fit(tacit_ctx *cx, const tacit_noisy_rows *rows, tacit_corrected *out,
                                 bool *solved);

#endif
