/*
 * squares.c - the least sum of w d^2: for a choice of which sensitive cells go up a projection
 * (solve/project.h), for all choices a bound, and choices that do better.
 *
 * Bound: whatever the prices p of the equations, with t = A'p, no adjusted table has a smaller sum
 * than that over cells of the least w d^2 - 2 t d, where d is any change that the cell may make by
 * itself: a sensitive one beyond one of its levels (Lagrangian relaxation, Geoffrion 1974).  From
 * the prices of the projection on, steps along what is left of the equations make it larger
 * (Polyak 1969).  O(steps * terms).
 *
 * Choices: a cell at the nearer end of its way, which the equations push back most for what it
 * costs, is sent the other way, and stays there if the projection is nearer.  One projection each,
 * until none helps or time is over.
 */
#include <math.h>

#include "base/sort.h"
#include "solve/project.h"
#include "tabular/protection/adjust/adjust.h"

/* Steps towards a better bound; the share of what is missing that one goes, halved after some that
 * were of no use. */
enum { STEPS = 300, USELESS = 10 };

typedef struct squares {
    tacit_adjusting *a;
    tacit_projection problem;
    double *low, *high, *price;
    double *trial; /* changes of a choice that is tried */
} squares;

/* The equations of the system as a matrix. */
static tacit_status copy_equations(tacit_ctx *cx, const tacit_system *s, tacit_sparse *out)
{
    const size_t terms = s->first[s->n_equations];
    uint32_t *column = NULL;
    double *value = NULL;
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *value, &value));
    for (size_t e = 0; e < terms; e++) {
        column[e] = s->term[e].at;
        value[e] = (double)s->term[e].weight;
    }
    *out = (tacit_sparse){ s->n_equations, s->n_cells, s->first, column, value };
    return TACIT_OK;
}

/* Let sensitive cell k go up, or down. */
static void set_way(const squares *q, size_t k, bool rises)
{
    const tacit_adjusting *a = q->a;
    const uint32_t i = a->cell[k];
    q->low[i] = rises ? a->upper[k] : -a->down[i];
    q->high[i] = rises ? a->up[i] : -a->lower[k];
}

static tacit_status begin(tacit_ctx *cx, tacit_adjusting *a, squares *q)
{
    const size_t n = a->system->n_cells;
    q->a = a;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *q->low, &q->low));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *q->high, &q->high));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *q->trial, &q->trial));
    TACIT_TRY(tacit_scratch(cx, a->system->n_equations, sizeof *q->price, &q->price));
    for (size_t i = 0; i < n; i++) {
        q->low[i] = -a->down[i];
        q->high[i] = a->up[i];
    }
    for (size_t k = 0; k < a->n; k++)
        set_way(q, k, a->rises[k]);
    q->problem = (tacit_projection){
        .weight = a->weight, .low = q->low, .high = q->high, .price = q->price
    };
    return copy_equations(cx, a->system, &q->problem.a);
}

static double sum_of(const tacit_adjusting *a, const double *d)
{
    double sum = 0;
    for (size_t i = 0; i < a->system->n_cells; i++)
        sum += a->weight[i] * d[i] * d[i];
    return sum;
}

/* Whether changes that leave `off` of an equation add up, but for what numbers have of digits. */
static bool adds_up(const squares *q, const double *d, double off)
{
    double most = 0;
    for (size_t i = 0; i < q->a->system->n_cells; i++)
        most = fmax(most, fabs(d[i]));
    return off <= 1e-7 + 1e-9 * most;
}

/* The changes that cost least for the ways that cells go now; the former ones if none are found. */
static tacit_status settle(tacit_ctx *cx, const squares *q)
{
    tacit_adjusting *a = q->a;
    double off = 0;
    TACIT_TRY(tacit_project(cx, &q->problem, q->trial, &off));
    if (adds_up(q, q->trial, off))
        for (size_t i = 0; i < a->system->n_cells; i++)
            a->d[i] = q->trial[i];
    return TACIT_OK;
}

/* ---- the bound ---- */

/* The change of cell i between two ends with the least w d^2 - 2 t d. */
static double least_between(const tacit_adjusting *a, size_t i, double t, double low, double high)
{
    return fmin(fmax(t / a->weight[i], low), high);
}

static double value_at(const tacit_adjusting *a, size_t i, double t, double d)
{
    return a->weight[i] * d * d - 2 * t * d;
}

/* The change of cell i that costs least at t = (A'p)_i, of those that it may make. */
static double least_change(const tacit_adjusting *a, size_t i, double t)
{
    const size_t k = a->which[i];
    if (k == a->n)
        return least_between(a, i, t, -a->down[i], a->up[i]);
    const double up = least_between(a, i, t, a->upper[k], a->up[i]);
    const double down = least_between(a, i, t, -a->down[i], -a->lower[k]);
    if (a->may[k] != TACIT_ADJUST_EITHER)
        return a->may[k] == TACIT_ADJUST_UP ? up : down;
    return value_at(a, i, t, up) < value_at(a, i, t, down) ? up : down;
}

