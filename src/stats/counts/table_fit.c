/*
 * table_fit.c - how far the counts of one table are from those of another.
 *
 * Raab, Nowok and Dibben (2021), Assessing, visualizing and improving the utility of synthetic
 * data, and Voas and Williamson (2001).  The Jensen-Shannon divergence is put against its
 * expectation by the factor 8 n_s ln 2, which follows from JSD = sum (p - q)^2 / q / (8 ln 2) for
 * small differences.
 */
#include "stats/counts/table_fit.h"

#include <math.h>

/* Sums of both tables. */
typedef struct sums {
    double s, d, c;
} sums;

static sums sums_of(const uint32_t *s, const uint32_t *d, size_t cells)
{
    sums out = { 0.0, 0.0, 0.0 };
    for (size_t k = 0; k < cells; k++) {
        out.s += s[k];
        out.d += d[k];
    }
    out.c = out.s / (out.s + out.d);
    return out;
}

/* Half of x log2(x / mean of x and y). */
static double half_divergence(double x, double y)
{
    return x > 0.0 ? 0.5 * x * log2(2.0 * x / (x + y)) : 0.0;
}

/* Add what a cell contributes; cells that are empty in both are left out before. */
static void add_cell(tacit_table_fit *f, double s, double d, const sums *n)
{
    const double e = d * n->s / n->d, gap = s - e, p = s / n->s, q = d / n->d;
    const double root = sqrt(s) - sqrt(e), roots = sqrt(p) - sqrt(q);
    f->df++;
    f->vw += gap * gap / ((s + d) * n->c);
    f->wmabsdd += fabs(gap) / sqrt((s + d) * n->c);
    f->ft += 4.0 * root * root;
    f->jsd += half_divergence(p, q) + half_divergence(q, p);
    f->mabsdd += fabs(p - q);
    f->dbhatt += 0.5 * roots * roots; /* 1 - sum of sqrt(p q) without its cancellation */
}

/* The likelihood ratio of the cells with counts in both tables. */
static void add_likelihood(tacit_table_fit *f, const uint32_t *s, const uint32_t *d, size_t cells)
{
    double sum_s = 0.0, sum_d = 0.0;
    for (size_t k = 0; k < cells; k++)
        if (s[k] > 0 && d[k] > 0) {
            sum_s += s[k];
            sum_d += d[k];
            f->df_g++;
        }
    for (size_t k = 0; k < cells; k++)
        if (s[k] > 0 && d[k] > 0)
            f->g += 2.0 * s[k] * log(s[k] * sum_d / (d[k] * sum_s));
    f->g = fmax(0.0, f->g);
}

tacit_table_fit tacit_table_fit_of(const uint32_t *s, const uint32_t *d, size_t cells)
{
    static const double mean_of_normal = 0.79788456080286535588; /* sqrt(2 / pi) */
    const sums n = sums_of(s, d, cells);
    tacit_table_fit f = { 0 };
    for (size_t k = 0; k < cells; k++)
        if (s[k] > 0 || d[k] > 0)
            add_cell(&f, s[k], d[k], &n);
    add_likelihood(&f, s, d, cells);
    f.df -= f.df > 0;
    f.df_g -= f.df_g > 0;
    f.jsd = fmax(0.0, f.jsd);
    f.tv = 0.5 * f.mabsdd;
    f.dbhatt = sqrt(f.dbhatt);
    f.wmabsdd /= mean_of_normal;
    f.pmse = f.vw * n.c * (1.0 - n.c) * (1.0 - n.c) / (n.s + n.d);
    const double df = f.df > 0 ? (double)f.df : NAN, df_g = f.df_g > 0 ? (double)f.df_g : NAN;
    f.s_pmse = f.vw / df;
    f.s_ft = f.ft / df;
    f.s_jsd = 8.0 * n.s * 0.69314718055994530942 * f.jsd / df;
    f.s_g = f.g / df_g;
    return f;
}
