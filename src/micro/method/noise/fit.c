/*
 * fit.c - how the noise of several columns together is made from normal draws.
 *
 * F with F F' = V comes from the eigenvalues of the correlations, R = Q L Q', as
 * F = S Q L^1/2 with S the deviations: columns that are constant or sums of others need no
 * care, and the noise respects the same sums.  Eigenvalues below 1e-12 count as 0.
 *
 * Restricted noise: with draws Z (n by p) beside X, B = V^+ cov(X, Z) and the covariance
 * S = cov(Z) - cov(Z, X) B = L L' of what is left, the draws w = L^-1 (z - mean - B' (x - m))
 * have mean 0, covariance I and no covariance with X in the sample.  Then
 * y = m + (x - m + c F w) / sqrt(1 + c^2) has the mean m and the covariance V exactly.
 *
 * Outlier-aware noise: distances d from a robust centre by the scatter of the least
 * determinant (stats/robust.h) are compared with the root q of the 97.5 % quantile of
 * chi-square with as many degrees of freedom as there are columns.  V is that of the records
 * within q, and the noise of a record is multiplied by w = max(1, d / q): noise in proportion
 * to how far it stands out.
 */
#include "micro/method/noise/fit.h"

#include <math.h>
#include <string.h>

#include "stats/counts/chi_square.h"
#include "stats/linear/covariance.h"
#include "stats/linear/linear_algebra.h"
#include "stats/linear/normal_draws.h"
#include "stats/linear/robust.h"

static const double NULL_EIGENVALUE = 1e-12; /* of a correlation matrix: none */
static const double SINGULAR = 1e-10;        /* share of variance that draws must keep */
static const double WITHIN = 0.975;          /* quantile beyond which a record stands out */

/* Records whose moments are taken at once: several blocks of stats/covariance.c. */
enum { AT_ONCE = 65536 };

size_t tacit_noise_least(tacit_noise_kind kind, size_t p)
{
    return kind == TACIT_NOISE_CORRELATED ? p + 1 : 2 * p + 1;
}

bool tacit_noise_needs_rows(tacit_noise_kind kind)
{
    return kind != TACIT_NOISE_CORRELATED;
}

/* The product a b of p by p matrices. */
static void multiply(const double *a, const double *b, size_t p, double *out)
{
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < p; j++) {
            double sum = 0.0;
            for (size_t k = 0; k < p; k++)
                sum += a[i * p + k] * b[k * p + j];
            out[i * p + j] = sum;
        }
}

/* Eigenvalues and eigenvectors of the correlations that belong to `v`. */
typedef struct principal {
    double *value, *vector;
} principal;

static tacit_status axes_of(tacit_ctx *cx, const double *v, size_t p, principal *out)
{
    double *r = NULL;
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *r, &r));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *out->value, &out->value));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *out->vector, &out->vector));
    tacit_correlation_of(v, p, r);
    tacit_eigen_symmetric(r, p, out->value, out->vector);
    return TACIT_OK;
}

/* `scale` times F of the axes. */
static tacit_status factor_of(tacit_ctx *cx, const principal *axes, const double *sd, size_t p,
                              double scale, double **out)
{
    double *f = NULL;
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *f, &f));
    for (size_t j = 0; j < p; j++)
        for (size_t k = 0; k < p; k++)
            if (axes->value[k] > NULL_EIGENVALUE)
                f[j * p + k] = scale * sd[j] * axes->vector[j * p + k] * sqrt(axes->value[k]);
    *out = f;
    return TACIT_OK;
}

/* Means, deviations, axes and factor from means and covariances `v`. */
static tacit_status fit_moments(tacit_ctx *cx, const double *v, double scale, tacit_noise_fit *fit,
                                principal *axes)
{
    const size_t p = fit->p;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *fit->sd, &fit->sd));
    for (size_t j = 0; j < p * p; j++)
        if (!isfinite(v[j]))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "The columns have values too large for noise on them together.");
    for (size_t j = 0; j < p; j++)
        fit->sd[j] = sqrt(v[j * p + j]);
    TACIT_TRY(axes_of(cx, v, p, axes));
    TACIT_TRY(factor_of(cx, axes, fit->sd, p, scale, &fit->factor));
    fit->mix = fit->factor;
    return TACIT_OK;
}

