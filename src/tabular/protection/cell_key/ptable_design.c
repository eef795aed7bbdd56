/*
 * ptable_design.c - perturbation tables with the largest entropy.
 *
 * For each size i the values are v = -min(i, D), ..., D in steps, without those for which i + v is
 * one of the forbidden results.  Their probabilities have the largest entropy of all with mean 0,
 * a variance of at most V, and p not falling from the lowest value up to 0 where 0 is a value
 * (Giessing 2016; the optimisation of the R package ptable 1.0).  So
 *   p_v proportional to exp(mean of a v' + b v'^2 over the v' that are pooled with v),  b <= 0,
 * where neighbours that would fall are pooled (isotonic regression by adjacent violators).  (a, b)
 * minimise the convex function log(sum of exp(...)) - b V, by Newton's method: b = 0 if that
 * keeps the variance, else both.  Bounds are rounded to 8 digits.
 *
 * Without 0 among the values the least variance is that of the two values next to it, and a
 * smaller V cannot be had.  O(sizes * D / step) a step of Newton's method, about ten of them.
 */
#include <math.h>

#include "tabular/protection/cell_key/ptable.h"

enum { MOST_STEPS = 200, MOST_HALVINGS = 60 };

/* When the mean and the variance are met. */
static const double CLOSE = 1e-12;

/* Bounds have so many digits. */
static const double DIGITS = 1e8;

/* One size on its way. */
typedef struct row {
    size_t n;
    double *v, *p;
    size_t rising;         /* probabilities do not fall before this place */
    double *sum[3];        /* of each pool: of v, of v^2, and how many it has */
    size_t n_pools, *pool; /* of each value */
    double a, b;           /* the parameters */
    double variance;       /* wanted */
} row;

/* ---- probabilities for given parameters ---- */

static double score(const row *r, size_t pool)
{
    return (r->a * r->sum[0][pool] + r->b * r->sum[1][pool]) / r->sum[2][pool];
}

/* Pool neighbours whose probabilities would fall. */
static void find_pools(row *r)
{
    r->n_pools = 0;
    for (size_t k = 0; k < r->n; k++) {
        size_t at = r->n_pools++;
        r->sum[0][at] = r->v[k];
        r->sum[1][at] = r->v[k] * r->v[k];
        r->sum[2][at] = 1;
        for (; k <= r->rising && at > 0 && score(r, at - 1) > score(r, at); at--) {
            for (size_t s = 0; s < 3; s++)
                r->sum[s][at - 1] += r->sum[s][at];
            r->n_pools--;
        }
    }
    for (size_t k = 0, pool = 0, left = 0; k < r->n; k++, left--) {
        if (k == 0 || left == 0) {
            pool += k > 0;
            left = (size_t)r->sum[2][pool];
        }
        r->pool[k] = pool;
    }
}

/* Set the probabilities; gives log of the sum minus b V. */
static double spread(row *r)
{
    double most = -INFINITY, total = 0;
    find_pools(r);
    for (size_t q = 0; q < r->n_pools; q++)
        most = fmax(most, score(r, q));
    for (size_t k = 0; k < r->n; k++)
        total += r->p[k] = exp(score(r, r->pool[k]) - most);
    for (size_t k = 0; k < r->n; k++)
        r->p[k] /= total;
    return most + log(total) - r->b * r->variance;
}

/* ---- Newton's method ---- */

/* Means, and covariances of the means of pools. */
typedef struct slope {
    double v, square, vv, vs, ss;
} slope;

static slope slope_of(const row *r)
{
    slope s = { 0 };
    for (size_t k = 0; k < r->n; k++) {
        const double of = r->sum[2][r->pool[k]];
        const double v = r->sum[0][r->pool[k]] / of, square = r->sum[1][r->pool[k]] / of;
        s.v += r->p[k] * v;
        s.square += r->p[k] * square;
        s.vv += r->p[k] * v * v;
        s.vs += r->p[k] * v * square;
        s.ss += r->p[k] * square * square;
    }
    s.vv -= s.v * s.v;
    s.vs -= s.v * s.square;
    s.ss -= s.square * s.square;
    return s;
}

/* Go as far in the direction as the function falls. */
static void go(row *r, double da, double db, double before)
{
    const double a = r->a, b = r->b;
    double t = 1;
    for (size_t h = 0; h < MOST_HALVINGS; h++, t /= 2) {
        r->a = a - t * da;
        r->b = b - t * db;
        if (spread(r) <= before)
            return;
    }
    r->a = a;
    r->b = b;
    spread(r);
}

