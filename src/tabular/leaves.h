/*
 * leaves.h - the cells of a system that are no totals, and the totals that each counts in.
 *
 * An equation says that one cell, its total, is the sum of the others.  A cell that is the total of
 * no equation is a leaf.  Whatever values leaves take, totals follow from them; in tables with all
 * their inner cells every equation then holds by itself, in others (linked tables without common
 * inner cells) it may not.
 *
 * Cost: O(leaves * totals above a leaf), in time and memory.
 */
#ifndef TACIT_TABULAR_LEAVES_H
#define TACIT_TABULAR_LEAVES_H

#include "tabular/system.h"

/* In scratch memory. */
typedef struct tacit_leaves {
    size_t n;
    uint32_t *cell;  /* of leaf k */
    size_t *first;   /* leaf k counts in the cells first[k] ... first[k + 1] - 1 of `in` */
    uint32_t *in;    /* itself first */
    uint32_t *by;    /* of a cell: the equation that says what it is; n_equations for a leaf */
    uint32_t *total; /* of an equation: its total; n_cells if it has none */
    bool adds_up;    /* every table of leaves fulfils every equation */
} tacit_leaves;

/* Find the leaves of `s`.  Without `adds_up` there may be no lists of totals. */
tacit_status tacit_leaves_find(tacit_ctx *cx, const tacit_system *s, tacit_leaves *out);

#endif
