/*
 * alias.h - draws from a finite distribution in constant time.
 */
#ifndef TACIT_STATS_ALIAS_H
#define TACIT_STATS_ALIAS_H

#include "base/context.h"
#include "base/rng.h"

/* In scratch memory; immutable once made, so that threads may share it. */
typedef struct tacit_alias {
    size_t n; /* 0 if all weights are 0: nothing can be drawn */
    const double *keep;
    const uint32_t *other;
} tacit_alias;

/* A table to draw i with probability weight[i] / sum; weights are finite and not negative,
 * n < 2^32.  O(n). */
tacit_status tacit_alias_new(tacit_ctx *cx, const double *weight, size_t n, tacit_alias *out);

/* One draw; the table is not empty. */
static inline uint32_t tacit_alias_draw(const tacit_alias *a, tacit_rng *rng)
{
    const uint32_t i = (uint32_t)tacit_rng_below(rng, a->n);
    return tacit_rng_uniform(rng) <= a->keep[i] ? i : a->other[i];
}

#endif
