/*
 * variance.c - the variance of a column and its root, in each group.
 *
 * From noisy count, sum and squares around the middle of the bounds (moments.h), with n - 1 below
 * the line.  The interval adds the noise, by the delta method, and where it is to be about the
 * population the variance of s^2, (m4 - s^4) / n, in which the fourth moment m4 is at most the
 * squared range times s^2.
 */
#include <math.h>

#include "privacy/statistic/moments.h"

static tacit_status prepare(tacit_ctx *cx, tacit_question *q)
{
    static const double shares[] = { 0.2, 0.4, 0.4 };
    (void)cx;
    tacit_moments_prepare(q, shares);
    return TACIT_OK;
}

static tacit_status answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out)
{
    const tacit_domain *d = q->of[0];
    const double range = tacit_domain_real(d, (double)d->lattice.upper) -
                         tacit_domain_real(d, (double)d->lattice.lower);
    const double most = range * range / 4;
    tacit_private_moments m;
    TACIT_TRY(tacit_moments_answer(cx, q, cell, stream, &m));
    TACIT_TRY(tacit_answers_new(cx, 2, out));
    const double upper = fmin(most, m.variance + m.variance_noise);
    const double sampling = q->promise->sampling ? range * range * upper / m.n : 0;
    const double within =
        tacit_privacy_factor(q->promise) * sqrt(m.variance_noise * m.variance_noise + sampling);
    const double low = m.known ? fmax(0, m.variance - within) : 0,
                 high = m.known ? fmin(most, m.variance + within) : most;
    out->at[0] = (tacit_answer){ "variance", m.variance, low, high };
    out->at[1] = (tacit_answer){ "deviation", sqrt(m.variance), sqrt(low), sqrt(high) };
    return TACIT_OK;
}

const tacit_statistic tacit_statistic_variance = {
    .about = { .name = "variance",
               .title = "Variance",
               .summary = "The variance and the standard deviation of a column.",
               .source = "Dwork and Roth (2014), The algorithmic foundations of differential "
                         "privacy",
               .params = TACIT_STATISTIC_OF_PARAMS },
    .of = TACIT_OF_NUMBER,
    .prepare = prepare,
    .add = tacit_moments_add,
    .answer = answer,
};
