/*
 * single.c - a mechanism by its epsilon and the one number that it needs besides.
 */
#include "privacy/mechanism/single.h"

/* Values that are answered about at once. */
enum { BLOCK = 1024 };

#define MOST ((tacit_i128)1 << 62)

tacit_status tacit_single_new(tacit_ctx *cx, const tacit_mechanism *m, double epsilon,
                              double number, tacit_single *out)
{
    const tacit_param *params = m->about.params;
    tacit_value *at = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_param_count(params), sizeof *at, &at));
    out->mechanism = m;
    tacit_args_preset(params, at, &out->args);
    at[TACIT_MECHANISM_EPSILON] = (tacit_value){ .given = true, .number = epsilon };
    if (out->args.n > 1)
        at[1] = (tacit_value){ .given = true, .number = number };
    return tacit_args_check(cx, m->about.name, &out->args);
}

tacit_status tacit_single_loss(tacit_ctx *cx, const tacit_single *s, tacit_privacy_loss *loss,
                               tacit_ratio *scale)
{
    tacit_request request;
    TACIT_TRY(tacit_mechanism_prepare(cx, s->mechanism, &s->args, 1, &request));
    *loss = s->mechanism->loss(&request);
    *scale = request.scale;
    return TACIT_OK;
}

/* The answers about one block. */
static tacit_status answer_block(tacit_ctx *cx, const tacit_single *s, tacit_keystream *stream,
                                 const tacit_i128 *value, size_t n, int64_t *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_request request;
    tacit_i128 *answer = NULL;
    TACIT_TRY(tacit_mechanism_prepare(cx, s->mechanism, &s->args, n, &request));
    TACIT_TRY(tacit_mechanism_run(cx, s->mechanism, &request, stream, value, &answer));
    for (size_t i = 0; i < request.answers; i++)
        out[i] = (int64_t)(answer[i] > MOST ? MOST : answer[i] < -MOST ? -MOST : answer[i]);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_single_answer(tacit_ctx *cx, const tacit_single *s, tacit_keystream *stream,
                                 const tacit_i128 *value, size_t n, int64_t **out)
{
    tacit_request one;
    TACIT_TRY(tacit_mechanism_prepare(cx, s->mechanism, &s->args, 1, &one));
    int64_t *answer = NULL;
    if (n > SIZE_MAX / one.answers)
        return tacit_fail_memory(cx);
    TACIT_TRY(tacit_scratch(cx, n * one.answers, sizeof *answer, &answer));
    for (size_t i = 0; i < n; i += BLOCK) {
        TACIT_TRY(tacit_tick(cx, i, n));
        TACIT_TRY(answer_block(cx, s, stream, value + i, n - i < BLOCK ? n - i : BLOCK,
                               answer + i * one.answers));
    }
    *out = answer;
    return TACIT_OK;
}
