/*
 * correlation.c - the correlation of two columns, in each group.
 *
 * r = s_xy / sqrt(s_xx s_yy) from noisy sums of products (gram.h).  A variance that noise left
 * below that of an entry is lifted to it, and then, as for groups of hardly more records than
 * noise, nothing is known: from -1 to 1.  Otherwise the interval is that of the noise, by the delta
 * method.  A record with a missing value in one of the columns does not count.
 */
#include <math.h>

#include "privacy/statistic/gram.h"
#include "query/mode/dp/own.h"

static const tacit_param PARAMS[] = {
    TACIT_PARAMS_OF_ALL, [TACIT_STATISTIC_OF] = TACIT_PARAM_OF_SEVERAL, TACIT_PARAM_END
};

static tacit_status prepare(tacit_ctx *cx, tacit_question *q)
{
    return tacit_gram_prepare(cx, q, 2);
}

/* What a variance is at least taken for. */
static double least(const tacit_gram *g)
{
    return g->noise[0] / tacit_gram_count(g);
}

static void correlation(const tacit_gram *g, double *out)
{
    const double x = fmax(tacit_gram_covariance(g, 0, 0), least(g)),
                 y = fmax(tacit_gram_covariance(g, 1, 1), least(g));
    *out = tacit_gram_covariance(g, 0, 1) / sqrt(x * y);
}

static bool is_known(const tacit_gram *g)
{
    return tacit_gram_is_known(g) && tacit_gram_covariance(g, 0, 0) > least(g) &&
           tacit_gram_covariance(g, 1, 1) > least(g);
}

static tacit_status answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out)
{
    tacit_gram g;
    double r = 0, noise = 0;
    TACIT_TRY(tacit_gram_answer(cx, q, cell, stream, &g));
    correlation(&g, &r);
    tacit_gram_spread(&g, correlation, 1, &noise);
    const double within = is_known(&g) ? tacit_privacy_factor(q->promise) * sqrt(noise) : 2;
    const double value = fmax(-1, fmin(1, r));
    TACIT_TRY(tacit_answers_new(cx, 1, out));
    out->at[0] = (tacit_answer){ .value = value,
                                 .low = fmax(-1, value - within),
                                 .high = fmin(1, value + within) };
    return TACIT_OK;
}

const tacit_statistic tacit_dp_correlation = {
    .about = { .name = "correlation",
               .title = "Correlation",
               .summary = "The correlation of two columns.",
               .source = "Dwork, Talwar, Thakurta and Zhang (2014), Analyze Gauss: optimal bounds "
                         "for privacy-preserving principal component analysis",
               .params = PARAMS },
    .of = TACIT_OF_NUMBERS,
    .prepare = prepare,
    .add = tacit_gram_add,
    .answer = answer,
};