/* Meet the mean, and with `both` the variance. */
static void meet(row *r, bool both)
{
    double now = spread(r);
    for (size_t i = 0; i < MOST_STEPS; i++) {
        const slope s = slope_of(r);
        const double over = both ? s.square - r->variance : 0;
        const double det = s.vv * s.ss - s.vs * s.vs;
        if (fabs(s.v) < CLOSE && fabs(over) < CLOSE * fmax(1, r->variance))
            return;
        if (both)
            go(r, (s.ss * s.v - s.vs * over) / det, (s.vv * over - s.vs * s.v) / det, now);
        else
            go(r, s.v / s.vv, 0, now);
        now = spread(r);
    }
}

/* ---- values ---- */

/* The values of size `i`: none gives a negative or forbidden result. */
static void list_values(const tacit_ptable_wish *w, double i, row *r)
{
    const double low = -fmin(i, w->maximum);
    const size_t steps = (size_t)llround((w->maximum - low) / w->step);
    r->n = 0;
    r->rising = 0;
    for (size_t k = 0; k <= steps; k++) {
        const double v = low + (double)k * w->step, result = i + v;
        if (result > w->step / 2 && result < w->forbidden + w->step / 2)
            continue;
        r->v[r->n] = fabs(v) < w->step / 2 ? 0 : v;
        r->rising = fabs(v) < w->step / 2 ? r->n : r->rising;
        r->n++;
    }
}

/* The variance that no distribution over the values with mean 0 is below. */
static double least_variance(const row *r)
{
    size_t up = 0;
    while (r->v[up] < 0)
        up++;
    return fabs(r->v[up]) > 0 ? -r->v[up - 1] * r->v[up] : 0;
}

static tacit_status design_row(tacit_ctx *cx, const tacit_ptable_wish *w, double size, row *r)
{
    if (r->n == 0 || r->v[0] >= 0 || r->v[r->n - 1] <= 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Noise of at most %g on cells of size %g cannot have mean 0 if results "
                          "up to %g are forbidden; the maximum must be larger.",
                          w->maximum, size, w->forbidden);
    const double least = least_variance(r);
    if (least > 0 && least > r->variance * (1 - 1e-9))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A variance of %g is too small for the forbidden results: noise on "
                          "cells of size %g has a variance above %g.",
                          r->variance, size, least);
    r->a = r->b = 0;
    meet(r, false);
    if (slope_of(r).square > r->variance)
        meet(r, true);
    return TACIT_OK;
}

/* ---- the table ---- */

static tacit_status take_room(tacit_ctx *cx, const tacit_ptable_wish *w, row *r,
                              tacit_ptable_part *out)
{
    const size_t most = (size_t)llround(2 * w->maximum / w->step) + 1;
    *r = (row){ .variance = w->variance };
    *out = (tacit_ptable_part){ .n = w->n };
    TACIT_TRY(tacit_scratch(cx, most, sizeof *r->v, &r->v));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *r->p, &r->p));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *r->pool, &r->pool));
    for (size_t s = 0; s < 3; s++)
        TACIT_TRY(tacit_scratch(cx, most, sizeof *r->sum[s], &r->sum[s]));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *out->size, &out->size));
    TACIT_TRY(tacit_scratch(cx, w->n + 1, sizeof *out->first, &out->first));
    TACIT_TRY(tacit_scratch(cx, w->n * most, sizeof *out->value, &out->value));
    return tacit_scratch(cx, w->n * most, sizeof *out->below, &out->below);
}

static void put_row(const row *r, size_t at, tacit_ptable_part *out)
{
    double sum = 0;
    for (size_t k = 0; k < r->n; k++) {
        sum += r->p[k];
        out->value[at + k] = r->v[k];
        out->below[at + k] = k + 1 < r->n ? fmin(round(sum * DIGITS) / DIGITS, 1) : 1;
    }
}

tacit_status tacit_ptable_design(tacit_ctx *cx, const tacit_ptable_wish *wish,
                                 tacit_ptable_part *out)
{
    row r = { 0 };
    TACIT_TRY(take_room(cx, wish, &r, out));
    for (size_t k = 0; k < wish->n; k++) {
        list_values(wish, wish->size[k], &r);
        TACIT_TRY(design_row(cx, wish, wish->size[k], &r));
        out->size[k] = wish->size[k];
        put_row(&r, out->first[k], out);
        out->first[k + 1] = out->first[k] + r.n;
    }
    return TACIT_OK;
}
