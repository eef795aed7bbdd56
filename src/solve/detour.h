/*
 * detour.h - the cheapest way to move one variable of a network, if a variable costs the same
 * however far it moves: y with A y = 0, low <= y <= high, y_k = +-enough and the sum of the prices
 * of all that move small.
 *
 * Shortest paths from the head of arc k back to its tail, one after the other until they carry
 * enough (Castro 2006, A shortest-paths heuristic for statistical data protection in positive
 * tables, INFORMS Journal on Computing 19).  An arc that carries less than is left to carry counts
 * as often as it would be needed; one that a path before has moved is free.  The least sum is a
 * hard problem; this is a good answer to it.
 *
 * Cost of a path: O(arcs log arcs) at most, usually of those nearby (Dijkstra 1959).
 */
#ifndef TACIT_SOLVE_DETOUR_H
#define TACIT_SOLVE_DETOUR_H

#include "solve/tableau.h"

typedef struct tacit_detour tacit_detour;

/* What is borrowed: bounds with low <= 0 <= high and prices, not negative, of each column.  Prices
 * may change between two pushes. */
typedef struct tacit_detour_columns {
    const double *low, *high, *price;
} tacit_detour_columns;

/* In scratch memory; NULL if `a` is no network (arcs.h). */
tacit_status tacit_detour_new(tacit_ctx *cx, const tacit_sparse *a,
                              const tacit_detour_columns *columns, tacit_detour **out);

/* Move y_k up (`way` 1) or down (-1) by `enough` from 0, all others free to move too.  Gives how
 * far it went. */
tacit_status tacit_detour_push(tacit_ctx *cx, tacit_detour *f, size_t k, int way, double enough,
                               double *out);

/* The columns that the last push moved, how many there are, and how far each moved. */
const uint32_t *tacit_detour_moved(const tacit_detour *f, size_t *n);
double tacit_detour_move(const tacit_detour *f, size_t j);

#endif
