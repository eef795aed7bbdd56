/*
 * kept.c - whether masked records have the means and covariances they had.
 */
#include "micro/method/noise/kept.h"

#include <math.h>

#include "stats/linear/covariance.h"

tacit_status tacit_noise_kept_of(tacit_ctx *cx, const double *x, size_t n, size_t p,
                                 tacit_noise_kept *out)
{
    out->p = p;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *out->mean, &out->mean));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *out->v, &out->v));
    return tacit_covariance_of(cx, x, n, p, out->mean, out->v);
}

tacit_status tacit_noise_kept_check(tacit_ctx *cx, const tacit_noise_kept *before, const double *x,
                                    size_t n, double *off)
{
    const size_t p = before->p;
    tacit_noise_kept now;
    TACIT_TRY(tacit_noise_kept_of(cx, x, n, p, &now));
    for (size_t i = 0; i < p; i++) {
        const double s = sqrt(before->v[i * p + i]);
        if (s > 0.0)
            *off = fmax(*off, fabs(now.mean[i] - before->mean[i]) / s);
        for (size_t j = 0; s > 0.0 && j < p; j++) {
            const double t = sqrt(before->v[j * p + j]);
            if (t > 0.0)
                *off = fmax(*off, fabs(now.v[i * p + j] - before->v[i * p + j]) / s / t);
        }
    }
    return TACIT_OK;
}

tacit_status tacit_noise_kept_tell(tacit_ctx *cx, double off, tacit_result *told)
{
    return tacit_result_ranged(
        cx, told, &TACIT_RANGE_LOSS, "deviation", "Largest change of a mean or covariance", off,
        TACIT_UNIT_NUMBER,
        "of the complete records of a stratum before rounding, means in standard deviations, "
        "covariances in products of them; 0 but for rounding errors");
}
