/*
 * cumulative.c - the cumulative logit.
 *
 * P(class <= k) = F(t_k - x'b), F(u) = 1 / (1 + exp(-u)), t_0 < t_1 < ... (McCullagh 1980,
 * Regression models for ordinal data).  The log likelihood is concave in t and b (Pratt 1981,
 * Concavity of the log likelihood), so it is climbed in them by Newton's method from the thresholds
 * of the shares; a step that would cross thresholds has no height and is halved.  |b|^2 / (2 n) is
 * taken off it, which keeps b finite where classes can be told apart without error.
 *
 * Draws are normal about the optimum in t_0, log(t_1 - t_0), ... and b, with the information of
 * that scale, which at the optimum is J' I J, J being the derivatives of t.
 */
#include "stats/model/cumulative.h"

#include <math.h>
#include <string.h>

#include "stats/linear/linear_algebra.h"

/* What a row of some class sees: F and its derivative at the threshold above and the one below. */
typedef struct place {
    double share;           /* of its class */
    double high, low;       /* F */
    double f_high, f_low;   /* F (1 - F) */
    bool has_high, has_low; /* whether there is such a threshold */
} place;

tacit_status tacit_cumulative_for(tacit_ctx *cx, const tacit_linear_design *design, size_t classes,
                                  tacit_cumulative *out)
{
    tacit_cumulative m = { .design = design,
                           .classes = classes,
                           .columns = tacit_linear_columns(design) };
    TACIT_ASSERT(classes > 0);
    TACIT_TRY(tacit_newton_for(cx, classes - 1 + m.columns - 1, &m.newton));
    TACIT_TRY(tacit_linear_entries_for(cx, design, &m.row));
    *out = m;
    return TACIT_OK;
}

size_t tacit_cumulative_unknowns(const tacit_cumulative *m)
{
    return m->newton.n;
}

/* x'b, without the intercept. */
static double score(const tacit_cumulative *m, const double *at, const tacit_linear_entries *row)
{
    double sum = 0.0;
    for (size_t a = 1; a < row->n; a++)
        sum += row->x[a] * at[m->classes - 2 + row->at[a]];
    return sum;
}

static double below(double u)
{
    return 1.0 / (1.0 + exp(-u));
}

static place place_of(const tacit_cumulative *m, const double *at, double eta, size_t k)
{
    place p = { .high = 1.0, .has_high = k + 1 < m->classes, .has_low = k > 0 };
    const double u = p.has_high ? at[k] - eta : INFINITY;
    const double v = p.has_low ? at[k - 1] - eta : -INFINITY;
    p.high = below(u);
    p.low = below(v);
    p.f_high = p.high * below(-u);
    p.f_low = p.low * below(-v);
    p.share = v > 0.0 ? below(-v) - below(-u) : p.high - p.low; /* small numbers subtracted */
    return p;
}

void tacit_cumulative_shares(const tacit_cumulative *m, const double *at,
                             const tacit_linear_entries *row, double *share)
{
    const double eta = score(m, at, row);
    for (size_t k = 0; k < m->classes; k++)
        share[k] = fmax(0.0, place_of(m, at, eta, k).share);
}

/* ---- the likelihood ---- */

static double height(void *of, const double *at)
{
    tacit_cumulative *m = of;
    double sum = 0.0, squares = 0.0;
    for (size_t i = 0; i < m->design->rows; i++) {
        tacit_linear_row(m->design, i, &m->row);
        const place p = place_of(m, at, score(m, at, &m->row), m->label[i]);
        if (!(p.share > 0.0))
            return -INFINITY;
        sum += log(p.share);
    }
    for (size_t j = m->classes - 1; j < m->newton.n; j++)
        squares += at[j] * at[j];
    return sum - 0.5 * squares / (double)m->design->rows;
}

