/*
 * ground.h - how far a class's distribution of sensitive values is from the whole table's.
 *
 * The distance is the least work of turning one distribution into the other, where moving
 * a share from one value to another costs its ground distance (earth mover's distance).
 */
#ifndef TACIT_MICRO_MODEL_GROUND_H
#define TACIT_MICRO_MODEL_GROUND_H

#include "micro/model/sensitive.h"

/* The values on a line, gap by gap, for distances that are areas between two cumulative
 * distributions. */
typedef struct tacit_line {
    const uint32_t *rank; /* of each value */
    bool mixed;           /* whether ranks are other than the numbers of the values */
    bool numeric;         /* whether gaps are as wide as numbers are apart */
    double *below;        /* gap j: share of the table at rank j or below */
    double *width;        /* sum of the widths of the gaps before j; one more than gaps */
    double *area;         /* sum of their widths times `below` */
    uint64_t *total;      /* records of each rank */
    tacit_keyed *own;     /* room for the pairs of a class: rank and count */
} tacit_line;

/* The values as leaves of a tree. */
typedef struct tacit_ground_tree {
    size_t levels;                 /* above the leaves, the root included */
    const uint32_t *const *parent; /* of each node of a level, on the next */
    double *const *share;          /* of the table, of each node of a level */
    double *const *mass;           /* of a class, of each node; 0 between calls */
    double *const *gain;           /* what the children of a node have too much; 0 as well */
    uint32_t *node;                /* room for the nodes of a level that a class touches */
} tacit_ground_tree;

/* Put the values on a line by size (categories: in the order of the texts `order`, or
 * alphabetically if it has none), with gaps of equal width or as wide as their numbers
 * are apart; widths add up to 1. */
tacit_status tacit_line_make(tacit_ctx *cx, const tacit_sensitive *s, const tacit_value *order,
                             bool numeric, tacit_line *out);

/* The totals of the values have changed, some to 0 perhaps, which leaves them no place. */
void tacit_line_refit(const tacit_line *line, const tacit_sensitive *s);
void tacit_tree_refit(const tacit_ground_tree *tree, const tacit_sensitive *s);

/* Distance of class g from the table on a line.  O(d log m), d its values of m. */
double tacit_line_distance(const tacit_line *line, const tacit_sensitive *s, size_t g);

/* Make a tree of the values from the hierarchy of the column, which the subject must know. */
tacit_status tacit_tree_make(tacit_ctx *cx, const tacit_sensitive *s, tacit_ground_tree *out);

/* Distance of class g from the table in a tree, in which values are as far from each other
 * as their lowest common node is high, the root being 1 high.  O(d levels). */
double tacit_tree_distance(const tacit_ground_tree *tree, const tacit_sensitive *s, size_t g);

#endif
