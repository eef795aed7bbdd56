/*
 * cluster.h - categories joined two by two: for the builder cluster.
 */
#ifndef TACIT_HIERARCHY_CLUSTER_H
#define TACIT_HIERARCHY_CLUSTER_H

#include "hierarchy/hierarchy.h"

/* Two clusters that become one; each is named by one of its values. */
typedef struct tacit_join {
    uint32_t a, b;
} tacit_join;

/* The values - 1 joins in their order, in scratch memory: the two clusters that the fewest
 * rows have. */
tacit_status tacit_cluster_by_count(tacit_ctx *cx, const tacit_hierarchy *h, tacit_join **out);

/* The same: the two that lose least of the mutual information with column `by` of the table. */
tacit_status tacit_cluster_by_column(tacit_ctx *cx, const tacit_hierarchy *h, const char *by,
                                     tacit_join **out);

/* Add the level after the first `n` joins. */
tacit_status tacit_cluster_add(tacit_ctx *cx, tacit_hierarchy *h, const tacit_join *join, size_t n);

#endif