/* The same of points, row by row. */
static tacit_status fit_points(tacit_ctx *cx, const double *x, size_t n, double scale,
                               tacit_noise_fit *fit, principal *axes)
{
    double *v = NULL;
    TACIT_TRY(tacit_scratch(cx, fit->p * fit->p, sizeof *v, &v));
    TACIT_TRY(tacit_scratch(cx, fit->p, sizeof *fit->mean, &fit->mean));
    TACIT_TRY(tacit_covariance_of(cx, x, n, fit->p, fit->mean, v));
    return fit_moments(cx, v, scale, fit, axes);
}

/* ---- correlated ---- */

/* Number, means and covariances (in `all` below sums of products) of records. */
typedef struct part {
    double n, *mean, *v;
} part;

/* Add those of `more` to `all` (Chan, Golub and LeVeque 1983). */
static void merge(part *all, const part *more, size_t p)
{
    const double n = all->n + more->n, weight = all->n * more->n / n;
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < p; j++)
            all->v[i * p + j] +=
                (more->n - 1.0) * more->v[i * p + j] +
                (more->mean[i] - all->mean[i]) * (more->mean[j] - all->mean[j]) * weight;
    for (size_t i = 0; i < p; i++)
        all->mean[i] += (more->mean[i] - all->mean[i]) * more->n / n;
    all->n = n;
}

static tacit_status new_part(tacit_ctx *cx, size_t p, part *out)
{
    *out = (part){ .n = 0.0 };
    TACIT_TRY(tacit_scratch(cx, p, sizeof *out->mean, &out->mean));
    return tacit_scratch(cx, p * p, sizeof *out->v, &out->v);
}

/* Moments of the records, some at a time, so that they need not all be held row by row. */
static tacit_status fit_columns(tacit_ctx *cx, const tacit_noise_records *m, double scale,
                                tacit_noise_fit *fit, principal *axes)
{
    const size_t p = m->p, most = m->n < AT_ONCE ? m->n : AT_ONCE;
    double *x = NULL;
    part all, some;
    TACIT_TRY(tacit_scratch(cx, most * p, sizeof *x, &x));
    TACIT_TRY(new_part(cx, p, &all));
    TACIT_TRY(new_part(cx, p, &some));
    for (size_t from = 0, n = 0; from < m->n; from += n) {
        const size_t mark = tacit_scratch_mark(cx);
        n = m->n - from < most ? m->n - from : most;
        for (size_t j = 0; j < p; j++)
            for (size_t i = 0; i < n; i++)
                x[i * p + j] = m->y[j][m->row == NULL ? from + i : m->row[from + i]];
        TACIT_TRY(tacit_covariance_of(cx, x, n, p, some.mean, some.v));
        some.n = (double)n;
        merge(&all, &some, p);
        tacit_scratch_release(cx, mark);
    }
    for (size_t i = 0; i < p * p; i++)
        all.v[i] /= all.n - 1.0;
    fit->mean = all.mean;
    return fit_moments(cx, all.v, scale, fit, axes);
}

/* ---- restricted ---- */

/* Records and draws for them side by side: 2 p columns. */
static tacit_status draw_beside(tacit_ctx *cx, const tacit_noise_records *m, const tacit_rng *rng,
                                double **out)
{
    const size_t p = m->p, blocks = (m->n + TACIT_BLOCK_ROWS - 1) / TACIT_BLOCK_ROWS;
    tacit_normal_layers layers;
    double *a = NULL;
    TACIT_TRY(tacit_scratch(cx, m->n * 2 * p, sizeof *a, &a));
    tacit_normal_layers_of(&layers);
#pragma omp parallel for schedule(static) if (blocks > 1)
    for (size_t b = 0; b < blocks; b++) {
        const size_t from = b * TACIT_BLOCK_ROWS;
        const size_t to = m->n - from < TACIT_BLOCK_ROWS ? m->n : from + TACIT_BLOCK_ROWS;
        tacit_normal_source source;
        tacit_normal_start(&source, &layers, tacit_rng_fork_number(rng, b));
        for (size_t i = from; i < to; i++) {
            memcpy(a + i * 2 * p, m->x + i * p, p * sizeof *a);
            tacit_normal_fill(&source, a + i * 2 * p + p, p);
        }
    }
    *out = a;
    return TACIT_OK;
}

