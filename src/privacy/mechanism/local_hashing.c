/*
 * local_hashing.c - each person's category, hashed to a few values, one of which is told.
 *
 * Every person gets a hash function of his own, h(v) = ((a v + b) mod p) mod g with p = 2^61 - 1
 * (Carter and Wegman 1979), and tells a, b and h(v) by randomised response among g values, g
 * nearest to e^epsilon + 1 (Wang, Blocki, Li and Jha 2017, optimized local hashing).  The same
 * variance as unary_encoding.c in three integers whatever the number of categories.  A category v
 * has support from whoever told h(v); its share is (c/n - 1/g) / (p - 1/g), p = e^epsilon /
 * (e^epsilon + g - 1).
 */
#include "privacy/mechanism/local.h"

enum { TOLD = 3 }; /* integers of an answer: a, b, h */

static const tacit_param PARAMS[] = {
    [TACIT_MECHANISM_EPSILON] = { .name = "epsilon",
                                  .type = TACIT_PARAM_REAL,
                                  .need = TACIT_REQUIRED,
                                  .min = 1e-9,
                                  .max = 20,
                                  TACIT_USEFUL_LOG(0.01, 10, NULL),
                                  .help = "what the answer may give away of a person" },
    TACIT_PARAM_END
};

static uint64_t hashed(const tacit_request *request)
{
    return tacit_hash_values(tacit_arg_real(request->args, TACIT_MECHANISM_EPSILON));
}

static tacit_status prepare(tacit_ctx *cx, tacit_request *request)
{
    if (request->n > SIZE_MAX / TOLD)
        return tacit_fail(cx, TACIT_ERR_INPUT, "local_hashing: there are too many values.");
    request->draws = request->answers = TOLD * request->n;
    return tacit_request_odds(cx, request);
}

static void draw(const tacit_request *request, tacit_keystream *stream, tacit_i128 *noise)
{
    for (size_t i = 0; i < request->n; i++) {
        *noise++ = (tacit_i128)tacit_draw_below(stream, TACIT_HASH_PRIME - 1) + 1;
        *noise++ = (tacit_i128)tacit_draw_below(stream, TACIT_HASH_PRIME);
        *noise++ = (tacit_i128)tacit_draw_move(stream, hashed(request), request->scale);
    }
}

static void answer(const tacit_request *request, const tacit_i128 *value, const tacit_i128 *noise,
                   tacit_i128 *out)
{
    const uint64_t g = hashed(request);
    for (size_t i = 0; i < request->n; i++, noise += TOLD, out += TOLD) {
        const tacit_i128 v = tacit_move(value[i], 0, TACIT_HASH_PRIME);
        out[0] = noise[0];
        out[1] = noise[1];
        out[2] = tacit_move(tacit_hash(noise[0], noise[1], v, g), noise[2], g);
    }
}

const tacit_mechanism tacit_mechanism_local_hashing = {
    .about = { .name = "local_hashing",
               .title = "Optimised local hashing",
               .summary =
                   "Tells a hash of each person's category, or with some probability another.",
               .source =
                   "Wang, Blocki, Li and Jha (2017), Locally differentially private protocols "
                   "for frequency estimation",
               .params = PARAMS },
    .kind = TACIT_MECHANISM_LOCAL,
    .prepare = prepare,
    .draw = draw,
    .answer = answer,
    .loss = tacit_request_pure_loss,
};
