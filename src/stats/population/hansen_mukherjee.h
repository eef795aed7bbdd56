/*
 * hansen_mukherjee.h - the best groups of at least k numbers.
 */
#ifndef TACIT_STATS_POPULATION_HANSEN_MUKHERJEE_H
#define TACIT_STATS_POPULATION_HANSEN_MUKHERJEE_H

#include "base/context.h"

/* Split the `n` >= k numbers `x`, sorted upwards, into runs of k to 2 k - 1 (all n if fewer) with
 * the least sum of squared distances from the means of the runs; of equally good splits the
 * one whose last runs are shorter.  start[g] is the first place of run g, start[*groups] is n; in
 * scratch memory.  O(n k) time, O(n) memory. */
tacit_status tacit_hansen_mukherjee(tacit_ctx *cx, const double *x, size_t n, size_t k,
                                    size_t **start, size_t *groups);

#endif
