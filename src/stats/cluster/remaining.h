/*
 * remaining.h - points that are taken away one by one: the nearest and the farthest of those
 * that remain.
 *
 * Distances are sums over the columns of weight times a difference: squared, absolute, or 1 for
 * unlike values.  Searches are exact, and their ties have a rule, so that what they find does not
 * depend on how they search.
 */
#ifndef TACIT_STATS_CLUSTER_REMAINING_H
#define TACIT_STATS_CLUSTER_REMAINING_H

#include "stats/cluster/near.h"

/* What two values of a column contribute to a distance, before the weight, where it is not the
 * square of their difference. */
typedef enum tacit_difference {
    TACIT_DIFFERENCE_ABSOLUTE = 0, /* |x - y| */
    TACIT_DIFFERENCE_UNLIKE        /* 1 if x != y */
} tacit_difference;

/* How distances are measured; borrowed. */
typedef struct tacit_gauge {
    const double *weight;         /* of each column, at least 0 */
    const tacit_difference *kind; /* of each column; NULL: all squares, (x - y)^2 */
} tacit_gauge;

/* A point and how far it is. */
typedef struct tacit_found {
    double distance;
    uint32_t row;
} tacit_found;

typedef struct tacit_remaining tacit_remaining;

/* The distance of the points `x` and `y` of p columns, summed in the order of the columns. */
double tacit_gauge_distance(const tacit_gauge *g, size_t p, const double *x, const double *y);

/* All of `points` (borrowed, finite, fewer than 2^32) remain.  In scratch memory; O(n log n). */
tacit_status tacit_remaining_new(tacit_ctx *cx, const tacit_points *points,
                                 const tacit_gauge *gauge, tacit_remaining **out);

/* How many remain. */
size_t tacit_remaining_count(const tacit_remaining *r);

/* Prepare for searches of the farthest from points near `x`, if those of late took long
 * enough to pay for it: O(n).  What they find stays the same. */
void tacit_remaining_aim(tacit_remaining *r, const double *x);

/* The remaining point that is farthest from `x`, of equally far ones the lowest row; there is
 * one. */
uint32_t tacit_remaining_farthest(tacit_remaining *r, const double *x);

/* The `k` remaining points nearest to `x`, or all that remain if they are fewer: by distance,
 * equally near ones by descending row, so that the higher rows are chosen.  Returns how
 * many. */
size_t tacit_remaining_nearest(const tacit_remaining *r, const double *x, size_t k,
                               tacit_found *out);

/* Take a remaining point away. */
void tacit_remaining_take(tacit_remaining *r, uint32_t row);

/* Whether the point has not been taken. */
bool tacit_remaining_has(const tacit_remaining *r, uint32_t row);

#endif
