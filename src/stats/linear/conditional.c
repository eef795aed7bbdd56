/*
 * conditional.c - normal variables given others: fit, and draws that may be exact.
 *
 * With the covariance [V_xx V_xs; V_sx V_ss] the responses x given the predictors s are normal
 * with mean B s, B = V_xs V_ss^-1, and covariance C = V_xx - B V_sx.  A draw is
 *
 *     y = B s + a (x - B s) + sqrt(1 - a^2) e,   e normal with covariance C,
 *
 * which has the joint covariance of x and s for each proximity a (Muralidhar and Sarathy 2008).
 * Exact draws replace e = root z by a sample that is orthogonal to the constant and to s, for a > 0
 * also to x, and has covariance C, not only in expectation: z is regressed on s and x, twice
 * because once leaves rounding errors where they are nearly collinear, and its residuals are
 * whitened. With a = 0 x takes no part in that, so that given s the draw depends on x through B and
 * C only.
 */
#include "stats/linear/conditional.h"

#include <math.h>

#include "stats/linear/covariance.h"
#include "stats/linear/linear_algebra.h"
#include "stats/linear/normal_draws.h"

/* A predictor must leave more than this share of its variance unexplained by others. */
static const double LEAST = 1e-12;

enum { ORTHOGONALISED = 2 };

/* ---- the fit ---- */

/* The predictors that are kept: their positions and the Cholesky factor of their covariance. */
typedef struct basis {
    size_t n;
    size_t *at;
    double *l;
} basis;

static tacit_status find_basis(tacit_ctx *cx, const double *v, const tacit_conditional *c,
                               basis *out)
{
    const size_t d = c->q + c->p;
    double *a = NULL;
    TACIT_TRY(tacit_scratch(cx, c->p * c->p, sizeof *a, &a));
    TACIT_TRY(tacit_scratch(cx, c->p, sizeof *out->at, &out->at));
    for (size_t i = 0; i < c->p * c->p; i++)
        a[i] = v[(c->q + i / c->p) * d + c->q + i % c->p];
    out->n = tacit_independent_columns(a, c->p, LEAST, c->is_kept);
    for (size_t j = 0, k = 0; j < c->p; j++)
        if (c->is_kept[j])
            out->at[k++] = j;
    TACIT_TRY(tacit_scratch(cx, out->n * out->n, sizeof *out->l, &out->l));
    for (size_t i = 0; i < out->n; i++) /* the kept rows of `a` are the factor */
        for (size_t k = 0; k <= i; k++)
            out->l[i * out->n + k] = a[out->at[i] * c->p + out->at[k]];
    return TACIT_OK;
}

/* root root' = `rest` (destroyed) by its eigenvectors. */
static tacit_status find_root(tacit_ctx *cx, double *rest, const tacit_conditional *c)
{
    const size_t q = c->q;
    double *value = NULL;
    TACIT_TRY(tacit_scratch(cx, q, sizeof *value, &value));
    tacit_eigen_symmetric(rest, q, value, c->root);
    for (size_t i = 0; i < q * q; i++)
        c->root[i] *= value[i % q] > 0.0 ? sqrt(value[i % q]) : 0.0;
    return TACIT_OK;
}

/* Slopes, explained shares, and the covariance `rest` that is left. */
static tacit_status regress(tacit_ctx *cx, const double *v, const basis *b, tacit_conditional *c,
                            double *rest)
{
    const size_t q = c->q, d = q + c->p;
    double *y = NULL;
    TACIT_TRY(tacit_scratch(cx, q * b->n, sizeof *y, &y));
    for (size_t r = 0; r < q; r++) {
        for (size_t k = 0; k < b->n; k++)
            y[r * b->n + k] = v[r * d + q + b->at[k]];
        tacit_solve_lower(b->l, b->n, y + r * b->n);
    }
    for (size_t i = 0; i < q * q; i++) {
        double sum = 0.0;
        for (size_t k = 0; k < b->n; k++)
            sum += y[i / q * b->n + k] * y[i % q * b->n + k];
        rest[i] = v[i / q * d + i % q] - sum;
        if (i / q == i % q)
            c->explained[i % q] =
                v[i / q * d + i % q] > 0.0 ? fmin(sum / v[i / q * d + i % q], 1.0) : 0.0;
    }
    for (size_t r = 0; r < q; r++) {
        tacit_solve_upper(b->l, b->n, y + r * b->n);
        for (size_t k = 0; k < b->n; k++)
            c->slope[r * c->p + b->at[k]] = y[r * b->n + k];
    }
    return TACIT_OK;
}

