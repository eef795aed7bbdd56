/*
 * dimension.h - one dimension of a table: codes from the total down to the values.
 *
 * Codes come from one or several hierarchies of the column's values, or are the values under one
 * total.  A missing value has a code of its own right under the total.  Siblings stand in the
 * order of their texts (numbers by size), whatever the order of the records.
 *
 * Codes that stand for the same values have the same cells and are one node: a code with a single
 * code below it, or groups of two hierarchies that are alike.  Each hierarchy says of its groups
 * what they are the sum of; values belong to groups of all hierarchies.
 */
#ifndef TACIT_TABULAR_CUBE_DIMENSION_H
#define TACIT_TABULAR_CUBE_DIMENSION_H

#include "hierarchy/hierarchy.h"

typedef struct tacit_code {
    const char *text;
    uint32_t parent; /* itself for the total, which is code 0; a value's in the first hierarchy */
    uint32_t depth;
    uint32_t node;
    uint32_t tree; /* the hierarchy that it is of, from 0; values and the total are of the first */
    bool missing;  /* it stands for missing values */
} tacit_code;

/* A code below another in a hierarchy after the first, where codes have one parent only. */
typedef struct tacit_code_edge {
    uint32_t tree, parent, child;
} tacit_code_edge;

/* A node that is the sum of others: those at first ... end - 1 of `part`. */
typedef struct tacit_node_sum {
    uint32_t total;
    size_t first, end;
} tacit_node_sum;

/* In scratch memory. */
typedef struct tacit_dimension {
    const char *column;
    size_t n; /* codes, each after its parent */
    tacit_code *code;
    size_t n_edges; /* of values, in further hierarchies */
    const tacit_code_edge *edge;
    size_t nodes;      /* the node of the total is 0 */
    size_t *first_sum; /* node p is the total of the sums first_sum[p] ... first_sum[p + 1] - 1 */
    tacit_node_sum *sum;
    uint32_t *part;
    /* In the first hierarchy alone: */
    uint32_t *up;        /* of a node: the node above it; 0 for the total */
    size_t *first_child; /* node p has the children first_child[p] ... of `child` */
    uint32_t *child;
    /* In all: */
    size_t *first_above; /* of a node without nodes below it: itself and all that it is part of */
    uint32_t *above;
    uint32_t *leaf; /* of each row of the data: its node; NULL without records, or once cut */
} tacit_dimension;

/* Hierarchies of one column. */
typedef struct tacit_dimension_trees {
    size_t n;
    const tacit_hierarchy_spec *const *spec;
} tacit_dimension_trees;

/* The dimension of column `j` of `t`. */
tacit_status tacit_dimension_new(tacit_ctx *cx, const tacit_table *t, size_t j,
                                 const tacit_dimension_trees *trees, tacit_dimension *out);

/* Find nodes, sums and what is above each node, once codes and edges are set. */
tacit_status tacit_dimension_close(tacit_ctx *cx, tacit_dimension *d);

/* The code with this text, or `n` if there is none. */
size_t tacit_dimension_find(const tacit_dimension *d, const char *text);

/* The text of a node: that of its highest code. */
const char *tacit_dimension_text(const tacit_dimension *d, uint32_t node);

/* The depth of the deepest codes. */
uint32_t tacit_dimension_depth(const tacit_dimension *d);

/* `d` without the codes that are deeper than `depth`.  O(codes). */
tacit_status tacit_dimension_cut(tacit_ctx *cx, const tacit_dimension *d, uint32_t depth,
                                 tacit_dimension *out);

#endif
