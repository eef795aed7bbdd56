/*
 * offers.h - few shown cells that, hidden together, let the hidden cells of a part move in a new
 * way; for the files of this folder.
 *
 * With columns M_i of the equations, cells A with signs s let hidden cells H move if the sum of
 * s_i M_i over A is a sum of those of H.  A linear function f that is 0 on all M_h, else at random,
 * is 0 on the sum then, and else by an accident of 1 in 2^61: what depends on H is found by numbers
 * alone, pairs by equal numbers, three and four by equal sums of one and two.  O(pairs log pairs).
 */
#ifndef TACIT_TABULAR_SUPPRESS_START_OFFERS_H
#define TACIT_TABULAR_SUPPRESS_START_OFFERS_H

#include "tabular/suppress/sums.h"

/* Cells that are hidden together at most. */
enum { TACIT_OFFER_CELLS = 4 };

typedef struct tacit_hiding_offer {
    uint32_t cell[TACIT_OFFER_CELLS];
    int32_t sign[TACIT_OFFER_CELLS];
    size_t n;
    double cost;
    tacit_hiding_step step; /* how they move with hidden cells; without cells if none is known */
} tacit_hiding_offer;

typedef struct tacit_hiding_offers {
    tacit_hiding_offer *offer;
    size_t n;
} tacit_hiding_offers;

/* Cells of which the first `inner` are hidden and the others may be, and all their equations. */
typedef struct tacit_hiding_offers_ground {
    const tacit_system *s;
    const uint32_t *cell, *row;
    size_t n, inner, m;
} tacit_hiding_offers_ground;

/* The cheapest offers, in scratch memory. */
tacit_status tacit_hiding_offers_find(tacit_ctx *cx, const tacit_hiding_offers_ground *on,
                                      tacit_hiding_offers *out);

#endif
