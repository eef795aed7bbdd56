/*
 * groups.h - insensitive microaggregation: groups that one record can change little.
 *
 * In an order of all possible records that does not depend on the data, k consecutive ones are a
 * group; the last has what is left besides.  If another record takes the place of one, those
 * between the two places move up by one, so each group has at most one record exchanged for another
 * (Soria-Comas, Domingo-Ferrer, Sanchez and Martinez 2014).  Of one column the order is that of its
 * values, of several that of the sum of (x - lower) / (upper - lower), then of the values.
 */
#ifndef TACIT_MICRO_METHOD_PRIVATE_GROUPS_H
#define TACIT_MICRO_METHOD_PRIVATE_GROUPS_H

#include "privacy/sample/lattice.h"

/* Records on their lattices. */
typedef struct tacit_private_points {
    size_t rows, columns;
    struct tacit_private_axis {
        tacit_i128 *value;
        tacit_value_lattice lattice;
    } * column;
} tacit_private_points;

/* In scratch memory. */
typedef struct tacit_private_groups {
    size_t n;
    size_t *of;   /* the group of each record */
    size_t *size; /* of each group */
} tacit_private_groups;

/* How many groups of k or more so many records are: at least one, and each by itself for k = 1. */
size_t tacit_private_group_count(size_t rows, size_t k);

/* Put the records into groups.  O(n log n). */
tacit_status tacit_private_group(tacit_ctx *cx, const tacit_private_points *points, size_t k,
                                 tacit_private_groups *out);

#endif
