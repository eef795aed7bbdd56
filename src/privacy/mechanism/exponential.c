/*
 * exponential.c - the number of a good score, each with odds that grow with it.
 *
 * P(i) is proportional to exp(u_i / b), b = 2 sensitivity / epsilon, half of it if the scores are
 * monotone (McSherry and Talwar 2007).  A score is drawn and kept with probability
 * exp((u_i - max u) / b): if a geometric draw with P(g >= k) = exp(-k/b) is not below max u - u_i.
 *
 * How often that takes depends on the scores, so its time does: only a key is drawn beforehand.
 * permute_and_flip.c has no such flaw and is never worse, but composes less well.
 */
#include <string.h>

#include "base/memory.h"
#include "privacy/mechanism/mechanism.h"

static const tacit_param PARAMS[] = { [TACIT_MECHANISM_EPSILON] = TACIT_PARAM_EPSILON,
                                      [TACIT_MECHANISM_SENSITIVITY] = TACIT_PARAM_SENSITIVITY,
                                      [TACIT_MECHANISM_MONOTONE] = TACIT_PARAM_MONOTONE,
                                      TACIT_PARAM_END };

/* Integers that hold the key of a stream. */
enum { KEY = TACIT_KEYSTREAM_KEY / sizeof(tacit_i128) };

static tacit_status prepare(tacit_ctx *cx, tacit_request *request)
{
    request->draws = KEY;
    request->answers = 1;
    return tacit_request_score_scale(cx, request);
}

static void draw(const tacit_request *request, tacit_keystream *stream, tacit_i128 *noise)
{
    unsigned char key[TACIT_KEYSTREAM_KEY];
    (void)request;
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (unsigned char)tacit_keystream_byte(stream);
    memcpy(noise, key, sizeof key);
    tacit_wipe(key, sizeof key);
}

static void answer(const tacit_request *request, const tacit_i128 *value, const tacit_i128 *noise,
                   tacit_i128 *out)
{
    tacit_keystream stream;
    tacit_i128 most = value[0];
    for (size_t i = 1; i < request->n; i++)
        most = tacit_pick(value[i] > most, value[i], most);
    tacit_keystream_simulate((const unsigned char *)noise, &stream);
    do
        *out = (tacit_i128)tacit_draw_below(&stream, request->n);
    while ((tacit_i128)tacit_draw_geometric(&stream, request->scale) < most - value[*out]);
    tacit_keystream_close(&stream);
}

static tacit_privacy_loss loss(const tacit_request *request)
{
    tacit_privacy_loss l = tacit_request_pure_loss(request);
    l.kind = TACIT_LOSS_RANGE;
    return l;
}

const tacit_mechanism tacit_mechanism_exponential = {
    .about = { .name = "exponential",
               .title = "Exponential",
               .summary = "Chooses one of several with odds that grow with their scores.",
               .source = "McSherry and Talwar (2007), Mechanism design via differential privacy",
               .params = PARAMS },
    .kind = TACIT_MECHANISM_CHOOSES,
    .prepare = prepare,
    .draw = draw,
    .answer = answer,
    .loss = loss,
};
