/*
 * start.c - a pattern by the method of another program, completed.
 *
 * What the method hides counts as hidden anyhow; then the cheapest pattern is sought of what is
 * left to hide, by the same search (exact.c).  That is far less than the whole, so that it is
 * proven in most tables; where time is short it is mended.
 */
#include "tabular/suppress/start/start.h"

/* The shares of the time left that the method may take, and then the search for what is lacking. */
static const double START_SHARE = 0.4, SHARE = 0.2;

/* The columns of `own`, whose hidden cells are some of those of `h`, that are hidden besides. */
static void join(const tacit_hiding *own, const double *more, const tacit_hiding *h, double *point)
{
    for (size_t j = 0; j < own->n; j++)
        if (more[j] > 0.5)
            point[h->column[own->cell[j]]] = 1;
}

static tacit_status complete(tacit_ctx *cx, const tacit_hiding *h, double *point)
{
    const size_t n = h->s->n_cells, mark = tacit_scratch_mark(cx);
    const double now = tacit_lp_now();
    tacit_system s = *h->s;
    tacit_hiding own = { .s = &s, .how = TACIT_SUPPRESS_AUTO, .begun = true, .end = now };
    tacit_tabular_suppressed found = { 0 };
    double *more = NULL;
    own.late = own.ripe = h->late;
    own.end += now < h->end ? SHARE * (h->end - now) : 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s.cell, &s.cell));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *more, &more));
    for (size_t i = 0; i < n; i++)
        s.cell[i] = h->s->cell[i];
    for (size_t j = 0; j < h->n; j++)
        if (point[j] > 0.5)
            s.cell[h->cell[j]].status = TACIT_CELL_HIDDEN;
    const tacit_status status = tacit_hiding_find(cx, &own, more, &found);
    if (status == TACIT_OK)
        join(&own, more, h, point);
    tacit_hiding_free(&own);
    TACIT_TRY(status);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_hiding_begin_by(tacit_ctx *cx, tacit_hiding *h, tacit_hiding_start *start,
                                   double *point)
{
    const double now = tacit_lp_now(), end = h->end;
    for (size_t j = 0; j < h->n; j++)
        point[j] = h->x[h->cell[j]] = 0;
    h->end = now < end ? now + START_SHARE * (end - now) : end;
    const tacit_status status = start(cx, h, point);
    h->end = end;
    TACIT_TRY(status);
    TACIT_TRY(complete(cx, h, point));
    TACIT_TRY(tacit_hiding_mend(cx, h, point));
    return h->coarse ? TACIT_OK : tacit_hiding_prune(cx, h, point);
}
