/*
 * combine.c - one estimate from those of several synthetic sets.
 *
 * Of sets l = 1 ... m with estimates q_l and variances u_l: means Q and U, b = sum (q_l - Q)^2 /
 * (m - 1); n original and k synthetic records, v = U k / n.
 *
 *   simple      v (1 + n / (k m))                  normal          Raab, Nowok and Dibben (2016)
 *   proper      v (1 + (n / k + 1) / m)            normal          the same
 *   incomplete  v + b / m                          as partial      the same
 *   partial     U + b / m                          (m - 1) (1 + m U / b)^2        Reiter (2003)
 *   full        (1 + 1/m) b - U                    (m - 1) (1 - U / ((1 + 1/m) b))^2
 *                                                  Raghunathan, Reiter and Rubin (2003)
 *               if that is not above 0: (k / n) U  normal          Reiter (2002)
 *   nested      (1 + 1/m) b - w / r + U            1 / (((1 + 1/m) b)^2 / ((m - 1) T^2)
 *                                                  + (w / r)^2 / (m (r - 1) T^2))  Reiter (2004)
 *               with b of the means of imputations and w the mean variance within them; if it is
 *               not above 0, without the term w / r
 *
 * Several estimates at once, partially synthetic (Reiter 2005, Significance tests for
 * multi-component estimands from multiply-imputed, synthetic microdata): with U the mean of the
 * covariance matrices, B the covariances of the estimates between sets and r = tr(B U^-1) / (d m),
 * S = Q' U^-1 Q / (d (1 + r)) has an F distribution with d and w degrees of freedom,
 * t = d (m - 1), w = 4 + (t - 4) (1 + (1 - 2/t) / r)^2; for t of at most 4 it is
 * w = t (1 + 1/d) (1 + 1/r)^2 / 2 (Li, Raghunathan and Rubin 1991).
 */
#include "stats/counts/combine.h"

#include <math.h>

#include "stats/counts/student.h"

/* Mean of `n` numbers, and their variance (n - 1), NAN of one. */
static double mean_of(const double *x, size_t n, double *variance)
{
    double sum = 0.0, squares = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    const double mean = sum / (double)n;
    for (size_t i = 0; i < n; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    *variance = n > 1 ? squares / ((double)n - 1.0) : NAN;
    return mean;
}

/* Degrees of freedom of partially synthetic sets, whose variance within is `v`. */
static double partial_df(double m, double v, double b)
{
    return b > 0.0 ? (m - 1.0) * (1.0 + m * v / b) * (1.0 + m * v / b) : INFINITY;
}

static void combine_full(const tacit_combined_sets *s, tacit_joint_estimate *c)
{
    const double m = (double)s->m, spread = (1.0 + 1.0 / m) * c->between;
    const double share = 1.0 - c->within / spread;
    c->variance = spread - c->within;
    c->df = (m - 1.0) * share * share;
    if (c->variance > 0.0)
        return;
    c->variance = s->k / s->n * c->within;
    c->df = INFINITY;
    c->replaced = true;
}

/* Mean and variance of the imputations' means, and the mean variance within them. */
static void look_within(const tacit_combined_sets *s, tacit_joint_estimate *c)
{
    double sum = 0.0, squares = 0.0, inner = 0.0, own = 0.0;
    for (size_t l = 0; l < s->m; l++) {
        sum += mean_of(s->q + l * s->r, s->r, &own);
        inner += own;
    }
    c->estimate = sum / (double)s->m;
    for (size_t l = 0; l < s->m; l++) {
        const double gap = mean_of(s->q + l * s->r, s->r, &own) - c->estimate;
        squares += gap * gap;
    }
    c->between = squares / ((double)s->m - 1.0);
    c->inner = inner / (double)s->m;
}

static void combine_nested(const tacit_combined_sets *s, tacit_joint_estimate *c)
{
    const double m = (double)s->m, r = (double)s->r;
    look_within(s, c);
    const double spread = (1.0 + 1.0 / m) * c->between;
    double part = c->inner / r;
    c->variance = spread - part + c->within;
    c->replaced = !(c->variance > 0.0);
    if (c->replaced) {
        c->variance = spread + c->within;
        part = 0.0;
    }
    const double square = c->variance * c->variance;
    c->df = 1.0 / (spread * spread / ((m - 1.0) * square) + part * part / (m * (r - 1.0) * square));
}

tacit_joint_estimate tacit_combine(tacit_combining rule, const tacit_combined_sets *s)
{
    const double m = (double)s->m;
    double none = 0.0;
    tacit_joint_estimate c = { .inner = NAN, .df = INFINITY };
    c.estimate = mean_of(s->q, s->m * s->r, &c.between);
    c.within = mean_of(s->u, s->m * s->r, &none);
    const double v = c.within * s->k / s->n;
    if (rule == TACIT_COMBINE_SIMPLE)
        c.variance = v * (1.0 + s->n / (s->k * m));
    else if (rule == TACIT_COMBINE_PROPER)
        c.variance = v * (1.0 + (s->n / s->k + 1.0) / m);
    else if (rule == TACIT_COMBINE_FULL)
        combine_full(s, &c);
    else if (rule == TACIT_COMBINE_NESTED)
        combine_nested(s, &c);
    else {
        const double own = rule == TACIT_COMBINE_INCOMPLETE ? v : c.within;
        c.variance = own + c.between / m;
        c.df = partial_df(m, own, c.between);
    }
    return c;
}

/* The mean of the estimates at `a`. */
static double mean_at(const double *q, size_t m, size_t d, size_t a)
{
    double sum = 0.0;
    for (size_t l = 0; l < m; l++)
        sum += q[l * d + a];
    return sum / (double)m;
}

/* tr(B U^-1) = sum over sets of (q - Q)' U^-1 (q - Q) / (m - 1). */
static double spread_of(const double *q, const double *u, size_t m, size_t d)
{
    double sum = 0.0;
    for (size_t l = 0; l < m; l++)
        for (size_t a = 0; a < d; a++)
            for (size_t b = 0; b < d; b++)
                sum += (q[l * d + a] - mean_at(q, m, d, a)) * u[a * d + b] *
                       (q[l * d + b] - mean_at(q, m, d, b));
    return sum / ((double)m - 1.0);
}

tacit_vector_test tacit_combine_test(const double *q, const double *u, size_t m, size_t d)
{
    const double sets = (double)m, size = (double)d, t = size * (sets - 1.0);
    const double r = spread_of(q, u, m, d) / (size * sets);
    double form = 0.0;
    for (size_t a = 0; a < d; a++)
        for (size_t b = 0; b < d; b++)
            form += mean_at(q, m, d, a) * u[a * d + b] * mean_at(q, m, d, b);
    const double by = t > 4.0 ? 1.0 + (1.0 - 2.0 / t) / r : 1.0 + 1.0 / r;
    tacit_vector_test out = { .statistic = form / (size * (1.0 + r)), .d = size };
    out.w = t > 4.0 ? 4.0 + (t - 4.0) * by * by : 0.5 * t * (1.0 + 1.0 / size) * by * by;
    out.p = tacit_f_above(out.statistic, out.d, fmin(out.w, 1e9));
    return out;
}
