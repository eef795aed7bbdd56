/*
 * tree.c - the cheapest way to hide the columns of a region, all others as they are.
 *
 * Branch and cut (Padberg and Rinaldi 1991): the linear relaxation over the free columns is solved
 * and attacked, what it breaks is added to it and to the pool, and when nothing is broken it is
 * branched on the column that is hidden most without being hidden wholly, up before down, depth
 * first.  A program that cannot become cheaper than the best pattern is left.  Attacks cost more
 * than programs: the first program is attacked from close by, the others only when their point is
 * whole, and then from everywhere.
 */
#include <float.h>
#include <math.h>

#include "tabular/suppress/region.h"

static const double NEAR = 1e-6;

/* Rounds of inequalities while the point is not whole, and when it is. */
static const size_t ROUNDS[] = {
    [TACIT_LOOK_AT_EQUATIONS] = 3, [TACIT_LOOK_CLOSE] = 40, [TACIT_LOOK_EVERYWHERE] = 200
};

typedef struct tree {
    tacit_hiding_region *g;
    tacit_lp *lp;
    double limit; /* what a pattern must cost less than */
    size_t nodes; /* that may be looked at still */
    double *best; /* the best point */
    tacit_hiding_region_tree *out;
} tree;

/* ---- the program ---- */

static tacit_status add_rows(tacit_ctx *cx, tree *t, const tacit_cuts *rows)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *most = NULL;
    if (rows->n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, rows->n, sizeof *most, &most));
    for (size_t r = 0; r < rows->n; r++)
        most[r] = DBL_MAX;
    const tacit_sparse a = { rows->n, t->g->n, rows->start, rows->cell, rows->weight };
    TACIT_TRY(tacit_lp_add_rows(cx, t->lp, &a, rows->least, most));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* The rows of the pool from `before` on, or all if it is SIZE_MAX. */
static tacit_status add_pool(tacit_ctx *cx, tree *t, size_t before)
{
    tacit_cuts rows = { 0 };
    tacit_status status = before == SIZE_MAX ? tacit_hiding_region_rows(cx, t->g, &rows) : TACIT_OK;
    for (size_t r = before; status == TACIT_OK && r < t->g->h->pool.n; r++)
        status = tacit_hiding_region_row(cx, t->g, r, &rows);
    if (status == TACIT_OK)
        status = add_rows(cx, t, &rows);
    tacit_cuts_free(&rows);
    return status;
}

static tacit_status make_program(tacit_ctx *cx, tree *t)
{
    const tacit_hiding_region *g = t->g;
    double *cost = NULL, *low = NULL, *high = NULL;
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *cost, &cost));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *low, &low));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *high, &high));
    for (size_t c = 0; c < g->n; c++) {
        cost[c] = g->h->cost[g->free[c]];
        high[c] = 1;
    }
    TACIT_TRY(tacit_lp_new(cx, &(tacit_lp_columns){ g->n, cost, low, high }, &t->lp));
    tacit_lp_limit(t->lp, g->h->end);
    tacit_lp_yield(t->lp);
    return add_pool(cx, t, SIZE_MAX);
}

/* ---- a node ---- */

/* The free column that is hidden most and not wholly; n if there is none. */
static size_t find_undecided(const tree *t)
{
    const double *x = tacit_lp_point(t->lp);
    size_t best = t->g->n;
    double most = NEAR;
    for (size_t c = 0; c < t->g->n; c++)
        if (x[c] > most && x[c] < 1 - NEAR) {
            most = x[c];
            best = c;
        }
    return best;
}

/* Make the pattern of the search that of the program. */
static void show_point(const tree *t, bool whole)
{
    const double *x = tacit_lp_point(t->lp);
    const tacit_hiding_region *g = t->g;
    for (size_t c = 0; c < g->n; c++)
        g->h->x[g->h->cell[g->free[c]]] = whole ? round(x[c]) : x[c] < NEAR ? 0 : fmin(x[c], 1);
}

