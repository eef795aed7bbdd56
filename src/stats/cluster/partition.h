/*
 * partition.h - groups of points, and how far the points are from the means of their groups.
 */
#ifndef TACIT_STATS_CLUSTER_PARTITION_H
#define TACIT_STATS_CLUSTER_PARTITION_H

#include "stats/cluster/remaining.h"

/* In scratch memory. */
typedef struct tacit_partition {
    size_t n; /* points */
    size_t groups;
    uint32_t *of; /* the group of each point, below `groups` */
} tacit_partition;

/* Room for the groups of `n` points, all in group 0 of 0. */
tacit_status tacit_partition_new(tacit_ctx *cx, size_t n, tacit_partition *out);

/* The points group by group: those of group g at row[start[g]] ... row[start[g + 1] - 1], in
 * order.  In scratch memory. */
typedef struct tacit_grouping {
    const size_t *start;
    const size_t *row;
} tacit_grouping;
tacit_status tacit_partition_grouping(tacit_ctx *cx, const tacit_partition *a, tacit_grouping *out);

/* Groups of k consecutive places of `order` (n rows), the last with what remains over, hence of k
 * to 2 k - 1; one group if n < 2 k. */
tacit_status tacit_partition_in_order(tacit_ctx *cx, const size_t *order, size_t n, size_t k,
                                      tacit_partition *out);

/* The sum of weighted squared distances of the points from the means of their groups. */
tacit_status tacit_partition_sse(tacit_ctx *cx, const tacit_points *points, const double *weight,
                                 const tacit_partition *a, double *out);

#endif
