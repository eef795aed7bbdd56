/*
 * geometric.c - counts and sums with two-sided geometric noise, within a declared range.
 *
 * The noise of discrete_laplace.c; what leaves the range is set to its end, which is work on the
 * answer and costs nothing.  For one count no epsilon-private mechanism is better, whatever the
 * reader believes beforehand and whatever errors cost him (Ghosh, Roughgarden and Sundararajan
 * 2009).
 */
#include "privacy/mechanism/mechanism.h"

enum { EPSILON, SENSITIVITY, MOVED, LOWER, UPPER };

static const tacit_param PARAMS[] = {
    [EPSILON] = TACIT_PARAM_EPSILON,
    [SENSITIVITY] = TACIT_PARAM_SENSITIVITY,
    [MOVED] = TACIT_PARAM_MOVED,
    [LOWER] = { .name = "lower",
                .type = TACIT_PARAM_INTEGER,
                .preset = 0,
                .min = -0x1p53,
                .max = 0x1p53,
                TACIT_USEFUL(0, 1000, "steps"),
                .help = "the least value that there can be, known without the data" },
    [UPPER] = { .name = "upper",
                .type = TACIT_PARAM_INTEGER,
                .need = TACIT_REQUIRED,
                .min = -0x1p53,
                .max = 0x1p53,
                TACIT_USEFUL(0, 1e6, "steps"),
                .help = "the greatest value that there can be, known without the data" },
    TACIT_PARAM_END
};

static tacit_status prepare(tacit_ctx *cx, tacit_request *request)
{
    if (tacit_arg_integer(request->args, LOWER) >= tacit_arg_integer(request->args, UPPER))
        return tacit_fail(cx, TACIT_ERR_INPUT, "'lower' must be below 'upper'.");
    return tacit_request_scale(cx, request, (uint64_t)tacit_arg_integer(request->args, MOVED));
}

static void answer(const tacit_request *request, const tacit_i128 *value, const tacit_i128 *noise,
                   tacit_i128 *out)
{
    const tacit_i128 lower = tacit_arg_integer(request->args, LOWER),
                     upper = tacit_arg_integer(request->args, UPPER);
    tacit_answer_sums(request, value, noise, out);
    for (size_t i = 0; i < request->n; i++) {
        out[i] = tacit_pick(out[i] < lower, lower, out[i]);
        out[i] = tacit_pick(out[i] > upper, upper, out[i]);
    }
}

const tacit_mechanism tacit_mechanism_geometric = {
    .about = { .name = "geometric",
               .title = "Geometric",
               .summary = "Adds two-sided geometric noise and keeps to a declared range.",
               .source =
                   "Ghosh, Roughgarden and Sundararajan (2009), Universally utility-maximizing "
                   "privacy mechanisms",
               .params = PARAMS },
    .kind = TACIT_MECHANISM_ADDS,
    .prepare = prepare,
    .draw = tacit_draw_laplaces,
    .answer = answer,
    .loss = tacit_request_pure_loss,
};
