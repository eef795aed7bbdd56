/*
 * improve.c - a pattern made cheaper, neighbourhood by neighbourhood.
 *
 * Around a hidden cell some columns are set free, those within few equations that are hidden or
 * might be, and the cheapest way to hide them with all others as they are is found by an integer
 * program over the pool (large-neighbourhood search, Shaw 1998; fix-and-optimise).  The new pattern
 * is attacked; if it stands it is taken, otherwise what it breaks enters the pool and the program
 * is solved again.  Neighbourhoods grow while they are easy and shrink when they are not.
 */
#include <float.h>
#include <math.h>

#include "base/memory.h"
#include "base/rng.h"
#include "tabular/suppress/search.h"

/* Columns that are free at first, at least and at most. */
static const double FIRST = 100, LEAST = 40, MOST = 1500;

/* Seconds for one program; times that one neighbourhood is tried. */
static const double SECONDS = 2;
enum { TRIES = 12 };

/* The search on its way. */
typedef struct search {
    tacit_hiding *h;
    double most;    /* reduced cost of columns that may be free */
    double *point;  /* the pattern at hand */
    double size;    /* of a neighbourhood */
    uint32_t *free; /* its columns */
    size_t n;
    uint32_t *place; /* of a column in it, from 1; 0: not */
    bool *seen_row;  /* equations that were looked at */
    uint32_t *rows;
    size_t n_rows;
    /* rows of the pool by column: first[j] ... in `at`, of the first `indexed` rows */
    size_t *first, indexed;
    uint32_t *at;
    bool *taken;   /* of a row of the pool: whether the program has it */
    double *trial; /* the pattern that is tried */
} search;

/* ---- the pool by column ---- */

static tacit_status index_pool(tacit_ctx *cx, search *w)
{
    const tacit_cuts *pool = &w->h->pool;
    TACIT_TRY(tacit_grow(cx, w->h->n + 2, sizeof *w->first, &w->first));
    TACIT_TRY(tacit_grow(cx, pool->start[pool->n] + 1, sizeof *w->at, &w->at));
    for (size_t j = 0; j < w->h->n + 2; j++)
        w->first[j] = 0;
    for (size_t e = 0; e < pool->start[pool->n]; e++)
        w->first[pool->cell[e] + 2]++;
    for (size_t j = 2; j < w->h->n + 2; j++)
        w->first[j] += w->first[j - 1];
    for (size_t r = 0; r < pool->n; r++)
        for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++)
            w->at[w->first[pool->cell[e] + 1]++] = (uint32_t)r;
    w->indexed = pool->n;
    return TACIT_OK;
}

/* ---- a neighbourhood ---- */

static bool may_be_free(const search *w, size_t j)
{
    return w->point[j] > 0.5 || w->h->lax.point[j] > 1e-6 || w->h->lax.reduced[j] <= w->most;
}

static void set_free(search *w, uint32_t j)
{
    if (w->place[j] > 0)
        return;
    w->free[w->n++] = j;
    w->place[j] = (uint32_t)w->n;
}

/* Set the columns of equation `r` free that may be. */
static void set_row_free(search *w, uint32_t r)
{
    const tacit_system *s = w->h->s;
    if (w->seen_row[r])
        return;
    w->seen_row[r] = true;
    w->rows[w->n_rows++] = r;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const uint32_t k = s->term[e].at;
        if (s->cell[k].status == TACIT_CELL_SAFE && may_be_free(w, w->h->column[k]))
            set_free(w, w->h->column[k]);
    }
}

/* The columns around column `j`, breadth first. */
static void find_neighbourhood(search *w, uint32_t j)
{
    const tacit_system *s = w->h->s;
    set_free(w, j);
    for (size_t c = 0; c < w->n && (double)w->n < w->size; c++) {
        const uint32_t i = w->h->cell[w->free[c]];
        for (size_t t = s->first_of[i]; t < s->first_of[i + 1]; t++)
            set_row_free(w, s->in[t].at);
    }
}

static void leave_neighbourhood(search *w)
{
    for (size_t c = 0; c < w->n; c++)
        w->place[w->free[c]] = 0;
    for (size_t c = 0; c < w->n_rows; c++)
        w->seen_row[w->rows[c]] = false;
    w->n = w->n_rows = 0;
}

/* ---- its program ---- */

/* Add row `r` of the pool over the free columns, unless the others fulfil it. */
static tacit_status add_row(tacit_ctx *cx, search *w, size_t r, tacit_cuts *out)
{
    const tacit_cuts *pool = &w->h->pool;
    double least = pool->least[r], worst = 0;
    for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++)
        if (w->place[pool->cell[e]] == 0)
            least -= pool->weight[e] * w->point[pool->cell[e]];
        else
            worst += fmin(pool->weight[e], 0);
    if (worst >= least - 1e-9)
        return TACIT_OK;
    TACIT_TRY(tacit_cuts_begin(cx, out));
    for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++)
        if (w->place[pool->cell[e]] > 0)
            TACIT_TRY(tacit_cuts_term(cx, out, w->place[pool->cell[e]] - 1,
                                      fmin(pool->weight[e], least - worst)));
    tacit_cuts_end(out, least);
    return TACIT_OK;
}

static tacit_status gather_rows(tacit_ctx *cx, search *w, tacit_cuts *out)
{
    const tacit_cuts *pool = &w->h->pool;
    TACIT_TRY(tacit_grow(cx, pool->n + 1, sizeof *w->taken, &w->taken));
    for (size_t c = 0; c < w->n; c++)
        for (size_t t = w->first[w->free[c]]; t < w->first[w->free[c] + 1]; t++)
            w->taken[w->at[t]] = false;
    for (size_t c = 0; c < w->n; c++)
        for (size_t t = w->first[w->free[c]]; t < w->first[w->free[c] + 1]; t++)
            if (!w->taken[w->at[t]]) {
                w->taken[w->at[t]] = true;
                TACIT_TRY(add_row(cx, w, w->at[t], out));
            }
    for (size_t r = w->indexed; r < pool->n; r++)
        TACIT_TRY(add_row(cx, w, r, out));
    return TACIT_OK;
}

