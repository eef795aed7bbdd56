/*
 * tableau.h - how far one variable can go: max or min y_k subject to A y = 0, low <= y <= high.
 *
 * The program that an attacker of a table solves, for many k over the same A (tabular/audit).
 * y = 0 is feasible, so no first phase is needed.  Bounded primal simplex on a dense tableau
 * that carries the inverse of the basis; every solve starts where the last one ended.  For the
 * small components of a table; solve/reach.h gives larger programs to another solver.
 *
 * Cost: O(rows * (rows + columns)) a pivot; memory 8 bytes times the same.
 */
#ifndef TACIT_SOLVE_TABLEAU_H
#define TACIT_SOLVE_TABLEAU_H

#include "base/context.h"

/* A matrix by rows: row i has the entries start[i] ... start[i + 1] - 1. */
typedef struct tacit_sparse {
    size_t n_rows, n_columns;
    const size_t *start;
    const uint32_t *column;
    const double *value;
} tacit_sparse;

typedef struct tacit_tableau tacit_tableau;

/* A program in scratch memory over `a`, with low <= 0 <= high for each column (borrowed until
 * tacit_tableau_bounds() gives others). */
tacit_status tacit_tableau_new(tacit_ctx *cx, const tacit_sparse *a, const double *low,
                               const double *high, tacit_tableau **out);

/* Push y_k up (`way` 1) or down (-1) until it cannot go on, or is `enough` away from 0.  Gives
 * how far it went, >= 0. */
tacit_status tacit_tableau_push(tacit_ctx *cx, tacit_tableau *s, size_t k, int way, double enough,
                                double *out);

/* The point that was reached. */
const double *tacit_tableau_point(const tacit_tableau *s);

/* After a push that could not go on: the weight of each row in the proof.  With these weights g,
 * y_k = sum of d_j y_j for every feasible y, where d = e_k - A'g, and no y_j can do more. */
void tacit_tableau_prices(const tacit_tableau *s, size_t k, double *g);

#endif