/* What the prices prove; `d` are the least changes, `rest` what is left of the equations. */
static double prove(const squares *q, const double *price, double *d, double *rest)
{
    const tacit_sparse *m = &q->problem.a;
    double sum = 0;
    for (size_t i = 0; i < m->n_columns; i++)
        d[i] = 0;
    for (size_t r = 0; r < m->n_rows; r++)
        for (size_t e = m->start[r]; e < m->start[r + 1]; e++)
            d[m->column[e]] += m->value[e] * price[r];
    for (size_t i = 0; i < m->n_columns; i++) {
        const double t = d[i];
        d[i] = least_change(q->a, i, t);
        sum += value_at(q->a, i, t, d[i]);
    }
    for (size_t r = 0; r < m->n_rows; r++) {
        rest[r] = 0;
        for (size_t e = m->start[r]; e < m->start[r + 1]; e++)
            rest[r] += m->value[e] * d[m->column[e]];
    }
    return sum;
}

/* The best bound found on the way from the prices of the projection, or from none at all. */
static tacit_status find_bound(tacit_ctx *cx, const squares *q, double cost, double *out)
{
    const size_t m = q->problem.a.n_rows;
    double *rest = NULL, *zero = NULL, share = 1;
    size_t useless = 0;
    TACIT_TRY(tacit_scratch(cx, m, sizeof *rest, &rest));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *zero, &zero));
    *out = prove(q, zero, q->trial, rest);
    for (size_t k = 0; k < STEPS && *out < cost; k++) {
        const double bound = prove(q, q->price, q->trial, rest);
        double length = 0;
        TACIT_TRY(tacit_tick(cx, k, STEPS));
        for (size_t r = 0; r < m; r++)
            length += rest[r] * rest[r];
        useless = bound > *out ? 0 : useless + 1;
        *out = fmax(*out, bound);
        if (useless == USELESS) {
            share /= 2;
            useless = 0;
        }
        if (!(length > 0))
            break;
        for (size_t r = 0; r < m; r++)
            q->price[r] -= share * fmax(cost - bound, 0) / (2 * length) * rest[r];
    }
    *out = fmin(*out * (1 - 1e-9), cost);
    return TACIT_OK;
}

/* ---- choices ---- */

/* How much less sensitive cell k would cost if the equations let it go where they pull. */
static double strain(const squares *q, size_t k)
{
    const tacit_adjusting *a = q->a;
    const uint32_t i = a->cell[k];
    double t = 0;
    for (size_t e = a->system->first_of[i]; e < a->system->first_of[i + 1]; e++)
        t += q->price[a->system->in[e].at] * (double)a->system->in[e].weight;
    const double other = least_between(a, i, t, a->rises[k] ? -a->down[i] : a->upper[k],
                                       a->rises[k] ? -a->lower[k] : a->up[i]);
    return value_at(a, i, t, a->d[i]) - value_at(a, i, t, other);
}

static bool is_strained(const void *user, uint32_t k, uint32_t l)
{
    return strain(user, k) >= strain(user, l);
}

/* Send sensitive cell k the other way; it stays there if that is better. */
static tacit_status try_other(tacit_ctx *cx, squares *q, size_t k, double *cost)
{
    tacit_adjusting *a = q->a;
    const size_t n = a->system->n_cells;
    double off = 0;
    set_way(q, k, !a->rises[k]);
    TACIT_TRY(tacit_project(cx, &q->problem, q->trial, &off));
    const double trial = sum_of(a, q->trial);
    if (!adds_up(q, q->trial, off) || trial >= *cost * (1 - 1e-9)) {
        set_way(q, k, a->rises[k]);
        return TACIT_OK;
    }
    *cost = trial;
    a->rises[k] = !a->rises[k];
    for (size_t i = 0; i < n; i++)
        a->d[i] = q->trial[i];
    return TACIT_OK;
}

/* One look at all sensitive cells, those that are pushed most first. */
static tacit_status try_all(tacit_ctx *cx, squares *q, double *cost, bool *better)
{
    tacit_adjusting *a = q->a;
    const double before = *cost;
    uint32_t *order = NULL;
    TACIT_TRY(settle(cx, q));
    TACIT_TRY(tacit_sort_by(cx, a->n, is_strained, q, &order));
    for (size_t k = 0; k < a->n && tacit_adjusting_now() < a->end; k++)
        if (a->may[order[k]] == TACIT_ADJUST_EITHER)
            TACIT_TRY(try_other(cx, q, order[k], cost));
    *better = *cost < before && tacit_adjusting_now() < a->end;
    return TACIT_OK;
}

tacit_status tacit_adjusting_squares(tacit_ctx *cx, tacit_adjusting *a, tacit_adjusted *out)
{
    squares q = { 0 };
    bool better = true;
    *out = (tacit_adjusted){ 0 };
    TACIT_TRY(begin(cx, a, &q));
    TACIT_TRY(settle(cx, &q));
    out->cost = sum_of(a, a->d);
    while (better) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(try_all(cx, &q, &out->cost, &better));
        tacit_scratch_release(cx, mark);
    }
    TACIT_TRY(settle(cx, &q));
    TACIT_TRY(find_bound(cx, &q, out->cost, &out->bound));
    out->proven = out->cost - out->bound <= 1e-6 * out->cost;
    return TACIT_OK;
}
