/*
 * reach.h - how far one variable can go: max or min y_k subject to A y = 0, low <= y <= high.
 *
 * The program that an attacker of a table solves, for many k over the same A.  Networks are solved
 * by flows (network.h), other small programs on a dense tableau (tableau.h), larger ones by Clp;
 * all start where they ended last.
 */
#ifndef TACIT_SOLVE_REACH_H
#define TACIT_SOLVE_REACH_H

#include "solve/tableau.h"

typedef struct tacit_reach tacit_reach;

/* A program over `a`, with low <= 0 <= high for each column; all borrowed until it is freed. */
tacit_status tacit_reach_new(tacit_ctx *cx, const tacit_sparse *a, const double *low,
                             const double *high, tacit_reach **out);

/* The same without looking whether it is a network. */
tacit_status tacit_reach_new_general(tacit_ctx *cx, const tacit_sparse *a, const double *low,
                                     const double *high, tacit_reach **out);

/* The same on a tableau, whatever the size. */
tacit_status tacit_reach_new_dense(tacit_ctx *cx, const tacit_sparse *a, const double *low,
                                   const double *high, tacit_reach **out);

/* Free.  Accepts NULL. */
void tacit_reach_free(tacit_reach *r);

/* Push y_k up (`way` 1) or down (-1) until it cannot go on, or is `enough` away from 0.  Gives
 * how far it went, >= 0. */
tacit_status tacit_reach_push(tacit_ctx *cx, tacit_reach *r, size_t k, int way, double enough,
                              double *out);

/* The point that was reached. */
const double *tacit_reach_point(const tacit_reach *r);

/* After a push that could not go on: the weight g of each row in the proof.  With
 * d = e_k - A'g, y_k = sum of d_j y_j for every feasible y, and no term can do more. */
void tacit_reach_prices(const tacit_reach *r, size_t k, double *g);

#endif
