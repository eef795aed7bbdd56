/*
 * proof.c - tables that readers cannot tell from the true one, found from what is published.
 */
#include "tabular/proof.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "solve/lp.h"
#include "solve/reach.h"

/* Parts of more cells than this are shown uncertain, but not how far. */
enum { MANY = 200 };

/* Values of more decimals than this unit has are rounded, and sums of them may be off by some. */
static const double FINEST = 1.5e-6;

/* Seconds for one integer program. */
static const double PATIENCE = 10;

/* ---- additions ---- */

bool tacit_proof_units(const tacit_cell *c, int64_t *out)
{
    const double units = c->value / c->unit;
    if (!(fabs(units) < 9e15) || fabs(units - round(units)) > 1e-6 * fmax(1, fabs(units) * 1e-9))
        return false;
    *out = (int64_t)llround(units);
    return true;
}

/* What equation `r` comes to: published cells by their values, hidden ones as in `at`; false if
 * one has no whole number of units.  Units may differ by powers of ten between responses; large
 * values of small units need more digits than those of a double. */
static bool add_equation(const tacit_system *s, size_t r, const int64_t *at, long double *sum)
{
    *sum = 0;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const tacit_cell *c = &s->cell[s->term[e].at];
        int64_t units = 0;
        if (tacit_system_hides(s, c))
            units = at[s->term[e].at];
        else if (!tacit_proof_units(c, &units))
            return false;
        *sum += (long double)s->term[e].weight * (long double)units * c->unit;
    }
    return true;
}

static bool keeps_equation(const tacit_system *s, size_t r, const int64_t *at)
{
    long double sum = 0;
    double unit = DBL_MAX;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
        unit = fmin(unit, s->cell[s->term[e].at].unit);
    return add_equation(s, r, at, &sum) && fabsl(sum) < unit / 2;
}

/* Whether all cells of equation `r` are published. */
static bool is_published(const tacit_system *s, size_t r)
{
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
        if (tacit_system_hides(s, &s->cell[s->term[e].at]))
            return false;
    return true;
}

bool tacit_proof_adds_up(const tacit_published *p)
{
    const tacit_system *s = p->system;
    for (size_t r = 0; r < s->n_equations; r++) {
        long double sum = 0;
        const size_t n = s->first[r + 1] - s->first[r];
        const double unit = n > 0 ? s->cell[s->term[s->first[r]].at].unit : 1;
        const double slack = unit > FINEST ? unit / 2 : unit * (double)n;
        if (is_published(s, r) && !(add_equation(s, r, NULL, &sum) && fabsl(sum) < slack))
            return false;
    }
    return true;
}

bool tacit_proof_agrees(const tacit_published *p, const uint32_t *cell, size_t n, const int64_t *x,
                        int64_t *at)
{
    const tacit_system *s = p->system;
    for (size_t j = 0; j < n; j++) {
        const tacit_cell *c = &s->cell[cell[j]];
        at[cell[j]] = x[j];
        if (c->low >= 0 && (double)x[j] * c->unit < c->low - c->unit / 2)
            return false;
    }
    for (size_t j = 0; j < n; j++)
        for (size_t e = s->first_of[cell[j]]; e < s->first_of[cell[j] + 1]; e++)
            if (!keeps_equation(s, s->in[e].at, at))
                return false;
    return true;
}

/* ---- programs over one part ---- */

typedef struct search {
    const tacit_published *p;
    const tacit_system *s;
    size_t n, m;
    const uint32_t *cell, *row;
    uint32_t *place;
    int64_t *at;               /* of any cell, for additions */
    double limit;              /* of a cell, in units */
    tacit_sparse a;            /* equations over the cells, and the published rest in column n */
    double *low, *high, *base; /* of each column, in units */
    int64_t *table;            /* those found */
    size_t n_tables, most;
    int64_t *least, *largest; /* of each cell, among them */
} search;

