/*
 * registry.c - the catalog of mechanisms, the way to run them, and what they share.
 */
#include "privacy/mechanism/mechanism.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_MECHANISM(id) &tacit_mechanism_##id.about,
#include "privacy/mechanism/mechanisms.def"
#undef TACIT_MECHANISM
};

const tacit_catalog tacit_mechanism_catalog = {
    .family = "mechanism",
    .title = "Mechanisms of private answers",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

tacit_status tacit_mechanism_prepare(tacit_ctx *cx, const tacit_mechanism *m,
                                     const tacit_args *args, size_t n, tacit_request *out)
{
    TACIT_TRY(tacit_args_check(cx, m->about.name, args));
    if (n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s needs a value to answer about.", m->about.name);
    *out = (tacit_request){ .args = args, .n = n, .scale = { 1, 1 }, .draws = n, .answers = n };
    return m->prepare(cx, out);
}

tacit_status tacit_mechanism_run(tacit_ctx *cx, const tacit_mechanism *m,
                                 const tacit_request *request, tacit_keystream *stream,
                                 const tacit_i128 *value, tacit_i128 **out)
{
    tacit_i128 *noise = NULL;
    TACIT_TRY(tacit_keystream_own(cx, stream));
    TACIT_TRY(tacit_scratch(cx, request->answers, sizeof **out, out));
    TACIT_TRY(tacit_scratch(cx, request->draws, sizeof *noise, &noise));
    m->draw(request, stream, noise);
    m->answer(request, value, noise, *out);
    return TACIT_OK;
}

/* The fraction that `epsilon` stands for. */
static tacit_status read_epsilon(tacit_ctx *cx, const tacit_request *request, tacit_ratio *out)
{
    const double epsilon = tacit_arg_real(request->args, TACIT_MECHANISM_EPSILON);
    if (!tacit_ratio_of_real(epsilon, out))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'epsilon' has more digits than can be kept exactly; "
                          "round it to 9 decimals.");
    return TACIT_OK;
}

/* Take over / under as the scale if it can be drawn. */
static tacit_status set_scale(tacit_ctx *cx, tacit_request *request, tacit_u128 over,
                              tacit_u128 under)
{
    tacit_ratio *scale = &request->scale;
    if (!tacit_ratio_of(over, under, scale) || scale->over > TACIT_MOST_TERM ||
        scale->over / scale->under > TACIT_MOST_SCALE)
        return tacit_fail(
            cx, TACIT_ERR_INPUT,
            "'sensitivity' over 'epsilon' is beyond what can be drawn exactly, 2^56; take "
            "a coarser lattice, or fewer digits of 'epsilon'.");
    return TACIT_OK;
}

tacit_status tacit_request_scale(tacit_ctx *cx, tacit_request *request, uint64_t times)
{
    tacit_ratio epsilon;
    const int64_t sensitivity = tacit_arg_integer(request->args, TACIT_MECHANISM_SENSITIVITY);
    TACIT_TRY(read_epsilon(cx, request, &epsilon));
    const tacit_u128 moves = (tacit_u128)sensitivity * times; /* below 2^53 2^30 */
    tacit_u128 over = 0;
    if (__builtin_mul_overflow(moves, (tacit_u128)epsilon.under, &over))
        over = ~(tacit_u128)0;
    return set_scale(cx, request, over, epsilon.over);
}

tacit_status tacit_request_score_scale(tacit_ctx *cx, tacit_request *request)
{
    return tacit_request_scale(cx, request,
                               tacit_arg_flag(request->args, TACIT_MECHANISM_MONOTONE) ? 1 : 2);
}

tacit_status tacit_request_odds(tacit_ctx *cx, tacit_request *request)
{
    tacit_ratio epsilon;
    TACIT_TRY(read_epsilon(cx, request, &epsilon));
    return set_scale(cx, request, epsilon.under, epsilon.over);
}

void tacit_draw_laplaces(const tacit_request *request, tacit_keystream *stream, tacit_i128 *noise)
{
    for (size_t i = 0; i < request->draws; i++)
        noise[i] = tacit_draw_laplace(stream, request->scale);
}

void tacit_draw_geometrics(const tacit_request *request, tacit_keystream *stream, tacit_i128 *noise)
{
    for (size_t i = 0; i < request->draws; i++)
        noise[i] = (tacit_i128)tacit_draw_geometric(stream, request->scale);
}

void tacit_answer_sums(const tacit_request *request, const tacit_i128 *value,
                       const tacit_i128 *noise, tacit_i128 *out)
{
    for (size_t i = 0; i < request->n; i++)
        out[i] = value[i] + noise[i];
}

tacit_privacy_loss tacit_request_pure_loss(const tacit_request *request)
{
    return tacit_loss_pure(tacit_arg_real(request->args, TACIT_MECHANISM_EPSILON), 1);
}
