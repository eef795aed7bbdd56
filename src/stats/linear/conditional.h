/*
 * conditional.h - normal variables given others: fit, and draws that may be exact.
 */
#ifndef TACIT_STATS_LINEAR_CONDITIONAL_H
#define TACIT_STATS_LINEAR_CONDITIONAL_H

#include "base/context.h"
#include "base/rng.h"

/* The law of q responses given p predictors, all of mean 0.  In scratch memory. */
typedef struct tacit_conditional {
    size_t q, p;
    double *slope;     /* q * p; 0 for predictors that were left out */
    double *root;      /* q * q: root times its transpose is the covariance given predictors */
    double *explained; /* q: the share of the variance that the predictors explain */
    bool *is_kept;     /* p: not a linear combination of predictors before it */
} tacit_conditional;

/* Fit to the covariance matrix `v` of q responses, then p predictors.  A predictor of whose
 * variance those before it leave no more than 1e-12 is left out, as is a constant one.  What
 * rounding leaves negative in the covariance given the predictors is taken for 0.
 * O((q + p)^3). */
tacit_status tacit_conditional_fit(tacit_ctx *cx, const double *v, size_t q, size_t p,
                                   tacit_conditional *out);

/* Subtract from the first q of the d columns of `x` (n rows) their regression on the others and a
 * constant.  O(n d^2). */
tacit_status tacit_residuals(tacit_ctx *cx, double *x, size_t n, size_t q, size_t d);

/* Give the first q of the d columns of `x`, of mean 0, the unit matrix as covariance, by the
 * Cholesky factor of the one that they have; fails if that is singular.  O(n q^2). */
tacit_status tacit_whiten(tacit_ctx *cx, double *x, size_t n, size_t q, size_t d);

/* What is drawn. */
typedef struct tacit_conditional_draws {
    const double *x; /* n * (q + p): responses, then predictors, of mean 0 */
    size_t n;
    double proximity; /* 0 ... 1: how much of a response's own residual is kept */
    bool exact;       /* the noise is orthogonal to the data, with its covariance exact */
    const tacit_rng *rng;
} tacit_conditional_draws;

/* Draw y (n * q): fit + a (x - fit) + sqrt(1 - a^2) e, where e is normal with the covariance of
 * the responses given the predictors and `a` is the proximity.  With a = 0 y depends on the
 * predictors alone.  Exact draws need n >= p + 2 q + 2.  O(n q (q + p)), exact ones
 * O(n (q + p)^2); the result does not depend on the number of threads. */
tacit_status tacit_conditional_draw(tacit_ctx *cx, const tacit_conditional *c,
                                    const tacit_conditional_draws *draws, double *y);

#endif
