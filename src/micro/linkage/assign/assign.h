/*
 * assign.h - one-to-one links of least total distance.
 */
#ifndef TACIT_MICRO_LINKAGE_ASSIGN_ASSIGN_H
#define TACIT_MICRO_LINKAGE_ASSIGN_ASSIGN_H

#include "micro/linkage/space/space.h"

/* A record that is linked to none. */
#define TACIT_UNASSIGNED UINT32_MAX

/* The assignment of least total cost of `n` rows to `m` >= n columns of the dense `cost`
 * (row by row, finite): `to[i]` is the column of row i.  O(n^2 m) at worst. */
tacit_status tacit_assign_dense(tacit_ctx *cx, const double *cost, size_t n, size_t m,
                                uint32_t *to);

/* Pairs in ascending order of cost, each taken if both are free (equal costs: lower row,
 * then lower column).  Not optimal; for comparison. */
tacit_status tacit_assign_greedy(tacit_ctx *cx, const double *cost, size_t n, size_t m,
                                 uint32_t *to);

/* The one-to-one links of least total distance between the records of `from` and of `to`, the
 * distance being what tacit_space_distance() gives: for euclidean that is the sum of squares,
 * whose least total is the most likely assignment under normal noise.
 * Small sets are solved on all pairs; large ones on candidate lists that are widened until
 * the solution is proven optimal for all pairs, or the proof is given up: then `gap` is how
 * much less the total could be.  `to_of[i]` is TACIT_UNASSIGNED for the records left over if
 * `to` has fewer. */
typedef struct tacit_assignment {
    uint32_t *to_of; /* in scratch memory */
    double total;    /* of distances */
    double gap;      /* 0 if proven optimal */
} tacit_assignment;
tacit_status tacit_assign_records(tacit_ctx *cx, const tacit_space *space,
                                  const tacit_records *from, const tacit_records *to,
                                  tacit_assignment *out);

#endif
