/*
 * loss_table.c - what masking did to numbers: the table of Domingo-Ferrer and Torra (2001),
 * "Disclosure control methods and information loss for microdata".
 *
 * X, V, R, RF, C and F of the original are compared with those of the masked matrix by mean
 * squared error, mean absolute error and mean variation; the column means and the variances
 * S are added, which the summary IL needs.  Covariances have the divisor n - 1.  Principal
 * factors are those of the correlation matrix, R = U L U': RF = U sqrt(L), the communality of
 * column i is the sum of the first squares in row i of RF, F = U / sqrt(L) are the
 * coefficients that turn standardised columns into factors.  The sources leave the weights of
 * factors open: here the weight of factor j is its eigenvalue in the original, so that
 * weights sum to p and p^2 divides.  A factor with (nearly) no variance has RF = F = 0.
 * The sign of a masked factor is the one in which it resembles the original's.
 *
 * An original cell counts as 0 if it is 0 up to rounding, relative to its column's size.
 * Sums run over fixed blocks of rows in order.  O(n p^2 + p^3).
 */
#include "stats/linear/loss_table.h"

#include <math.h>
#include <string.h>

#include "stats/linear/covariance.h"
#include "stats/linear/linear_algebra.h"

enum { LEAST_BLOCK = 4096, MOST_BLOCKS = 64 };

static const double ROUNDING = 1e-12;  /* what is smaller beside 1 counts as 0 */
static const double NO_FACTOR = 1e-10; /* eigenvalue of a factor without variance */

const char *tacit_loss_name(tacit_loss_part part)
{
    static const char *const names[] = { "X", "Xbar", "V", "S", "R", "RF", "C", "F" };
    return names[part];
}

/* ---- sums ---- */

typedef struct sums {
    double square, absolute, relative;
    size_t zero;
} sums;

/* A pair of cells; the original counts as 0 up to `least`. */
static void add(sums *s, double before, double after, double least, double weight)
{
    const double d = fabs(before - after);
    s->square += weight * d * d;
    s->absolute += weight * d;
    if (fabs(before) > least)
        s->relative += weight * (d / fabs(before));
    else
        s->zero++;
}

/* Means over `cells`; without cells there is nothing to lose. */
static tacit_table_loss divide(const sums *s, double cells)
{
    const double by = cells > 0.0 ? cells : 1.0;
    return (tacit_table_loss){ .mse = s->square / by,
                               .mae = s->absolute / by,
                               .mv = s->relative / by,
                               .zero_cells = s->zero };
}

/* ---- the values ---- */

static sums sum_rows(const tacit_loss_data *data, size_t first, size_t end)
{
    sums s = { 0 };
    for (size_t i = first * data->p; i < end * data->p; i++)
        add(&s, data->x[i], data->y[i], 0.0, 1.0);
    return s;
}

static tacit_table_loss compare_values(const tacit_loss_data *data)
{
    sums block[MOST_BLOCKS], all = { 0 };
    const size_t share = (data->n + MOST_BLOCKS - 1) / MOST_BLOCKS;
    const size_t size = share > LEAST_BLOCK ? share : LEAST_BLOCK;
    const size_t count = (data->n + size - 1) / size;
#pragma omp parallel for schedule(static) if (count > 1)
    for (size_t k = 0; k < count; k++)
        block[k] = sum_rows(data, k * size, (k + 1) * size < data->n ? (k + 1) * size : data->n);
    for (size_t k = 0; k < count; k++) {
        all.square += block[k].square;
        all.absolute += block[k].absolute;
        all.relative += block[k].relative;
        all.zero += block[k].zero;
    }
    return divide(&all, (double)data->n * (double)data->p);
}

/* ---- moments and factors ---- */

/* What is known of one matrix; in scratch memory. */
typedef struct side {
    double *mean, *v, *r;
    double *eigen, *rf, *f, *communality;
} side;

static tacit_status make_side(tacit_ctx *cx, size_t p, side *s)
{
    TACIT_TRY(tacit_scratch(cx, p, sizeof *s->mean, &s->mean));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *s->v, &s->v));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *s->r, &s->r));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *s->eigen, &s->eigen));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *s->rf, &s->rf));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *s->f, &s->f));
    return tacit_scratch(cx, p, sizeof *s->communality, &s->communality);
}

/* Turn eigenvectors in `rf` into correlations with factors, score coefficients and
 * communalities. */
static void scale_factors(side *s, size_t p, size_t factors)
{
    for (size_t j = 0; j < p; j++) {
        const double root = s->eigen[j] > NO_FACTOR * (double)p ? sqrt(s->eigen[j]) : 0.0;
        for (size_t i = 0; i < p; i++) {
            const double u = s->rf[i * p + j];
            s->f[i * p + j] = root > 0.0 ? u / root : 0.0;
            s->rf[i * p + j] = u * root;
            s->communality[i] += j < factors ? u * root * (u * root) : 0.0;
        }
    }
}

static tacit_status describe(tacit_ctx *cx, const double *x, size_t n, size_t p, size_t factors,
                             side *s)
{
    double *left = NULL;
    TACIT_TRY(make_side(cx, p, s));
    TACIT_TRY(tacit_covariance_of(cx, x, n, p, s->mean, s->v));
    tacit_correlation_of(s->v, p, s->r);
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *left, &left));
    memcpy(left, s->r, p * p * sizeof *left);
    tacit_eigen_symmetric(left, p, s->eigen, s->rf);
    scale_factors(s, p, factors);
    return TACIT_OK;
}

