/*
 * stream.c - what private methods draw from.
 */
#include <string.h>

#include "base/memory.h"
#include "micro/method/private/private.h"

/* Above this epsilon a person has to be told that little is promised. */
#define ABSURD 10.0

tacit_status tacit_private_stream(tacit_ctx *cx, const tacit_job *job, const char *label,
                                  tacit_keystream *out)
{
    uint64_t bits[TACIT_KEYSTREAM_KEY / sizeof(uint64_t)];
    unsigned char key[TACIT_KEYSTREAM_KEY];
    if (!job->simulation)
        return tacit_keystream_open(cx, out);
    tacit_rng own = tacit_rng_fork(job->rng, label);
    tacit_rng_fill(&own, bits, sizeof bits / sizeof bits[0]);
    memcpy(key, bits, sizeof key);
    tacit_keystream_simulate(key, out);
    tacit_wipe(bits, sizeof bits);
    tacit_wipe(key, sizeof key);
    return TACIT_OK;
}

void tacit_private_warn(tacit_ctx *cx, const char *owner, double epsilon)
{
    if (epsilon > ABSURD)
        tacit_warn(cx,
                   "Step '%s': an epsilon above 10 promises next to nothing: odds can grow by more "
                   "than 20 000.",
                   owner);
}