tacit_status tacit_conditional_fit(tacit_ctx *cx, const double *v, size_t q, size_t p,
                                   tacit_conditional *out)
{
    tacit_conditional c = { .q = q, .p = p };
    basis b = { 0 };
    double *rest = NULL;
    TACIT_ASSERT(q > 0);
    TACIT_TRY(tacit_scratch(cx, q * p, sizeof *c.slope, &c.slope));
    TACIT_TRY(tacit_scratch(cx, q * q, sizeof *c.root, &c.root));
    TACIT_TRY(tacit_scratch(cx, q, sizeof *c.explained, &c.explained));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *c.is_kept, &c.is_kept));
    TACIT_TRY(tacit_scratch(cx, q * q, sizeof *rest, &rest));
    TACIT_TRY(find_basis(cx, v, &c, &b));
    TACIT_TRY(regress(cx, v, &b, &c, rest));
    TACIT_TRY(find_root(cx, rest, &c));
    *out = c;
    return TACIT_OK;
}

/* ---- draws ---- */

tacit_status tacit_residuals(tacit_ctx *cx, double *x, size_t n, size_t q, size_t d)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *mean = NULL, *v = NULL;
    tacit_conditional c = { 0 };
    TACIT_TRY(tacit_scratch(cx, d, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, d * d, sizeof *v, &v));
    TACIT_TRY(tacit_covariance_of(cx, x, n, d, mean, v));
    TACIT_TRY(tacit_conditional_fit(cx, v, q, d - q, &c));
#pragma omp parallel for schedule(static) if (n > 10000)
    for (size_t i = 0; i < n; i++)
        for (size_t r = 0; r < q; r++) {
            double fit = mean[r];
            for (size_t k = 0; k < c.p; k++)
                fit += c.slope[r * c.p + k] * (x[i * d + q + k] - mean[q + k]);
            x[i * d + r] -= fit;
        }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_whiten(tacit_ctx *cx, double *x, size_t n, size_t q, size_t d)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *mean = NULL, *v = NULL, *l = NULL;
    TACIT_TRY(tacit_scratch(cx, d, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, d * d, sizeof *v, &v));
    TACIT_TRY(tacit_scratch(cx, q * q, sizeof *l, &l));
    TACIT_TRY(tacit_covariance_of(cx, x, n, d, mean, v));
    for (size_t i = 0; i < q * q; i++)
        l[i] = v[i / q * d + i % q];
    if (!tacit_cholesky(l, q, 0.0))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "There are too few records for exact moments of %zu columns.", q);
#pragma omp parallel for schedule(static) if (n > 10000)
    for (size_t i = 0; i < n; i++)
        tacit_solve_lower(l, q, x + i * d);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Normal numbers z in the first q of `step` columns; exact ones have the data beside them. */
static tacit_status draw_normals(tacit_ctx *cx, const tacit_conditional *c,
                                 const tacit_conditional_draws *draws, double **out, size_t *step)
{
    const size_t q = c->q, d = q + c->p, beside = draws->proximity > 0.0 ? d : c->p;
    const size_t wide = draws->exact ? q + beside : q;
    double *z = NULL;
    TACIT_TRY(tacit_scratch(cx, draws->n * wide, sizeof *z, &z));
    tacit_normal_rows(draws->rng, draws->n, q, z, wide);
    *out = z;
    *step = wide;
    if (!draws->exact)
        return TACIT_OK;
    for (size_t i = 0; i < draws->n; i++)
        for (size_t k = 0; k < beside; k++) /* predictors first; responses in their span drop out */
            z[i * wide + q + k] = draws->x[i * d + (k < c->p ? q + k : k - c->p)];
    for (int turn = 0; turn < ORTHOGONALISED; turn++)
        TACIT_TRY(tacit_residuals(cx, z, draws->n, q, wide));
    return tacit_whiten(cx, z, draws->n, q, wide);
}

/* One row: responses and predictors `x`, normal numbers z. */
static void draw_row(const tacit_conditional *c, double a, const double *x, const double *z,
                     double *y)
{
    const double left = sqrt(1.0 - a * a);
    for (size_t r = 0; r < c->q; r++) {
        double fit = 0.0, e = 0.0;
        for (size_t k = 0; k < c->p; k++)
            fit += c->slope[r * c->p + k] * x[c->q + k];
        for (size_t k = 0; k < c->q; k++)
            e += c->root[r * c->q + k] * z[k];
        y[r] = fit + a * (x[r] - fit) + left * e;
    }
}

tacit_status tacit_conditional_draw(tacit_ctx *cx, const tacit_conditional *c,
                                    const tacit_conditional_draws *draws, double *y)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *z = NULL;
    size_t step = 0;
    TACIT_ASSERT(draws->proximity >= 0.0 && draws->proximity <= 1.0);
    TACIT_ASSERT(!draws->exact || draws->n >= c->p + 2 * c->q + 2);
    TACIT_TRY(draw_normals(cx, c, draws, &z, &step));
#pragma omp parallel for schedule(static) if (draws->n > 10000)
    for (size_t i = 0; i < draws->n; i++)
        draw_row(c, draws->proximity, draws->x + i * (c->q + c->p), z + i * step, y + i * c->q);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
