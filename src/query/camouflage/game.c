/*
 * game.c - maximum and minimum over the polytope.
 *
 * The greatest maximum is at a vertex.  The least is min over weights w of max_i sum_j w_j P_i^j, a
 * matrix game; by duality it is the max over mixed strategies y on records of min_j sum_i y_i
 * P_i^j. Any y proves a lower bound, so that the one that Clp finds is rounded to whole 2^-40 and
 * its bound computed in integers: a wrong y would widen the answer and never narrow it.  Records
 * whose greatest value is not above the greatest of the least values decide nothing.
 */
#include <float.h>
#include <math.h>

#include "query/camouflage/own.h"
#include "solve/lp.h"

#define SHARES 0x1p40

/* One side: values times `sign`, over the records that can decide. */
typedef struct game {
    const tacit_camouflage *c;
    int64_t sign;
    uint32_t *at;
    size_t n;
    tacit_i128 floor; /* the greatest of the least values */
} game;

static int64_t value_of(const game *g, size_t j, uint32_t i)
{
    return g->sign * tacit_camouflage_at(g->c, j, i);
}

static tacit_i128 edge_of(const game *g, uint32_t i, bool most)
{
    const tacit_camouflage_range r = tacit_camouflage_record(g->c, i);
    return g->sign > 0 ? (most ? r.most : r.least) : (most ? -r.least : -r.most);
}

static tacit_status choose_records(tacit_ctx *cx, game *g, const tacit_camouflage_set *set)
{
    g->floor = edge_of(g, set->at[0], false);
    for (size_t e = 1; e < set->n; e++) {
        const tacit_i128 least = edge_of(g, set->at[e], false);
        g->floor = least > g->floor ? least : g->floor;
    }
    TACIT_TRY(tacit_scratch(cx, set->n, sizeof *g->at, &g->at));
    for (size_t e = 0; e < set->n; e++) {
        if (edge_of(g, set->at[e], true) > g->floor)
            g->at[g->n++] = set->at[e];
    }
    return TACIT_OK;
}

/* The rows of the dual: for each vertex, sum of y_i (P_i - floor) - v >= 0; and sum of y = 1. */
static tacit_status add_rows(tacit_ctx *cx, const game *g, double scale, tacit_lp *lp)
{
    const size_t k = g->c->k, n = g->n + 1;
    size_t *start = NULL, at = 0;
    uint32_t *column = NULL;
    double *value = NULL, *least = NULL, *most = NULL;
    TACIT_TRY(tacit_scratch(cx, k + 2, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, (k + 1) * n, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, (k + 1) * n, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, k + 1, sizeof *least, &least));
    TACIT_TRY(tacit_scratch(cx, k + 1, sizeof *most, &most));
    for (size_t j = 0; j <= k; j++) {
        for (size_t e = 0; e < n; e++) {
            const double x = e == g->n ? (j < k ? -1 : 0)
                             : j == k  ? 1
                                       : (double)(value_of(g, j, g->at[e]) - g->floor) / scale;
            column[at] = (uint32_t)e;
            value[at++] = x;
        }
        start[j + 1] = at;
        least[j] = j < k ? 0 : 1;
        most[j] = j < k ? DBL_MAX : 1;
    }
    const tacit_sparse a = { k + 1, n, start, column, value };
    return tacit_lp_add_rows(cx, lp, &a, least, most);
}

/* What the strategy `y` proves, in integers. */
static tacit_i128 proves(const game *g, const double *y)
{
    tacit_i128 best = 0, all = 0;
    for (size_t j = 0; j < g->c->k; j++) {
        tacit_i128 sum = 0;
        all = 0;
        for (size_t e = 0; e < g->n; e++) {
            const int64_t share = (int64_t)floor(fmin(fmax(y[e], 0), 1) * SHARES);
            sum += (tacit_i128)share * value_of(g, j, g->at[e]);
            all += share;
        }
        best = j == 0 || sum < best ? sum : best;
    }
    return all == 0 ? g->floor : tacit_floor_divide(best, all);
}

static tacit_status solve(tacit_ctx *cx, const game *g, double scale, tacit_lp *lp, tacit_i128 *out)
{
    tacit_lp_outcome outcome = TACIT_LP_STOPPED;
    TACIT_TRY(add_rows(cx, g, scale, lp));
    TACIT_TRY(tacit_lp_solve(cx, lp, false, &outcome));
    const tacit_i128 proven =
        outcome == TACIT_LP_OPTIMAL ? proves(g, tacit_lp_point(lp)) : g->floor;
    *out = proven > g->floor ? proven : g->floor;
    return TACIT_OK;
}

/* A lower bound of the least maximum. */
static tacit_status least_maximum(tacit_ctx *cx, game *g, tacit_i128 *out)
{
    double *cost = NULL, *low = NULL, *high = NULL, scale = 1;
    tacit_lp *lp = NULL;
    *out = g->floor;
    if (g->n < 2)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, g->n + 1, sizeof *cost, &cost));
    TACIT_TRY(tacit_scratch(cx, g->n + 1, sizeof *low, &low));
    TACIT_TRY(tacit_scratch(cx, g->n + 1, sizeof *high, &high));
    for (size_t e = 0; e < g->n; e++) {
        scale = fmax(scale, (double)(edge_of(g, g->at[e], true) - g->floor));
        high[e] = 1;
    }
    cost[g->n] = -1;
    low[g->n] = -DBL_MAX;
    high[g->n] = DBL_MAX;
    const tacit_lp_columns columns = { g->n + 1, cost, low, high };
    TACIT_TRY(tacit_lp_new(cx, &columns, &lp));
    const tacit_status status = solve(cx, g, scale, lp, out);
    tacit_lp_free(lp);
    return status;
}

/* The interval of the maximum of `sign` times the values. */
static tacit_status play(tacit_ctx *cx, const tacit_camouflage *c, const tacit_camouflage_set *set,
                         int64_t sign, tacit_camouflage_range *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    game g = { .c = c, .sign = sign };
    tacit_status status = choose_records(cx, &g, set);
    if (status == TACIT_OK)
        status = least_maximum(cx, &g, &out->least);
    out->most = edge_of(&g, set->at[0], true);
    for (size_t e = 1; e < set->n; e++) {
        const tacit_i128 most = edge_of(&g, set->at[e], true);
        out->most = most > out->most ? most : out->most;
    }
    out->least -= c->slack;
    out->most += c->slack;
    tacit_scratch_release(cx, mark);
    return status;
}

tacit_status tacit_camouflage_max(tacit_ctx *cx, const tacit_camouflage *c,
                                  const tacit_camouflage_set *set, tacit_camouflage_range *out)
{
    return play(cx, c, set, 1, out);
}

tacit_status tacit_camouflage_min(tacit_ctx *cx, const tacit_camouflage *c,
                                  const tacit_camouflage_set *set, tacit_camouflage_range *out)
{
    tacit_camouflage_range negative;
    TACIT_TRY(play(cx, c, set, -1, &negative));
    *out = (tacit_camouflage_range){ -negative.most, -negative.least };
    return TACIT_OK;
}
