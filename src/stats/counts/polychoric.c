/*
 * polychoric.c - correlations behind ordered classes, in two steps.
 *
 * The thresholds at which the normal variables were cut are those of the margins; given these, the
 * correlation is the one of greatest likelihood (Olsson 1979, of polychoric correlations; Olsson,
 * Drasgow and Dorans 1982, of polyserial ones).  It is found as the zero of the derivative of the
 * log-likelihood, sum of n p' / p, because a maximum is known to half the digits only.  p' has a
 * closed form.  An empty cell of a table of two by two counts as one half (Brown and Benedetti
 * 1977): otherwise the likelihood grows up to a correlation of 1.
 */
#include "stats/counts/polychoric.h"

#include <math.h>

#include "stats/counts/binormal.h"
#include "stats/counts/wilson.h"

/* Probabilities below are rounding errors. */
static const double LEAST = 1e-18;
static const double EXACT = 1e-15;
enum { MOST_STEPS = 200 };

/* What the derivative is taken of. */
typedef struct likelihood {
    tacit_pair_table t;
    const double *row, *column; /* thresholds below each class, and above the last */
    const double *score;
    double *below; /* rows + 1 by columns + 1: probabilities of being below both thresholds */
} likelihood;

typedef double slope_of(const likelihood *l, double rho);

/* Thresholds of `n` classes whose counts are `step` apart, each summed over `m` cells. */
static tacit_status find_thresholds(tacit_ctx *cx, const double *count, size_t n, size_t m,
                                    const size_t step[2], double **out)
{
    double total = 0.0, below = 0.0;
    double *at = NULL;
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *at, &at));
    for (size_t i = 0; i < n * m; i++)
        total += count[i];
    for (size_t i = 0; i <= n; i++) {
        at[i] = !(below > 0.0)                     ? -INFINITY
                : !(total - below > 1e-12 * total) ? INFINITY
                                                   : tacit_normal_quantile(below / total);
        for (size_t k = 0; k < m && i < n; k++)
            below += count[i * step[0] + k * step[1]];
    }
    *out = at;
    return TACIT_OK;
}

/* The zero of a slope that falls, between the ends. */
static double find_zero(slope_of *slope, const likelihood *l)
{
    double low = -TACIT_POLYCHORIC_MOST, high = TACIT_POLYCHORIC_MOST;
    double at_low = slope(l, low), at_high = slope(l, high);
    if (!(at_low > 0.0))
        return low;
    if (!(at_high < 0.0))
        return high;
    for (int i = 0, side = 0; i < MOST_STEPS && high - low > EXACT; i++) {
        /* Illinois: the end that stays counts half; every third step halves. */
        const double x =
            i % 3 == 2 ? 0.5 * (low + high) : (low * at_high - high * at_low) / (at_high - at_low);
        const double y = slope(l, x);
        if (!(y > 0.0) && !(y < 0.0))
            return x;
        if (y > 0.0) {
            low = x;
            at_low = y;
            at_high *= side == 1 ? 0.5 : 1.0;
            side = 1;
        } else {
            high = x;
            at_high = y;
            at_low *= side == -1 ? 0.5 : 1.0;
            side = -1;
        }
    }
    return 0.5 * (low + high);
}

/* ---- classes with classes ---- */

static double polychoric_slope(const likelihood *l, double rho)
{
    const size_t r = l->t.rows, c = l->t.columns;
    double sum = 0.0;
    for (size_t i = 0; i < (r + 1) * (c + 1); i++)
        l->below[i] = tacit_binormal_cdf(l->row[i / (c + 1)], l->column[i % (c + 1)], rho);
    for (size_t i = 0; i < r; i++)
        for (size_t j = 0; j < c; j++) {
            const double *b = l->below + i * (c + 1) + j;
            const double *h = l->row + i, *k = l->column + j;
            const double n = l->t.count[i * c + j], p = b[c + 2] - b[c + 1] - b[1] + b[0];
            if (n > 0.0)
                sum += n / fmax(p, LEAST) *
                       (tacit_binormal_density(h[1], k[1], rho) -
                        tacit_binormal_density(h[1], k[0], rho) -
                        tacit_binormal_density(h[0], k[1], rho) +
                        tacit_binormal_density(h[0], k[0], rho));
        }
    return sum;
}

/* Classes of a margin that are not empty, as the thresholds tell: those that are not equal. */
static size_t count_classes(const double *threshold, size_t n)
{
    size_t classes = 0;
    for (size_t i = 0; i < n; i++)
        classes += threshold[i] < threshold[i + 1];
    return classes;
}

tacit_status tacit_polychoric(tacit_ctx *cx, const tacit_pair_table *t, double *rho)
{
    const size_t mark = tacit_scratch_mark(cx), cells = t->rows * t->columns;
    double *row = NULL, *column = NULL, *count = NULL;
    likelihood l = { .t = *t };
    TACIT_TRY(tacit_scratch(cx, cells, sizeof *count, &count));
    for (size_t i = 0; i < cells; i++)
        count[i] = cells == 4 && t->rows == 2 && !(t->count[i] > 0.0) ? 0.5 : t->count[i];
    TACIT_TRY(
        find_thresholds(cx, count, t->rows, t->columns, (const size_t[]){ t->columns, 1 }, &row));
    TACIT_TRY(find_thresholds(cx, count, t->columns, t->rows, (const size_t[]){ 1, t->columns },
                              &column));
    TACIT_TRY(tacit_scratch(cx, (t->rows + 1) * (t->columns + 1), sizeof *l.below, &l.below));
    l.t.count = count;
    l.row = row;
    l.column = column;
    const bool single = count_classes(row, t->rows) < 2 || count_classes(column, t->columns) < 2;
    *rho = single ? 0.0 : find_zero(polychoric_slope, &l);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- numbers with classes ---- */

/* P(from < Z <= to), without losing it in the upper tail. */
static double between(double from, double to)
{
    return from > 0.0 ? tacit_normal_cdf(-from) - tacit_normal_cdf(-to)
                      : tacit_normal_cdf(to) - tacit_normal_cdf(from);
}

/* phi(u) u', u = (threshold - rho z) / sqrt(1 - rho^2) differentiated by rho. */
static double moved(double threshold, double z, double rho, double s)
{
    if (isinf(threshold))
        return 0.0;
    const double u = (threshold - rho * z) / s;
    return exp(-0.5 * u * u) / sqrt(2.0 * acos(-1.0)) * (rho * threshold - z) / (s * s * s);
}

static double polyserial_slope(const likelihood *l, double rho)
{
    const double s = sqrt(1.0 - rho * rho);
    double sum = 0.0;
    for (size_t i = 0; i < l->t.rows; i++)
        for (size_t j = 0; j < l->t.columns; j++) {
            const double n = l->t.count[i * l->t.columns + j], z = l->score[i];
            if (!(n > 0.0))
                continue;
            const double p =
                between((l->column[j] - rho * z) / s, (l->column[j + 1] - rho * z) / s);
            sum += n / fmax(p, LEAST) *
                   (moved(l->column[j + 1], z, rho, s) - moved(l->column[j], z, rho, s));
        }
    return sum;
}

tacit_status tacit_polyserial(tacit_ctx *cx, const tacit_pair_table *t, const double *score,
                              double *rho)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *column = NULL;
    TACIT_TRY(find_thresholds(cx, t->count, t->columns, t->rows, (const size_t[]){ 1, t->columns },
                              &column));
    const likelihood l = { .t = *t, .column = column, .score = score };
    *rho = count_classes(column, t->columns) < 2 ? 0.0 : find_zero(polyserial_slope, &l);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
