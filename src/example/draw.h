/*
 * draw.h - draws for made-up data, in integers only.
 *
 * Integer arithmetic gives the same data on every machine, which the exponential and
 * the logarithm of the mathematics library do not promise.
 */
#ifndef TACIT_EXAMPLE_DRAW_H
#define TACIT_EXAMPLE_DRAW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"

/* Most categories that a sampler can have. */
enum { TACIT_DRAW_MAX = 320 };

/* One place of an alias table: stay here if the draw is below `cut`, else go on. */
typedef struct tacit_slot {
    uint32_t cut, other;
} tacit_slot;

/* Draws 0 ... n-1 with given probabilities; the slots belong to whoever made it. */
typedef struct tacit_sampler {
    const tacit_slot *slot;
    uint32_t n;
} tacit_sampler;

/* Fill `slot` for `n` categories with probabilities proportional to `weight`, exact to
 * 2^-32 each.  0 < n <= TACIT_DRAW_MAX; the weights' sum is in 1 ... 2^31. */
tacit_sampler tacit_sampler_make(const uint32_t *weight, size_t n, tacit_slot *slot);

/* A category of `s`. */
static inline uint32_t tacit_draw_category(const tacit_sampler *s, tacit_rng *rng)
{
    const uint64_t bits = tacit_rng_bits(rng);
    const uint32_t at = (uint32_t)((bits >> 32) * s->n >> 32);
    return (uint32_t)bits < s->slot[at].cut ? at : s->slot[at].other;
}

/* True in `of_1024` of 1024 cases. */
static inline bool tacit_draw_chance(tacit_rng *rng, uint32_t of_1024)
{
    return tacit_rng_bits(rng) >> 54 < of_1024;
}

/* A whole number in lo ... hi, each alike. */
static inline int64_t tacit_draw_between(tacit_rng *rng, int64_t lo, int64_t hi)
{
    return lo + (int64_t)((tacit_rng_bits(rng) >> 32) * (uint64_t)(hi - lo + 1) >> 32);
}

/* `x` times a lognormal factor with median 1 and standard deviation 0.5 of its
 * logarithm, cut off at three standard deviations. */
int64_t tacit_draw_lognormal(tacit_rng *rng, int64_t x);

/* `x` times a Pareto factor: 1 at least, above (3/2)^k with probability 2^-k, so with
 * tail index log 2 / log 1.5 = 1.71; linear between those points, cut off at
 * (3/2)^17 = 985. */
int64_t tacit_draw_pareto(tacit_rng *rng, int64_t x);

#endif
