/*
 * randomised_response.c - each person's category, or another one.
 *
 * Of k categories the true one is told with probability e^epsilon / (e^epsilon + k - 1), every
 * other with 1 / (e^epsilon + k - 1) (Warner 1965; Kairouz, Oh and Viswanath 2014).  What is drawn
 * is how far the category is moved round, which does not depend on it.  A share is estimated
 * without bias by (c/n - q) / (p - q).
 */
#include "privacy/mechanism/local.h"

static const tacit_param PARAMS[] = { [TACIT_MECHANISM_EPSILON] = TACIT_PARAM_EPSILON,
                                      [TACIT_LOCAL_CATEGORIES] = TACIT_PARAM_CATEGORIES,
                                      TACIT_PARAM_END };

static uint64_t categories(const tacit_request *request)
{
    return (uint64_t)tacit_arg_integer(request->args, TACIT_LOCAL_CATEGORIES);
}

static void draw(const tacit_request *request, tacit_keystream *stream, tacit_i128 *noise)
{
    for (size_t i = 0; i < request->n; i++)
        noise[i] = (tacit_i128)tacit_draw_move(stream, categories(request), request->scale);
}

static void answer(const tacit_request *request, const tacit_i128 *value, const tacit_i128 *noise,
                   tacit_i128 *out)
{
    for (size_t i = 0; i < request->n; i++)
        out[i] = tacit_move(value[i], noise[i], categories(request));
}

const tacit_mechanism tacit_mechanism_randomised_response = {
    .about = { .name = "randomised_response",
               .title = "Randomised response",
               .summary = "Tells each person's category, or with some probability another.",
               .source = "Warner (1965), Randomized response; Kairouz, Oh and Viswanath (2014), "
                         "Extremal mechanisms for local differential privacy",
               .params = PARAMS },
    .kind = TACIT_MECHANISM_LOCAL,
    .prepare = tacit_request_odds,
    .draw = draw,
    .answer = answer,
    .loss = tacit_request_pure_loss,
};
