/*
 * robust.c - location and scatter that a minority of outliers cannot move.
 *
 * The minimum covariance determinant estimate (Rousseeuw 1985) is the mean and covariance of
 * the h points whose covariance has the least determinant.  It is sought without random
 * numbers, after Hubert, Rousseeuw and Verdonck (2012): columns are standardised by median and
 * spread, some robust first scatters give a first order of the points, and from the half of
 * points that each finds nearest, concentration steps (refit, take the h nearest) lower the
 * determinant until it stays.  Of their six first scatters four are used: correlations of
 * hyperbolic tangents, correlations of ranks, spatial signs, and the half of points nearest to
 * the medians.  In each, the points are turned to its axes and measured by median and
 * spread along them.
 *
 * The covariance is made consistent for normal data by the factor
 * a / P(X <= q), X chi-square with p + 2 degrees of freedom, q the a-quantile with p, a = h / n,
 * then refitted to the points within the 97.5 % quantile and made consistent again
 * (Croux and Haesbroeck 1999).  There is no correction for small n.
 *
 * h is (n + p + 1) / 2.  If more than h points lie in a hyperplane, as when most values of a
 * column are 0, no such fit exists; then h is 75 %, 90 % and at last all of the points.
 *
 * Sums run in the order of the points, so results do not depend on threads.
 */
#include "stats/linear/robust.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "stats/counts/chi_square.h"
#include "stats/linear/linear_algebra.h"
#include "stats/moments.h"
#include "stats/quantile.h"

enum { STARTS = 4, FIRST_STEPS = 2, MOST_STEPS = 100 };

static const double SINGULAR = 1e-10; /* share of a column's variance that must be its own */
static const double REWEIGHT = 0.975; /* quantile of the points that the last fit rests on */

tacit_status tacit_robust_of(tacit_ctx *cx, double *x, size_t n, tacit_robust *out)
{
    TACIT_ASSERT(n > 0);
    const size_t mark = tacit_scratch_mark(cx);
    double *deviation = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *deviation, &deviation));
    TACIT_TRY(tacit_sort_reals(cx, x, n));
    out->median = tacit_quantile(x, n, 0.5);
    for (size_t i = 0; i < n; i++)
        deviation[i] = fabs(x[i] - out->median);
    TACIT_TRY(tacit_sort_reals(cx, deviation, n));
    out->spread = 1.4826 * tacit_quantile(deviation, n, 0.5);
    if (!(out->spread > 0.0))
        out->spread = (tacit_quantile(x, n, 0.75) - tacit_quantile(x, n, 0.25)) / 1.349;
    if (!(out->spread > 0.0))
        out->spread = tacit_moments_of(x, n).sd;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- standardised points ---- */

/* Points of one fit: n rows of p standardised, independent columns. */
typedef struct cloud {
    const double *z;
    size_t n, p;
} cloud;

/* Mean and scatter of a fit; `l` is the factor of the scatter. */
typedef struct fit {
    double *centre, *l;
    double log_determinant;
    bool regular;
} fit;

static tacit_status make_fit(tacit_ctx *cx, size_t p, fit *f)
{
    TACIT_TRY(tacit_scratch(cx, p, sizeof *f->centre, &f->centre));
    return tacit_scratch(cx, p * p, sizeof *f->l, &f->l);
}

static void copy_fit(const fit *from, size_t p, fit *to)
{
    memcpy(to->centre, from->centre, p * sizeof *to->centre);
    memcpy(to->l, from->l, p * p * sizeof *to->l);
    to->log_determinant = from->log_determinant;
    to->regular = from->regular;
}

static double distance_of(const fit *f, size_t p, const double *z)
{
    double y[TACIT_MCD_COLUMNS], sum = 0.0;
    for (size_t j = 0; j < p; j++)
        y[j] = z[j] - f->centre[j];
    tacit_solve_lower(f->l, p, y);
    for (size_t j = 0; j < p; j++)
        sum += y[j] * y[j];
    return sum;
}

/* Lower triangle of the covariance of the points with `in` set, all if it is NULL; the mean
 * goes to `centre`. */
