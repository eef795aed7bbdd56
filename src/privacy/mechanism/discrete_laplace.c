/*
 * discrete_laplace.c - counts and sums with two-sided geometric noise.
 *
 * P(noise = x) = tanh(1/(2b)) exp(-|x|/b), b = sensitivity * moved / epsilon, for every value
 * (Ghosh, Roughgarden and Sundararajan 2009; drawn as by Canonne, Kamath and Steinke 2020).
 * epsilon-private.  Its variance is 2q/(1-q)^2, q = exp(-1/b).  0.1 microseconds a value.
 */
#include "privacy/mechanism/mechanism.h"

enum { EPSILON, SENSITIVITY, MOVED };

static const tacit_param PARAMS[] = { [EPSILON] = TACIT_PARAM_EPSILON,
                                      [SENSITIVITY] = TACIT_PARAM_SENSITIVITY,
                                      [MOVED] = TACIT_PARAM_MOVED,
                                      TACIT_PARAM_END };

static tacit_status prepare(tacit_ctx *cx, tacit_request *request)
{
    return tacit_request_scale(cx, request, (uint64_t)tacit_arg_integer(request->args, MOVED));
}

/* Of one value the loss is spread over the steps; of several it can be all in one. */
static tacit_privacy_loss loss(const tacit_request *request)
{
    tacit_privacy_loss l = tacit_request_pure_loss(request);
    if (tacit_arg_integer(request->args, MOVED) == 1)
        l.steps = (double)tacit_arg_integer(request->args, SENSITIVITY);
    return l;
}

const tacit_mechanism tacit_mechanism_discrete_laplace = {
    .about = { .name = "discrete_laplace",
               .title = "Discrete Laplace",
               .summary = "Adds two-sided geometric noise to counts and sums.",
               .source =
                   "Ghosh, Roughgarden and Sundararajan (2009), Universally utility-maximizing "
                   "privacy mechanisms; Canonne, Kamath and Steinke (2020)",
               .params = PARAMS },
    .kind = TACIT_MECHANISM_ADDS,
    .prepare = prepare,
    .draw = tacit_draw_laplaces,
    .answer = tacit_answer_sums,
    .loss = loss,
};
