/*
 * permute_and_flip.c - the number of a good score: in random order, the first that is kept.
 *
 * Score i is kept with probability exp((u_i - max u) / b), b = 2 sensitivity / epsilon, half of it
 * if the scores are monotone; the best one always is (McKenna and Sheldon 2020).  Never chooses
 * worse than the exponential mechanism at the same epsilon.  The order and one geometric draw for
 * each score, with P(g >= k) = exp(-k/b), are drawn beforehand: i is kept if g is not below max u -
 * u_i.  All scores are looked at whatever is chosen.
 */
#include "privacy/mechanism/mechanism.h"

static const tacit_param PARAMS[] = { [TACIT_MECHANISM_EPSILON] = TACIT_PARAM_EPSILON,
                                      [TACIT_MECHANISM_SENSITIVITY] = TACIT_PARAM_SENSITIVITY,
                                      [TACIT_MECHANISM_MONOTONE] = TACIT_PARAM_MONOTONE,
                                      TACIT_PARAM_END };

static tacit_status prepare(tacit_ctx *cx, tacit_request *request)
{
    request->draws = 2 * request->n;
    request->answers = 1;
    return tacit_request_score_scale(cx, request);
}

/* Geometric draws, then the order (Fisher and Yates 1938). */
static void draw(const tacit_request *request, tacit_keystream *stream, tacit_i128 *noise)
{
    const size_t n = request->n;
    tacit_i128 *order = noise + n;
    for (size_t i = 0; i < n; i++) {
        const size_t j = (size_t)tacit_draw_below(stream, i + 1);
        noise[i] = (tacit_i128)tacit_draw_geometric(stream, request->scale);
        order[i] = order[j];
        order[j] = (tacit_i128)i;
    }
}

static void answer(const tacit_request *request, const tacit_i128 *value, const tacit_i128 *noise,
                   tacit_i128 *out)
{
    const size_t n = request->n;
    const tacit_i128 *order = noise + n;
    tacit_i128 most = value[0];
    for (size_t i = 1; i < n; i++)
        most = tacit_pick(value[i] > most, value[i], most);
    *out = 0;
    for (size_t k = n; k-- > 0;) { /* from the last: the first one that is kept remains */
        const tacit_i128 i = order[k];
        *out = tacit_pick(noise[i] >= most - value[i], i, *out);
    }
}

const tacit_mechanism tacit_mechanism_permute_and_flip = {
    .about = { .name = "permute_and_flip",
               .title = "Permute and flip",
               .summary = "Chooses the first of several in random order that its score keeps.",
               .source = "McKenna and Sheldon (2020), Permute-and-flip: a new mechanism for "
                         "differentially private selection",
               .params = PARAMS },
    .kind = TACIT_MECHANISM_CHOOSES,
    .prepare = prepare,
    .draw = draw,
    .answer = answer,
    .loss = tacit_request_pure_loss,
};
