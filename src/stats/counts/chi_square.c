/*
 * chi_square.c - the chi-square distribution.
 *
 * The distribution function is the regularised incomplete gamma function P(df / 2, x / 2):
 * its power series below a + 1, Lentz's continued fraction of 1 - P above (Press and
 * others 1992, Numerical recipes, section 6.2), to about 1e-14.  The quantile is found by
 * halving an interval, some 60 evaluations.
 */
#include "stats/counts/chi_square.h"

#include <float.h>
#include <math.h>

enum { MOST_TERMS = 100000 };

/* P(a, x) by its series: x < a + 1. */
static double gamma_series(double a, double x)
{
    double term = 1.0 / a, sum = term;
    for (int i = 1; i < MOST_TERMS && term > sum * DBL_EPSILON / 4.0; i++) {
        term *= x / (a + i);
        sum += term;
    }
    return sum * exp(a * log(x) - x - lgamma(a));
}

/* 1 - P(a, x) by its continued fraction: x >= a + 1. */
static double gamma_fraction(double a, double x)
{
    double b = x + 1.0 - a, c = 1.0 / DBL_MIN, d = 1.0 / b, h = d;
    for (int i = 1; i < MOST_TERMS; i++) {
        const double an = -i * (i - a);
        b += 2.0;
        d = an * d + b;
        d = 1.0 / (fabs(d) < DBL_MIN ? DBL_MIN : d);
        c = b + an / c;
        c = fabs(c) < DBL_MIN ? DBL_MIN : c;
        h *= c * d;
        if (fabs(c * d - 1.0) < DBL_EPSILON)
            break;
    }
    return h * exp(a * log(x) - x - lgamma(a));
}

double tacit_chi_square_cdf(double x, double df)
{
    const double a = df / 2.0, y = x / 2.0;
    if (!(y > 0.0))
        return 0.0;
    return y < a + 1.0 ? gamma_series(a, y) : 1.0 - gamma_fraction(a, y);
}

double tacit_chi_square_quantile(double p, double df)
{
    double low = 0.0, high = df;
    while (tacit_chi_square_cdf(high, df) < p && high < 1e6 * df)
        high *= 2.0;
    for (;;) {
        const double middle = low + (high - low) / 2.0;
        if (!(middle > low && middle < high))
            return middle;
        if (tacit_chi_square_cdf(middle, df) < p)
            low = middle;
        else
            high = middle;
    }
}
