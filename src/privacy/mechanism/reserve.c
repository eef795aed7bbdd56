/*
 * reserve.c - noise in reserve.
 *
 * Memory: the draws of one answer times the answers, in 16 bytes each.
 */
#include "privacy/mechanism/reserve.h"

#include "base/memory.h"

struct tacit_reserve {
    const tacit_mechanism *m;
    const tacit_request *request;
    tacit_keystream *stream;
    int64_t process;      /* of the stream that the noise was drawn from */
    size_t answers, left; /* room; those that were not used come first */
    tacit_i128 *noise;
};

static void erase(tacit_reserve *reserve)
{
    tacit_wipe(reserve->noise, reserve->answers * reserve->request->draws * sizeof *reserve->noise);
    reserve->left = 0;
}

tacit_status tacit_reserve_new(tacit_ctx *cx, const tacit_mechanism *m,
                               const tacit_request *request, tacit_keystream *stream,
                               size_t answers, tacit_reserve **out)
{
    size_t draws = 0;
    tacit_reserve *reserve = NULL;
    TACIT_ASSERT(answers > 0);
    if (__builtin_mul_overflow(answers, request->draws, &draws))
        return tacit_fail_memory(cx);
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *reserve, &reserve));
    *reserve = (tacit_reserve){
        .m = m, .request = request, .stream = stream, .process = stream->process, .answers = answers
    };
    tacit_status status = tacit_alloc(cx, draws, sizeof *reserve->noise, &reserve->noise);
    if (status == TACIT_OK)
        status = tacit_reserve_fill(cx, reserve);
    if (status == TACIT_OK)
        *out = reserve;
    else
        tacit_reserve_free(reserve);
    return status;
}

void tacit_reserve_free(tacit_reserve *reserve)
{
    if (reserve == NULL)
        return;
    if (reserve->noise != NULL)
        erase(reserve);
    tacit_free(reserve->noise);
    tacit_free(reserve);
}

size_t tacit_reserve_left(const tacit_reserve *reserve)
{
    return reserve->left;
}

/* Noise that was drawn before a fork is another process's too. */
static tacit_status own(tacit_ctx *cx, tacit_reserve *reserve)
{
    TACIT_TRY(tacit_keystream_own(cx, reserve->stream));
    if (reserve->process != reserve->stream->process)
        erase(reserve);
    reserve->process = reserve->stream->process;
    return TACIT_OK;
}

tacit_status tacit_reserve_fill(tacit_ctx *cx, tacit_reserve *reserve)
{
    const size_t draws = reserve->request->draws;
    TACIT_TRY(own(cx, reserve));
    for (; reserve->left < reserve->answers; reserve->left++)
        reserve->m->draw(reserve->request, reserve->stream, reserve->noise + reserve->left * draws);
    return TACIT_OK;
}

tacit_status tacit_reserve_answer(tacit_ctx *cx, tacit_reserve *reserve, const tacit_i128 *value,
                                  tacit_i128 *out)
{
    const size_t draws = reserve->request->draws;
    TACIT_TRY(own(cx, reserve));
    if (reserve->left == 0)
        TACIT_TRY(tacit_reserve_fill(cx, reserve));
    tacit_i128 *noise = reserve->noise + --reserve->left * draws;
    reserve->m->answer(reserve->request, value, noise, out);
    tacit_wipe(noise, draws * sizeof *noise);
    return TACIT_OK;
}