/* 1, or -1 if factor j of `b` points away from that of `a`. */
static double sign_of(const side *a, const side *b, size_t p, size_t j)
{
    double dot = 0.0;
    for (size_t i = 0; i < p; i++)
        dot += a->rf[i * p + j] * b->rf[i * p + j];
    return dot < 0.0 ? -1.0 : 1.0;
}

static void align_signs(const side *a, side *b, size_t p)
{
    for (size_t j = 0; j < p; j++) {
        const double sign = sign_of(a, b, p, j);
        for (size_t i = 0; i < p; i++) {
            b->rf[i * p + j] *= sign;
            b->f[i * p + j] *= sign;
        }
    }
}

/* ---- the parts ---- */

static tacit_table_loss compare_means(const side *a, const side *b, size_t p)
{
    sums s = { 0 };
    for (size_t j = 0; j < p; j++) {
        const double size = hypot(a->mean[j], sqrt(a->v[j * p + j]));
        add(&s, a->mean[j], b->mean[j], ROUNDING * size, 1.0);
    }
    return divide(&s, (double)p);
}

static tacit_table_loss compare_variances(const side *a, const side *b, size_t p)
{
    sums s = { 0 };
    for (size_t j = 0; j < p; j++)
        add(&s, a->v[j * p + j], b->v[j * p + j], 0.0, 1.0);
    return divide(&s, (double)p);
}

static tacit_table_loss compare_covariances(const side *a, const side *b, size_t p)
{
    sums s = { 0 };
    for (size_t i = 0; i < p; i++)
        for (size_t j = i; j < p; j++) {
            const double size = sqrt(a->v[i * p + i]) * sqrt(a->v[j * p + j]);
            add(&s, a->v[i * p + j], b->v[i * p + j], ROUNDING * size, 1.0);
        }
    return divide(&s, (double)p * (double)(p + 1) / 2.0);
}

static tacit_table_loss compare_correlations(const side *a, const side *b, size_t p)
{
    sums s = { 0 };
    for (size_t i = 0; i < p; i++)
        for (size_t j = i + 1; j < p; j++)
            add(&s, a->r[i * p + j], b->r[i * p + j], ROUNDING, 1.0);
    return divide(&s, (double)p * (double)(p - 1) / 2.0);
}

/* Compare p by p matrices whose columns belong to factors. */
static tacit_table_loss compare_factors(const double *a, const double *b, const double *weight,
                                        size_t p)
{
    sums s = { 0 };
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < p; j++)
            add(&s, a[i * p + j], b[i * p + j], ROUNDING, weight == NULL ? 1.0 : weight[j]);
    return divide(&s, (double)p * (double)p);
}

static tacit_table_loss compare_communalities(const side *a, const side *b, size_t p)
{
    sums s = { 0 };
    for (size_t i = 0; i < p; i++)
        add(&s, a->communality[i], b->communality[i], ROUNDING, 1.0);
    return divide(&s, (double)p);
}

static tacit_status compare_matrices(tacit_ctx *cx, const tacit_loss_data *data,
                                     const tacit_loss_options *options, tacit_table_loss *part)
{
    side a, b;
    const size_t p = data->p, factors = options->factors > 0 ? options->factors : 1;
    TACIT_TRY(describe(cx, data->x, data->n, p, factors, &a));
    TACIT_TRY(describe(cx, data->y, data->n, p, factors, &b));
    part[TACIT_LOSS_MEANS] = compare_means(&a, &b, p);
    if (data->n < 2)
        return TACIT_OK;
    align_signs(&a, &b, p);
    for (size_t j = 0; j < p; j++)
        a.eigen[j] = a.eigen[j] > NO_FACTOR * (double)p ? a.eigen[j] : 0.0;
    const double *weight = options->equal_weights ? NULL : a.eigen;
    part[TACIT_LOSS_V] = compare_covariances(&a, &b, p);
    part[TACIT_LOSS_S] = compare_variances(&a, &b, p);
    part[TACIT_LOSS_R] = compare_correlations(&a, &b, p);
    part[TACIT_LOSS_RF] = compare_factors(a.rf, b.rf, weight, p);
    part[TACIT_LOSS_C] = compare_communalities(&a, &b, p);
    part[TACIT_LOSS_F] = compare_factors(a.f, b.f, weight, p);
    return TACIT_OK;
}

static void summarise(tacit_loss_table *t)
{
    const double terms[] = { t->part[TACIT_LOSS_X].mv, t->part[TACIT_LOSS_MEANS].mv,
                             t->part[TACIT_LOSS_V].mv, t->part[TACIT_LOSS_S].mv,
                             t->part[TACIT_LOSS_R].mae };
    t->il = t->il_capped = 0.0;
    for (size_t k = 0; k < 5; k++) {
        t->il += 100.0 * terms[k] / 5.0;
        t->il_capped += 100.0 * (terms[k] > 1.0 ? 1.0 : terms[k]) / 5.0;
    }
}

tacit_status tacit_loss_table_of(tacit_ctx *cx, const tacit_loss_data *data,
                                 const tacit_loss_options *options, tacit_loss_table *out)
{
    static const tacit_loss_options preset = { 0 };
    const size_t mark = tacit_scratch_mark(cx);
    tacit_loss_table t;
    for (size_t k = 0; k < TACIT_LOSS_PARTS; k++)
        t.part[k] = (tacit_table_loss){ .mse = NAN, .mae = NAN, .mv = NAN };
    if (data->n > 0 && data->p > 0) {
        t.part[TACIT_LOSS_X] = compare_values(data);
        TACIT_TRY(compare_matrices(cx, data, options == NULL ? &preset : options, t.part));
    }
    summarise(&t);
    tacit_scratch_release(cx, mark);
    *out = t;
    return TACIT_OK;
}
