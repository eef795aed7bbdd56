/*
 * moments.c - means, variances and correlations of plain arrays.
 *
 * Two passes: the mean, then sums of squared deviations from it, whose error does not
 * grow with the mean (Chan, Golub and LeVeque 1983).  Sums run in the order of the
 * array, so the result does not depend on threads.  O(n).
 */
#include "stats/moments.h"

#include <math.h>

/* What numbers between `least` and `most` are divided by, so that neither their sum nor
 * their squares leave the range of doubles: 1 unless they are extreme. */
static double unit_of(double least, double most)
{
    const double size = fmax(fabs(least), fabs(most));
    return size > 1e100 || size < 1e-100 ? size : 1.0;
}

/* The same with `count` (NULL: 1) of each. */
static tacit_moments moments(const double *x, const uint64_t *count, size_t n, size_t all)
{
    tacit_moments m = { .n = all };
    if (n == 0)
        return m;
    m.mean = m.least = m.most = x[0];
    for (size_t i = 0; i < n; i++) {
        m.least = x[i] < m.least ? x[i] : m.least;
        m.most = x[i] > m.most ? x[i] : m.most;
    }
    if (m.most <= m.least)
        return m; /* a constant: its rounded sums would tell otherwise */
    const double unit = unit_of(m.least, m.most);
    double sum = 0.0, squares = 0.0, slip = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += (count != NULL ? (double)count[i] : 1.0) * (x[i] / unit);
    const double mean = sum / (double)all;
    for (size_t i = 0; i < n; i++) {
        const double times = count != NULL ? (double)count[i] : 1.0, d = x[i] / unit - mean;
        squares += times * d * d;
        slip += times * d;
    }
    m.mean = mean * unit;
    m.sd = unit * sqrt(fmax(0.0, squares - slip * slip / (double)all) / (double)(all - 1));
    return m;
}

tacit_moments tacit_moments_of(const double *x, size_t n)
{
    return moments(x, NULL, n, n);
}

tacit_moments tacit_moments_counted(const double *x, const uint64_t *count, size_t n)
{
    size_t all = 0;
    for (size_t i = 0; i < n; i++)
        all += (size_t)count[i];
    return moments(x, count, n, all);
}

double tacit_correlation(const double *x, const double *y, size_t n)
{
    const tacit_moments a = tacit_moments_of(x, n), b = tacit_moments_of(y, n);
    if (n < 2 || a.sd <= 0.0 || b.sd <= 0.0)
        return 0.0;
    double products = 0.0;
    for (size_t i = 0; i < n; i++)
        products += (x[i] - a.mean) / a.sd * ((y[i] - b.mean) / b.sd);
    return products / (double)(n - 1);
}
