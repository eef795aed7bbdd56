/*
 * exact.c - the cheapest pattern, by inequalities that are added as they are broken.
 *
 * 1. The linear relaxation, until no inequality is broken: its cost L bounds every pattern from
 *    below (Fischetti and Salazar 2000).
 * 2. Integer programs over the inequalities found so far and the columns that make the relaxation
 *    dearer by at most D, piece by piece (pieces.c); their pattern is attacked, broken
 *    inequalities are added, until it stands.  Its cost is C, and no pattern costs less than the
 *    smaller of L + D and what the last programs prove.
 * 3. If that leaves a gap, again with D = C - L, which proves C optimal.
 * When time is over, what is broken is mended by hiding more (mend.c), so that there is always
 * a pattern.
 */
#include <float.h>
#include <math.h>
#include <time.h>

#include "base/sort.h"
#include "tabular/suppress/search.h"

/* Most inequalities of attackers that one round adds. */
enum { MOST_CUTS = 2000 };

/* How many columns at 0 take part in the first integer programs, for each column above 0. */
enum { WIDER = 3 };

double tacit_hiding_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the program ---- */

static tacit_status take_room(tacit_ctx *cx, tacit_hiding *h)
{
    const size_t n = h->s->n_cells;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->column, &h->column));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->cell, &h->cell));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->cost, &h->cost));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->relaxed, &h->relaxed));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->reduced, &h->reduced));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->kept_mark, &h->kept_mark));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->kept_bound, &h->kept_bound));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *h->kept_point, &h->kept_point));
    return tacit_scratch(cx, n, sizeof *h->x, &h->x);
}

static tacit_status make_program(tacit_ctx *cx, tacit_hiding *h)
{
    tacit_system *s = h->s;
    double *low = NULL, *high = NULL;
    TACIT_TRY(take_room(cx, h));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *low, &low));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *high, &high));
    h->whole = true;
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &s->cell[i];
        if (c->status == TACIT_CELL_SECONDARY)
            c->status = TACIT_CELL_SAFE;
        h->x[i] = c->status == TACIT_CELL_PRIMARY || c->status == TACIT_CELL_HIDDEN;
        if (c->status != TACIT_CELL_SAFE)
            continue;
        h->column[i] = (uint32_t)h->n;
        h->cell[h->n] = (uint32_t)i;
        h->cost[h->n] = c->cost;
        h->whole = h->whole && c->cost <= floor(c->cost);
        high[h->n++] = 1;
    }
    return tacit_lp_new(cx, &(tacit_lp_columns){ h->n, h->cost, low, high }, &h->lp);
}

/* Hand the inequalities found over to the pool and the relaxation. */
static tacit_status add_cuts(tacit_ctx *cx, tacit_hiding *h, tacit_cuts *found)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *most = NULL;
    TACIT_TRY(tacit_scratch(cx, found->n, sizeof *most, &most));
    for (size_t r = 0; r < found->n; r++) {
        TACIT_TRY(tacit_cuts_begin(cx, &h->pool));
        for (size_t e = found->start[r]; e < found->start[r + 1]; e++) {
            found->cell[e] = h->column[found->cell[e]];
            TACIT_TRY(tacit_cuts_term(cx, &h->pool, found->cell[e], found->weight[e]));
        }
        tacit_cuts_end(&h->pool, found->least[r]);
        most[r] = DBL_MAX;
    }
    const tacit_sparse rows = { found->n, h->n, found->start, found->cell, found->weight };
    TACIT_TRY(tacit_lp_add_rows(cx, h->lp, &rows, found->least, most));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_hiding_break(tacit_ctx *cx, tacit_hiding *h, bool *any)
{
    tacit_cuts found = { 0 };
    tacit_status status = tacit_cuts_of_equations(cx, h->s, h->x, &found);
    if (status == TACIT_OK && found.n == 0)
        status = tacit_cuts_of_attackers(cx, h->s, h->x, MOST_CUTS, &found);
    if (status == TACIT_OK && found.n == 0)
        status = tacit_cuts_of_insiders(cx, h->s, h->x, MOST_CUTS, &found);
    *any = found.n > 0;
    if (status == TACIT_OK && *any)
        status = add_cuts(cx, h, &found);
    tacit_cuts_free(&found);
    return status;
}

/* ---- 1. the relaxation ---- */

static void take_pattern(tacit_hiding *h, const double *point)
{
    for (size_t j = 0; j < h->n; j++)
        h->x[h->cell[j]] = point[j] < 1e-7 ? 0 : fmin(point[j], 1);
}

/* What the prices p of the relaxation prove, whatever its solver's tolerances: with
 * d = c - A'p and p >= 0, no pattern costs less than p'b + sum of min(d_j, 0), and one that hides
 * column j no less than that plus d_j. */