/* Add the negative second derivatives of a row of class k. */
static void add_row(const tacit_cumulative *m, const place *p, size_t k, double *h)
{
    const size_t n = m->newton.n, first = m->classes - 2;
    const double up = p->f_high / p->share, down = p->f_low / p->share;
    if (p->has_high)
        h[k * n + k] += up * up - up * (1.0 - 2.0 * p->high);
    if (p->has_low)
        h[(k - 1) * n + k - 1] += down * down + down * (1.0 - 2.0 * p->low);
    if (p->has_high && p->has_low)
        h[k * n + k - 1] -= up * down;
    for (size_t a = 1; a < m->row.n; a++) {
        double *line = h + (first + m->row.at[a]) * n;
        const double x = m->row.x[a];
        if (p->has_high)
            line[k] -= x * p->f_high;
        if (p->has_low)
            line[k - 1] -= x * p->f_low;
        for (size_t b = 1; b <= a; b++)
            line[first + m->row.at[b]] += (p->f_high + p->f_low) * x * m->row.x[b];
    }
}

static void slopes(void *of, const double *at, double *gradient, double *h)
{
    tacit_cumulative *m = of;
    const double ridge = 1.0 / (double)m->design->rows;
    for (size_t i = 0; i < m->design->rows; i++) {
        const size_t k = m->label[i];
        tacit_linear_row(m->design, i, &m->row);
        const place p = place_of(m, at, score(m, at, &m->row), k);
        if (p.has_high)
            gradient[k] += p.f_high / p.share;
        if (p.has_low)
            gradient[k - 1] -= p.f_low / p.share;
        for (size_t a = 1; a < m->row.n; a++)
            gradient[m->classes - 2 + m->row.at[a]] -= m->row.x[a] * (1.0 - p.high - p.low);
        add_row(m, &p, k, h);
    }
    for (size_t j = m->classes - 1; j < m->newton.n; j++) {
        gradient[j] -= ridge * at[j];
        h[j * m->newton.n + j] += ridge;
    }
}

/* Thresholds that give the shares of the classes. */
static void start(tacit_cumulative *m)
{
    const double n = (double)m->design->rows;
    double sum = 0.0;
    memset(m->newton.at, 0, m->newton.n * sizeof *m->newton.at);
    for (size_t i = 0; i < m->design->rows; i++)
        if (m->label[i] + 1u < m->classes)
            m->newton.at[m->label[i]] += 1.0;
    for (size_t k = 0; k + 1 < m->classes; k++) {
        sum += m->newton.at[k];
        TACIT_ASSERT(sum > 0.0 && sum < n);
        m->newton.at[k] = log(sum / (n - sum));
    }
}

void tacit_cumulative_fit(tacit_cumulative *m, const uint16_t *label)
{
    TACIT_ASSERT(m->design->rows > 0);
    m->label = label;
    if (m->classes == 1)
        return;
    start(m);
    tacit_newton_climb(&m->newton, &(tacit_hill){ m, height, slopes });
}

/* ---- draws ---- */

/* The slopes at the optimum in the scale of differences: each threshold's row and column, summed
 * from it upwards, times its difference from the one below. */
static void difference_slopes(void *of, const double *at, double *gradient, double *h)
{
    const tacit_cumulative *m = of;
    const size_t n = m->newton.n, t = m->classes - 1;
    slopes(of, at, gradient, h);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            h[i * n + j] = h[j * n + i];
    for (size_t k = t; k-- > 1;) { /* rows: sums from k upwards are done when k is reached */
        for (size_t j = 0; j < n; j++) {
            h[(k - 1) * n + j] += h[k * n + j];
            h[k * n + j] *= at[k] - at[k - 1];
        }
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = t; k-- > 1;) {
            h[i * n + k - 1] += h[i * n + k];
            h[i * n + k] *= at[k] - at[k - 1];
        }
}

void tacit_cumulative_draw(tacit_cumulative *m, const tacit_rng *rng, size_t n, double *at)
{
    const size_t all = m->newton.n, t = m->classes - 1;
    if (m->classes == 1)
        return;
    tacit_newton_factor(&m->newton, &(tacit_hill){ m, height, difference_slopes },
                        TACIT_WEAK_PRIOR);
    for (size_t s = 0; s < n; s++) {
        tacit_rng own = tacit_rng_fork_number(rng, s);
        double *out = at + s * all;
        tacit_newton_draw(&m->newton, &own, out);
        for (size_t k = 1; k < t; k++) { /* the draw moved log(t_k - t_(k-1)) by this much */
            const double moved = out[k] - m->newton.at[k];
            out[k] = out[k - 1] + (m->newton.at[k] - m->newton.at[k - 1]) * exp(moved);
        }
    }
}
