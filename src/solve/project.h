/*
 * project.h - the nearest point: min sum of w_j x_j^2 subject to A x = 0, low <= x <= high.
 *
 * By duality x_j = (A'p)_j / w_j, brought in to the bounds, for prices p with A x(p) = 0; the dual
 * is smooth and convex, and its second derivative is A D A' with D = 1 / w_j of the columns between
 * their bounds.  Newton's method with that, each step by conjugate gradients and cut back until the
 * dual gets better (Li and Li 2015, semismooth Newton for projections onto polyhedra).  Rows may
 * depend on each other.
 *
 * Cost: O(steps * conjugate gradients * entries of A); steps are few once the right bounds are met.
 */
#ifndef TACIT_SOLVE_PROJECT_H
#define TACIT_SOLVE_PROJECT_H

#include "solve/tableau.h"

typedef struct tacit_projection {
    tacit_sparse a;
    const double *weight, *low, *high; /* of each column; weights above 0 */
    double *price;                     /* where the p of each row go, or NULL */
} tacit_projection;

/* The nearest point to `x`; there must be one.  `off` is the largest |A x| that is left. */
tacit_status tacit_project(tacit_ctx *cx, const tacit_projection *problem, double *x, double *off);

#endif