/* Find what the point of the program breaks and add it; `*any` says whether there was anything. */
static tacit_status cut(tacit_ctx *cx, tree *t, tacit_hiding_look look, bool *any)
{
    const tacit_hiding_region *g = t->g;
    tacit_hiding *h = g->h;
    const size_t before = h->pool.n;
    const tacit_hiding_change change = { g->row, g->claim, g->n_rows, g->n_claims };
    show_point(t, look == TACIT_LOOK_EVERYWHERE);
    TACIT_TRY(tacit_hiding_break_near(cx, h, &change, look));
    *any = h->pool.n > before;
    return *any ? add_pool(cx, t, before) : TACIT_OK;
}

/* Solve the program and cut it off until nothing is broken, looking as `look` says while its point
 * is not whole; `*left` if it is worth nothing. */
static tacit_status solve(tacit_ctx *cx, tree *t, tacit_hiding_look look, bool *left)
{
    bool any = true, whole = false;
    *left = true;
    for (size_t k = 0; any && k < ROUNDS[whole ? TACIT_LOOK_EVERYWHERE : look]; k++) {
        tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
        TACIT_TRY(tacit_lp_solve(cx, t->lp, false, &outcome));
        if (outcome == TACIT_LP_STOPPED || tacit_hiding_is_over(cx, t->g->h))
            t->nodes = 0;
        if (outcome != TACIT_LP_OPTIMAL || t->nodes == 0 || tacit_lp_objective(t->lp) >= t->limit)
            return TACIT_OK;
        whole = find_undecided(t) == t->g->n;
        TACIT_TRY(cut(cx, t, whole ? TACIT_LOOK_EVERYWHERE : look, &any));
    }
    *left = any && whole;
    return TACIT_OK;
}

/* Take the point of the program, which stands. */
static void take_point(tree *t)
{
    const double *x = tacit_lp_point(t->lp);
    const tacit_hiding *h = t->g->h;
    double cost = 0;
    for (size_t c = 0; c < t->g->n; c++) {
        t->best[c] = round(x[c]);
        cost += t->best[c] * h->cost[t->g->free[c]];
    }
    t->limit = cost - (h->whole ? 0.5 : NEAR * cost);
    t->out->better = true;
}

static tacit_status visit(tacit_ctx *cx, tree *t, tacit_hiding_look look)
{
    bool left = false;
    if (t->nodes == 0)
        return TACIT_OK;
    t->nodes--;
    TACIT_TRY(solve(cx, t, look, &left));
    if (left)
        return TACIT_OK;
    const size_t c = find_undecided(t);
    if (c == t->g->n) {
        take_point(t);
        return TACIT_OK;
    }
    tacit_lp_bound(t->lp, c, 1, 1);
    TACIT_TRY(visit(cx, t, TACIT_LOOK_AT_EQUATIONS));
    tacit_lp_bound(t->lp, c, 0, 0);
    TACIT_TRY(visit(cx, t, TACIT_LOOK_AT_EQUATIONS));
    tacit_lp_bound(t->lp, c, 0, 1);
    return TACIT_OK;
}

/* Back to the pattern at hand, or on to the best that was found. */
static void settle(const tree *t)
{
    const tacit_hiding_region *g = t->g;
    for (size_t c = 0; c < g->n; c++) {
        if (t->out->better)
            g->point[g->free[c]] = t->best[c];
        g->h->x[g->h->cell[g->free[c]]] = g->point[g->free[c]];
    }
}

tacit_status tacit_hiding_region_branch(tacit_ctx *cx, tacit_hiding_region *g, size_t nodes,
                                        tacit_hiding_region_tree *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tree t = { .g = g, .nodes = nodes + 1, .out = out };
    double now = 0;
    *out = (tacit_hiding_region_tree){ 0 };
    for (size_t c = 0; c < g->n; c++)
        now += g->point[g->free[c]] * g->h->cost[g->free[c]];
    t.limit = now - (g->h->whole ? 0.5 : NEAR * now);
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *t.best, &t.best));
    tacit_status status = make_program(cx, &t);
    if (status == TACIT_OK)
        status = visit(cx, &t, TACIT_LOOK_CLOSE);
    tacit_lp_free(t.lp);
    TACIT_TRY(status);
    out->done = t.nodes > 0;
    settle(&t);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