/* The equations in units of their finest cell; what is published is the last column. */
static tacit_status gather_rows(tacit_ctx *cx, search *w, double *published)
{
    const tacit_system *s = w->s;
    size_t terms = w->m, *start = NULL;
    uint32_t *column = NULL;
    double *value = NULL;
    for (size_t i = 0; i < w->m; i++)
        terms += s->first[w->row[i] + 1] - s->first[w->row[i]];
    TACIT_TRY(tacit_scratch(cx, w->m + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *value, &value));
    terms = 0;
    for (size_t i = 0; i < w->m; i++) {
        double unit = DBL_MAX, rest = 0;
        for (size_t e = s->first[w->row[i]]; e < s->first[w->row[i] + 1]; e++)
            unit = fmin(unit, s->cell[s->term[e].at].unit);
        for (size_t e = s->first[w->row[i]]; e < s->first[w->row[i] + 1]; e++) {
            const tacit_cell *c = &s->cell[s->term[e].at];
            const double weight = (double)s->term[e].weight;
            if (!tacit_system_hides(s, c)) {
                rest += weight * round(c->value / unit);
                continue;
            }
            column[terms] = w->place[s->term[e].at];
            value[terms++] = weight * round(c->unit / unit);
        }
        column[terms] = (uint32_t)w->n;
        value[terms++] = rest;
        start[i + 1] = terms;
        *published += fabs(rest);
    }
    w->a = (tacit_sparse){ w->m, w->n + 1, start, column, value };
    return TACIT_OK;
}

/* Bounds in units: as far below as is known, up to the limit; the last column is 0 ... 1. */
static void set_bounds(search *w)
{
    for (size_t j = 0; j < w->n; j++) {
        const tacit_cell *c = &w->s->cell[w->cell[j]];
        const double far =
            w->p->bound > 0 ? fmin(w->limit, floor(w->p->bound / c->unit + 1e-6)) : w->limit;
        w->low[j] = c->low < 0 ? -far : ceil(c->low / c->unit - 1e-6);
        w->high[j] = far;
    }
    w->low[w->n] = 0;
    w->high[w->n] = 1;
}

/* Keep a table that agrees with what is published, if a cell is seen with a new end in it. */
static void keep(search *w, const int64_t *x)
{
    bool news = w->n_tables == 0;
    if (w->n_tables == w->most || !tacit_proof_agrees(w->p, w->cell, w->n, x, w->at))
        return;
    for (size_t j = 0; j < w->n; j++) {
        news = news || x[j] < w->least[j] || x[j] > w->largest[j];
        w->least[j] = w->n_tables == 0 || x[j] < w->least[j] ? x[j] : w->least[j];
        w->largest[j] = w->n_tables == 0 || x[j] > w->largest[j] ? x[j] : w->largest[j];
    }
    if (news)
        memcpy(w->table + w->n * w->n_tables++, x, w->n * sizeof *x);
}

/* Keep base + y, if it is whole. */
static void keep_point(search *w, const double *y, int64_t *x)
{
    for (size_t j = 0; j < w->n; j++) {
        const double units = w->base[j] + (y != NULL ? y[j] : 0);
        if (fabs(units - round(units)) > 1e-6)
            return;
        x[j] = (int64_t)llround(units);
    }
    keep(w, x);
}

/* An integer program: a table with the least or the largest cell `k`, or any (k = n). */
static tacit_status solve_whole(tacit_ctx *cx, search *w, size_t k, int way, bool *found)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *cost = NULL, *zero = NULL, *low = NULL;
    int64_t *x = NULL;
    tacit_lp *lp = NULL;
    tacit_mip mip = { 0 };
    TACIT_TRY(tacit_scratch(cx, w->n + 1, sizeof *cost, &cost));
    TACIT_TRY(tacit_scratch(cx, w->n + 1, sizeof *low, &low));
    TACIT_TRY(tacit_scratch(cx, w->n + 1, sizeof *mip.point, &mip.point));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, w->m, sizeof *zero, &zero));
    memcpy(low, w->low, w->n * sizeof *low);
    low[w->n] = 1; /* what is published is */
    if (k < w->n)
        cost[k] = -way;
    TACIT_TRY(tacit_lp_new(cx, &(tacit_lp_columns){ w->n + 1, cost, low, w->high }, &lp));
    tacit_status status = tacit_lp_add_rows(cx, lp, &w->a, zero, zero);
    if (status == TACIT_OK)
        status = tacit_lp_solve_whole(cx, lp, 0.5, PATIENCE, &mip);
    tacit_lp_free(lp);
    TACIT_TRY(status);
    *found = mip.found;
    for (size_t j = 0; mip.found && j < w->n; j++)
        x[j] = (int64_t)llround(mip.point[j]);
    if (mip.found)
        keep(w, x);
    for (size_t j = 0; mip.found && k == w->n && j < w->n; j++)
        w->base[j] = mip.point[j];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* The first table. */
