/*
 * modular.c - subtable by subtable, each at the least cost.
 *
 * From the top down (walk.h), each subtable is solved for itself by the search that whole tables
 * are solved by (de Wolf 2002, HiTaS: a heuristic approach to cell suppression in hierarchical
 * tables, LNCS 2316; tau-Argus calls it Modular).  What is hidden already must not be computable in
 * the subtable either; what subtables before show is dear, so that it is hidden only if nothing
 * else does.  That cells which protect others can move at all does not say that they can move far
 * enough, and as the others need it: what is lacking is left to who looks at the whole table.
 *
 * Cost: a search for each subtable with hidden cells; those are small.
 */
#include "tabular/suppress/start/start.h"
#include "tabular/suppress/start/walk.h"

/* What subtables before this one show costs so much more. */
static const double DEARER = 4;

/* The share of the time left that one subtable may take, but at least so many seconds. */
static const double SHARE = 0.02, LEAST_SECONDS = 0.1;

/* A subtable of a walk. */
typedef struct module {
    tacit_hiding_walk *w;
    const tacit_subtable *t;
} module;

/* Cell `i` of the whole as a cell of the subtable's own system. */
static tacit_cell make_cell(const tacit_hiding_walk *w, uint32_t i)
{
    tacit_cell c = w->h->s->cell[i];
    if (c.status != TACIT_CELL_SAFE)
        return c;
    c.cost = w->h->cost[w->h->column[i]] * (w->seen[i] ? DEARER : 1);
    if (tacit_hiding_walk_needs(w, i))
        c.status = TACIT_CELL_PRIMARY; /* without levels: it must not be known exactly */
    return c;
}

static tacit_status make_system(tacit_ctx *cx, const module *b, tacit_system **out)
{
    const tacit_system *s = b->w->h->s;
    size_t terms = 0;
    for (size_t r = 0; r < b->t->m; r++)
        terms += s->first[b->t->row[r] + 1] - s->first[b->t->row[r]];
    TACIT_TRY(tacit_system_new(cx, b->t->n, b->t->m, terms, out));
    for (size_t u = 0; u < b->t->n; u++) {
        b->w->place[b->t->cell[u]] = (uint32_t)u;
        (*out)->cell[u] = make_cell(b->w, b->t->cell[u]);
    }
    terms = 0;
    for (size_t r = 0; r < b->t->m; r++) {
        const uint32_t q = b->t->row[r];
        for (size_t e = s->first[q]; e < s->first[q + 1]; e++)
            (*out)->term[terms++] =
                (tacit_cell_term){ b->w->place[s->term[e].at], s->term[e].weight };
        (*out)->first[r + 1] = terms;
    }
    return tacit_system_close(cx, *out);
}

/* Hide what the cheapest pattern of the subtable hides. */
static tacit_status search(tacit_ctx *cx, const module *b, tacit_system *s)
{
    tacit_tabular_suppressed found = { 0 };
    const double left = (b->w->h->end - tacit_lp_now()) * SHARE;
    TACIT_TRY(tacit_tabular_suppress_by(cx, s, TACIT_SUPPRESS_AUTO,
                                        left > LEAST_SECONDS ? left : LEAST_SECONDS, &found));
    for (size_t u = 0; u < s->n_cells; u++)
        if (s->cell[u].status == TACIT_CELL_SECONDARY)
            tacit_hiding_walk_hide(b->w, b->t->cell[u], 0, 0);
    return TACIT_OK;
}

/* Where a cell that protects others cannot be kept from being known in this subtable, the whole
 * table decides. */
static tacit_status look_at(tacit_ctx *cx, tacit_hiding_walk *w, const tacit_subtable *t)
{
    const module b = { .w = w, .t = t };
    tacit_system *s = NULL;
    tacit_status status = make_system(cx, &b, &s);
    if (status == TACIT_OK)
        status = search(cx, &b, s);
    tacit_system_free(s);
    return status == TACIT_ERR_DATA ? TACIT_OK : status;
}

tacit_status tacit_hiding_modular(tacit_ctx *cx, tacit_hiding *h, double *point)
{
    return tacit_hiding_walk_all(cx, h, look_at, point);
}
