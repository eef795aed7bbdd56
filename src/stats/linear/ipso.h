/*
 * ipso.h - numbers with the means, covariances and regressions of others.
 */
#ifndef TACIT_STATS_LINEAR_IPSO_H
#define TACIT_STATS_LINEAR_IPSO_H

#include "base/context.h"

/* What is the same in what is drawn. */
typedef enum tacit_ipso_kind {
    TACIT_IPSO_A, /* the law that was fitted, in expectation */
    TACIT_IPSO_B, /* the regression on x, exactly */
    TACIT_IPSO_C  /* and the covariance of what it leaves, exactly */
} tacit_ipso_kind;

/* What is learnt of n records: q responses y and p predictors x, none if p is 0. */
typedef struct tacit_ipso_data {
    size_t n, q, p;
    const double *yx; /* n * (q + p), row by row: y, then x */
} tacit_ipso_data;

/* What is drawn: `k` rows with the predictors `x` (k * p). */
typedef struct tacit_ipso_draw {
    tacit_ipso_kind kind;
    size_t k;
    const double *x;
    const double *normal; /* k * q independent standard normal numbers */
} tacit_ipso_draw;

/* Rows that exact draws need: so many that residuals can be whitened. */
size_t tacit_ipso_least(size_t q, size_t p);

/* Write k * q responses to `out`.  Needs n > p + 1, and k >= tacit_ipso_least() but for A.
 * O((n + k) (p + q)^2). */
tacit_status tacit_ipso(tacit_ctx *cx, const tacit_ipso_data *data, const tacit_ipso_draw *draw,
                        double *out);

#endif