static void take_bound(tacit_hiding *h)
{
    const double *price = tacit_lp_prices(h->lp);
    double bound = 0;
    for (size_t j = 0; j < h->n; j++)
        h->reduced[j] = h->cost[j];
    for (size_t r = 0; r < h->pool.n; r++) {
        const double p = fmax(price[r], 0);
        bound += p * h->pool.least[r];
        for (size_t e = h->pool.start[r]; e < h->pool.start[r + 1]; e++)
            h->reduced[h->pool.cell[e]] -= p * h->pool.weight[e];
    }
    for (size_t j = 0; j < h->n; j++)
        bound += fmin(h->reduced[j], 0);
    h->bound = fmax(bound, 0);
}

static tacit_status relax(tacit_ctx *cx, tacit_hiding *h)
{
    bool broken = true;
    while (broken) {
        tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
        TACIT_TRY(tacit_lp_solve(cx, h->lp, false, &outcome));
        if (outcome != TACIT_LP_OPTIMAL)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "The table cannot be protected by suppressing cells.");
        take_bound(h);
        for (size_t j = 0; j < h->n; j++)
            h->relaxed[j] = tacit_lp_point(h->lp)[j];
        if (tacit_hiding_now() >= h->end)
            return TACIT_OK;
        take_pattern(h, h->relaxed);
        TACIT_TRY(tacit_hiding_break(cx, h, &broken));
    }
    return TACIT_OK;
}

/* ---- 2. and 3. patterns ---- */

/* The reduced cost that WIDER times as many columns at 0 stay below as there are above 0. */
static tacit_status choose_most(tacit_ctx *cx, const tacit_hiding *h, double *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *cost = NULL;
    size_t n = 0, above = 0;
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *cost, &cost));
    for (size_t j = 0; j < h->n; j++)
        if (h->relaxed[j] > 1e-6)
            above++;
        else
            cost[n++] = fmax(h->reduced[j], 0);
    TACIT_TRY(tacit_sort_reals(cx, cost, n));
    above *= WIDER;
    *out = n == 0 ? 0 : cost[above < n ? above : n - 1];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static double cost_of(const tacit_hiding *h, const double *point)
{
    double sum = 0;
    for (size_t j = 0; j < h->n; j++)
        sum += point[j] > 0.5 ? h->cost[j] : 0;
    return sum;
}

/* A pattern that stands, over the columns that make the relaxation dearer by at most `most`. */
static tacit_status find_pattern(tacit_ctx *cx, tacit_hiding *h, double most, tacit_pieces *found)
{
    bool broken = true;
    while (broken && tacit_hiding_now() < h->end) {
        TACIT_TRY(tacit_hiding_solve(cx, h, most, found));
        take_pattern(h, found->point);
        TACIT_TRY(tacit_hiding_break(cx, h, &broken));
    }
    found->whole = found->whole && !broken;
    return broken ? tacit_hiding_mend(cx, h, found->point) : TACIT_OK;
}

/* The least that any pattern costs, given what was found with `most`. */
static double least_cost(const tacit_hiding *h, const tacit_pieces *found, double most)
{
    const double least = fmax(h->bound, fmin(h->bound + most, found->bound));
    return h->whole ? ceil(least - 1e-6) : least;
}

static tacit_status search_pattern(tacit_ctx *cx, tacit_hiding *h, double *best,
                                   tacit_tabular_suppressed *out)
{
    tacit_pieces found = { 0 };
    double most = 0;
    TACIT_TRY(make_program(cx, h));
    TACIT_TRY(relax(cx, h));
    TACIT_TRY(choose_most(cx, h, &most));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *found.point, &found.point));
    out->cost = HUGE_VAL;
    out->bound = h->whole ? ceil(h->bound - 1e-6) : h->bound;
    do {
        TACIT_TRY(find_pattern(cx, h, most, &found));
        if (cost_of(h, found.point) < out->cost) {
            out->cost = cost_of(h, found.point);
            for (size_t j = 0; j < h->n; j++)
                best[h->cell[j]] = found.point[j];
        }
        out->bound = fmin(out->cost, fmax(out->bound, least_cost(h, &found, most)));
        out->proven = out->cost - out->bound < (h->whole ? 0.5 : 1e-6 * out->cost);
        most = out->cost - h->bound + 1e-6;
    } while (!out->proven && tacit_hiding_now() < h->end);
    return TACIT_OK;
}

static void give_statuses(tacit_system *s, const double *best, tacit_tabular_suppressed *out)
{
    for (size_t i = 0; i < s->n_cells; i++)
        if (s->cell[i].status == TACIT_CELL_SAFE && best[i] > 0.5) {
            s->cell[i].status = TACIT_CELL_SECONDARY;
            out->n++;
        }
}

tacit_status tacit_tabular_suppress(tacit_ctx *cx, tacit_system *s, double seconds,
                                    tacit_tabular_suppressed *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_hiding h = { .s = s, .end = tacit_hiding_now() + seconds };
    double *best = NULL;
    *out = (tacit_tabular_suppressed){ 0 };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *best, &best));
    const tacit_status status = search_pattern(cx, &h, best, out);
    if (status == TACIT_OK)
        give_statuses(s, best, out);
    tacit_lp_free(h.lp);
    tacit_cuts_free(&h.pool);
    tacit_scratch_release(cx, mark);
    return status;
}
