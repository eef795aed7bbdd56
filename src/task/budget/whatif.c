/*
 * whatif.c - what a budget of privacy buys.
 *
 * A release with epsilon e has Laplace noise of scale sensitivity/e, or the least Gaussian noise
 * that is (e, delta/releases)-private: by the curve of the discrete Gaussian where it has one, else
 * by zero-concentrated privacy.  Shares of a total are searched for between epsilon/releases, which
 * adds up, and epsilon, and rounded down to 9 decimals, which mechanisms keep exactly.
 */
#include "task/budget/whatif.h"

#include <math.h>

#include "privacy/accountant/gaussian.h"

enum { SEARCH_STEPS = 24, SIGMA_STEPS = 50 };

/* Where searches for Gaussian noise begin and end, in sensitivities. */
#define LEAST_SIGMA 1e-2
#define MOST_SIGMA 1e12

static tacit_privacy_loss gaussian(const tacit_whatif *q, double sigma)
{
    return (tacit_privacy_loss){ .kind = TACIT_LOSS_GAUSSIAN,
                                 .sigma = sigma,
                                 .steps = q->sensitivity,
                                 .rate = q->rate,
                                 .times = 1 };
}

/* Whether the noise is enough for one release. */
static tacit_status is_enough(tacit_ctx *cx, const tacit_whatif *q, double sigma, double epsilon,
                              bool *enough)
{
    const tacit_privacy_loss loss = gaussian(q, sigma);
    const double delta = q->delta / (double)q->releases;
    const size_t mark = tacit_scratch_mark(cx);
    tacit_curve curve;
    double spent = tacit_zcdp_epsilon(1 / (2 * sigma * sigma), delta);
    if (tacit_loss_has_curve(&loss)) {
        TACIT_TRY(tacit_curve_make(cx, &loss, &curve));
        spent = tacit_curve_epsilon(&curve, delta);
    }
    tacit_scratch_release(cx, mark);
    *enough = spent <= epsilon;
    return TACIT_OK;
}

/* The least Gaussian noise for one release, by bisection of its logarithm. */
static tacit_status find_sigma(tacit_ctx *cx, const tacit_whatif *q, double epsilon, double *out)
{
    double low = log(LEAST_SIGMA), high = log(MOST_SIGMA);
    for (int i = 0; i < SIGMA_STEPS; i++) {
        const double middle = (low + high) / 2;
        bool enough = false;
        TACIT_TRY(is_enough(cx, q, exp(middle), epsilon, &enough));
        *(enough ? &high : &low) = middle;
    }
    *out = exp(high);
    return TACIT_OK;
}

/* The least whole w with P(|noise| > w) <= 0.05: 2 q^(w+1) / (1 + q) for Laplace. */
static double laplace_within(double scale)
{
    const double q = exp(-1 / scale);
    return fmax(0.0, ceil(scale * log(40 / (1 + q)) - 1 - 1e-12));
}

/* A release with this epsilon. */
static tacit_status make_release(tacit_ctx *cx, const tacit_whatif *q, double epsilon,
                                 tacit_plan_release *out)
{
    if (q->noise == TACIT_NOISE_LAPLACE) {
        const double scale = q->sensitivity / epsilon;
        *out = (tacit_plan_release){ .scale = scale,
                                     .spread = sqrt(0.5) / sinh(0.5 / scale),
                                     .within = laplace_within(scale) };
        out->loss = tacit_loss_pure(epsilon, 1);
        out->loss.steps = q->sensitivity;
        out->loss.rate = q->rate;
        return TACIT_OK;
    }
    double sigma = 0.0;
    TACIT_TRY(find_sigma(cx, q, epsilon, &sigma));
    *out = (tacit_plan_release){ .loss = gaussian(q, sigma),
                                 .scale = sigma * q->sensitivity,
                                 .spread = sigma * q->sensitivity,
                                 .within = ceil(1.96 * sigma * q->sensitivity) };
    return TACIT_OK;
}

tacit_status tacit_whatif_cost(tacit_ctx *cx, const tacit_whatif *q, const tacit_plan_release *one,
                               uint64_t times, const tacit_accountant *who, double *out)
{
    tacit_privacy_loss loss = one->loss;
    loss.times = times;
    const tacit_spending spent = { &loss, 1 };
    return who == NULL ? tacit_accountant_least(cx, &spent, q->delta, out)
                       : tacit_accountant_epsilon(cx, who, &spent, q->delta, out);
}

tacit_status tacit_whatif_release(tacit_ctx *cx, const tacit_whatif *q, tacit_plan_release *out)
{
    double low = q->epsilon / (double)q->releases, high = q->epsilon;
    if (!q->total || q->releases == 1)
        return make_release(cx, q, q->epsilon, out);
    for (int i = 0; i < SEARCH_STEPS; i++) {
        const double middle = low + (high - low) / 2;
        double cost = 0.0;
        TACIT_TRY(make_release(cx, q, middle, out));
        TACIT_TRY(tacit_whatif_cost(cx, q, out, q->releases, NULL, &cost));
        *(cost <= q->epsilon ? &low : &high) = middle;
    }
    return make_release(cx, q, floor(low * 1e9) / 1e9, out);
}

double tacit_whatif_posterior(double prior, double epsilon)
{
    return prior / (prior + (1 - prior) * exp(-epsilon));
}