static void covariance_of(const cloud *c, const bool *in, double *centre, double *a)
{
    const size_t p = c->p;
    double n = 0.0;
    memset(centre, 0, p * sizeof *centre);
    memset(a, 0, p * p * sizeof *a);
    for (size_t i = 0; i < c->n; i++) {
        if (in != NULL && !in[i])
            continue;
        n += 1.0;
        for (size_t j = 0; j < p; j++)
            centre[j] += c->z[i * p + j];
    }
    for (size_t j = 0; j < p; j++)
        centre[j] /= n;
    for (size_t i = 0; i < c->n; i++) {
        double d[TACIT_MCD_COLUMNS];
        if (in != NULL && !in[i])
            continue;
        for (size_t j = 0; j < p; j++)
            d[j] = c->z[i * p + j] - centre[j];
        for (size_t j = 0; j < p; j++)
            for (size_t k = 0; k <= j; k++)
                a[j * p + k] += d[j] * d[k];
    }
    for (size_t k = 0; k < p * p; k++)
        a[k] /= n > 1.0 ? n - 1.0 : 1.0;
}

static void fit_points(const cloud *c, const bool *in, fit *f)
{
    covariance_of(c, in, f->centre, f->l);
    f->regular = tacit_cholesky(f->l, c->p, SINGULAR);
    f->log_determinant = f->regular ? tacit_log_determinant(f->l, c->p) : -INFINITY;
}

/* Set `in` for the h points with the least distances, the first ones among equals. */
static tacit_status take_nearest(tacit_ctx *cx, const double *distance, size_t n, size_t h,
                                 bool *in)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *sorted = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *sorted, &sorted));
    memcpy(sorted, distance, n * sizeof *sorted);
    TACIT_TRY(tacit_sort_reals(cx, sorted, n));
    const double limit = sorted[h - 1];
    size_t taken = 0;
    for (size_t i = 0; i < n; i++)
        taken += in[i] = distance[i] < limit;
    for (size_t i = 0; i < n && taken < h; i++)
        if (!in[i] && distance[i] <= limit)
            taken += in[i] = true;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- first scatters ---- */

/* Average ranks of column j in column j of `out`, centred. */
static tacit_status rank_column(tacit_ctx *cx, const cloud *c, size_t j, double *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_keyed *order = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *order, &order));
    for (size_t i = 0; i < c->n; i++)
        order[i] = (tacit_keyed){ tacit_sort_key_real(c->z[i * c->p + j]), i };
    TACIT_TRY(tacit_sort_keyed(cx, order, c->n));
    for (size_t first = 0, end; first < c->n; first = end) {
        for (end = first; end < c->n && order[end].key == order[first].key; end++)
            continue;
        const double rank = ((double)(first + end) / (double)c->n - 1.0) / 2.0;
        for (size_t i = first; i < end; i++)
            out[order[i].row * c->p + j] = rank;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Points whose covariance is the first scatter number `start`. */
static tacit_status bend_points(tacit_ctx *cx, const cloud *c, size_t start, double *out)
{
    for (size_t j = 0; start == 1 && j < c->p; j++)
        TACIT_TRY(rank_column(cx, c, j, out));
    for (size_t i = 0; start != 1 && i < c->n; i++) {
        const double *z = c->z + i * c->p;
        double length = 0.0;
        for (size_t j = 0; j < c->p; j++)
            length += z[j] * z[j];
        length = length > 0.0 ? sqrt(length) : 1.0;
        for (size_t j = 0; j < c->p; j++)
            out[i * c->p + j] = start == 0 ? tanh(z[j]) : start == 2 ? z[j] / length : z[j];
    }
    return TACIT_OK;
}

/* Set `in` for the half of points nearest to the medians. */
static tacit_status nearest_half(tacit_ctx *cx, const cloud *c, bool *in)
{
    double *distance = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *distance, &distance));
    for (size_t i = 0; i < c->n; i++)
        for (size_t j = 0; j < c->p; j++)
            distance[i] += c->z[i * c->p + j] * c->z[i * c->p + j];
    return take_nearest(cx, distance, c->n, (c->n + 1) / 2, in);
}

