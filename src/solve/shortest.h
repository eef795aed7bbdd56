/*
 * shortest.h - the shortest move of whole numbers: min sum of weight_j |z_j| subject to A z = 0,
 * low <= z <= high, z_k = by.
 *
 * The farthest that z_k can go is reached by many points, most of them of fractions, while one that
 * moves little nearly always moves by whole numbers; if not, branching from it at few nodes finds
 * one most times.
 */
#ifndef TACIT_SOLVE_SHORTEST_H
#define TACIT_SOLVE_SHORTEST_H

#include "solve/tableau.h"

typedef struct tacit_shortest {
    const tacit_sparse *a;
    const double *low, *high; /* whole numbers, low <= 0 <= high */
    const double *weight;     /* of each column; NULL: 1 */
    size_t k;
    double by;
    double seconds; /* that the linear program may take, and again the branching */
} tacit_shortest;

/* Find it, or some other short one; `*found` if there is one at hand.  Not finding one says
 * nothing.  `z` has room for all columns. */
tacit_status tacit_shortest_find(tacit_ctx *cx, const tacit_shortest *p, double *z, bool *found);

#endif
