/*
 * renyi.c - Renyi divergences add up, order by order.
 *
 * Mironov (2017); the best of 73 orders from 1.25 to 512, converted as tightly as is known
 * (orders.h).  For many answers, above all on samples.  Of (epsilon, delta) answers the deltas add
 * up besides.
 */
#include <math.h>

#include "privacy/accountant/accountant.h"
#include "privacy/accountant/orders.h"

/* The next order after `a`: quarters to 2.5, halves to 5, whole ones to 64, then doubled. */
static double next_order(double a)
{
    return a < 2.5 ? a + 0.25 : a < 5 ? a + 0.5 : a < 64 ? a + 1 : 2 * a;
}

static tacit_status epsilon(tacit_ctx *cx, const tacit_args *args, const tacit_spending *spent,
                            double delta, double *out)
{
    (void)cx;
    (void)args;
    double best = INFINITY, left = delta;
    for (size_t i = 0; i < spent->n; i++)
        left -= (double)spent->loss[i].times * spent->loss[i].delta * spent->loss[i].rate;
    for (double a = 1.25; left > 0 && a <= 512; a = next_order(a)) {
        double sum = 0.0;
        for (size_t i = 0; i < spent->n; i++)
            sum += (double)spent->loss[i].times * tacit_renyi_divergence(&spent->loss[i], a);
        best = fmin(best, tacit_renyi_epsilon(sum, a, left));
    }
    *out = TACIT_ROUNDED_UP(best);
    return TACIT_OK;
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

const tacit_accountant tacit_accountant_renyi = {
    .about = { .name = "renyi",
               .title = "Renyi privacy",
               .summary = "Renyi divergences of many orders add up; for answers on samples.",
               .source = "Mironov (2017), Renyi differential privacy; Mironov, Talwar and Zhang "
                         "(2019), Renyi differential privacy of the sampled Gaussian mechanism",
               .params = PARAMS },
    .epsilon = epsilon,
};
