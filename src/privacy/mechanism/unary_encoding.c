/*
 * unary_encoding.c - each person's category as a row of bits that are flipped.
 *
 * Of the k bits of a person the one of the true category is 1 with probability 1/2, every other
 * with 1 / (e^epsilon + 1) (Wang, Blocki, Li and Jha 2017, optimized unary encoding).  An answer
 * has k integers for each value.  Shares are estimated with variance 4 e^epsilon / (n (e^epsilon -
 * 1)^2) whatever k is: better than randomised response from about k = 3 e^epsilon + 2 on.
 */
#include "privacy/mechanism/local.h"

static const tacit_param PARAMS[] = { [TACIT_MECHANISM_EPSILON] = TACIT_PARAM_EPSILON,
                                      [TACIT_LOCAL_CATEGORIES] = TACIT_PARAM_CATEGORIES,
                                      TACIT_PARAM_END };

static size_t categories(const tacit_request *request)
{
    return (size_t)tacit_arg_integer(request->args, TACIT_LOCAL_CATEGORIES);
}

/* For each value a coin and a bit for each category. */
static tacit_status prepare(tacit_ctx *cx, tacit_request *request)
{
    const size_t k = categories(request);
    if (request->n > SIZE_MAX / (k + 1))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "unary_encoding: there are too many values for as many categories.");
    request->draws = request->n * (k + 1);
    request->answers = request->n * k;
    return tacit_request_odds(cx, request);
}

/* A coin, or 1 with probability exp(-epsilon) / (1 + exp(-epsilon)). */
static tacit_i128 draw_bit(tacit_keystream *stream, tacit_ratio odds)
{
    return (tacit_i128)tacit_draw_move(stream, 2, odds);
}

static void draw(const tacit_request *request, tacit_keystream *stream, tacit_i128 *noise)
{
    const size_t k = categories(request);
    for (size_t i = 0; i < request->n; i++) {
        *noise++ = tacit_keystream_byte(stream) & 1;
        for (size_t c = 0; c < k; c++)
            *noise++ = draw_bit(stream, request->scale);
    }
}

static void answer(const tacit_request *request, const tacit_i128 *value, const tacit_i128 *noise,
                   tacit_i128 *out)
{
    const size_t k = categories(request);
    for (size_t i = 0; i < request->n; i++, noise += k + 1, out += k) {
        const tacit_i128 own = tacit_move(value[i], 0, k);
        for (size_t c = 0; c < k; c++)
            out[c] = tacit_pick(own == (tacit_i128)c, noise[0], noise[c + 1]);
    }
}

const tacit_mechanism tacit_mechanism_unary_encoding = {
    .about = { .name = "unary_encoding",
               .title = "Optimised unary encoding",
               .summary = "Tells each person's category as a row of bits that may be flipped.",
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
