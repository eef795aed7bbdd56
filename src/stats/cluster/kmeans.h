/*
 * kmeans.h - clusters of points around means.
 */
#ifndef TACIT_STATS_CLUSTER_KMEANS_H
#define TACIT_STATS_CLUSTER_KMEANS_H

#include "stats/cluster/partition.h"

/* Partition the points into at most `clusters` clusters of at least `least` points; there are
 * that many points.  Deterministic; O(n * clusters * p) for each of at most `passes` passes. */
typedef struct tacit_kmeans_spec {
    size_t clusters, least, passes;
} tacit_kmeans_spec;
tacit_status tacit_kmeans(tacit_ctx *cx, const tacit_points *points, const tacit_gauge *gauge,
                          const tacit_kmeans_spec *spec, tacit_partition *out);

#endif
