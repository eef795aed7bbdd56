/*
 * program.c - what is sought as a program: a column for each cell that may be hidden.
 */
#include <math.h>

#include "base/memory.h"
#include "tabular/suppress/search.h"

static tacit_status take_room(tacit_ctx *cx, tacit_hiding *h)
{
    const size_t n = h->s->n_cells;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->column, &h->column));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->cell, &h->cell));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->cost, &h->cost));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->lax.column, &h->lax.column));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->lax.place, &h->lax.place));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->lax.point, &h->lax.point));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->lax.latest, &h->lax.latest));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->lax.reduced, &h->lax.reduced));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->kept_mark, &h->kept_mark));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->kept_bound, &h->kept_bound));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->kept_point, &h->kept_point));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->lead, &h->lead));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->freed, &h->freed));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->wanted, &h->wanted));
    return tacit_scratch(cx, n, sizeof *h->x, &h->x);
}

tacit_status tacit_hiding_begin(tacit_ctx *cx, tacit_hiding *h)
{
    tacit_system *s = h->s;
    TACIT_TRY(take_room(cx, h));
    h->whole = true;
    h->lax.rise = TACIT_HIDING_RISE;
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &s->cell[i];
        if (c->status == TACIT_CELL_SECONDARY)
            c->status = TACIT_CELL_SAFE;
        h->x[i] = c->status == TACIT_CELL_PRIMARY || c->status == TACIT_CELL_HIDDEN;
        h->n_primary += c->status == TACIT_CELL_PRIMARY;
        if (c->status != TACIT_CELL_SAFE)
            continue;
        h->column[i] = (uint32_t)h->n;
        h->cell[h->n] = (uint32_t)i;
        h->cost[h->n++] = c->cost;
        h->whole = h->whole && c->cost <= floor(c->cost);
    }
    return tacit_hiding_proofs_begin(cx, s, &h->proofs);
}

bool tacit_hiding_is_over(const tacit_ctx *cx, const tacit_hiding *h)
{
    return tacit_lp_now() >= h->end || tacit_is_finishing(cx);
}

void tacit_hiding_take(tacit_hiding *h, const double *point)
{
    for (size_t j = 0; j < h->n; j++)
        h->x[h->cell[j]] = point[j] < 1e-7 ? 0 : fmin(point[j], 1);
}

void tacit_hiding_free(tacit_hiding *h)
{
    tacit_lp_free(h->lax.lp);
    tacit_free(h->lax.row);
    tacit_free(h->lax.in);
    tacit_free(h->lax.price);
    tacit_hiding_proofs_free(&h->proofs);
    tacit_cuts_free(&h->pool);
}
