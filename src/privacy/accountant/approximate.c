/*
 * approximate.c - the optimal composition of (epsilon, delta) guarantees.
 *
 * Each answer counts by its epsilon alone; Gaussian noise by the epsilon of its share of half of
 * delta.  What is left of delta is the slack of composition.  Exact where all ways in which the
 * answers can turn out may be gone through, which takes product of (times + 1) terms; else by the
 * bound in closed form.
 */
#include <math.h>

#include "privacy/accountant/accountant.h"
#include "privacy/accountant/compose.h"
#include "privacy/accountant/gaussian.h"

/* Terms that are gone through. */
#define MOST_TERMS 20000.0

/* One answer as a guarantee, where a Gaussian one may spend `delta`. */
static tacit_status guarantee(tacit_ctx *cx, const tacit_privacy_loss *l, double delta,
                              tacit_guarantee *out)
{
    tacit_curve curve;
    *out = (tacit_guarantee){ .epsilon = l->epsilon, .delta = l->delta, .times = l->times };
    if (l->kind != TACIT_LOSS_GAUSSIAN) {
        *out = tacit_sample_guarantee(*out, l->rate);
        return TACIT_OK;
    }
    out->delta = delta;
    out->epsilon = tacit_zcdp_epsilon(1 / (2 * l->sigma * l->sigma), delta);
    if (!tacit_loss_has_curve(l))
        return TACIT_OK;
    TACIT_TRY(tacit_curve_make(cx, l, &curve));
    out->epsilon = tacit_curve_epsilon(&curve, delta);
    return TACIT_OK;
}

static tacit_status epsilon(tacit_ctx *cx, const tacit_args *args, const tacit_spending *spent,
                            double delta, double *out)
{
    (void)args;
    tacit_guarantee *g = NULL;
    double gaussians = 0.0, sum = 0.0, log_left = log1p(-delta);
    for (size_t i = 0; i < spent->n; i++)
        gaussians +=
            spent->loss[i].kind == TACIT_LOSS_GAUSSIAN ? (double)spent->loss[i].times : 0.0;
    *out = INFINITY;
    if (gaussians > 0 && delta <= 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, spent->n, sizeof *g, &g));
    for (size_t i = 0; i < spent->n; i++) {
        TACIT_TRY(guarantee(cx, &spent->loss[i], delta / 2 / gaussians, &g[i]));
        log_left -= (double)g[i].times * log1p(-g[i].delta);
        sum += (double)g[i].times * g[i].epsilon;
    }
    const double slack = -expm1(log_left); /* the slack with which the total delta is `delta` */
    if (slack < 0)
        return TACIT_OK;
    if (slack <= 0)
        *out = TACIT_ROUNDED_UP(sum);
    else if (tacit_compose_terms(g, spent->n) <= MOST_TERMS)
        *out = TACIT_ROUNDED_UP(tacit_compose_epsilon(g, spent->n, slack * (1 - 1e-11)));
    else
        *out = TACIT_ROUNDED_UP(tacit_compose_bound(g, spent->n, slack));
    return TACIT_OK;
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

const tacit_accountant tacit_accountant_approximate = {
    .about = { .name = "approximate",
               .title = "Optimal composition",
               .summary = "The least epsilon that guarantees of (epsilon, delta) allow together.",
               .source =
                   "Kairouz, Oh and Viswanath (2015), The composition theorem for differential "
                   "privacy; Murtagh and Vadhan (2016), The complexity of computing the "
                   "optimal composition of differential privacy",
               .params = PARAMS },
    .epsilon = epsilon,
};
