/*
 * benedetti_franconi.c - the expected inverse of a population frequency.
 *
 * With q = 1 - p the wanted value is r = (p / f) 2F1(1, 1; f+1; q) = p I(f), where
 * I(f) is the integral of s^(f-1) / (p + q s) over 0 < s < 1 (Benedetti and Franconi 1998;
 * Polettini 2003).  The sum of the hypergeometric series has positive terms only, so adding
 * them up loses no digits, but it takes some 1 / p terms if f is small and q near 1.  Hence
 *
 * - the series if q <= 2/3 or f >= 16: at most some 90 terms;
 * - else p < 1/3, and q I(f+1) = 1 / f - p I(f) is stable upwards (an error shrinks by
 *   p / q < 1/2 in each step and 1 / f is never close to p I(f)).  It starts at
 *   f0 in [1/2, 3/2), where with a = p / q and e = 1 - f0
 *
 *       q I(f0) = (pi / sin(pi e) - 1 / e) + (pi / sin(pi e)) (a^-e - 1)
 *                 - sum over k >= 1 of (-a)^k / (k + e),
 *
 *   the integral over 0 < s < infinity less that over s > 1.  For e = 0 this is -log p.
 *
 * O(1), at most about 90 terms.
 */
#include "stats/population/benedetti_franconi.h"

#include <float.h>
#include <math.h>

static const double PI = 3.14159265358979323846;

/* 1 + q / (f+1) + 2 q^2 / ((f+1)(f+2)) + ... */
static double sum_series(double f, double q)
{
    double term = 1.0, sum = 1.0;
    for (double i = 1.0; term > sum * (DBL_EPSILON / 8.0); i += 1.0) {
        term *= i * q / (f + i);
        sum += term;
    }
    return sum;
}

/* x - sin x for |x| <= pi / 2 without cancellation. */
static double sine_gap(double x)
{
    double term = x * x * x / 6.0, sum = term;
    for (double k = 4.0; fabs(term) > fabs(sum) * (DBL_EPSILON / 8.0); k += 2.0) {
        term *= -x * x / (k * (k + 1.0));
        sum += term;
    }
    return sum;
}

/* The first two parts of q I(f0), which are large and of opposite sign each by itself near
 * e = 0. */
static double start_pole(double e, double log_a)
{
    if (fabs(e) < 1e-9)
        return PI * PI / 6.0 * e - log_a * (1.0 - e * log_a / 2.0);
    const double sine = sin(PI * e);
    return sine_gap(PI * e) / (sine * e) + PI / sine * expm1(-e * log_a);
}

/* I(1 - e) for p < 1/3. */
static double start_integral(double e, double p, double q)
{
    const double a = p / q;
    double power = 1.0, sum = 0.0;
    for (double k = 1.0; power > DBL_EPSILON / 16.0; k += 1.0) {
        power *= a;
        sum += fmod(k, 2.0) > 0.5 ? power / (k + e) : -power / (k + e);
    }
    return (start_pole(e, log(a)) + sum) / q;
}

double tacit_benedetti_franconi(double f, double p)
{
    const double q = 1.0 - p;
    if (!(p > 0.0)) /* a population beyond all numbers */
        return 0.0;
    if (q <= 2.0 / 3.0 || f >= 16.0)
        return p / f * sum_series(f, q);
    const double steps = floor(f - 0.5), f0 = f - steps;
    double integral = start_integral(1.0 - f0, p, q);
    for (double k = 0.0; k < steps; k += 1.0)
        integral = (1.0 / (f0 + k) - p * integral) / q;
    return p * integral;
}

double tacit_benedetti_franconi_cut(double f, double p, unsigned terms)
{
    double term = 1.0, sum = 0.0;
    for (unsigned i = 1; i <= terms; i++) {
        sum += term;
        term *= (double)i * (1.0 - p) / (f + (double)i);
    }
    return p / f * sum;
}
