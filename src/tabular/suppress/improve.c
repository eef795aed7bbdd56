/*
 * improve.c - a pattern made cheaper, neighbourhood by neighbourhood.
 *
 * Around a hidden cell some columns are set free, those within few equations that are hidden or
 * might be, and the cheapest way to hide them with all others as they are is looked for
 * (large-neighbourhood search, Shaw 1998; tree.c).  Sweeps go over all hidden cells, first those
 * that the relaxation likes least; a cell around which nothing was found is not tried again before
 * something near it has changed or neighbourhoods have grown; they do not if they are to stay
 * small.
 */
#include <math.h>

#include "base/rng.h"
#include "base/sort.h"
#include "tabular/suppress/region.h"

/* Columns that are free in the first sweep and at most, and how they grow from sweep to sweep. */
static const double FIRST = 120, MOST = 1500, GROWTH = 1.3;

/* Programs in one neighbourhood. */
enum { NODES = 60 };

typedef struct search {
    tacit_hiding_region g;
    double most;  /* reduced cost of columns that may be free */
    double size;  /* of a neighbourhood */
    double *luck; /* of a column: a random number that orders those that are alike */
    bool *idle;   /* of a column: a neighbourhood around it had nothing to give */
} search;

/* How much a hidden column adds to the gap, in the eyes of the relaxation. */
static double excess(const search *w, uint32_t j)
{
    return fmax(w->g.h->lax.reduced[j], 0) + w->g.h->cost[j] * w->luck[j];
}

static bool is_worse(const void *user, uint32_t a, uint32_t b)
{
    return excess(user, a) >= excess(user, b);
}

/* The first columns of a neighbourhood, which stand well inside it, share its fate. */
static void note(search *w, const tacit_hiding_region_tree *t)
{
    const size_t inside = t->better ? w->g.n : w->g.n / 4 + 1;
    for (size_t c = 0; c < inside && c < w->g.n; c++)
        w->idle[w->g.free[c]] = !t->better && (t->done || c == 0);
}

static tacit_status improve_around(tacit_ctx *cx, search *w, uint32_t j)
{
    tacit_hiding_region_tree t = { 0 };
    tacit_hiding_region_find(&w->g, j, w->size, w->most);
    TACIT_TRY(tacit_hiding_region_branch(cx, &w->g, NODES, &t));
    note(w, &t);
    tacit_hiding_region_leave(&w->g);
    const size_t indexed = w->g.indexed;
    return w->g.h->pool.n > indexed + indexed / 50 ? tacit_hiding_region_index(cx, &w->g)
                                                   : TACIT_OK;
}

/* One sweep over the hidden columns that are not idle; `*any` if there was one. */
static tacit_status sweep(tacit_ctx *cx, search *w, tacit_rng *rng, bool *any)
{
    const tacit_hiding *h = w->g.h;
    const size_t mark = tacit_scratch_mark(cx);
    uint32_t *order = NULL;
    *any = false;
    for (size_t j = 0; j < h->n; j++)
        w->luck[j] = tacit_rng_uniform(rng);
    TACIT_TRY(tacit_sort_by(cx, h->n, is_worse, w, &order));
    for (size_t c = 0; c < h->n && !tacit_hiding_is_over(cx, h); c++) {
        if (w->g.point[order[c]] < 0.5 || w->idle[order[c]])
            continue;
        *any = true;
        TACIT_TRY(improve_around(cx, w, order[c]));
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, search *w, bool once)
{
    tacit_rng rng = tacit_rng_seed(1);
    bool any = true;
    TACIT_TRY(tacit_scratch(cx, w->g.h->n, sizeof *w->luck, &w->luck));
    TACIT_TRY(tacit_scratch(cx, w->g.h->n, sizeof *w->idle, &w->idle));
    tacit_hiding_take(w->g.h, w->g.point);
    TACIT_TRY(tacit_hiding_proofs_shorten(cx, &w->g.h->proofs, w->g.h->x, w->g.h->end));
    while (!tacit_hiding_is_over(cx, w->g.h) && (any || w->size < MOST)) {
        TACIT_TRY(sweep(cx, w, &rng, &any));
        if (any)
            continue;
        if (once)
            break;
        w->size = fmin(w->size * GROWTH, MOST);
        for (size_t j = 0; j < w->g.h->n; j++)
            w->idle[j] = false;
        any = true;
    }
    return TACIT_OK;
}

tacit_status tacit_hiding_improve(tacit_ctx *cx, tacit_hiding *h, const tacit_hiding_effort *effort,
                                  double *point)
{
    const size_t mark = tacit_scratch_mark(cx);
    search w = { .most = effort->most, .size = FIRST };
    if (h->pool.n == 0) /* nothing was ever broken, and nothing is hidden */
        return TACIT_OK;
    tacit_status status = tacit_hiding_region_begin(cx, h, point, &w.g);
    if (status == TACIT_OK)
        status = run(cx, &w, effort->once);
    tacit_hiding_region_free(&w.g);
    TACIT_TRY(status);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
