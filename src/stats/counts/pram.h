/*
 * pram.h - transition matrices of the post randomisation method, and estimation after it.
 *
 * Element (k, l) of a matrix is the probability that category k is released as l.  Matrices
 * over many categories are kept in parts and need no room for n * n numbers.  Counts are
 * frequencies of the n categories and need not be whole.
 */
#ifndef TACIT_STATS_COUNTS_PRAM_H
#define TACIT_STATS_COUNTS_PRAM_H

#include "stats/alias.h"

/* Either all elements (`dense`), or element (k, l) = sum of from[r][k] to[r][l] over the parts
 * r, plus own[k] if k = l.  No number is negative.  In scratch memory. */
typedef struct tacit_pram {
    size_t n;
    const double *dense; /* n * n, row by row, or NULL */
    const double *own;
    size_t parts; /* 0 ... 2 */
    const double *from[2], *to[2];
} tacit_pram;

/* ---- matrices ---- */

/* The least probability of staying that a matrix of `n` categories with equal other elements
 * may have, 1 / n: with less, the own category would be less likely than another. */
double tacit_pram_least(size_t n);

/* The matrix with diagonal `stay` (each at least tacit_pram_least()) and equal elements in the
 * rest of a row. */
tacit_status tacit_pram_equal(tacit_ctx *cx, const double *stay, size_t n, tacit_pram *out);

/* alpha R + (1 - alpha) I for the invariant R = P Q, where P = tacit_pram_equal(stay) and Q is
 * its Bayes inverse under `count`. */
tacit_status tacit_pram_invariant(tacit_ctx *cx, const double *stay, const double *count, size_t n,
                                  double alpha, tacit_pram *out);

/* The same from the n by n matrix `p`.  O(n^3). */
tacit_status tacit_pram_invariant_of(tacit_ctx *cx, const double *p, const double *count, size_t n,
                                     double alpha, tacit_pram *out);

/* ---- what a matrix does to counts ---- */

/* Element (k, l). */
double tacit_pram_at(const tacit_pram *m, size_t k, size_t l);

/* Write the expected counts after the method to `out`: M' count. */
void tacit_pram_expect(const tacit_pram *m, const double *count, double *out);

/* Write the variances of the counts after the method, given `count`, to `out`. */
void tacit_pram_variance(const tacit_pram *m, const double *count, double *out);

/* The expected share of records that get another category; 0 if there are none. */
double tacit_pram_changed(const tacit_pram *m, const double *count);

/* The largest |pi R - pi| of the shares pi of `count`; 0 if there are none. */
tacit_status tacit_pram_error(tacit_ctx *cx, const tacit_pram *m, const double *count, double *out);

/* ---- estimation ---- */

/* Estimate the counts before the method without bias from those after it, `masked`: the
 * solution of M' t = masked, which may be negative.  `*solved` is false, and `out` not written,
 * if the matrix is singular to 1e-12.  O(n) in parts, O(n^3) dense. */
tacit_status tacit_pram_estimate(tacit_ctx *cx, const tacit_pram *m, const double *masked,
                                 double *out, bool *solved);

/* Write the n by n inverse of M', by which counts after the method become estimates, to `out`.
 * `*solved` is false, and `out` means nothing, if the matrix is singular to 1e-12.  O(n^3). */
tacit_status tacit_pram_inverse(tacit_ctx *cx, const tacit_pram *m, double *out, bool *solved);

/* The most likely counts that are not negative, by at most `rounds` of expectation-maximisation
 * or until no share changes by more than 1e-12.  The sum is that of `masked`. */
tacit_status tacit_pram_estimate_em(tacit_ctx *cx, const tacit_pram *m, const double *masked,
                                    size_t rounds, double *out);

/* ---- drawing ---- */

/* In scratch memory; threads may share it. */
typedef struct tacit_pram_draws {
    const tacit_pram *m;
    const tacit_alias *row; /* of each category, for a dense matrix */
    const double *until;    /* else 2 for each category: where own and the first part end ... */
    const double *total;    /* ... and the sum of its row */
    tacit_alias part[2];
} tacit_pram_draws;

/* Prepare drawing from `m`, which must live as long.  O(n) in parts, O(n^2) dense. */
tacit_status tacit_pram_draws_new(tacit_ctx *cx, const tacit_pram *m, tacit_pram_draws *out);

/* The category that one record of category `k` gets. */
uint32_t tacit_pram_draw(const tacit_pram_draws *d, uint32_t k, tacit_rng *rng);

#endif
