/*
 * dimension.h - one dimension of a table: codes from the total down to the values.
 *
 * Codes come from a hierarchy of the column's values, or are the values under one total.  A
 * missing value has a code of its own right under the total.  A code with a single code below it
 * has the same cells: both are one node.  Siblings stand in the order of their texts (numbers by
 * size), whatever the order of the records.
 */
#ifndef TACIT_TABULAR_CUBE_DIMENSION_H
#define TACIT_TABULAR_CUBE_DIMENSION_H

#include "hierarchy/hierarchy.h"

typedef struct tacit_code {
    const char *text;
    uint32_t parent; /* itself for the total, which is code 0 */
    uint32_t depth;
    uint32_t node;
} tacit_code;

/* In scratch memory. */
typedef struct tacit_dimension {
    const char *column;
    size_t n; /* codes, each after its parent */
    tacit_code *code;
    size_t nodes;        /* the node of the total is 0 */
    uint32_t *up;        /* of a node: the node above it; 0 for the total */
    size_t *first_child; /* node p has the children first_child[p] ... of `child` */
    uint32_t *child;
    uint32_t *leaf; /* of each row of the data: its node */
} tacit_dimension;

/* The dimension of column `j` of `t`; `spec` is its hierarchy, or NULL for values alone. */
tacit_status tacit_dimension_new(tacit_ctx *cx, const tacit_table *t, size_t j,
                                 const tacit_hierarchy_spec *spec, tacit_dimension *out);

#endif