/* Element i, j of V^+. */
static double inverse_at(const principal *axes, const double *sd, size_t p, size_t i, size_t j)
{
    double sum = 0.0;
    if (!(sd[i] > 0.0) || !(sd[j] > 0.0))
        return 0.0;
    for (size_t k = 0; k < p; k++)
        if (axes->value[k] > NULL_EIGENVALUE)
            sum += axes->vector[i * p + k] * axes->vector[j * p + k] / axes->value[k];
    return sum / sd[i] / sd[j];
}

/* B = V^+ C for the p by p matrix `c` of covariances with the draws. */
static tacit_status regress(tacit_ctx *cx, const principal *axes, const double *sd, const double *c,
                            size_t p, double **out)
{
    double *inverse = NULL, *b = NULL;
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *inverse, &inverse));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *b, &b));
    for (size_t i = 0; i < p * p; i++)
        inverse[i] = inverse_at(axes, sd, p, i / p, i % p);
    multiply(inverse, c, p, b);
    *out = b;
    return TACIT_OK;
}

/* Replace F by F L^-1: solve G L = F row by row, from the last column back. */
static void divide_by_lower(const double *f, const double *l, size_t p, double *g)
{
    for (size_t i = 0; i < p; i++)
        for (size_t j = p; j-- > 0;) {
            double sum = f[i * p + j];
            for (size_t k = j + 1; k < p; k++)
                sum -= g[i * p + k] * l[k * p + j];
            g[i * p + j] = sum / l[j * p + j];
        }
}

/* Draws for the records: covariances with the records and among themselves, and means. */
typedef struct drawn {
    const double *z; /* those of record i at i * 2 p */
    double *with, *among, *mean;
} drawn;

static tacit_status draw_moments(tacit_ctx *cx, const tacit_noise_records *m, const tacit_rng *rng,
                                 drawn *out)
{
    const size_t p = m->p;
    double *a = NULL, *mean = NULL, *v = NULL;
    TACIT_TRY(draw_beside(cx, m, rng, &a));
    TACIT_TRY(tacit_scratch(cx, 2 * p, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, 4 * p * p, sizeof *v, &v));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *out->with, &out->with));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *out->among, &out->among));
    TACIT_TRY(tacit_covariance_of(cx, a, m->n, 2 * p, mean, v));
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < p; j++) {
            out->with[i * p + j] = v[i * 2 * p + p + j];
            out->among[i * p + j] = v[(p + i) * 2 * p + p + j];
        }
    out->mean = mean + p;
    out->z = a + p;
    return TACIT_OK;
}

static tacit_status restrict_noise(tacit_ctx *cx, const tacit_noise_records *m,
                                   const tacit_rng *rng, const principal *axes,
                                   tacit_noise_fit *fit)
{
    const size_t p = m->p;
    double *b = NULL, *mix = NULL, *turn = NULL;
    drawn d;
    TACIT_TRY(draw_moments(cx, m, rng, &d));
    TACIT_TRY(regress(cx, axes, fit->sd, d.with, p, &b));
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < p; j++)
            for (size_t k = 0; k < p; k++)
                d.among[i * p + j] -= d.with[k * p + i] * b[k * p + j];
    if (!tacit_cholesky(d.among, p, SINGULAR))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "There are too few records for restricted noise on %zu columns.", p);
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *mix, &mix));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *turn, &turn));
    divide_by_lower(fit->factor, d.among, p, mix);
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < p; j++) {
            turn[i * p + j] = i == j ? fit->pull - 1.0 : 0.0;
            for (size_t k = 0; k < p; k++)
                turn[i * p + j] -= mix[i * p + k] * b[j * p + k];
        }
    fit->mix = mix;
    fit->turn = turn;
    fit->centre = d.mean;
    fit->z = d.z;
    fit->stride = 2 * p;
    return TACIT_OK;
}

