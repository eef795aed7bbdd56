/*
 * student.c - Student's t distribution, by the incomplete beta function.
 *
 * P(|T| > t) = I_x(df / 2, 1 / 2) with x = df / (df + t^2); I_x by its continued fraction (Lentz's
 * method, Press, Teukolsky, Vetterling and Flannery 2007, Numerical recipes, 6.4), and quantiles by
 * bisection, as exact as that: 12 digits, of many degrees of freedom 9.  Beyond 10^8 degrees of
 * freedom it is the normal distribution.
 */
#include "stats/counts/student.h"

#include <float.h>
#include <math.h>

enum { MOST_TERMS = 20000, HALVINGS = 200 };
static const double NORMAL_FROM = 1e8;

static double not_zero(double x)
{
    return fabs(x) < DBL_MIN ? DBL_MIN : x;
}

/* The continued fraction of I_x(a, b), which is quick for x < (a + 1) / (a + b + 2). */
static double fraction(double x, double a, double b)
{
    double c = 1.0, d = 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0)), out = d;
    for (int m = 1; m < MOST_TERMS; m++) {
        const double k = m, even = k * (b - k) * x / ((a + 2.0 * k - 1.0) * (a + 2.0 * k)),
                     odd = -(a + k) * (a + b + k) * x / ((a + 2.0 * k) * (a + 2.0 * k + 1.0));
        d = 1.0 / not_zero(1.0 + even * d);
        c = not_zero(1.0 + even / c);
        out *= d * c;
        d = 1.0 / not_zero(1.0 + odd * d);
        c = not_zero(1.0 + odd / c);
        out *= d * c;
        if (fabs(d * c - 1.0) < DBL_EPSILON)
            break;
    }
    return out;
}

/* I_x(a, b), given x and 1 - x. */
static double incomplete_beta(double x, double rest, double a, double b)
{
    if (!(x > 0.0))
        return 0.0;
    if (!(rest > 0.0))
        return 1.0;
    const double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(rest));
    return x < (a + 1.0) / (a + b + 2.0) ? front * fraction(x, a, b) / a
                                         : 1.0 - front * fraction(rest, b, a) / b;
}

double tacit_student_below(double t, double df)
{
    if (df > NORMAL_FROM)
        return 0.5 * erfc(-t / sqrt(2.0));
    const double square = t * t;
    const double both = incomplete_beta(df / (df + square), square / (df + square), 0.5 * df, 0.5);
    return t > 0.0 ? 1.0 - 0.5 * both : 0.5 * both;
}

/* P(F > f) = I_x(w / 2, d / 2) with x = w / (w + d f). */
double tacit_f_above(double f, double d, double w)
{
    if (!(f > 0.0))
        return 1.0;
    return incomplete_beta(w / (w + d * f), d * f / (w + d * f), 0.5 * w, 0.5 * d);
}

double tacit_student_quantile(double p, double df)
{
    double low = 0.0, high = 1.0;
    const double upper = p < 0.5 ? 1.0 - p : p;
    while (tacit_student_below(high, df) < upper && high < DBL_MAX / 4.0)
        high *= 2.0;
    for (int i = 0; i < HALVINGS && low < high; i++) {
        const double mid = 0.5 * (low + high);
        if (!(mid > low) || !(mid < high))
            break;
        if (tacit_student_below(mid, df) < upper)
            low = mid;
        else
            high = mid;
    }
    return p < 0.5 ? -low : low;
}