static tacit_status find_base(tacit_ctx *cx, search *w, int64_t *x)
{
    tacit_reach *r = NULL;
    double t = 0;
    bool found = true;
    TACIT_TRY(tacit_reach_new(cx, &w->a, w->low, w->high, &r));
    const tacit_status status = tacit_reach_push(cx, r, w->n, 1, 1, &t);
    for (size_t j = 0; status == TACIT_OK && j < w->n; j++)
        w->base[j] = tacit_reach_point(r)[j];
    tacit_reach_free(r);
    TACIT_TRY(status);
    if (t > 1 - 1e-9)
        keep_point(w, NULL, x);
    if (w->n_tables == 0)
        TACIT_TRY(solve_whole(cx, w, w->n, 0, &found));
    if (w->n_tables == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "What is published does not add up: no table of whole units agrees "
                          "with it%s.",
                          w->p->bound > 0 ? " within the bound that is given" : "");
    return TACIT_OK;
}

static bool is_done(const search *w, size_t j, int way)
{
    if (w->n > MANY)
        return w->largest[j] > w->least[j];
    return way > 0 ? (double)w->largest[j] >= w->high[j] - 0.5
                   : (double)w->least[j] <= w->low[j] + 0.5;
}

/* Push every cell both ways; `moves` tells which could go a unit, if only by fractions. */
static tacit_status push_all(tacit_ctx *cx, search *w, tacit_reach *r, int64_t *x, bool *moves)
{
    const double enough = w->n > MANY ? 1 : DBL_MAX;
    for (size_t j = 0; j < w->n; j++)
        for (int way = 1; way >= -1; way -= 2) {
            double far = 0;
            if (is_done(w, j, way))
                continue;
            TACIT_TRY(tacit_reach_push(cx, r, j, way, enough, &far));
            moves[j] = moves[j] || far > 1 - 1e-6;
            keep_point(w, tacit_reach_point(r), x);
        }
    return TACIT_OK;
}

/* Where only tables of fractions showed a cell uncertain, look for whole ones. */
static tacit_status settle(tacit_ctx *cx, search *w, const bool *moves)
{
    for (size_t j = 0; j < w->n; j++)
        for (int way = 1; way >= -1; way -= 2) {
            bool found = false;
            if (moves[j] && w->largest[j] == w->least[j])
                TACIT_TRY(solve_whole(cx, w, j, way, &found));
        }
    return TACIT_OK;
}

/* Push every cell from the first table. */
static tacit_status find_ends(tacit_ctx *cx, search *w, int64_t *x)
{
    tacit_reach *r = NULL;
    bool *moves = NULL;
    double *low = NULL, *high = NULL;
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *moves, &moves));
    TACIT_TRY(tacit_scratch(cx, w->n + 1, sizeof *low, &low));
    TACIT_TRY(tacit_scratch(cx, w->n + 1, sizeof *high, &high));
    for (size_t j = 0; j < w->n; j++) {
        low[j] = w->low[j] - w->base[j];
        high[j] = w->high[j] - w->base[j];
    }
    TACIT_TRY(tacit_reach_new(cx, &w->a, low, high, &r));
    const tacit_status status = push_all(cx, w, r, x, moves);
    tacit_reach_free(r);
    TACIT_TRY(status);
    return settle(cx, w, moves);
}

/* ---- all parts ---- */

/* Tables in the order of their numbers. */
static bool is_before(const void *user, uint32_t a, uint32_t b)
{
    const search *w = user;
    const int64_t *x = w->table + w->n * a, *y = w->table + w->n * b;
    size_t j = 0;
    while (j < w->n && x[j] == y[j])
        j++;
    return j == w->n || x[j] < y[j];
}

