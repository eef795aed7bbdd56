/*
 * corrected.c - linear regression on numbers that were released with noise.
 *
 * Noise of variances D in the regressors makes least squares too flat: with X = x + u the
 * covariance S_XX is that of x plus D.  The corrected coefficients are
 *
 *   b = (S_XX - D)^-1 S_XY,      a = mean(Y) - mean(X)' b
 *
 * (Fuller 1987, Measurement error models, section 2.2).  Noise in the response changes no
 * coefficient, only what is left over.  Standard errors are those of the estimating equation: row i
 * has the influence (S_XX - D)^-1 (X_i e_i + D b) on b, X_i from its mean and e_i being the
 * residual (Carroll, Ruppert, Stefanski and Crainiceanu 2006, section A.6).  They hold for any law
 * of noise, and of residuals whose variance is not the same everywhere.
 */
#include "stats/noisy/corrected.h"

#include <math.h>

#include "stats/linear/covariance.h"
#include "stats/linear/linear_algebra.h"

/* A regressor that is a combination of others to this share of its variance is one. */
static const double SINGULAR = 1e-10;

/* What the fit and its errors need. */
typedef struct fit {
    const tacit_noisy_rows *rows;
    double *mean, *cov; /* p + 1, (p + 1)^2 */
    double *inverse;    /* p * p, of the covariances of the regressors without noise */
    double *coefficient, *error;
} fit;

static tacit_status make_room(tacit_ctx *cx, fit *f)
{
    const size_t p = f->rows->p, q = p + 1;
    TACIT_TRY(tacit_scratch(cx, q, sizeof *f->mean, &f->mean));
    TACIT_TRY(tacit_scratch(cx, q * q, sizeof *f->cov, &f->cov));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *f->inverse, &f->inverse));
    TACIT_TRY(tacit_scratch(cx, q, sizeof *f->coefficient, &f->coefficient));
    return tacit_scratch(cx, q, sizeof *f->error, &f->error);
}

static bool solve(fit *f)
{
    const size_t p = f->rows->p, q = p + 1;
    for (size_t j = 0; j < p; j++)
        for (size_t k = 0; k < p; k++)
            f->inverse[j * p + k] = f->cov[j * q + k] - (j == k ? f->rows->noise[j] : 0.0);
    if (!tacit_inverse_positive(f->inverse, p, SINGULAR))
        return false;
    f->coefficient[0] = f->mean[p];
    for (size_t j = 0; j < p; j++) {
        double sum = 0.0;
        for (size_t k = 0; k < p; k++)
            sum += f->inverse[j * p + k] * f->cov[k * q + p];
        f->coefficient[j + 1] = sum;
        f->coefficient[0] -= f->mean[j] * sum;
    }
    return true;
}

/* How far the response of row i is off the line. */
static double residual_of(const fit *f, const double *row)
{
    double e = row[f->rows->p] - f->coefficient[0];
    for (size_t j = 0; j < f->rows->p; j++)
        e -= row[j] * f->coefficient[j + 1];
    return e;
}

/* Add the squares of row i's influence on each coefficient; `psi` is room for p. */
static void add_influence(const fit *f, const double *row, double *psi)
{
    const size_t p = f->rows->p;
    const double e = residual_of(f, row);
    double own = e;
    for (size_t j = 0; j < p; j++)
        psi[j] = (row[j] - f->mean[j]) * e + f->rows->noise[j] * f->coefficient[j + 1];
    for (size_t j = 0; j < p; j++) {
        double by = 0.0;
        for (size_t k = 0; k < p; k++)
            by += f->inverse[j * p + k] * psi[k];
        f->error[j + 1] += by * by;
        own -= f->mean[j] * by;
    }
    f->error[0] += own * own;
}

/* Standard errors, and the variance of the response about the line. */
static tacit_status find_errors(tacit_ctx *cx, fit *f, tacit_corrected *out)
{
    const size_t n = f->rows->n, p = f->rows->p, q = p + 1;
    const double left = (double)(n - q);
    double *psi = NULL, square = 0.0;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *psi, &psi));
    for (size_t i = 0; i < n; i++) {
        const double e = residual_of(f, f->rows->x + i * q);
        square += e * e;
        add_influence(f, f->rows->x + i * q, psi);
    }
    for (size_t j = 0; j < q; j++)
        f->error[j] = sqrt(f->error[j] / left / (double)n);
    out->residual = square / left - f->rows->noise[p];
    for (size_t j = 0; j < p; j++)
        out->residual -= f->coefficient[j + 1] * f->coefficient[j + 1] * f->rows->noise[j];
    out->residual = fmax(out->residual, 0.0);
    return TACIT_OK;
}

tacit_status tacit_corrected_fit(tacit_ctx *cx, const tacit_noisy_rows *rows, tacit_corrected *out,
                                 bool *solved)
{
    const size_t p = rows->p, q = p + 1;
    fit f = { .rows = rows };
    double *reliable = NULL, explained = 0.0;
    TACIT_ASSERT(rows->n > q && p > 0);
    TACIT_TRY(make_room(cx, &f));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *reliable, &reliable));
    TACIT_TRY(tacit_covariance_of(cx, rows->x, rows->n, q, f.mean, f.cov));
    *solved = solve(&f);
    if (!*solved)
        return TACIT_OK;
    TACIT_TRY(find_errors(cx, &f, out));
    for (size_t j = 0; j < p; j++) {
        reliable[j] = 1.0 - rows->noise[j] / f.cov[j * q + j];
        explained += f.coefficient[j + 1] * f.cov[j * q + p];
    }
    out->explained = fmin(explained / (f.cov[p * q + p] - rows->noise[p]), 1.0);
    out->coefficient = f.coefficient;
    out->error = f.error;
    out->reliable = reliable;
    return TACIT_OK;
}
