/*
 * fit.c - coefficients of one model on both tables.
 *
 * Least squares from covariances: beta = S_xx^-1 s_xy, residual variance
 * (s_yy - beta' s_xy) (n - 1) / (n - k - 1), standard errors from the diagonal of S_xx^-1.
 * Logistic regression by maximum likelihood, standard errors from the inverse of X'WX,
 * W = p (1 - p).  Columns are scaled by mean and standard deviation of the original on both
 * sides, which changes neither fit nor overlap, and scaled back at the end.
 * O(n k^2 + k^3), a few times that for logistic regression.
 */
#include "micro/utility/regression/fit.h"

#include <math.h>
#include <string.h>

#include "stats/linear/covariance.h"
#include "stats/linear/linear_algebra.h"
#include "stats/linear/logistic.h"

static const double COLLINEAR = 1e-9; /* share of a column's variance that must be its own */

/* What both fits share: width is k + 1, the response is the last column. */
typedef struct work {
    const tacit_design *design;
    size_t width, m; /* m kept columns */
    const bool *kept;
    double *mean, *sd; /* of the original */
} work;

/* ---- least squares ---- */

/* The covariances of the kept columns and the response, in units of the original's sd. */
static void take_kept(const work *w, const double *v, double *s)
{
    const size_t width = w->width, size = w->m + 1;
    for (size_t i = 0, a = 0; i < width; i++) {
        if (!w->kept[i])
            continue;
        for (size_t j = 0, b = 0; j < width; j++)
            if (w->kept[j])
                s[a * size + b++] = v[i * width + j] / (w->sd[i] * w->sd[j]);
        a++;
    }
}

/* Squared length of L^-1 e_j: the j-th diagonal element of the inverse of L L'. */
static double inverse_at(const double *l, size_t p, size_t j, double *room)
{
    double sum = 0.0;
    memset(room, 0, p * sizeof *room);
    room[j] = 1.0;
    tacit_solve_lower(l, p, room);
    for (size_t k = 0; k < p; k++)
        sum += room[k] * room[k];
    return sum;
}

/* Replace `x` by L'^-1 x for the lower triangle of `l`. */
static void solve_upper(const double *l, size_t p, double *x)
{
    for (size_t i = p; i-- > 0;) {
        double sum = x[i];
        for (size_t k = i + 1; k < p; k++)
            sum -= l[k * p + i] * x[k];
        x[i] = sum / l[i * p + i];
    }
}

/* Estimates of the m kept columns from the covariances `v` of n rows; false if there are none. */
static tacit_status least_squares(tacit_ctx *cx, const work *w, const double *v, size_t n,
                                  tacit_estimate *out, bool *settled)
{
    const size_t m = w->m, size = m + 1;
    double *s = NULL, *l = NULL, *beta = NULL, *room = NULL;
    TACIT_TRY(tacit_scratch(cx, size * size, sizeof *s, &s));
    TACIT_TRY(tacit_scratch(cx, m * m, sizeof *l, &l));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *beta, &beta));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *room, &room));
    take_kept(w, v, s);
    for (size_t i = 0; i < m; i++) {
        memcpy(l + i * m, s + i * size, m * sizeof *l);
        beta[i] = s[i * size + m];
    }
    *settled = n > size && tacit_cholesky(l, m, COLLINEAR / 10.0);
    if (!*settled)
        return TACIT_OK;
    tacit_solve_lower(l, m, beta);
    solve_upper(l, m, beta);
    double left = s[m * size + m];
    for (size_t i = 0; i < m; i++)
        left -= beta[i] * s[i * size + m];
    const double variance = fmax(0.0, left) / (double)(n - size);
    for (size_t i = 0; i < m; i++)
        out[i] = (tacit_estimate){ beta[i], sqrt(variance * inverse_at(l, m, i, room)) };
    return TACIT_OK;
}

/* ---- logistic regression ---- */

/* Columns of one side, scaled, one after the other; and the response. */
static tacit_status spread_columns(tacit_ctx *cx, const work *w, const tacit_design_side *side,
                                   double **columns, bool **t)
{
    const size_t n = side->n;
    TACIT_TRY(tacit_scratch(cx, n * w->m, sizeof **columns, columns));
    TACIT_TRY(tacit_scratch(cx, n, sizeof **t, t));
    for (size_t j = 0, a = 0; j + 1 < w->width; j++) {
        if (!w->kept[j])
            continue;
        double *column = *columns + a++ * n;
        for (size_t i = 0; i < n; i++)
            column[i] = (side->x[i * w->width + j] - w->mean[j]) / w->sd[j];
    }
    for (size_t i = 0; i < n; i++)
        (*t)[i] = side->x[i * w->width + w->width - 1] > 0.5;
    return TACIT_OK;
}

/* Lower triangle of X'WX with the intercept first. */
static void add_information(const double *columns, const double *p, size_t n, size_t m, double *h)
{
    const size_t size = m + 1;
    for (size_t a = 0; a < size; a++)
        for (size_t b = 0; b <= a; b++) {
            const double *x = a == 0 ? NULL : columns + (a - 1) * n;
            const double *y = b == 0 ? NULL : columns + (b - 1) * n;
            double sum = 0.0;
            for (size_t i = 0; i < n; i++)
                sum += p[i] * (1.0 - p[i]) * (x == NULL ? 1.0 : x[i]) * (y == NULL ? 1.0 : y[i]);
            h[a * size + b] = sum;
        }
}

