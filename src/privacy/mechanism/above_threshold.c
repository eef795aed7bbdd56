/*
 * above_threshold.c - which value is the first above a threshold.
 *
 * The threshold gets discrete Laplace noise of scale 2 sensitivity / epsilon and each value of
 * twice that, of the same if the values are monotone; the number of the first that is not below is
 * answered, or how many there are if none is.  One answer costs epsilon, however many values it
 * passes (Dwork and Roth 2014, algorithm 1; Lyu, Su and Li 2017, algorithms 1 and 7, who show that
 * most published variants are wrong).  The noisy values are not for release.  All are looked at
 * whatever is found.
 */
#include "privacy/mechanism/mechanism.h"

enum { THRESHOLD = TACIT_MECHANISM_MONOTONE + 1 };

static const tacit_param PARAMS[] = { [TACIT_MECHANISM_EPSILON] = TACIT_PARAM_EPSILON,
                                      [TACIT_MECHANISM_SENSITIVITY] = TACIT_PARAM_SENSITIVITY,
                                      [TACIT_MECHANISM_MONOTONE] = TACIT_PARAM_MONOTONE,
                                      [THRESHOLD] = { .name = "threshold",
                                                      .type = TACIT_PARAM_INTEGER,
                                                      .need = TACIT_REQUIRED,
                                                      .min = -0x1p53,
                                                      .max = 0x1p53,
                                                      TACIT_USEFUL(0, 1000, "steps"),
                                                      .help = "the value to reach" },
                                      TACIT_PARAM_END };

static tacit_status prepare(tacit_ctx *cx, tacit_request *request)
{
    request->draws = request->n + 1;
    request->answers = 1;
    return tacit_request_scale(cx, request,
                               tacit_arg_flag(request->args, TACIT_MECHANISM_MONOTONE) ? 2 : 4);
}

/* For each value, and then for the threshold. */
static void draw(const tacit_request *request, tacit_keystream *stream, tacit_i128 *noise)
{
    tacit_ratio own = request->scale; /* of the threshold: 2 sensitivity / epsilon */
    own.under *= tacit_arg_flag(request->args, TACIT_MECHANISM_MONOTONE) ? 1 : 2;
    for (size_t i = 0; i <= request->n; i++)
        noise[i] = tacit_draw_laplace(stream, i < request->n ? request->scale : own);
}

static void answer(const tacit_request *request, const tacit_i128 *value, const tacit_i128 *noise,
                   tacit_i128 *out)
{
    const tacit_i128 bar = tacit_arg_integer(request->args, THRESHOLD) + noise[request->n];
    *out = (tacit_i128)request->n;
    for (size_t i = request->n; i-- > 0;)
        *out = tacit_pick(value[i] + noise[i] >= bar, (tacit_i128)i, *out);
}

const tacit_mechanism tacit_mechanism_above_threshold = {
    .about = { .name = "above_threshold",
               .title = "Above threshold",
               .summary = "Finds the first of many values that is above a threshold.",
               .source =
                   "Dwork and Roth (2014), The algorithmic foundations of differential privacy, "
                   "section 3.6; Lyu, Su and Li (2017)",
               .params = PARAMS },
    .kind = TACIT_MECHANISM_CHOOSES,
    .prepare = prepare,
    .draw = draw,
    .answer = answer,
    .loss = tacit_request_pure_loss,
};
