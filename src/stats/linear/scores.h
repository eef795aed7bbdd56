/*
 * scores.h - normal scores of ranks, and their joint correlation.
 */
#ifndef TACIT_STATS_LINEAR_SCORES_H
#define TACIT_STATS_LINEAR_SCORES_H

#include "base/context.h"

/* A matrix of columns that are scored, row by row; the first `q` of its `d` columns are those
 * that are put into another order later. */
typedef struct tacit_scored {
    double *x; /* n * d */
    size_t n, d, q;
    const bool *is_plain; /* d: columns taken as they are (indicators) */
} tacit_scored;

/* Replace the columns of `m` by normal scores of mean 0 and standard deviation 1 (plain columns
 * are standardised only); a constant column becomes 0.  kept[j] is the share of the deviation of
 * untied scores that is left after equal values share a score: 1 without ties.  O(d n log n). */
tacit_status tacit_scores_of(tacit_ctx *cx, const tacit_scored *m, double *kept);

/* The d by d correlations `r` of normal variables whose scores, with the ties of the data, have
 * those of the matrix `m` that tacit_scores_of() made; `kept` as it gave them.  The diagonal is 1,
 * 0 for constant columns.  O(n d^2). */
tacit_status tacit_scores_correlation(tacit_ctx *cx, const tacit_scored *m, const double *kept,
                                      double *r);

/* The same from the rank correlations rho of the values or scores `m`, as 2 sin(pi rho / 6); pairs
 * with a plain column are given by `r`, which holds the other correlations already. */
tacit_status tacit_scores_from_ranks(tacit_ctx *cx, const tacit_scored *m, double *r);

/* Take negative eigenvalues of `r` (p by p, 1 or 0 on the diagonal) for 0 and bring the diagonal
 * back; nothing changes if there are none.  O(p^3). */
tacit_status tacit_correlation_repair(tacit_ctx *cx, double *r, size_t p);

/* The numbers of the rows of x[0], x[step], ... in ascending order of value; equal values
 * keep their order. */
tacit_status tacit_scores_order(tacit_ctx *cx, const double *x, size_t n, size_t step,
                                size_t *order);

#endif
