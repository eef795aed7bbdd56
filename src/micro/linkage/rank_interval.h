/*
 * rank_interval.h - rank-interval disclosure of one column.
 */
#ifndef TACIT_MICRO_LINKAGE_RANK_INTERVAL_H
#define TACIT_MICRO_LINKAGE_RANK_INTERVAL_H

#include "table/column.h"

/* The present values of a masked column sorted upwards, and the lowest rank of each row's
 * value; in scratch memory. */
typedef struct tacit_ranked {
    const double *sorted;
    const size_t *rank; /* of each row, from 0; that of a missing cell means nothing */
    size_t n;
    double sd; /* n - 1 */
} tacit_ranked;

/* Rank the numeric column `c`: O(n log n). */
tacit_status tacit_ranked_of(tacit_ctx *cx, const tacit_column *c, tacit_ranked *out);

/* The share of p = 1 ... most for which the original value `x` of row i, whose masked value
 * is present, lies between the masked values at ranks floor(r - p n / 100) and ceil(r + p n /
 * 100), cut off at the ends, r being the row's rank. */
double tacit_ranked_share(const tacit_ranked *r, size_t i, double x, size_t most);

/* That share summed over the cells that have an original value; cells whose masked value is
 * missing add 0. */
typedef struct tacit_rank_disclosure {
    size_t cells;
    double sum;
} tacit_rank_disclosure;
tacit_status tacit_rank_disclosure_of(tacit_ctx *cx, const tacit_column *original,
                                      const tacit_column *masked, size_t most,
                                      tacit_rank_disclosure *out);

#endif
