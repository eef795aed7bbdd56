/*
 * regroup.h - local search for groups of points that are nearer together.
 */
#ifndef TACIT_STATS_CLUSTER_REGROUP_H
#define TACIT_STATS_CLUSTER_REGROUP_H

#include "stats/cluster/partition.h"

/* How long to search. */
typedef struct tacit_regroup_spec {
    size_t k;          /* least size of a group; each of the partition has it */
    size_t passes;     /* at most so many over all points */
    size_t neighbours; /* groups with the nearest means that a group trades points with */
} tacit_regroup_spec;

/* Move and swap points between near groups of `a`, and dissolve groups, as long as the sum of
 * weighted squared distances from group means falls.  Groups have k to 2 k - 1 points after,
 * or as many as before if those were more; groups that are dissolved are left out, the others keep
 * their order.  Deterministic; a pass is O(n * neighbours * k * p). */
tacit_status tacit_regroup(tacit_ctx *cx, const tacit_points *points, const double *weight,
                           const tacit_regroup_spec *spec, tacit_partition *a);

#endif
