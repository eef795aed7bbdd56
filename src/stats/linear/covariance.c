/*
 * covariance.c - means, covariances and correlations of the columns of a matrix.
 *
 * Means are taken of the deviations from the first row, so that a constant column comes out
 * as exactly constant, then products of the deviations from the means are summed; the small
 * sum of deviations that rounding leaves is taken out (Chan, Golub and LeVeque 1983).  Rows
 * are cut into at most MOST_BLOCKS blocks by their number alone and block sums are added in
 * order, so that threads do not change the result.  O(n p^2), MOST_BLOCKS p^2 memory.
 */
#include "stats/linear/covariance.h"

#include <math.h>

enum { LEAST_BLOCK = 4096, MOST_BLOCKS = 64 };

/* Rows cut into blocks, and room for the sums of each. */
typedef struct blocks {
    const double *x;
    size_t n, p;
    size_t size, count;
    double *sum;     /* p of each block */
    double *product; /* p by p of each block, lower triangle */
} blocks;

static tacit_status cut(tacit_ctx *cx, const double *x, size_t n, size_t p, blocks *b)
{
    *b = (blocks){ .x = x, .n = n, .p = p };
    const size_t share = (n + MOST_BLOCKS - 1) / MOST_BLOCKS;
    b->size = share > LEAST_BLOCK ? share : LEAST_BLOCK;
    b->count = (n + b->size - 1) / b->size;
    TACIT_TRY(tacit_scratch(cx, b->count * p, sizeof *b->sum, &b->sum));
    return tacit_scratch(cx, b->count * p * p, sizeof *b->product, &b->product);
}

/* Sum the deviations of block `k` from `centre`. */
static void sum_block(const blocks *b, size_t k, const double *centre)
{
    const size_t p = b->p, end = (k + 1) * b->size < b->n ? (k + 1) * b->size : b->n;
    double *sum = b->sum + k * p;
    for (size_t j = 0; j < p; j++)
        sum[j] = 0.0;
    for (size_t i = k * b->size; i < end; i++)
        for (size_t j = 0; j < p; j++)
            sum[j] += b->x[i * p + j] - centre[j];
}

/* Sum the products of deviations of block `k` from `centre`. */
static void multiply_block(const blocks *b, size_t k, const double *centre)
{
    const size_t p = b->p, end = (k + 1) * b->size < b->n ? (k + 1) * b->size : b->n;
    double *product = b->product + k * p * p;
    for (size_t i = k * b->size; i < end; i++)
        for (size_t j = 0; j < p; j++) {
            const double d = b->x[i * p + j] - centre[j];
            for (size_t m = 0; m <= j; m++)
                product[j * p + m] += d * (b->x[i * p + m] - centre[m]);
        }
}

/* The sum over blocks of element `at` of `each` elements a block. */
static double total(const double *of, size_t count, size_t each, size_t at)
{
    double sum = 0.0;
    for (size_t k = 0; k < count; k++)
        sum += of[k * each + at];
    return sum;
}

static void sum_blocks(const blocks *b, const double *centre)
{
#pragma omp parallel for schedule(static) if (b->count > 1)
    for (size_t k = 0; k < b->count; k++)
        sum_block(b, k, centre);
}

static void fill(const blocks *b, double *v)
{
    const size_t p = b->p;
    const double n = (double)b->n;
    for (size_t j = 0; j < p; j++)
        for (size_t m = 0; m <= j; m++) {
            const double slip = total(b->sum, b->count, p, j) * total(b->sum, b->count, p, m) / n;
            const double product = total(b->product, b->count, p * p, j * p + m) - slip;
            v[j * p + m] = v[m * p + j] = b->n > 1 ? product / (n - 1.0) : 0.0;
        }
}

tacit_status tacit_covariance_of(tacit_ctx *cx, const double *x, size_t n, size_t p, double *mean,
                                 double *v)
{
    TACIT_ASSERT(n > 0);
    const size_t mark = tacit_scratch_mark(cx);
    blocks b;
    TACIT_TRY(cut(cx, x, n, p, &b));
    sum_blocks(&b, x);
    for (size_t j = 0; j < p; j++)
        mean[j] = x[j] + total(b.sum, b.count, p, j) / (double)n;
    sum_blocks(&b, mean);
#pragma omp parallel for schedule(static) if (b.count > 1)
    for (size_t k = 0; k < b.count; k++)
        multiply_block(&b, k, mean);
    fill(&b, v);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

void tacit_correlation_of(const double *v, size_t p, double *r)
{
    for (size_t j = 0; j < p; j++)
        for (size_t m = 0; m < j; m++) {
            const double own = sqrt(v[j * p + j]) * sqrt(v[m * p + m]);
            r[j * p + m] = own > 0.0 ? v[j * p + m] / own : 0.0;
        }
    for (size_t j = 0; j < p; j++) {
        r[j * p + j] = 1.0;
        for (size_t m = 0; m < j; m++)
            r[m * p + j] = r[j * p + m] = fmax(-1.0, fmin(1.0, r[j * p + m]));
    }
}
