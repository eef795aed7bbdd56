/*
 * selection.c - which groups that nobody declared are told of.
 */
#include "privacy/statistic/selection.h"

#include <math.h>

/* Beyond so many persons the rest of the way to 1 is not worth the memory: never reached for an
 * epsilon of a group of 1e-4 and more. */
enum { MOST_PERSONS = 1 << 20 };

static long double next(long double p, long double epsilon, long double delta)
{
    const long double grow = expl(epsilon) * p + delta,
                      shrink = 1 - expl(-epsilon) * (1 - p - delta);
    return fminl(fminl(grow, shrink), 1);
}

tacit_status tacit_selection_settle(tacit_ctx *cx, tacit_selection *s)
{
    const long double c = (long double)s->groups, epsilon = (long double)s->epsilon / c,
                      delta = -expm1l(log1pl(-(long double)s->delta) / c) * 0.999L;
    size_t n = 1;
    for (long double p = next(0, epsilon, delta); p < 1; p = next(p, epsilon, delta))
        if (++n > MOST_PERSONS)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "What is left of epsilon is too little to find groups; declare "
                              "their values, or ask for less.");
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s->keep, &s->keep));
    s->certain = n;
    long double p = 0;
    for (size_t i = 0; i < n; i++, p = next(p, epsilon, delta))
        s->keep[i] = (uint64_t)(p * (long double)TACIT_SELECTION_ONE);
    return TACIT_OK;
}

tacit_privacy_loss tacit_selection_loss(const tacit_selection *s)
{
    tacit_privacy_loss loss = tacit_loss_pure(s->epsilon, 1);
    loss.kind = TACIT_LOSS_APPROXIMATE;
    loss.delta = s->delta;
    return loss;
}

bool tacit_selection_draw(const tacit_selection *s, uint64_t persons, tacit_keystream *stream)
{
    const uint64_t drawn = (uint64_t)tacit_draw_below(stream, TACIT_SELECTION_ONE);
    return drawn < (persons < s->certain ? s->keep[persons] : TACIT_SELECTION_ONE);
}
