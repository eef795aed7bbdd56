/*
 * ipu.h - weights of units, such as households, that reach known totals of units and of what is in
 * them; and whole numbers for such weights.
 */
#ifndef TACIT_STATS_COUNTS_IPU_H
#define TACIT_STATS_COUNTS_IPU_H

#include "base/context.h"
#include "base/rng.h"

/* Totals to be reached.  Total c counts the entries first[c] ... first[c + 1] - 1: a unit, each at
 * most once for a total, and how often it counts (above 0). */
typedef struct tacit_ipu {
    size_t units, n;
    const size_t *first; /* n + 1 of them */
    const uint32_t *unit;
    const double *times;
    const double *target; /* not negative */
    double tolerance;     /* largest difference of a total, as a share of its target */
    size_t most_rounds;   /* give up after so many */
    bool nearest;         /* the weights nearest to those at the beginning */
} tacit_ipu;

/* How it ended. */
typedef struct tacit_ipu_end {
    size_t rounds;
    size_t worst;      /* the total that is farthest off ... */
    double difference; /* ... and by which share of its target; infinite if nothing counts for it */
    bool converged;
} tacit_ipu_end;

/* Change `weight` (above 0, one for each unit) until all totals are reached, one after the other in
 * turn.  The plain way may run in circles though there are such weights; that of the nearest ones
 * finds them, if only totals above 0 are asked for, at a few times the cost.
 * O(entries * rounds). */
tacit_ipu_end tacit_ipu_fit(const tacit_ipu *totals, double *weight);

/* How often each of `n` units is taken so that `size` are in all, in proportion to `weight` (not
 * negative, sum above 0): systematic sampling in the given order from a random start.  Each is
 * taken its share rounded down or up, and so is every stretch of units together.  O(n). */
void tacit_systematic(const double *weight, size_t n, uint64_t size, tacit_rng *rng,
                      uint64_t *times);

#endif
