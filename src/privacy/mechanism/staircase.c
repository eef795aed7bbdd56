/*
 * staircase.c - one sum with the noise of least mean size.
 *
 * With D the sensitivity, b = exp(-epsilon) and 1 <= r <= D, the noise x = +-(k D + j), 0 <= j < D,
 * has probability proportional to b^k for j < r and b^(k+1) otherwise: epsilon-private for every r
 * (Geng and Viswanath 2014, section 5).  r is near D / (1 + exp(epsilon/2)), which makes E|x|
 * least. With D = 1 it is discrete Laplace noise; for large epsilon and D far better.
 */
#include <math.h>

#include "privacy/mechanism/mechanism.h"

enum { EPSILON, SENSITIVITY };

static const tacit_param PARAMS[] = {
    [EPSILON] = TACIT_PARAM_EPSILON, [SENSITIVITY] = TACIT_PARAM_SENSITIVITY, TACIT_PARAM_END
};

static tacit_status prepare(tacit_ctx *cx, tacit_request *request)
{
    if (request->n > 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "staircase answers one value; use discrete_laplace for several.");
    return tacit_request_odds(cx, request);
}

/* How many of the D steps of a stair are on its upper half.  Nothing private rests on it, so
 * floating point may choose it. */
static uint64_t upper_steps(const tacit_request *request)
{
    const double d = (double)tacit_arg_integer(request->args, SENSITIVITY);
    const double r = rint(d / (1 + exp(tacit_arg_real(request->args, EPSILON) / 2)));
    return (uint64_t)fmax(r, 1.0);
}

/* j: one of the r upper steps, or of the others with odds b. */
static tacit_u128 draw_step(const tacit_request *request, tacit_keystream *stream)
{
    const uint64_t d = (uint64_t)tacit_arg_integer(request->args, SENSITIVITY);
    const uint64_t r = upper_steps(request);
    const tacit_ratio epsilon = { request->scale.under, request->scale.over };
    return tacit_draw_rather(stream, r, d - r, epsilon) ? tacit_draw_below(stream, r)
                                                        : r + tacit_draw_below(stream, d - r);
}

static void draw(const tacit_request *request, tacit_keystream *stream, tacit_i128 *noise)
{
    const tacit_i128 d = tacit_arg_integer(request->args, SENSITIVITY);
    for (;;) {
        const tacit_i128 k = (tacit_i128)tacit_draw_geometric(stream, request->scale);
        const tacit_i128 size = k * d + (tacit_i128)draw_step(request, stream);
        const bool negative = tacit_keystream_byte(stream) & 1;
        if (!negative || size != 0) {
            *noise = negative ? -size : size;
            return;
        }
    }
}

const tacit_mechanism tacit_mechanism_staircase = {
    .about = { .name = "staircase",
               .title = "Staircase",
               .summary = "Adds the noise of least mean size to one sum.",
               .source = "Geng and Viswanath (2014), The optimal mechanism in differential privacy",
               .params = PARAMS },
    .kind = TACIT_MECHANISM_ADDS,
    .prepare = prepare,
    .draw = draw,
    .answer = tacit_answer_sums,
    .loss = tacit_request_pure_loss,
};
