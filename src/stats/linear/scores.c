/*
 * scores.c - normal scores of ranks, and their joint correlation.
 *
 * The value of rank k among n has the score z_k = Phi^-1(k / (n + 1)) (van der Waerden 1952);
 * equal values share the mean g of their scores.  If g is what ties leave of a normal variable z
 * and w is another, jointly normal with it, then cov(g, w) = cov(z, w) var(g) / var(z): ties weaken
 * the correlation by the factor sd(g) / sd(z), called `kept`.  It is taken out again for the
 * columns that are to be drawn, because putting their values in the order of a draw ties them
 * again. Predictors are seen with their ties and need none of this.
 *
 * From rank correlations: a normal pair of rank correlation rho has the correlation
 * 2 sin(pi rho / 6) (Pearson 1907).
 *
 * Numbers are finite; there are no missing values here.
 */
#include "stats/linear/scores.h"

#include <math.h>

#include "base/sort.h"
#include "stats/linear/covariance.h"
#include "stats/linear/linear_algebra.h"
#include "stats/ranks.h"
#include "stats/counts/wilson.h"

/* Eigenvalues above this share of 1 below 0 are rounding errors. */
static const double NEGLIGIBLE = 1e-12;
static const double PI = 3.14159265358979323846;

static tacit_status sort_rows(tacit_ctx *cx, const double *x, size_t n, size_t step,
                              tacit_keyed **out)
{
    tacit_keyed *order = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *order, &order));
    for (size_t i = 0; i < n; i++)
        order[i] = (tacit_keyed){ tacit_sort_key_real(x[i * step] + 0.0), i }; /* -0 is 0 */
    TACIT_TRY(tacit_sort_keyed(cx, order, n));
    *out = order;
    return TACIT_OK;
}

tacit_status tacit_scores_order(tacit_ctx *cx, const double *x, size_t n, size_t step,
                                size_t *order)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_keyed *sorted = NULL;
    TACIT_TRY(sort_rows(cx, x, n, step, &sorted));
    for (size_t k = 0; k < n; k++)
        order[k] = sorted[k].row;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* The scores of ranks 1 ... n without ties, and their standard deviation (about n). */
static tacit_status plain_scores(tacit_ctx *cx, size_t n, double **out, double *sd)
{
    double *z = NULL, sum = 0.0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *z, &z));
#pragma omp parallel for schedule(static) if (n > 10000)
    for (size_t k = 0; k < n / 2; k++)
        z[k] = tacit_normal_quantile((double)(k + 1) / (double)(n + 1));
    for (size_t k = 0; k < n / 2; k++) {
        z[n - 1 - k] = -z[k];
        sum += 2.0 * z[k] * z[k];
    }
    *out = z;
    *sd = sqrt(sum / (double)n);
    return TACIT_OK;
}

