/*
 * glm.h - least squares and logistic regression with the covariances of the coefficients.
 */
#ifndef TACIT_STATS_LINEAR_GLM_H
#define TACIT_STATS_LINEAR_GLM_H

#include "base/context.h"

/* A model: `x` has column j of the design at x + j * rows, the first of them all 1. */
typedef struct tacit_glm {
    size_t rows, columns;
    const double *x, *y;
    bool logistic; /* y is 0 or 1; otherwise least squares */
} tacit_glm;

/* Fit; `beta` has room for the coefficients and `covariance` for their columns by columns matrix.
 * `*settled` is false, and both are not to be used, if there is no one solution: too few rows,
 * columns that depend on each other, or a response that the columns separate.
 * O(rows * columns^2 + columns^3), a few times that for logistic regression. */
tacit_status tacit_glm_fit(tacit_ctx *cx, const tacit_glm *model, double *beta, double *covariance,
                           bool *settled);

#endif