/* ---- outlier-aware ---- */

/* Weights of the records, and those within the limit copied to `bulk`; returns how many. */
static size_t weigh(const tacit_noise_records *m, const tacit_mcd *mcd, double *weight,
                    double *bulk)
{
    const size_t p = m->p;
    const double limit =
        mcd->kept > 0 ? tacit_chi_square_quantile(WITHIN, (double)mcd->kept) : INFINITY;
    size_t n = 0;
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < m->n; i++) {
        const double d = mcd->kept > 0 ? tacit_mcd_distance(mcd, m->x + i * p) : 0.0;
        weight[i] = d > limit ? sqrt(d / limit) : 1.0;
    }
    for (size_t i = 0; i < m->n; i++)
        if (!(weight[i] > 1.0))
            memcpy(bulk + n++ * p, m->x + i * p, p * sizeof *bulk);
    return n;
}

double tacit_noise_weight(const tacit_noise_fit *fit, size_t j, double x)
{
    if (fit->spread == NULL || !(fit->spread[j] > 0.0))
        return 1.0;
    const double d = fabs(x - fit->middle[j]) / fit->spread[j];
    return fmax(1.0, d / sqrt(tacit_chi_square_quantile(WITHIN, 1.0)));
}

static tacit_status fit_bulk(tacit_ctx *cx, const tacit_noise_records *m, double scale,
                             tacit_noise_fit *fit)
{
    double *weight = NULL, *bulk = NULL, *middle = NULL, *spread = NULL;
    tacit_mcd mcd;
    principal axes;
    TACIT_TRY(tacit_mcd_fit(cx, m->x, m->n, m->p, &mcd));
    TACIT_TRY(tacit_scratch(cx, m->n, sizeof *weight, &weight));
    TACIT_TRY(tacit_scratch(cx, m->n * m->p, sizeof *bulk, &bulk));
    TACIT_TRY(tacit_scratch(cx, m->p, sizeof *middle, &middle));
    TACIT_TRY(tacit_scratch(cx, m->p, sizeof *spread, &spread));
    const size_t n = weigh(m, &mcd, weight, bulk);
    TACIT_TRY(fit_points(cx, n > 1 ? bulk : m->x, n > 1 ? n : m->n, scale, fit, &axes));
    for (size_t j = 0; j < m->p; j++) {
        middle[j] = mcd.column[j].median;
        spread[j] = mcd.column[j].spread;
    }
    fit->weight = weight;
    fit->middle = middle;
    fit->spread = spread;
    fit->outliers = m->n - n;
    return TACIT_OK;
}

tacit_status tacit_noise_fit_to(tacit_ctx *cx, const tacit_noise *noise,
                                const tacit_noise_records *m, const tacit_rng *rng,
                                tacit_noise_fit *out)
{
    const bool restore = noise->restore || noise->kind == TACIT_NOISE_RESTRICTED;
    principal axes;
    *out =
        (tacit_noise_fit){ .p = m->p,
                           .pull = restore ? 1.0 / sqrt(1.0 + noise->scale * noise->scale) : 1.0 };
    const double scale = noise->scale * out->pull;
    if (noise->kind == TACIT_NOISE_OUTLIER_AWARE)
        return fit_bulk(cx, m, scale, out);
    if (noise->kind == TACIT_NOISE_CORRELATED)
        return fit_columns(cx, m, scale, out, &axes);
    TACIT_TRY(fit_points(cx, m->x, m->n, scale, out, &axes));
    return restrict_noise(cx, m, rng, &axes, out);
}
