/*
 * shortest.c - the shortest move of whole numbers.
 *
 * Columns j and n + j of the program: how far z_j goes up and down.
 */
#include "solve/shortest.h"

#include <math.h>

#include "solve/lp.h"

static const double NEAR = 1e-6;

static tacit_status make_columns(tacit_ctx *cx, const tacit_shortest *p, tacit_lp **out)
{
    const size_t n = p->a->n_columns, k = p->by > 0 ? p->k : n + p->k;
    double *cost = NULL, *low = NULL, *high = NULL;
    TACIT_TRY(tacit_scratch(cx, 2 * n, sizeof *cost, &cost));
    TACIT_TRY(tacit_scratch(cx, 2 * n, sizeof *low, &low));
    TACIT_TRY(tacit_scratch(cx, 2 * n, sizeof *high, &high));
    for (size_t j = 0; j < n; j++) {
        cost[j] = cost[n + j] = p->weight == NULL ? 1 : p->weight[j];
        high[j] = p->high[j];
        high[n + j] = -p->low[j];
    }
    high[p->k] = high[n + p->k] = 0;
    low[k] = high[k] = fabs(p->by);
    return tacit_lp_new(cx, &(tacit_lp_columns){ 2 * n, cost, low, high }, out);
}

/* The rows over ups, and again over downs. */
static tacit_status add_rows(tacit_ctx *cx, const tacit_sparse *a, tacit_lp *lp)
{
    const size_t terms = 2 * a->start[a->n_rows];
    size_t *start = NULL;
    uint32_t *column = NULL;
    double *value = NULL, *zero = NULL;
    TACIT_TRY(tacit_scratch(cx, a->n_rows + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, a->n_rows, sizeof *zero, &zero));
    for (size_t i = 0; i < a->n_rows; i++)
        start[i + 1] = 2 * a->start[i + 1];
    for (size_t e = 0; e < a->start[a->n_rows]; e++) {
        column[2 * e] = a->column[e];
        column[2 * e + 1] = a->column[e] + (uint32_t)a->n_columns;
        value[2 * e] = a->value[e];
        value[2 * e + 1] = -a->value[e];
    }
    return tacit_lp_add_rows(
        cx, lp, &(tacit_sparse){ a->n_rows, 2 * a->n_columns, start, column, value }, zero, zero);
}

/* How far each goes, from how far it goes up and down; whether all go by whole numbers. */
static bool join(const double *point, size_t n, double *z)
{
    bool whole = true;
    for (size_t j = 0; j < n; j++) {
        const double by = point[j] - point[n + j];
        z[j] = round(by);
        whole = whole && fabs(by - z[j]) <= NEAR;
    }
    return whole;
}

static tacit_status solve(tacit_ctx *cx, const tacit_shortest *p, tacit_lp *lp, double *z,
                          bool *found)
{
    tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
    tacit_mip mip = { 0 };
    TACIT_TRY(tacit_lp_solve_within(cx, lp, false, p->seconds, &outcome));
    if (outcome != TACIT_LP_OPTIMAL)
        return TACIT_OK;
    *found = join(tacit_lp_point(lp), p->a->n_columns, z);
    if (*found)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, 2 * p->a->n_columns, sizeof *mip.point, &mip.point));
    TACIT_TRY(tacit_lp_find_whole(cx, lp, p->seconds, &mip));
    *found = mip.found && join(mip.point, p->a->n_columns, z);
    return TACIT_OK;
}

tacit_status tacit_shortest_find(tacit_ctx *cx, const tacit_shortest *p, double *z, bool *found)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_lp *lp = NULL;
    *found = false;
    if (p->by > p->high[p->k] || p->by < p->low[p->k])
        return TACIT_OK;
    TACIT_TRY(make_columns(cx, p, &lp));
    tacit_status status = add_rows(cx, p->a, lp);
    if (status == TACIT_OK)
        status = solve(cx, p, lp, z, found);
    tacit_lp_free(lp);
    TACIT_TRY(status);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