/* Distances along the axes `v` of a scatter: each measured by its own median and spread. */
static tacit_status axis_distances(tacit_ctx *cx, const cloud *c, const double *v, double *distance)
{
    const size_t p = c->p, mark = tacit_scratch_mark(cx);
    double *along = NULL, *sorted = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *along, &along));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *sorted, &sorted));
    memset(distance, 0, c->n * sizeof *distance);
    for (size_t k = 0; k < p; k++) {
        tacit_robust r;
        for (size_t i = 0; i < c->n; i++) {
            along[i] = 0.0;
            for (size_t j = 0; j < p; j++)
                along[i] += c->z[i * p + j] * v[j * p + k];
        }
        memcpy(sorted, along, c->n * sizeof *sorted);
        TACIT_TRY(tacit_robust_of(cx, sorted, c->n, &r));
        for (size_t i = 0; i < c->n && r.spread > 0.0; i++) {
            const double d = (along[i] - r.median) / r.spread;
            distance[i] += d * d;
        }
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Set `in` for the h points that first scatter number `start` finds nearest. */
static tacit_status first_points(tacit_ctx *cx, const cloud *c, size_t start, size_t h, bool *in)
{
    const size_t p = c->p, mark = tacit_scratch_mark(cx);
    double *bent = NULL, *distance = NULL, *a = NULL, *values = NULL, *v = NULL;
    bool *half = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n * p, sizeof *bent, &bent));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *distance, &distance));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *a, &a));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *values, &values));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *v, &v));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *half, &half));
    TACIT_TRY(bend_points(cx, c, start, bent));
    if (start == 3)
        TACIT_TRY(nearest_half(cx, c, half));
    const cloud other = { bent, c->n, p };
    covariance_of(&other, start == 3 ? half : NULL, values, a);
    for (size_t j = 0; j < p; j++)
        for (size_t k = 0; k < j; k++)
            a[k * p + j] = a[j * p + k];
    tacit_eigen_symmetric(a, p, values, v);
    TACIT_TRY(axis_distances(cx, c, v, distance));
    TACIT_TRY(take_nearest(cx, distance, c->n, h, in));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- the fit ---- */

/* Refit to the h nearest points, up to `steps` times, while the determinant falls. */
static tacit_status concentrate(tacit_ctx *cx, const cloud *c, size_t h, size_t steps, bool *in,
                                fit *f)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *distance = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *distance, &distance));
    for (size_t s = 0; s < steps && f->regular; s++) {
        const double before = f->log_determinant;
        TACIT_TRY(tacit_tick(cx, s, steps));
        for (size_t i = 0; i < c->n; i++)
            distance[i] = distance_of(f, c->p, c->z + i * c->p);
        TACIT_TRY(take_nearest(cx, distance, c->n, h, in));
        fit_points(c, in, f);
        if (!(f->log_determinant < before - 1e-12))
            break;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* The best fit to h points; not regular if some h points lie in a hyperplane. */
static tacit_status least_determinant(tacit_ctx *cx, const cloud *c, size_t h, fit *best)
{
    bool *in = NULL, *best_in = NULL;
    fit f;
    TACIT_TRY(make_fit(cx, c->p, &f));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *in, &in));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *best_in, &best_in));
    best->log_determinant = INFINITY;
    for (size_t start = 0; start < STARTS; start++) {
        TACIT_TRY(first_points(cx, c, start, h, in));
        fit_points(c, in, &f);
        TACIT_TRY(concentrate(cx, c, h, FIRST_STEPS, in, &f));
        if (!(f.log_determinant < best->log_determinant))
            continue;
        copy_fit(&f, c->p, best);
        memcpy(best_in, in, c->n * sizeof *in);
    }
    return concentrate(cx, c, h, MOST_STEPS, best_in, best);
}

/* Make a covariance of the share `a` of nearest points consistent for normal data. */
static void make_consistent(fit *f, size_t p, double a)
{
    if (!(a < 1.0))
        return;
    const double q = tacit_chi_square_quantile(a, (double)p);
    const double factor = sqrt(a / tacit_chi_square_cdf(q, (double)p + 2.0));
    for (size_t i = 0; i < p * p; i++)
        f->l[i] *= factor;
}

/* Refit to all points within the quantile of the first fit. */
static tacit_status reweight(tacit_ctx *cx, const cloud *c, fit *f)
{
    const double limit = tacit_chi_square_quantile(REWEIGHT, (double)c->p);
    bool *in = NULL;
    fit first;
    TACIT_TRY(make_fit(cx, c->p, &first));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *in, &in));
    copy_fit(f, c->p, &first);
    for (size_t i = 0; i < c->n; i++)
        in[i] = distance_of(&first, c->p, c->z + i * c->p) <= limit;
    fit_points(c, in, f);
    if (f->regular)
        make_consistent(f, c->p, REWEIGHT);
    else
        copy_fit(&first, c->p, f);
    return TACIT_OK;
}

