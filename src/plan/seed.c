/*
 * seed.c - the seed of a run: chosen, warned of, withheld.
 */
#include "plan/seed.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/random.h>

/* Seeds below this can be tried one by one. */
#define GUESSABLE (UINT64_C(1) << 40)

bool tacit_plan_is_random(const tacit_plan *plan)
{
    for (size_t i = 0; i < plan->n_steps; i++)
        if ((plan->step[i].method->traits & TACIT_METHOD_RANDOM) != 0)
            return true;
    return false;
}

tacit_status tacit_plan_seed(tacit_ctx *cx, const tacit_plan *plan, const tacit_request *request,
                             uint64_t *out)
{
    const bool random = tacit_plan_is_random(plan);
    *out = request->seed != NULL ? *request->seed : plan->seed;
    if (!random)
        return TACIT_OK;
    if (request->seed == NULL && !plan->seed_given) {
        if (getrandom(out, sizeof *out, 0) != (ssize_t)sizeof *out)
            return tacit_fail(cx, TACIT_ERR_IO, "The system gives no random numbers: %s.",
                              strerror(errno));
        *out |= UINT64_C(1) << 63; /* 19 or 20 digits, so that it is seen to be long */
    } else if (*out < GUESSABLE) {
        tacit_warn(cx, "The seed is short enough to be guessed, and with it the noise can be taken "
                       "off again; leave 'seed' out to get one that cannot.");
    }
    return TACIT_OK;
}

/* The length of a number that is the value of the key `seed` beginning at `text`, with
 * the offset where it begins; 0 if `text` is no such key. */
static size_t seed_value(const char *text, size_t *offset)
{
    const char *c = text + strlen("seed");
    c += *c == '"' || *c == '\'';
    c += strspn(c, " \t");
    if (*c != ':')
        return 0;
    c++;
    c += strspn(c, " \t");
    *offset = (size_t)(c - text);
    return strspn(c, "0123456789");
}

tacit_status tacit_plan_public_text(tacit_ctx *cx, const tacit_plan *plan, tacit_buffer *out)
{
    const char *rest = plan->text;
    const char *at = tacit_plan_is_random(plan) ? strstr(rest, "seed") : NULL;
    while (at != NULL) {
        size_t offset = 0;
        const bool begins = at == plan->text || !isalnum((unsigned char)at[-1]);
        const size_t digits = begins ? seed_value(at, &offset) : 0;
        const char *next = at + strlen("seed");
        if (digits > 0) {
            TACIT_TRY(tacit_buffer_bytes(cx, out, rest, (size_t)(at + offset - rest)));
            TACIT_TRY(tacit_buffer_text(cx, out, "withheld"));
            rest = next = at + offset + digits;
        }
        at = strstr(next, "seed");
    }
    return tacit_buffer_text(cx, out, rest);
}
