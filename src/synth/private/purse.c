/*
 * purse.c - where a generator's looks at the data get their noise and are paid for.
 *
 * Zero-concentrated: rho of Gaussian noise as it is, epsilon^2 / 8 of the exponential mechanism
 * (Cesar and Rogers 2021), epsilon^2 / 2 of Laplace noise; they add up also where amounts are
 * chosen by what was told before, as long as they stay within what was set beforehand (Feldman and
 * Zrnic 2021; Rogers, Roth, Ullman and Vadhan 2016).
 */
#include "synth/private/purse.h"

#include <math.h>

#include "privacy/accountant/gaussian.h"

/* Decimals of amounts. */
#define EPSILON_STEPS 1e9
#define RHO_STEPS 1e12

/* Sums of amounts are right to less than this share of them. */
#define SLACK 1e-9

double tacit_purse_epsilon(double amount)
{
    return floor(amount * EPSILON_STEPS * (1 + 1e-15)) / EPSILON_STEPS;
}

double tacit_purse_rho(double amount)
{
    return floor(amount * RHO_STEPS * (1 + 1e-15)) / RHO_STEPS;
}

uint64_t tacit_purse_moves(const tacit_purse *p)
{
    return p->replaces ? 2 : 1;
}

tacit_status tacit_purse_new(tacit_ctx *cx, double epsilon, double delta, size_t looks,
                             tacit_purse *out)
{
    out->is_pure = !(delta > 0.0);
    out->left = out->is_pure ? epsilon : tacit_zcdp_rho(epsilon, delta) * (1 - SLACK);
    out->n = 0;
    out->room = looks;
    return tacit_scratch(cx, looks, sizeof *out->look, &out->look);
}

double tacit_paid_look_cost(const tacit_paid_look *look, bool is_pure)
{
    const double e = look->amount;
    if (look->mechanism == &tacit_mechanism_discrete_gaussian)
        return is_pure ? INFINITY : e;
    if (is_pure)
        return e;
    return look->mechanism == &tacit_mechanism_exponential ? e * e / 8 : e * e / 2;
}

/* Write a look down and take its cost off. */
static void pay(tacit_purse *p, const tacit_paid_look *look)
{
    if (look->times > 0) {
        TACIT_ASSERT(p->n == 0 && p->room == 1);
        p->look[p->n++] = *look;
        return;
    }
    const double cost = tacit_paid_look_cost(look, p->is_pure);
    TACIT_ASSERT(p->n < p->room);
    TACIT_ASSERT(cost <= p->left * (1 + SLACK) + SLACK * SLACK);
    p->left = fmax(0.0, p->left - cost);
    p->look[p->n++] = *look;
}

/* Prepare a look at n values, and pay for it.  The third parameter is how many values a record
 * moves, where there is one. */
static tacit_status prepare(tacit_ctx *cx, tacit_purse *p, tacit_paid_look *look, size_t n,
                            tacit_request *request)
{
    const tacit_param *params = look->mechanism->about.params;
    tacit_value *at = NULL;
    tacit_args *args = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_param_count(params), sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *args, &args));
    tacit_args_preset(params, at, args);
    at[0] = (tacit_value){ .given = true, .number = look->amount };
    at[1] = (tacit_value){ .given = true, .number = (double)look->sensitivity };
    if (look->mechanism->kind == TACIT_MECHANISM_ADDS)
        at[2] = (tacit_value){ .given = true, .number = (double)look->moved };
    TACIT_TRY(tacit_mechanism_prepare(cx, look->mechanism, args, n, request));
    look->scale = request->scale;
    pay(p, look);
    return TACIT_OK;
}

/* Tell counts or sums by a mechanism that adds noise. */
static tacit_status tell(tacit_ctx *cx, tacit_purse *p, tacit_paid_look look,
                         const tacit_i128 *count, size_t n, int64_t **out)
{
    tacit_request request;
    tacit_i128 *noisy = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(prepare(cx, p, &look, n, &request));
    TACIT_TRY(tacit_mechanism_run(cx, look.mechanism, &request, p->stream, count, &noisy));
    for (size_t i = 0; i < n; i++)
        (*out)[i] = (int64_t)noisy[i]; /* noise has a scale below 2^56 */
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_purse_laplace(tacit_ctx *cx, tacit_purse *p, double epsilon,
                                 const tacit_i128 *count, size_t n, int64_t **out)
{
    const tacit_paid_look look = { .mechanism = &tacit_mechanism_discrete_laplace,
                                   .amount = tacit_purse_epsilon(epsilon),
                                   .sensitivity = 1,
                                   .moved = tacit_purse_moves(p) };
    return tell(cx, p, look, count, n, out);
}

tacit_status tacit_purse_gaussian(tacit_ctx *cx, tacit_purse *p, double rho,
                                  const tacit_i128 *count, size_t n, int64_t **out)
{
    const tacit_paid_look look = { .mechanism = &tacit_mechanism_discrete_gaussian,
                                   .amount = tacit_purse_rho(rho),
                                   .sensitivity = 1,
                                   .moved = tacit_purse_moves(p) };
    return tell(cx, p, look, count, n, out);
}

tacit_status tacit_purse_sums(tacit_ctx *cx, tacit_purse *p, double rho,
                              const tacit_purse_scores *sums, int64_t **out)
{
    const uint64_t moves = tacit_purse_moves(p);
    const tacit_paid_look look = { .mechanism = &tacit_mechanism_discrete_gaussian,
                                   .amount = tacit_purse_rho(rho),
                                   .sensitivity = moves * sums->sensitivity,
                                   .moved = sums->n > moves ? sums->n : moves };
    return tell(cx, p, look, sums->at, sums->n, out);
}

tacit_status tacit_purse_choose(tacit_ctx *cx, tacit_purse *p, double epsilon,
                                const tacit_purse_scores *scores, size_t *out)
{
    tacit_paid_look look = { .mechanism = &tacit_mechanism_exponential,
                             .amount = tacit_purse_epsilon(epsilon),
                             .sensitivity = scores->sensitivity,
                             .moved = 1 };
    const size_t mark = tacit_scratch_mark(cx);
    tacit_request request;
    tacit_i128 *which = NULL;
    TACIT_TRY(prepare(cx, p, &look, scores->n, &request));
    TACIT_TRY(tacit_mechanism_run(cx, look.mechanism, &request, p->stream, scores->at, &which));
    *out = (size_t)which[0];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_purse_sample(tacit_ctx *cx, tacit_purse *p, tacit_paid_look *look)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_request request;
    TACIT_ASSERT(look->mechanism == &tacit_mechanism_discrete_gaussian && look->times > 0);
    TACIT_TRY(prepare(cx, p, look, 1, &request));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

double tacit_purse_variance(const tacit_purse *p)
{
    TACIT_ASSERT(p->n > 0);
    const tacit_paid_look *look = &p->look[p->n - 1];
    const double scale = tacit_ratio_real(look->scale);
    if (look->mechanism == &tacit_mechanism_discrete_gaussian)
        return scale;
    const double q = exp(-1 / scale);
    return 2 * q / ((1 - q) * (1 - q));
}
