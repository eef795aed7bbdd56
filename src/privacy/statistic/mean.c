/*
 * mean.c - the mean of a column, in each group.
 *
 * The noisy sum around the middle of the bounds over the noisy count (moments.h).  The interval
 * adds the variance of the noise, by the delta method, and that of the sample, s^2 / n with a
 * noisy s^2 that errs upwards, where it is to be about the population.  A group in which there are
 * hardly more records than noise gets the bounds as its interval.
 */
#include <math.h>

#include "privacy/statistic/moments.h"

static tacit_status prepare(tacit_ctx *cx, tacit_question *q)
{
    static const double sampling[] = { 0.25, 0.5, 0.25 }, noise[] = { 0.35, 0.65, 0 };
    (void)cx;
    tacit_moments_prepare(q, q->promise->sampling ? sampling : noise);
    return TACIT_OK;
}

static tacit_status answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out)
{
    const tacit_domain *d = q->of[0];
    const double low = tacit_domain_real(d, (double)d->lattice.lower),
                 high = tacit_domain_real(d, (double)d->lattice.upper);
    tacit_private_moments m;
    TACIT_TRY(tacit_moments_answer(cx, q, cell, stream, &m));
    TACIT_TRY(tacit_answers_new(cx, 1, out));
    const double sampling = q->promise->sampling ? (m.variance + m.variance_noise) / m.n : 0;
    const double within =
        tacit_privacy_factor(q->promise) * sqrt(m.mean_noise * m.mean_noise + sampling);
    out->at[0] = (tacit_answer){ .value = m.mean,
                                 .low = m.known ? fmax(low, m.mean - within) : low,
                                 .high = m.known ? fmin(high, m.mean + within) : high };
    return TACIT_OK;
}

/* For a group of 1 000 records whose mean is half way from the middle to a bound. */
static double error(const tacit_question *q, const char **unit)
{
    const double half = tacit_domain_real(q->of[0], 0.5);
    const double most = half * (double)(q->of[0]->lattice.upper - q->of[0]->lattice.lower) / 2;
    const double noise = hypot(tacit_part_spread(&q->part[TACIT_MOMENT_SUM]) * half,
                               tacit_part_spread(&q->part[TACIT_MOMENT_COUNT]) * most);
    *unit = "in a group of 1 000 records";
    return tacit_privacy_factor(q->promise) * noise / 1000;
}

const tacit_statistic tacit_statistic_mean = {
    .about = { .name = "mean",
               .title = "Mean",
               .summary = "The mean of a column.",
               .source = "Dwork, McSherry, Nissim and Smith (2006), Calibrating noise to "
                         "sensitivity in private data analysis",
               .params = TACIT_STATISTIC_OF_PARAMS },
    .of = TACIT_OF_NUMBER,
    .prepare = prepare,
    .add = tacit_moments_add,
    .gather = tacit_moments_gather,
    .answer = answer,
    .error = error,
};
