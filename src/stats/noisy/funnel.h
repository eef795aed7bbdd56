/*
 * funnel.h - values merged so that they tell much of themselves and little of a secret.
 */
#ifndef TACIT_STATS_NOISY_FUNNEL_H
#define TACIT_STATS_NOISY_FUNNEL_H

#include "base/context.h"

/* Probabilities of `n` values X with `m` secrets S: joint[x * m + s], summing to 1; no value has
 * probability 0. */
typedef struct tacit_funnel {
    const double *joint;
    size_t n, m;
} tacit_funnel;

/* One way to merge values into groups Y. */
typedef struct tacit_funnel_state {
    double leak; /* I(S;Y) in bits */
    double kept; /* I(X;Y) = H(Y) in bits */
    size_t groups;
    const uint32_t *group; /* of each value the lowest value of its group */
} tacit_funnel_state;

/* Called after each merger, and before the first.  `state` is gone after the call. */
typedef void tacit_funnel_visit(void *user, const tacit_funnel_state *state);

/* The state with nothing merged, without its groups. */
tacit_funnel_state tacit_funnel_start(const tacit_funnel *f);

/* Merge greedily while at least `least` bits of X are kept.  O(n^2 (m + mergers' share)). */
tacit_status tacit_funnel_merge(tacit_ctx *cx, const tacit_funnel *f, double least,
                                tacit_funnel_visit *visit, void *user);

#endif
