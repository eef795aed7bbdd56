/*
 * near.h - points near others: a k-d tree.
 */
#ifndef TACIT_STATS_CLUSTER_NEAR_H
#define TACIT_STATS_CLUSTER_NEAR_H

#include "base/context.h"

/* Points, row by row; borrowed. */
typedef struct tacit_points {
    const double *at;
    size_t n, p;
} tacit_points;

/* For each of the points `from` count the points `to` at a Euclidean distance of at most
 * radius[i], up to `most`: count[i] is the smaller of their number and `most`.  Both have the
 * same p > 0.  O(n log n) to build, and O(log n + most) for a typical count. */
tacit_status tacit_near_count(tacit_ctx *cx, const tacit_points *from, const tacit_points *to,
                              const double *radius, uint32_t most, uint32_t *count);

#endif
