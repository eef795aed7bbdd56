/*
 * remaining_own.h - the tree of the points that remain.
 */
#ifndef TACIT_STATS_CLUSTER_REMAINING_OWN_H
#define TACIT_STATS_CLUSTER_REMAINING_OWN_H

#include <math.h>

#include "stats/cluster/remaining.h"

/* Depth of the tree and a little more. */
enum { TACIT_REMAINING_DEPTH = 96 };

/* Rows that remain under a node: none if least > most.  A leaf has its points at `first`. */
typedef struct tacit_remaining_node {
    double reach; /* largest distance from the aim */
    uint32_t least, most;
    uint32_t first, count;
} tacit_remaining_node;

/* Node 1 is the root; the children of node v are 2 v and 2 v + 1; leaves have number >= `leaves`
 * (all are equally deep). */
struct tacit_remaining {
    tacit_points points;
    tacit_gauge gauge;
    size_t count, built; /* points that remain, and that the tree was built of */
    size_t leaves;       /* a power of 2 */
    tacit_remaining_node *nodes;
    double *box;  /* of each node and column: least, most */
    double *at;   /* points in the order of the tree */
    double *from; /* their distances from the aim */
    double *aim;
    size_t work;    /* boxes and points looked at since it was set */
    uint32_t *row;  /* of each place in the tree */
    uint32_t *leaf; /* of each place, its node */
    int64_t *place; /* of each row; GONE if taken */
};

/* What a difference of `d` contributes where it is not squared. */
static inline double tacit_gauge_part(const tacit_gauge *g, size_t j, double d)
{
    if (g->kind[j] == TACIT_DIFFERENCE_ABSOLUTE)
        return g->weight[j] * fabs(d);
    return fabs(d) > 0.0 ? g->weight[j] : 0.0;
}

/* The distance as it obeys the triangle inequality. */
static inline double tacit_gauge_length(const tacit_gauge *g, double distance)
{
    return g->kind == NULL ? sqrt(distance) : distance;
}

#endif