static tacit_status logistic(tacit_ctx *cx, const work *w, const tacit_design_side *side,
                             tacit_estimate *out, bool *settled)
{
    double *columns = NULL, *h = NULL, *room = NULL;
    bool *t = NULL;
    tacit_linear_term *term = NULL;
    tacit_logistic fit;
    const size_t size = w->m + 1;
    TACIT_TRY(spread_columns(cx, w, side, &columns, &t));
    TACIT_TRY(tacit_scratch(cx, w->m, sizeof *term, &term));
    TACIT_TRY(tacit_scratch(cx, size * size, sizeof *h, &h));
    TACIT_TRY(tacit_scratch(cx, size, sizeof *room, &room));
    for (size_t a = 0; a < w->m; a++)
        term[a] = (tacit_linear_term){ .value = columns + a * side->n };
    const tacit_linear_design design = { .rows = side->n, .terms = w->m, .term = term };
    TACIT_TRY(tacit_logistic_fit(cx, &design, t, &fit));
    add_information(columns, fit.p, side->n, w->m, h);
    *settled = fit.converged && !fit.separated && fit.kept == size &&
               tacit_cholesky(h, size, COLLINEAR / 10.0);
    for (size_t a = 0; a < w->m && *settled; a++)
        out[a] = (tacit_estimate){ fit.beta[a + 1], sqrt(inverse_at(h, size, a + 1, room)) };
    return TACIT_OK;
}

/* ---- both tables ---- */

/* Mark the predictors that depend on others before them as not kept. */
static tacit_status drop_dependent(tacit_ctx *cx, const double *v, size_t width, bool *kept)
{
    const size_t k = width - 1;
    double *a = NULL;
    bool *own = NULL;
    TACIT_TRY(tacit_scratch(cx, k * k, sizeof *a, &a));
    TACIT_TRY(tacit_scratch(cx, k, sizeof *own, &own));
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            a[i * k + j] = kept[i] && kept[j] ? v[i * width + j] : 0.0;
    tacit_independent_columns(a, k, COLLINEAR, own);
    for (size_t j = 0; j < k; j++)
        kept[j] &= own[j];
    return TACIT_OK;
}

/* Fit one side and put its estimates, in the columns' own units, at their columns. */
static tacit_status fit_side(tacit_ctx *cx, const work *w, const tacit_design_side *side,
                             const double *v, tacit_estimate *out)
{
    tacit_estimate *found = NULL;
    bool settled = false;
    const double response = w->design->logistic ? 1.0 : w->sd[w->width - 1];
    TACIT_TRY(tacit_scratch(cx, w->m + 1, sizeof *found, &found));
    TACIT_TRY(w->design->logistic ? logistic(cx, w, side, found, &settled)
                                  : least_squares(cx, w, v, side->n, found, &settled));
    for (size_t j = 0, a = 0; j + 1 < w->width; j++) {
        out[j] = (tacit_estimate){ NAN, NAN };
        if (!w->kept[j])
            continue;
        if (settled)
            out[j] = (tacit_estimate){ found[a].value * response / w->sd[j],
                                       found[a].error * response / w->sd[j] };
        a++;
    }
    return TACIT_OK;
}

static bool has_solution(const work *w, const tacit_estimate *e)
{
    for (size_t j = 0; j + 1 < w->width; j++)
        if (w->kept[j] && !(isfinite(e[j].value) && isfinite(e[j].error)))
            return false;
    return w->m > 0;
}

/* Means and covariances of both sides; the original's give the scale. */
static tacit_status describe(tacit_ctx *cx, work *w, double **before, double **after)
{
    const tacit_design *d = w->design;
    const size_t width = w->width;
    double *mean = NULL;
    TACIT_TRY(tacit_scratch(cx, width, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, width, sizeof *w->mean, &w->mean));
    TACIT_TRY(tacit_scratch(cx, width, sizeof *w->sd, &w->sd));
    TACIT_TRY(tacit_scratch(cx, width * width, sizeof **before, before));
    TACIT_TRY(tacit_scratch(cx, width * width, sizeof **after, after));
    TACIT_TRY(tacit_covariance_of(cx, d->before.x, d->before.n, width, w->mean, *before));
    TACIT_TRY(tacit_covariance_of(cx, d->after.x, d->after.n, width, mean, *after));
    for (size_t j = 0; j < width; j++) {
        const double sd = sqrt((*before)[j * width + j]);
        w->sd[j] = sd > 0.0 ? sd : 1.0;
    }
    return TACIT_OK;
}

tacit_status tacit_fits_of(tacit_ctx *cx, const tacit_design *design, tacit_fits *out)
{
    const size_t k = design->k;
    work w = { .design = design, .width = k + 1 };
    double *before = NULL, *after = NULL;
    TACIT_TRY(tacit_scratch(cx, k + 1, sizeof *out->kept, &out->kept));
    TACIT_TRY(tacit_scratch(cx, k + 1, sizeof *out->before, &out->before));
    TACIT_TRY(tacit_scratch(cx, k + 1, sizeof *out->after, &out->after));
    out->settled = false;
    if (design->before.n < 2 || design->after.n < 2)
        return TACIT_OK;
    memset(out->kept, 1, (k + 1) * sizeof *out->kept);
    TACIT_TRY(describe(cx, &w, &before, &after));
    TACIT_TRY(drop_dependent(cx, before, k + 1, out->kept));
    TACIT_TRY(drop_dependent(cx, after, k + 1, out->kept));
    for (size_t j = 0; j < k; j++)
        w.m += out->kept[j];
    w.kept = out->kept;
    TACIT_TRY(fit_side(cx, &w, &design->before, before, out->before));
    TACIT_TRY(fit_side(cx, &w, &design->after, after, out->after));
    out->settled = has_solution(&w, out->before) && has_solution(&w, out->after);
    return TACIT_OK;
}
