/*
 * moments.c - means, variances and correlations of plain arrays.
 *
 * Two passes: the mean, then sums of squared deviations from it, whose error does not
 * grow with the mean (Chan, Golub and LeVeque 1983).  Sums run in the order of the
 * array, so the result does not depend on threads.  O(n).
 */
#include "stats/moments.h"

#include <math.h>

tacit_moments tacit_moments_of(const double *x, size_t n)
{
    tacit_moments m = { .n = n };
    if (n == 0)
        return m;
    m.least = m.most = x[0];
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        m.least = x[i] < m.least ? x[i] : m.least;
        m.most = x[i] > m.most ? x[i] : m.most;
    }
    m.mean = sum / (double)n;
    double squares = 0.0, slip = 0.0;
    for (size_t i = 0; i < n; i++) {
        const double d = x[i] - m.mean;
        squares += d * d;
        slip += d;
    }
    if (n > 1)
        m.sd = sqrt(fmax(0.0, squares - slip * slip / (double)n) / (double)(n - 1));
    return m;
}

double tacit_correlation(const double *x, const double *y, size_t n)
{
    const tacit_moments a = tacit_moments_of(x, n), b = tacit_moments_of(y, n);
    if (n < 2 || a.sd <= 0.0 || b.sd <= 0.0)
        return 0.0;
    double products = 0.0;
    for (size_t i = 0; i < n; i++)
        products += (x[i] - a.mean) * (y[i] - b.mean);
    return products / ((double)(n - 1) * a.sd * b.sd);
}
