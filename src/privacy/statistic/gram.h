/*
 * gram.h - noisy sums of products of columns: for covariances and regression.
 *
 * Every column is moved to the middle of its bounds and scaled to whole numbers z from -M to M,
 * M = 2^10; the constant M is column 0.  The cells are the sums of z_j z_k, j <= k, among them
 * count and sums: a record moves each by M^2 at most, so that all are one answer with one
 * sensitivity. Rounding to M is finer than their noise.
 */
#ifndef TACIT_PRIVACY_STATISTIC_GRAM_H
#define TACIT_PRIVACY_STATISTIC_GRAM_H

#include "privacy/statistic/statistic.h"

/* Columns at most, and entries of a symmetric matrix of them and the constant. */
enum {
    TACIT_GRAM_COLUMNS = 10,
    TACIT_GRAM_ENTRIES = (TACIT_GRAM_COLUMNS + 1) * (TACIT_GRAM_COLUMNS + 2) / 2
};

/* Noisy sums of columns that go from -1 to 1. */
typedef struct tacit_gram {
    const tacit_question *q;
    size_t p; /* columns without the constant */
    double at[TACIT_GRAM_ENTRIES];
    double noise[TACIT_GRAM_ENTRIES]; /* standard deviation of each */
} tacit_gram;

/* Set the width and the part; fails if there are not `least` to TACIT_GRAM_COLUMNS columns. */
tacit_status tacit_gram_prepare(tacit_ctx *cx, tacit_question *q, size_t least);

/* Add a record. */
void tacit_gram_add(const tacit_question *q, const int64_t *x, tacit_cell_sum *cell);

/* The noisy sums. */
tacit_status tacit_gram_answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                               tacit_keystream *stream, tacit_gram *out);

/* How many records there are, at least 2, and whether there are more than noise. */
double tacit_gram_count(const tacit_gram *g);
bool tacit_gram_is_known(const tacit_gram *g);

/* Mean and covariance (n - 1) of columns, from 0 on, between -1 and 1. */
double tacit_gram_mean(const tacit_gram *g, size_t j);
double tacit_gram_covariance(const tacit_gram *g, size_t j, size_t k);

/* Half the range of column j of a question, and the middle of its bounds, in its own units. */
double tacit_gram_half(const tacit_question *q, size_t j);
double tacit_gram_middle(const tacit_question *q, size_t j);

/* Figures that follow from noisy sums: n of them, at most TACIT_GRAM_ENTRIES. */
typedef void tacit_gram_figures(const tacit_gram *g, double *out);

/* The variance that noise gives each of n figures: sum over entries of the square of what each
 * figure moves by if the entry moves by a standard deviation (delta method). */
void tacit_gram_spread(const tacit_gram *g, tacit_gram_figures *figures, size_t n,
                       double *variance);

#endif
