/*
 * copula_law.h - variables with given margins and the correlations of normal ones behind them.
 */
#ifndef TACIT_STATS_LINEAR_COPULA_LAW_H
#define TACIT_STATS_LINEAR_COPULA_LAW_H

#include "base/rng.h"
#include "stats/margin.h"

typedef struct tacit_copula_law {
    size_t d;
    const tacit_margin *margin; /* of each variable */
    const double *root;         /* d * d: root times its transpose is the correlation matrix */
} tacit_copula_law;

/* The root of the correlation matrix nearest to the symmetric `r` (d * d), which it becomes, in
 * scratch memory; `cycles` tells how many it took, 0 if it was one.  O(d^3) for each. */
tacit_status tacit_copula_root(tacit_ctx *cx, double *r, size_t d, const double **root,
                               size_t *cycles);

/* Write the value of each variable in `k` rows (k * d), drawn with `rng`; dealt draws have the
 * margins' shares, others have them in expectation.  O(k (d^2 + d log k)), the same for any number
 * of threads. */
tacit_status tacit_copula_draw(tacit_ctx *cx, const tacit_copula_law *c, size_t k, bool dealt,
                               const tacit_rng *rng, uint32_t *value);

#endif
