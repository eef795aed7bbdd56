/*
 * regression.c - least squares of one column on others, in each group.
 *
 * The first column is explained by the others: b = (S + l I)^-1 s from noisy sums of products
 * (gram.h), sufficient statistics in which nothing else of a record is (Vu and Slavkovic 2009).
 * Noise can leave S with eigenvalues that are tiny or negative; then l lifts the least to the noise
 * of an entry, and as that is no longer least squares there are no intervals.  Otherwise the
 * interval adds the noise, by the delta method, and where it is to be about the population the
 * usual variance r (S^-1)_jj / n with the residual variance r, to which its noise is added; that of
 * the intercept has 1 + m' S^-1 m in place.  A record with a missing value in any of the columns
 * does not count, unless it was declared as what.
 */
#include <math.h>

#include "privacy/statistic/gram.h"
#include "stats/linear/linear_algebra.h"

static const tacit_param PARAMS[] = {
    TACIT_PARAMS_OF_ALL,
    [TACIT_STATISTIC_OF] = { .name = "of",
                             .type = TACIT_PARAM_COLUMNS,
                             .need = TACIT_REQUIRED,
                             .help = "the column that is explained, then those that explain it" },
    TACIT_PARAM_END
};

enum { MOST = TACIT_GRAM_COLUMNS };

/* A fit of column 0 on q = p - 1 others. */
typedef struct fit {
    double slope[MOST];
    double inverse[MOST * MOST]; /* of S + l I */
    bool lifted;                 /* l > 0 */
} fit;

/* The inverse of the covariances of those that explain. */
static void invert(const tacit_gram *g, fit *out)
{
    double a[MOST * MOST], vectors[MOST * MOST], values[MOST];
    const size_t q = g->p - 1;
    for (size_t j = 0; j < q; j++)
        for (size_t k = 0; k < q; k++)
            a[j * q + k] = tacit_gram_covariance(g, j + 1, k + 1);
    tacit_eigen_symmetric(a, q, values, vectors);
    const double floor = g->noise[0] / tacit_gram_count(g), least = values[q - 1];
    const double lift = fmax(0, floor - least);
    out->lifted = lift > 0;
    for (size_t j = 0; j < q; j++)
        for (size_t k = 0; k < q; k++) {
            double sum = 0;
            for (size_t i = 0; i < q; i++)
                sum += vectors[j * q + i] * vectors[k * q + i] / (values[i] + lift);
            out->inverse[j * q + k] = sum;
        }
}

static fit fit_of(const tacit_gram *g)
{
    const size_t q = g->p - 1;
    fit f = { 0 };
    invert(g, &f);
    for (size_t j = 0; j < q; j++)
        for (size_t k = 0; k < q; k++)
            f.slope[j] += f.inverse[j * q + k] * tacit_gram_covariance(g, 0, k + 1);
    return f;
}

/* The intercept, then the slopes, of columns in their own units. */
static void coefficients(const tacit_gram *g, double *out)
{
    const fit f = fit_of(g);
    const double half = tacit_gram_half(g->q, 0);
    out[0] = tacit_gram_middle(g->q, 0) + half * tacit_gram_mean(g, 0);
    for (size_t k = 1; k < g->p; k++) {
        const double own = tacit_gram_half(g->q, k), middle = tacit_gram_middle(g->q, k);
        out[k] = f.slope[k - 1] * half / own;
        out[0] -= out[k] * (middle + own * tacit_gram_mean(g, k));
    }
}

/* What the slopes leave of the variance of column 0. */
static void residual(const tacit_gram *g, double *out)
{
    const fit f = fit_of(g);
    *out = tacit_gram_covariance(g, 0, 0);
    for (size_t j = 0; j + 1 < g->p; j++)
        *out -= f.slope[j] * tacit_gram_covariance(g, 0, j + 1);
}

/* How far the mean of an explaining column is from 0 in its own units, in half ranges. */
static double from_zero(const tacit_gram *g, size_t k)
{
    return tacit_gram_mean(g, k) + tacit_gram_middle(g->q, k) / tacit_gram_half(g->q, k);
}

/* Variances of the coefficients by the sample, in their own units. */
static void sampling_variances(const tacit_gram *g, double *out)
{
    const fit f = fit_of(g);
    const size_t q = g->p - 1;
    const double n = tacit_gram_count(g), half = tacit_gram_half(g->q, 0);
    double left = 0, noise = 0, quadratic = 0;
    residual(g, &left);
    tacit_gram_spread(g, residual, 1, &noise);
    const double each = half * half * (fmax(0, left) + sqrt(noise)) / fmax(1, n - (double)g->p);
    for (size_t j = 0; j < q; j++) {
        const double own = tacit_gram_half(g->q, j + 1);
        out[j + 1] = each * f.inverse[j * q + j] / (own * own);
        for (size_t k = 0; k < q; k++)
            quadratic += f.inverse[j * q + k] * from_zero(g, j + 1) * from_zero(g, k + 1);
    }
    out[0] = each * (1 + quadratic);
}

static tacit_status prepare(tacit_ctx *cx, tacit_question *q)
{
    return tacit_gram_prepare(cx, q, 2);
}

static tacit_status answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out)
{
    double value[TACIT_GRAM_ENTRIES], noise[MOST], sample[MOST] = { 0 };
    const double factor = tacit_privacy_factor(q->promise);
    tacit_gram g;
    TACIT_TRY(tacit_gram_answer(cx, q, cell, stream, &g));
    coefficients(&g, value);
    tacit_gram_spread(&g, coefficients, g.p, noise);
    if (q->promise->sampling)
        sampling_variances(&g, sample);
    const bool known = tacit_gram_is_known(&g) && !fit_of(&g).lifted;
    TACIT_TRY(tacit_answers_new(cx, g.p, out));
    for (size_t k = 0; k < g.p; k++) {
        const double within = known ? factor * sqrt(noise[k] + sample[k]) : NAN;
        out->at[k] = (tacit_answer){ .at = k == 0 ? "intercept" : q->of[k]->column,
                                     .value = value[k],
                                     .low = value[k] - within,
                                     .high = value[k] + within };
    }
    return TACIT_OK;
}

const tacit_statistic tacit_statistic_regression = {
    .about = { .name = "regression",
               .title = "Regression",
               .summary = "Least squares of one column on others.",
               .source = "Vu and Slavkovic (2009), Differential privacy for clinical trial data: "
                         "preliminary evaluations; Wang (2018), Revisiting differentially private "
                         "linear regression",
               .params = PARAMS },
    .of = TACIT_OF_NUMBERS,
    .prepare = prepare,
    .add = tacit_gram_add,
    .answer = answer,
};