/* Keep the tables in which a cell has its least or largest value first. */
static void prune(const search *w, const uint32_t *order, bool *used, tacit_proof *out)
{
    for (size_t j = 0; j < w->n; j++)
        for (int way = 1; way >= -1; way -= 2) {
            const int64_t end = way > 0 ? w->largest[j] : w->least[j];
            size_t k = 0;
            while (w->table[w->n * order[k] + j] != end)
                k++;
            used[k] = true;
        }
    for (size_t k = 0; k < w->n_tables; k++)
        if (used[k])
            memcpy(out->table + w->n * out->n_tables++, w->table + w->n * order[k],
                   w->n * sizeof *out->table);
}

static tacit_status take_room(tacit_ctx *cx, search *w)
{
    const size_t most = ((size_t)8 << 20) / (w->n + 1) + 2;
    w->most = 2 * w->n + 2 < most ? 2 * w->n + 2 : most;
    TACIT_TRY(tacit_scratch(cx, w->n * w->most, sizeof *w->table, &w->table));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *w->least, &w->least));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *w->largest, &w->largest));
    TACIT_TRY(tacit_scratch(cx, w->n + 1, sizeof *w->low, &w->low));
    TACIT_TRY(tacit_scratch(cx, w->n + 1, sizeof *w->high, &w->high));
    return tacit_scratch(cx, w->n + 1, sizeof *w->base, &w->base);
}

/* Find the tables of a part; they are in scratch memory until the caller has copied them. */
static tacit_status search_part(tacit_ctx *cx, search *w)
{
    double published = 0;
    int64_t *x = NULL;
    TACIT_TRY(take_room(cx, w));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *x, &x));
    for (size_t j = 0; j < w->n; j++)
        w->place[w->cell[j]] = (uint32_t)j;
    TACIT_TRY(gather_rows(cx, w, &published));
    w->limit = 2 * published + 10;
    set_bounds(w);
    TACIT_TRY(find_base(cx, w, x));
    return find_ends(cx, w, x);
}

/* Make the tables of a part outlive the search. */
static tacit_status keep_part(tacit_ctx *cx, search *w, tacit_arena *memory, tacit_proof *out)
{
    bool *used = NULL;
    uint32_t *order = NULL;
    *out = (tacit_proof){ .n = w->n, .cell = w->cell };
    TACIT_TRY(tacit_scratch(cx, w->n_tables, sizeof *used, &used));
    TACIT_TRY(tacit_arena_take(cx, memory, w->n * w->n_tables, sizeof *out->table, &out->table));
    TACIT_TRY(tacit_sort_by(cx, w->n_tables, is_before, w, &order));
    prune(w, order, used, out);
    return TACIT_OK;
}

tacit_status tacit_proof_find(tacit_ctx *cx, const tacit_published *p, tacit_proofs *out)
{
    const tacit_system *s = p->system;
    double *open = NULL;
    search w = { .p = p, .s = s };
    *out = (tacit_proofs){ 0 };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *open, &open));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w.place, &w.place));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w.at, &w.at));
    for (size_t i = 0; i < s->n_cells; i++)
        open[i] = tacit_system_hides(s, &s->cell[i]);
    TACIT_TRY(tacit_parts_find(cx, s, open, &out->parts));
    TACIT_TRY(tacit_scratch(cx, out->parts.n, sizeof *out->part, &out->part));
    for (out->n = 0; out->n < out->parts.n; out->n++) {
        const size_t q = out->n;
        TACIT_TRY(tacit_tick(cx, q, out->parts.n));
        w.cell = out->parts.cell + out->parts.first[q];
        w.row = out->parts.row + out->parts.first_row[q];
        w.n = out->parts.first[q + 1] - out->parts.first[q];
        w.m = out->parts.first_row[q + 1] - out->parts.first_row[q];
        w.n_tables = 0;
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(search_part(cx, &w));
        TACIT_TRY(keep_part(cx, &w, &out->memory, &out->part[q]));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

void tacit_proof_free(tacit_proofs *all)
{
    tacit_arena_free(&all->memory);
}
