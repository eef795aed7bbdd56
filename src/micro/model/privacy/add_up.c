/*
 * add_up.c - what all mechanisms of a file give away together.
 *
 * Epsilons of a plan are decimal fractions and are added as such, in units of 10^-18, so that ten
 * times 0.1 is 1 and not a little more.  With a delta to spend the accountants may find less.
 */
#include <math.h>

#include "micro/model/privacy/privacy.h"

#define UNITS 1000000000000000000u

/* `x` in units; false if it is no decimal fraction of so few digits. */
static bool units_of(double x, tacit_u128 *out)
{
    tacit_ratio r;
    if (!tacit_ratio_of_real(x, &r) || UNITS % r.under != 0)
        return false;
    *out = (tacit_u128)r.over * (UNITS / r.under);
    return true;
}

/* Whether the epsilons are `limit` or less, by exact sums; and the delta. */
static bool sum_fits(const tacit_private_account *account, double delta, double limit)
{
    tacit_u128 sum = 0, most = 0;
    double deltas = 0.0;
    bool exact = units_of(limit, &most);
    for (size_t i = 0; exact && i < account->n; i++) {
        tacit_u128 one = 0;
        if (account->touch[i].constant)
            continue;
        exact =
            units_of(account->touch[i].epsilon, &one) && !__builtin_add_overflow(sum, one, &sum);
        deltas += account->touch[i].delta;
    }
    return exact && sum <= most && deltas <= delta;
}

tacit_status tacit_private_add_up(tacit_ctx *cx, const tacit_private_account *account, double delta,
                                  double limit, tacit_private_sum *out)
{
    tacit_privacy_loss *loss = NULL;
    double sum = 0.0, deltas = 0.0, least = 0.0;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, account->n, sizeof *loss, &loss));
    for (size_t i = 0; i < account->n; i++) {
        if (account->touch[i].constant)
            continue;
        loss[n++] = account->touch[i].loss;
        sum += account->touch[i].epsilon;
        deltas += account->touch[i].delta;
    }
    if (n > 0)
        TACIT_TRY(
            tacit_accountant_least(cx, &(tacit_spending){ .loss = loss, .n = n }, delta, &least));
    *out = (tacit_private_sum){ .epsilon = deltas <= delta ? fmin(sum, least) : least,
                                .fits = sum_fits(account, delta, limit) || least <= limit };
    return TACIT_OK;
}
