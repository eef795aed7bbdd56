/*
 * moves.c - proofs of whole units: tables that can be, in which a primary cell is where it must be.
 *
 * Linear programs end at tables of fractions where cells hardly can move.  The move that costs
 * least nearly always is one of whole units (solve/shortest.h); it is looked for among the cells
 * close by, then farther away.  Turned round it is a proof for other claims, as nearly always it
 * can be.
 */
#include <math.h>

#include "solve/shortest.h"
#include "tabular/suppress/proofs.h"

static const double NEAR = 1e-6;

bool tacit_hiding_proofs_stand(const tacit_hiding_proofs *p, uint32_t claim, const double *x)
{
    const uint32_t k = p->primary[claim / TACIT_SIDES];
    const tacit_claim_side side = (tacit_claim_side)(claim % TACIT_SIDES);
    return tacit_hiding_proofs_hold(p, k, side, x) && tacit_hiding_proofs_whole(p, k, side, x);
}

/* ---- the lightest move ---- */

/* The core in units, of which its cells can move. */
static tacit_status in_units(tacit_ctx *cx, const tacit_hiding_proofs *p, tacit_hiding_core *c)
{
    const uint32_t *cell = p->near.core;
    const size_t n_terms = c->a.start[c->a.n_rows];
    double *value = NULL;
    TACIT_TRY(tacit_scratch(cx, n_terms, sizeof *value, &value));
    for (size_t e = 0; e < n_terms; e++)
        value[e] = c->a.value[e] * p->s->cell[cell[c->a.column[e]]].unit;
    c->a.value = value;
    for (size_t j = 0; j < c->a.n_columns; j++) {
        const double unit = p->s->cell[cell[j]].unit;
        c->low[j] = -floor(-c->low[j] / unit + NEAR);
        c->high[j] = floor(c->high[j] / unit + NEAR);
    }
    return TACIT_OK;
}

static tacit_status weigh(tacit_ctx *cx, const tacit_hiding_proofs *p, const double *of_cell,
                          const double **out)
{
    double *weight = NULL;
    *out = NULL;
    if (of_cell == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, p->near.n_core, sizeof *weight, &weight));
    for (size_t j = 0; j < p->near.n_core; j++)
        weight[j] = of_cell[p->near.core[j]];
    *out = weight;
    return TACIT_OK;
}

/* How far a move by `y` goes on a side. */
static double far_on(tacit_claim_side side, double y)
{
    return side == TACIT_SIDE_WIDTH ? fabs(y) : side == TACIT_SIDE_UP ? y : -y;
}

/* Keep a move for the claims of its cell number `j` that it shows and that have no proof yet. */
static tacit_status keep_for(tacit_ctx *cx, tacit_hiding_proofs *p, const double *x,
                             const tacit_hiding_proof *move, size_t j)
{
    const uint32_t i = move->cell[j];
    for (tacit_claim_side side = TACIT_SIDE_UP; side < TACIT_SIDES; side++) {
        const double level = tacit_claim_level(&p->s->cell[i], side);
        const uint32_t claim = p->number[i] * (uint32_t)TACIT_SIDES + (uint32_t)side;
        if (level > 0 && far_on(side, move->move[j]) >= level * (1 - NEAR) &&
            !tacit_hiding_proofs_stand(p, claim, x))
            TACIT_TRY(
                tacit_hiding_proof_keep(cx, &p->proof[claim], move->cell, move->move, move->n));
    }
    return TACIT_OK;
}

tacit_status tacit_hiding_proofs_share(tacit_ctx *cx, tacit_hiding_proofs *p, const double *x,
                                       const tacit_hiding_proof *move)
{
    for (size_t j = 0; j < move->n; j++) {
        const tacit_cell *c = &p->s->cell[move->cell[j]];
        const double slack = NEAR * c->unit;
        if (move->move[j] > c->high - c->value + slack ||
            -move->move[j] > c->value - c->low + slack)
            return TACIT_OK;
    }
    for (size_t j = 0; j < move->n; j++)
        if (p->s->cell[move->cell[j]].status == TACIT_CELL_PRIMARY && fabs(move->move[j]) > 0)
            TACIT_TRY(keep_for(cx, p, x, move, j));
    return TACIT_OK;
}

/* Find a move of the core by `far` units of its first cell, and keep it both ways. */
static tacit_status move_core(tacit_ctx *cx, tacit_hiding_proofs *p, const tacit_hiding_ground *on,
                              double far, bool *found)
{
    const size_t n = p->near.n_core;
    tacit_hiding_core c = { 0 };
    const double *weight = NULL;
    double *y = NULL;
    TACIT_TRY(tacit_hiding_core_make(cx, p, on->x, &c));
    TACIT_TRY(in_units(cx, p, &c));
    TACIT_TRY(weigh(cx, p, on->weight, &weight));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *y, &y));
    const tacit_shortest move = { &c.a, c.low, c.high, weight, 0, far, on->seconds };
    TACIT_TRY(tacit_shortest_find(cx, &move, y, found));
    if (!*found)
        return TACIT_OK;
    for (size_t j = 0; j < n; j++)
        y[j] *= p->s->cell[p->near.core[j]].unit;
    const tacit_hiding_proof move_of = { n, p->near.core, y };
    TACIT_TRY(tacit_hiding_proofs_share(cx, p, on->x, &move_of));
    for (size_t j = 0; j < n; j++)
        y[j] = -y[j];
    return tacit_hiding_proofs_share(cx, p, on->x, &move_of);
}

tacit_status tacit_hiding_proofs_move(tacit_ctx *cx, tacit_hiding_proofs *p,
                                      const tacit_hiding_ground *on, const tacit_claim *claim,
                                      bool *found)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_cell *c = &p->s->cell[claim->k];
    const double far = round(tacit_claim_level(c, claim->side) / c->unit);
    *found = false;
    tacit_hiding_near_find(&p->near, p->s, on->x, claim->k, claim->most);
    const bool moves = p->near.place[claim->k] == 0;
    if (moves && claim->side != TACIT_SIDE_DOWN)
        TACIT_TRY(move_core(cx, p, on, far, found));
    if (moves && !*found && claim->side != TACIT_SIDE_UP)
        TACIT_TRY(move_core(cx, p, on, -far, found));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
