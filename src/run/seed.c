/*
 * seed.c - the seed of a run: chosen, warned of.
 */
#include "run/seed.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "run/private/private.h"

/* Seeds below this can be tried one by one. */
#define GUESSABLE (UINT64_C(1) << 40)

/* Whether a step takes its randomness from the system, and none from the seed. */
static bool is_system_drawn(const tacit_work *w, const tacit_method *method)
{
    const bool order = method == &tacit_method_reorder && tacit_plan_requires_privacy(w->plan);
    return !w->simulation && (order || (method->traits & TACIT_METHOD_PRIVATE) != 0);
}

bool tacit_work_is_random(const tacit_work *w)
{
    const tacit_plan *plan = w->plan;
    if (w->task != NULL && w->task->draws)
        return true;
    for (size_t i = 0; i < plan->n_steps; i++)
        if ((plan->step[i].method->traits & TACIT_METHOD_RANDOM) != 0 &&
            !is_system_drawn(w, plan->step[i].method))
            return true;
    return plan->protection != NULL && plan->protection->draws != NULL &&
           plan->protection->draws(&plan->protection_args);
}

tacit_status tacit_work_choose_seed(tacit_ctx *cx, tacit_work *w)
{
    w->seed = w->plan->seed;
    if (!tacit_work_is_random(w))
        return TACIT_OK;
    if (!w->plan->seed_given) {
        if (getrandom(&w->seed, sizeof w->seed, 0) != (ssize_t)sizeof w->seed)
            return tacit_fail(cx, TACIT_ERR_IO, "The system gives no random numbers: %s.",
                              strerror(errno));
        w->seed |= UINT64_C(1) << 63; /* 19 or 20 digits, so that it is seen to be long */
    } else if (w->seed < GUESSABLE) {
        tacit_warn(cx, "The seed is short enough to be guessed, and with it the noise can be taken "
                       "off again; leave 'seed' out to get one that cannot.");
    }
    return TACIT_OK;
}