static tacit_status fit_cloud(tacit_ctx *cx, const cloud *c, fit *f, double *share)
{
    const double parts[] = { (double)(c->n + c->p + 1) / 2.0 / (double)c->n, 0.75, 0.9, 1.0 };
    f->regular = false;
    for (size_t k = 0; k < 4 && !f->regular; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        const size_t h = parts[k] < 1.0 ? (size_t)(parts[k] * (double)c->n) : c->n;
        TACIT_TRY(least_determinant(cx, c, h, f));
        *share = (double)h / (double)c->n;
        tacit_scratch_release(cx, mark);
    }
    TACIT_ASSERT(f->regular); /* the columns are independent over all points */
    make_consistent(f, c->p, *share);
    return reweight(cx, c, f);
}

/* ---- columns ---- */

/* Median and spread of each column. */
static tacit_status measure_columns(tacit_ctx *cx, const double *x, size_t n, size_t p,
                                    tacit_robust *column)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *sorted = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *sorted, &sorted));
    for (size_t j = 0; j < p; j++) {
        for (size_t i = 0; i < n; i++)
            sorted[i] = x[i * p + j];
        TACIT_TRY(tacit_robust_of(cx, sorted, n, &column[j]));
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Standardise the columns that `m` keeps, all with spread if `kept` is p. */
static void standardise(const tacit_mcd *m, const double *x, double *z)
{
    size_t k = 0;
    for (size_t j = 0; j < m->p; j++)
        if (m->is_kept[j])
            z[k++] = (x[j] - m->column[j].median) / m->column[j].spread;
}

/* Find the columns that vary and do not follow from others. */
static tacit_status choose_columns(tacit_ctx *cx, const double *x, size_t n, tacit_mcd *m)
{
    const size_t mark = tacit_scratch_mark(cx), p = m->p;
    double *z = NULL, *a = NULL, *mean = NULL;
    TACIT_TRY(tacit_scratch(cx, n * p, sizeof *z, &z));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *a, &a));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *mean, &mean));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < p; j++)
            if (m->column[j].spread > 0.0)
                z[i * p + j] = (x[i * p + j] - m->column[j].median) / m->column[j].spread;
    const cloud all = { z, n, p };
    covariance_of(&all, NULL, mean, a);
    m->kept = tacit_independent_columns(a, p, SINGULAR, m->is_kept);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_mcd_fit(tacit_ctx *cx, const double *x, size_t n, size_t p, tacit_mcd *out)
{
    TACIT_ASSERT(p > 0 && p <= TACIT_MCD_COLUMNS && n > 2 * p);
    tacit_mcd m = { .p = p };
    double *z = NULL;
    fit f;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *m.column, &m.column));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *m.is_kept, &m.is_kept));
    TACIT_TRY(make_fit(cx, p, &f));
    TACIT_TRY(measure_columns(cx, x, n, p, m.column));
    TACIT_TRY(choose_columns(cx, x, n, &m));
    if (m.kept > 0) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_scratch(cx, n * m.kept, sizeof *z, &z));
        for (size_t i = 0; i < n; i++)
            standardise(&m, x + i * p, z + i * m.kept);
        const cloud c = { z, n, m.kept };
        TACIT_TRY(fit_cloud(cx, &c, &f, &m.share));
        tacit_scratch_release(cx, mark);
    }
    m.centre = f.centre;
    m.factor = f.l;
    *out = m;
    return TACIT_OK;
}

void tacit_mcd_whiten(const tacit_mcd *m, const double *x, double *out)
{
    standardise(m, x, out);
    for (size_t k = 0; k < m->kept; k++)
        out[k] -= m->centre[k];
    tacit_solve_lower(m->factor, m->kept, out);
}

double tacit_mcd_distance(const tacit_mcd *m, const double *x)
{
    double y[TACIT_MCD_COLUMNS], sum = 0.0;
    tacit_mcd_whiten(m, x, y);
    for (size_t k = 0; k < m->kept; k++)
        sum += y[k] * y[k];
    return sum;
}
