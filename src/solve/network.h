/*
 * network.h - how far one variable can go in a network: max or min y_k subject to A y = 0,
 * low <= y <= high, where every column of A has at most two entries, each 1 or -1.
 *
 * Such is the program of an attacker of a two-way table, and of one with a hierarchy in one
 * dimension (reference: Castro 2012, Recent advances in optimization techniques for statistical
 * tabular data protection, EJOR 216).  If rows can be multiplied by 1 or -1 so that the two entries
 * of each column have opposite signs, rows are nodes, columns are arcs, and y is a circulation:
 * y_k is pushed by a flow from the head of arc k back to its tail (Dinic 1970), and the smallest
 * cut is the proof that it can go no further.
 *
 * Cost of a push: O(columns) for each length of path that augments; memory O(rows + columns).
 */
#ifndef TACIT_SOLVE_NETWORK_H
#define TACIT_SOLVE_NETWORK_H

#include "solve/tableau.h"

typedef struct tacit_network tacit_network;

/* A network in scratch memory over `a`, with low <= 0 <= high for each column (borrowed); NULL if
 * `a` is none. */
tacit_status tacit_network_new(tacit_ctx *cx, const tacit_sparse *a, const double *low,
                               const double *high, tacit_network **out);

/* Push y_k up (`way` 1) or down (-1) until it cannot go on, or is `enough` away from 0.  Gives
 * how far it went, >= 0. */
tacit_status tacit_network_push(tacit_ctx *cx, tacit_network *f, size_t k, int way, double enough,
                                double *out);

/* The point that was reached. */
const double *tacit_network_point(const tacit_network *f);

/* After a push that could not go on: the weight of each row in the proof, as those of a tableau. */
void tacit_network_prices(const tacit_network *f, double *g);

#endif