/* Replace x by the scores `z`, equal values by their mean. */
static tacit_status score_column(tacit_ctx *cx, const double *z, double *x, size_t n, size_t step)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_keyed *order = NULL;
    TACIT_TRY(sort_rows(cx, x, n, step, &order));
    for (size_t first = 0, end; first < n; first = end) {
        double sum = 0.0;
        for (end = first; end < n && order[end].key == order[first].key; end++)
            sum += z[end];
        for (size_t k = first; k < end; k++)
            x[order[k].row * step] = sum / (double)(end - first);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Standardise column j of `m` (deviation about n); its deviation before, 0 if it is constant. */
static double standardise(const tacit_scored *m, size_t j)
{
    double mean = 0.0, sum = 0.0, least = m->x[j], most = m->x[j];
    for (size_t i = 0; i < m->n; i++) {
        mean += m->x[i * m->d + j] / (double)m->n;
        least = fmin(least, m->x[i * m->d + j]);
        most = fmax(most, m->x[i * m->d + j]);
    }
    for (size_t i = 0; i < m->n; i++) {
        m->x[i * m->d + j] = most > least ? m->x[i * m->d + j] - mean : 0.0;
        sum += m->x[i * m->d + j] * m->x[i * m->d + j];
    }
    const double sd = sqrt(sum / (double)m->n);
    for (size_t i = 0; i < m->n && sd > 0.0; i++)
        m->x[i * m->d + j] /= sd;
    return sd;
}

tacit_status tacit_scores_of(tacit_ctx *cx, const tacit_scored *m, double *kept)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *z = NULL, full = 0.0;
    TACIT_ASSERT(m->n > 1 && m->q <= m->d);
    TACIT_TRY(plain_scores(cx, m->n, &z, &full));
    for (size_t j = 0; j < m->d; j++) {
        TACIT_TRY(tacit_tick(cx, j, m->d));
        if (!m->is_plain[j])
            TACIT_TRY(score_column(cx, z, m->x + j, m->n, m->d));
        const double sd = standardise(m, j);
        kept[j] = m->is_plain[j] && sd > 0.0 ? 1.0 : sd / full;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static double cut(double r)
{
    return r > 1.0 ? 1.0 : r < -1.0 ? -1.0 : r;
}

/* Take the weakening by ties of the first q columns out of correlations. */
static void strengthen(double *r, size_t q, size_t d, const double *kept)
{
    for (size_t a = 0; a < d; a++)
        for (size_t b = 0; b < d; b++) {
            const double by = (a < q ? kept[a] : 1.0) * (b < q ? kept[b] : 1.0);
            if (a != b && by > 0.0)
                r[a * d + b] = cut(r[a * d + b] / by);
        }
}

tacit_status tacit_scores_correlation(tacit_ctx *cx, const tacit_scored *m, const double *kept,
                                      double *r)
{
    double *mean = NULL;
    TACIT_TRY(tacit_scratch(cx, m->d, sizeof *mean, &mean));
    TACIT_TRY(tacit_covariance_of(cx, m->x, m->n, m->d, mean, r));
    tacit_correlation_of(r, m->d, r);
    strengthen(r, m->q, m->d, kept);
    for (size_t j = 0; j < m->d; j++)
        r[j * m->d + j] = kept[j] > 0.0 ? 1.0 : 0.0;
    return TACIT_OK;
}

/* Ranks of the columns of `m` that are not plain, in a copy, and what ties leave of them. */
static tacit_status rank_columns(tacit_ctx *cx, const tacit_scored *m, double *x, double *kept)
{
    const double full = sqrt(((double)m->n * (double)m->n - 1.0) / 12.0);
    const tacit_scored copy = { .x = x, .n = m->n, .d = m->d, .q = m->q };
    for (size_t i = 0; i < m->n * m->d; i++)
        x[i] = m->x[i];
    for (size_t j = 0; j < m->d; j++) {
        if (!m->is_plain[j])
            TACIT_TRY(tacit_ranks_of(cx, x + j, m->n, m->d));
        const double sd = standardise(&copy, j);
        kept[j] = m->is_plain[j] ? 1.0 : sd / full;
    }
    return TACIT_OK;
}

tacit_status tacit_scores_from_ranks(tacit_ctx *cx, const tacit_scored *m, double *r)
{
    const size_t mark = tacit_scratch_mark(cx), d = m->d;
    double *x = NULL, *kept = NULL, *mean = NULL, *rho = NULL;
    TACIT_TRY(tacit_scratch(cx, m->n * d, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, d, sizeof *kept, &kept));
    TACIT_TRY(tacit_scratch(cx, d, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, d * d, sizeof *rho, &rho));
    TACIT_TRY(rank_columns(cx, m, x, kept));
    TACIT_TRY(tacit_covariance_of(cx, x, m->n, d, mean, rho));
    tacit_correlation_of(rho, d, rho);
    strengthen(rho, m->q, d, kept);
    for (size_t a = 0; a < d; a++)
        for (size_t b = 0; b < d; b++)
            if (a != b && !m->is_plain[a] && !m->is_plain[b])
                r[a * d + b] = 2.0 * sin(PI * rho[a * d + b] / 6.0);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* r = V diag(max(value, 0)) V', scaled to the diagonal that it had. */
static void rebuild(const double *value, const double *v, double *was, double *r, size_t p)
{
    for (size_t a = 0; a < p; a++)
        was[a] = r[a * p + a];
    for (size_t a = 0; a < p; a++)
        for (size_t b = 0; b < p; b++) {
            double sum = 0.0;
            for (size_t k = 0; k < p && value[k] > 0.0; k++)
                sum += value[k] * v[a * p + k] * v[b * p + k];
            r[a * p + b] = sum;
        }
    tacit_correlation_of(r, p, r);
    for (size_t a = 0; a < p; a++)
        r[a * p + a] = was[a];
}

tacit_status tacit_correlation_repair(tacit_ctx *cx, double *r, size_t p)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *a = NULL, *value = NULL, *v = NULL;
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *a, &a));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *v, &v));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *value, &value));
    for (size_t i = 0; i < p * p; i++)
        a[i] = r[i];
    tacit_eigen_symmetric(a, p, value, v);
    if (p > 0 && value[p - 1] < -NEGLIGIBLE)
        rebuild(value, v, a, r, p);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
