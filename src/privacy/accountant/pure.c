/*
 * pure.c - epsilons add up.
 *
 * Dwork, McSherry, Nissim and Smith (2006).  An answer on a Poisson sample of rate q counts as
 * log(1 + q (exp(epsilon) - 1)).  Gaussian noise has no epsilon with delta = 0.
 */
#include <math.h>

#include "privacy/accountant/accountant.h"
#include "privacy/accountant/compose.h"

static tacit_status epsilon(tacit_ctx *cx, const tacit_args *args, const tacit_spending *spent,
                            double delta, double *out)
{
    (void)cx;
    (void)args;
    (void)delta;
    double sum = 0.0;
    for (size_t i = 0; i < spent->n; i++) {
        const tacit_privacy_loss *l = &spent->loss[i];
        const tacit_guarantee one = { .epsilon = l->epsilon };
        const bool pure = l->kind != TACIT_LOSS_GAUSSIAN && l->delta <= 0;
        sum += pure ? (double)l->times * tacit_sample_guarantee(one, l->rate).epsilon : INFINITY;
    }
    *out = TACIT_ROUNDED_UP(sum);
    return TACIT_OK;
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

const tacit_accountant tacit_accountant_pure = {
    .about = { .name = "pure",
               .title = "Pure privacy",
               .summary = "Epsilons add up, and delta is 0.",
               .source =
                   "Dwork, McSherry, Nissim and Smith (2006), Calibrating noise to sensitivity "
                   "in private data analysis",
               .params = PARAMS },
    .epsilon = epsilon,
};
