/*
 * attack.h - what an attacker can find out about the hidden cells of one part of a system.
 *
 * The attacker knows all equations, all published values and the bounds of every cell.  With
 * y_i = x_i - a_i over the hidden cells, the possible tables are those with
 *   sum of m_rj y_j = 0 for every equation r,
 *   -open_i (a_i - low_i) <= y_i <= open_i (high_i - a_i),
 * and x_k can be shown to lie in [a_k + min y_k, a_k + max y_k] and in no smaller interval
 * (Fischetti and Salazar 2000, section 2).  `open` is 1 for hidden cells; between 0 and 1 it is
 * the share of a cell that a relaxed pattern hides.
 */
#ifndef TACIT_TABULAR_ATTACK_H
#define TACIT_TABULAR_ATTACK_H

#include "solve/reach.h"
#include "tabular/parts.h"

/* What attacks on all parts of a system share.  `place` has room for all cells, and serves one
 * attack at a time. */
typedef struct tacit_attack_on {
    const tacit_system *system;
    const tacit_cell_parts *parts;
    const double *open;
    uint32_t *place;
} tacit_attack_on;

/* One part under attack. */
typedef struct tacit_cell_attack {
    const tacit_system *system;
    const uint32_t *cell, *row; /* of the part */
    size_t n, m;
    uint32_t *place; /* of a cell of the part: its position */
    double *low, *high;
    tacit_reach *reach;
} tacit_cell_attack;

/* Prepare the attack on part `p`, in scratch memory; the caller ends it. */
tacit_status tacit_attack_begin(tacit_ctx *cx, const tacit_attack_on *on, size_t p,
                                tacit_cell_attack *out);
void tacit_attack_end(tacit_cell_attack *a);

/* How far the value of `cell` can be from its true one, upwards (`way` 1) or downwards (-1); once
 * it is `enough`, no more is looked for. */
tacit_status tacit_attack_push(tacit_ctx *cx, tacit_cell_attack *a, uint32_t cell, int way,
                               double enough, double *out);

#endif
