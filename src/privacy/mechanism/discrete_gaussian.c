/*
 * discrete_gaussian.c - counts and sums with Gaussian noise on integers.
 *
 * P(noise = x) is proportional to exp(-x^2 / (2 v)), v = moved * sensitivity^2 / (2 rho), rounded
 * up to a multiple of 2^-20, or to an integer from 2^32 on: so at most rho is spent.  rho-zCDP,
 * like the continuous one (Canonne, Kamath and Steinke 2020).  0.2 microseconds a value.
 */
#include <math.h>

#include "privacy/mechanism/mechanism.h"

enum { RHO, SENSITIVITY, MOVED };

static const tacit_param PARAMS[] = {
    [RHO] = { .name = "rho",
              .type = TACIT_PARAM_REAL,
              .need = TACIT_REQUIRED,
              .min = 1e-12,
              .max = 1000,
              TACIT_USEFUL_LOG(1e-4, 10, NULL),
              .help = "what the answer may give away of a person, as zero-concentrated privacy" },
    [SENSITIVITY] = TACIT_PARAM_SENSITIVITY,
    [MOVED] = TACIT_PARAM_MOVED,
    TACIT_PARAM_END
};

enum { FINE = 1 << 20 };

/* moved * sensitivity^2, below 2^53 2^53 2^30: beyond 2^128 it is that. */
static tacit_u128 squared_moves(const tacit_args *args)
{
    const tacit_u128 s = (tacit_u128)tacit_arg_integer(args, SENSITIVITY);
    tacit_u128 out = 0;
    return __builtin_mul_overflow(s * s, (tacit_u128)tacit_arg_integer(args, MOVED), &out)
               ? ~(tacit_u128)0
               : out;
}

static tacit_status prepare(tacit_ctx *cx, tacit_request *request)
{
    tacit_ratio rho = { 1, 1 }, *variance = &request->scale;
    tacit_u128 over = 0;
    const bool fits =
        tacit_ratio_of_real(tacit_arg_real(request->args, RHO), &rho) &&
        rho.over < (uint64_t)1 << 63 &&
        !__builtin_mul_overflow(squared_moves(request->args), (tacit_u128)rho.under, &over);
    const tacit_u128 under = 2 * (tacit_u128)rho.over;
    if (fits && tacit_ratio_up(over, under, FINE, variance) &&
        variance->over <= TACIT_MOST_VARIANCE)
        return TACIT_OK;
    if (fits && tacit_ratio_up(over, under, 1, variance) && variance->over <= TACIT_MOST_VARIANCE)
        return TACIT_OK;
    return tacit_fail(
        cx, TACIT_ERR_INPUT,
        "The variance that 'rho' needs is beyond what can be drawn exactly, 2^52; take "
        "a coarser lattice, or fewer digits of 'rho'.");
}

static void draw(const tacit_request *request, tacit_keystream *stream, tacit_i128 *noise)
{
    for (size_t i = 0; i < request->draws; i++)
        noise[i] = tacit_draw_gaussian(stream, request->scale);
}

/* Of several values the curve is not that of one: there is none (see tacit_loss_has_curve()). */
static tacit_privacy_loss loss(const tacit_request *request)
{
    const bool one = tacit_arg_integer(request->args, MOVED) == 1;
    const double moves = sqrt((double)squared_moves(request->args));
    return (tacit_privacy_loss){ .kind = TACIT_LOSS_GAUSSIAN,
                                 .sigma = sqrt(tacit_ratio_real(request->scale)) / moves,
                                 .steps = one ? moves : INFINITY,
                                 .rate = 1,
                                 .times = 1 };
}

const tacit_mechanism tacit_mechanism_discrete_gaussian = {
    .about = { .name = "discrete_gaussian",
               .title = "Discrete Gaussian",
               .summary = "Adds Gaussian noise on integers to counts and sums.",
               .source =
                   "Canonne, Kamath and Steinke (2020), The discrete Gaussian for differential "
                   "privacy",
               .params = PARAMS },
    .kind = TACIT_MECHANISM_ADDS,
    .prepare = prepare,
    .draw = draw,
    .answer = tacit_answer_sums,
    .loss = loss,
};
