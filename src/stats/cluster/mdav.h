/*
 * mdav.h - groups of at least k near points: maximum distance to the average vector.
 */
#ifndef TACIT_STATS_CLUSTER_MDAV_H
#define TACIT_STATS_CLUSTER_MDAV_H

#include "stats/cluster/partition.h"

/* MDAV: groups of k points, the last of k to 2 k - 1 (all n if n < 2 k).  Exactly the partition
 * that comparing all points would give; ties as remaining.h has them. */
tacit_status tacit_mdav(tacit_ctx *cx, const tacit_points *points, const tacit_gauge *gauge,
                        size_t k, tacit_partition *out);

/* V-MDAV: groups of k points that take in further ones, up to 2 k - 1, which are nearer to the
 * group than `gain` times the distance to their own nearest other.  Points that remain over
 * join the group with the nearest mean.  There are k points or more, and the gauge is of squares.
 */
tacit_status tacit_v_mdav(tacit_ctx *cx, const tacit_points *points, const tacit_gauge *gauge,
                          size_t k, double gain, tacit_partition *out);

#endif
