/*
 * walk.c - from subtable to subtable, from the top down.
 */
#include "tabular/suppress/start/walk.h"

#include <math.h>

void tacit_hiding_walk_hide(tacit_hiding_walk *w, uint32_t i, double up, double down)
{
    w->up[i] = fmax(w->up[i], up);
    w->down[i] = fmax(w->down[i], down);
    if (w->h->x[i] > 0.5)
        return;
    w->h->x[i] = 1;
    w->point[w->h->column[i]] = 1;
    for (size_t t = w->tables.first[i]; t < w->tables.first[i + 1]; t++) {
        const uint32_t k = w->tables.in[t];
        w->waits[k] = true;
        w->back = k < w->back ? k : w->back;
    }
}

bool tacit_hiding_walk_needs(const tacit_hiding_walk *w, uint32_t i)
{
    return w->h->x[i] > 0.5 && w->h->s->cell[i].status != TACIT_CELL_HIDDEN;
}

/* What primary cells need; a width is asked for upwards. */
static void begin(tacit_hiding_walk *w)
{
    const tacit_system *s = w->h->s;
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        if (c->status != TACIT_CELL_PRIMARY)
            continue;
        w->down[i] = tacit_claim_level(c, TACIT_SIDE_DOWN);
        w->up[i] = fmax(tacit_claim_level(c, TACIT_SIDE_UP),
                        tacit_claim_level(c, TACIT_SIDE_WIDTH) - w->down[i]);
        for (size_t t = w->tables.first[i]; t < w->tables.first[i + 1]; t++)
            w->waits[w->tables.in[t]] = true;
    }
}

/* Look at subtable `k`, and go back if need be. */
static tacit_status look_at(tacit_ctx *cx, tacit_hiding_walk *w, size_t k,
                            tacit_hiding_walk_step *step)
{
    const tacit_subtable *t = &w->tables.at[k];
    const size_t mark = tacit_scratch_mark(cx);
    w->back = k + 1;
    TACIT_TRY(step(cx, w, t));
    w->waits[k] = false;
    w->back = w->back == k ? k + 1 : w->back;
    for (size_t u = 0; u < t->n; u++)
        w->seen[t->cell[u]] = true;
    tacit_scratch_release(cx, mark);
    return tacit_tick(cx, 0, 0);
}

tacit_status tacit_hiding_walk_all(tacit_ctx *cx, tacit_hiding *h, tacit_hiding_walk_step *step,
                                   double *point)
{
    tacit_hiding_walk w = { .h = h, .point = point };
    const size_t n = h->s->n_cells;
    TACIT_TRY(tacit_subtables_find(cx, h->s, &w.tables));
    TACIT_TRY(tacit_scratch(cx, w.tables.n, sizeof *w.waits, &w.waits));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w.seen, &w.seen));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w.up, &w.up));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w.down, &w.down));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w.place, &w.place));
    begin(&w);
    size_t k = 0;
    while (k < w.tables.n && !tacit_hiding_is_over(cx, h)) {
        w.back = k + 1;
        if (w.waits[k])
            TACIT_TRY(look_at(cx, &w, k, step));
        k = w.back;
    }
    return TACIT_OK;
}
