/*
 * zero_concentrated.c - rhos add up.
 *
 * Bun and Steinke (2016): an answer with epsilon has rho = epsilon^2 / 2, Gaussian noise
 * 1 / (2 sigma^2), discrete or not; the exponential mechanism epsilon^2 / 8 (Cesar and Rogers
 * 2021).  Of (epsilon, delta) answers the deltas add up besides.  A sample does not lower the rho
 * of Gaussian noise.  To epsilon by Canonne, Kamath and Steinke (2020), corollary 13 (gaussian.h).
 */
#include <math.h>

#include "privacy/accountant/accountant.h"
#include "privacy/accountant/compose.h"
#include "privacy/accountant/gaussian.h"

/* rho of one answer. */
static double rho_of(const tacit_privacy_loss *l)
{
    if (l->kind == TACIT_LOSS_GAUSSIAN)
        return 1 / (2 * l->sigma * l->sigma);
    const tacit_guarantee one = { .epsilon = l->epsilon };
    const double e = tacit_sample_guarantee(one, l->rate).epsilon;
    return l->kind == TACIT_LOSS_RANGE && l->rate >= 1 ? e * e / 8 : e * e / 2;
}

static tacit_status epsilon(tacit_ctx *cx, const tacit_args *args, const tacit_spending *spent,
                            double delta, double *out)
{
    (void)cx;
    (void)args;
    double rho = 0.0, left = delta;
    for (size_t i = 0; i < spent->n; i++) {
        rho += (double)spent->loss[i].times * rho_of(&spent->loss[i]);
        left -= (double)spent->loss[i].times * spent->loss[i].delta * spent->loss[i].rate;
    }
    *out = left > 0 ? TACIT_ROUNDED_UP(tacit_zcdp_epsilon(rho, left)) : INFINITY;
    return TACIT_OK;
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

const tacit_accountant tacit_accountant_zero_concentrated = {
    .about = { .name = "zero_concentrated",
               .title = "Zero-concentrated privacy",
               .summary = "Rhos add up; for many answers, and for Gaussian noise.",
               .source =
                   "Bun and Steinke (2016), Concentrated differential privacy; Canonne, Kamath "
                   "and Steinke (2020), The discrete Gaussian for differential privacy",
               .params = PARAMS },
    .epsilon = epsilon,
};
