/*
 * arcs.h - a matrix as a network: rows are nodes, columns are arcs, A y = 0 is a circulation.
 *
 * Every column has at most two entries, each 1 or -1, and rows can be multiplied by 1 or -1 so that
 * two entries of a column have opposite signs.  A column with less than two ends outside, a node
 * after those of the rows.  O(columns + rows).
 */
#ifndef TACIT_SOLVE_ARCS_H
#define TACIT_SOLVE_ARCS_H

#include "solve/tableau.h"

/* In scratch memory. */
typedef struct tacit_network_arcs {
    size_t n, m;           /* nodes: one for each row, and the outside; arcs */
    uint32_t *tail, *head; /* of an arc */
    int *sign;             /* of a node: what its row is multiplied by */
    size_t *first; /* arcs at a node, in `arc`: 2 a + 1 if it begins there, 2 a if it ends */
    uint32_t *arc;
} tacit_network_arcs;

/* The network of `a`; `*are` says whether it is one. */
tacit_status tacit_network_arcs_find(tacit_ctx *cx, const tacit_sparse *a, tacit_network_arcs *out,
                                     bool *are);

/* The node at the other end of arc `e` of a list. */
static inline uint32_t tacit_network_arcs_far(const tacit_network_arcs *f, uint32_t e)
{
    return e % 2 == 1 ? f->head[e / 2] : f->tail[e / 2];
}

#endif
