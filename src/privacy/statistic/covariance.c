/*
 * covariance.c - variances and covariances of several columns, in each group.
 *
 * From noisy sums of products (gram.h), with n - 1 below the line.  What is told is the nearest
 * matrix that can be one of covariances: negative eigenvalues become 0.  The interval adds the
 * noise, by the delta method, and where it is to be about the population the variance of a
 * covariance, (E[dx^2 dy^2] - s_xy^2) / n, in which the first moment is at most the squared range
 * of one column times the variance of the other.  A record with a missing value in any of the
 * columns does not count, unless it was declared as what.
 */
#include <math.h>

#include "privacy/statistic/gram.h"
#include "stats/linear/linear_algebra.h"

static const tacit_param PARAMS[] = {
    TACIT_PARAMS_OF_ALL, [TACIT_STATISTIC_OF] = TACIT_PARAM_OF_SEVERAL, TACIT_PARAM_END
};

static tacit_status prepare(tacit_ctx *cx, tacit_question *q)
{
    return tacit_gram_prepare(cx, q, 2);
}

/* All pairs, row by row from the diagonal on. */
static void pairs(const tacit_gram *g, double *out)
{
    for (size_t j = 0; j < g->p; j++)
        for (size_t k = j; k < g->p; k++)
            *out++ = tacit_gram_covariance(g, j, k);
}

/* The matrix without negative eigenvalues. */
static void nearest(const tacit_gram *g, double *out)
{
    double a[TACIT_GRAM_COLUMNS * TACIT_GRAM_COLUMNS], vectors[sizeof a / sizeof *a],
        values[TACIT_GRAM_COLUMNS];
    const size_t p = g->p;
    for (size_t j = 0; j < p; j++)
        for (size_t k = 0; k < p; k++)
            a[j * p + k] = tacit_gram_covariance(g, j, k);
    tacit_eigen_symmetric(a, p, values, vectors);
    for (size_t j = 0; j < p; j++)
        for (size_t k = j; k < p; k++, out++) {
            *out = 0;
            for (size_t i = 0; i < p; i++)
                *out += fmax(0, values[i]) * vectors[j * p + i] * vectors[k * p + i];
        }
}

/* Of a covariance, from the variances of both columns; columns go from -1 to 1. */
static double sampling_variance(const tacit_gram *g, size_t j, size_t k)
{
    const double x = tacit_gram_covariance(g, j, j), y = tacit_gram_covariance(g, k, k);
    return fmin(1, 4 * fmax(0, fmin(x, y))) / tacit_gram_count(g);
}

static tacit_answer make_answer(const tacit_gram *g, size_t j, size_t k, double value,
                                double within)
{
    const double least = j == k ? 0 : -1, inside = fmax(least, fmin(1, value));
    return (tacit_answer){ .value = inside,
                           .low = tacit_gram_is_known(g) ? fmax(least, inside - within) : least,
                           .high = tacit_gram_is_known(g) ? fmin(1, inside + within) : 1 };
}

static tacit_status answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out)
{
    double value[TACIT_GRAM_ENTRIES], noise[TACIT_GRAM_ENTRIES];
    const double factor = tacit_privacy_factor(q->promise);
    tacit_gram g;
    TACIT_TRY(tacit_gram_answer(cx, q, cell, stream, &g));
    nearest(&g, value);
    tacit_gram_spread(&g, pairs, g.p * (g.p + 1) / 2, noise);
    TACIT_TRY(tacit_answers_new(cx, g.p * (g.p + 1) / 2, out));
    for (size_t j = 0, i = 0; j < g.p; j++)
        for (size_t k = j; k < g.p; k++, i++) {
            const double unit = tacit_gram_half(q, j) * tacit_gram_half(q, k),
                         sample = q->promise->sampling ? sampling_variance(&g, j, k) : 0;
            tacit_answer a = make_answer(&g, j, k, value[i], factor * sqrt(noise[i] + sample));
            char *at = NULL;
            TACIT_TRY(tacit_scratch_format(cx, &at, "%s, %s", q->of[j]->column, q->of[k]->column));
            out->at[i] = (tacit_answer){ at, a.value * unit, a.low * unit, a.high * unit };
        }
    return TACIT_OK;
}

const tacit_statistic tacit_statistic_covariance = {
    .about = { .name = "covariance",
               .title = "Covariances",
               .summary = "Variances and covariances of several columns.",
               .source = "Dwork, Talwar, Thakurta and Zhang (2014), Analyze Gauss: optimal bounds "
                         "for privacy-preserving principal component analysis",
               .params = PARAMS },
    .of = TACIT_OF_NUMBERS,
    .prepare = prepare,
    .add = tacit_gram_add,
    .answer = answer,
};