static tacit_status make_program(tacit_ctx *cx, search *w, const tacit_cuts *rows, tacit_lp **out)
{
    double *cost = NULL, *low = NULL, *high = NULL, *most = NULL;
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *cost, &cost));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *low, &low));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *high, &high));
    TACIT_TRY(tacit_scratch(cx, rows->n, sizeof *most, &most));
    for (size_t c = 0; c < w->n; c++) {
        cost[c] = w->h->cost[w->free[c]];
        high[c] = 1;
    }
    for (size_t r = 0; r < rows->n; r++)
        most[r] = DBL_MAX;
    TACIT_TRY(tacit_lp_new(cx, &(tacit_lp_columns){ w->n, cost, low, high }, out));
    const tacit_sparse a = { rows->n, w->n, rows->start, rows->cell, rows->weight };
    return rows->n == 0 ? TACIT_OK : tacit_lp_add_rows(cx, *out, &a, rows->least, most);
}

/* The cheapest way to hide the free columns, if it is cheaper than that at hand. */
static tacit_status solve_program(tacit_ctx *cx, search *w, tacit_mip *mip)
{
    tacit_cuts rows = { 0 };
    tacit_lp *lp = NULL;
    double now = 0;
    for (size_t c = 0; c < w->n; c++)
        now += w->point[w->free[c]] > 0.5 ? w->h->cost[w->free[c]] : 0;
    tacit_status status = gather_rows(cx, w, &rows);
    if (status == TACIT_OK)
        status = make_program(cx, w, &rows, &lp);
    if (status == TACIT_OK) {
        tacit_lp_cutoff(lp, now - (w->h->whole ? 0.5 : 1e-6 * now));
        status = tacit_lp_solve_whole(cx, lp, w->h->whole ? 0.999 : 1e-6 * now,
                                      fmax(fmin(SECONDS, w->h->end - tacit_lp_now()), 0.01), mip);
    }
    tacit_lp_free(lp);
    tacit_cuts_free(&rows);
    return status;
}

/* ---- the search ---- */

/* Try what the program says; `*again` if it does not stand. */
static tacit_status try_pattern(tacit_ctx *cx, search *w, const tacit_mip *mip, bool *again)
{
    for (size_t j = 0; j < w->h->n; j++)
        w->trial[j] = w->point[j];
    for (size_t c = 0; c < w->n; c++)
        w->trial[w->free[c]] = mip->point[c];
    tacit_hiding_take(w->h, w->trial);
    TACIT_TRY(tacit_hiding_break(cx, w->h, again));
    for (size_t c = 0; c < w->n && !*again; c++)
        w->point[w->free[c]] = mip->point[c];
    return TACIT_OK;
}

/* Make one neighbourhood cheaper. */
static tacit_status improve_around(tacit_ctx *cx, search *w, uint32_t j)
{
    tacit_mip mip = { 0 };
    bool again = true;
    find_neighbourhood(w, j);
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *mip.point, &mip.point));
    const double start = tacit_lp_now();
    for (size_t tries = 0; again && tries < TRIES && tacit_lp_now() < w->h->end; tries++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(solve_program(cx, w, &mip));
        again = false;
        if (mip.found)
            TACIT_TRY(try_pattern(cx, w, &mip, &again));
        tacit_scratch_release(cx, mark);
    }
    const bool easy = mip.outcome != TACIT_LP_STOPPED && !again && tacit_lp_now() - start < SECONDS;
    w->size = easy ? fmin(w->size * 1.05, MOST) : fmax(w->size * 0.8, LEAST);
    leave_neighbourhood(w);
    return TACIT_OK;
}

static tacit_status take_room(tacit_ctx *cx, search *w)
{
    const size_t n = w->h->n, m = w->h->s->n_equations;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->free, &w->free));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->place, &w->place));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *w->seen_row, &w->seen_row));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *w->rows, &w->rows));
    return tacit_scratch(cx, n, sizeof *w->trial, &w->trial);
}

static tacit_status run(tacit_ctx *cx, search *w)
{
    tacit_rng rng = tacit_rng_seed(1);
    TACIT_TRY(take_room(cx, w));
    TACIT_TRY(index_pool(cx, w));
    while (tacit_lp_now() < w->h->end && tacit_hiding_cost(w->h, w->point) > w->h->lax.bound) {
        const uint32_t j = (uint32_t)tacit_rng_below(&rng, w->h->n);
        const size_t mark = tacit_scratch_mark(cx);
        if (w->point[j] < 0.5)
            continue;
        TACIT_TRY(improve_around(cx, w, j));
        tacit_scratch_release(cx, mark);
        if (w->h->pool.n > w->indexed + w->indexed / 10)
            TACIT_TRY(index_pool(cx, w));
    }
    return TACIT_OK;
}

tacit_status tacit_hiding_improve(tacit_ctx *cx, tacit_hiding *h, double most, double *point)
{
    const size_t mark = tacit_scratch_mark(cx);
    search w = { .h = h, .most = most, .point = point, .size = FIRST };
    if (h->pool.n == 0) /* nothing was ever broken, and nothing is hidden */
        return TACIT_OK;
    const tacit_status status = run(cx, &w);
    tacit_free(w.first);
    tacit_free(w.at);
    tacit_free(w.taken);
    TACIT_TRY(status);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
