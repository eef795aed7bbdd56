/*
 * wilson.c - rates of success with their uncertainty, and what a rate exceeds another by.
 *
 * Wilson (1927), Probable inference, the law of succession, and statistical inference: with
 * z the normal quantile at (1 + confidence) / 2, the interval of x successes among n is
 * (x + z^2/2) / (n + z^2) -+ z / (n + z^2) sqrt(x (n - x) / n + z^2/4).  It stays within
 * 0 ... 1 and has a length at x = 0 and x = n.
 *
 * Giomi, Boenisch, Wehmeyer and Tasnadi (2023), A unified framework for quantifying privacy
 * risk in synthetic data: risk = (a - c) / (1 - c); its error is that of the first-order
 * propagation of independent errors of a and c.
 *
 * Newcombe (1998), Interval estimation for the difference between independent proportions, method
 * 10: with Wilson's ends l and u of both rates p and q, the ends of p - q are
 * p - q - sqrt((p - l_p)^2 + (u_q - q)^2) and p - q + sqrt((u_p - p)^2 + (q - l_q)^2).
 *
 * The normal quantile starts from formula 26.2.23 of Abramowitz and Stegun (1964), whose
 * error is below 4.5e-4, and takes three steps of Halley's method on erfc().
 */
#include "stats/counts/wilson.h"

#include <math.h>

#include "base/context.h"

static const double ROOT_TWO = 1.41421356237309504880;
static const double ROOT_TWO_PI = 2.50662827463100050242;

/* The x with P(Z > x) = q, 0 < q <= 1/2. */
static double upper_quantile(double q)
{
    const double t = sqrt(-2.0 * log(q));
    double x = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    for (int step = 0; step < 3; step++) {
        const double density = exp(-0.5 * x * x) / ROOT_TWO_PI;
        const double off = (0.5 * erfc(x / ROOT_TWO) - q) / density;
        x += off / (1.0 - 0.5 * x * off); /* Halley, whose error is cubed each step */
    }
    return x;
}

double tacit_normal_quantile(double p)
{
    TACIT_ASSERT(p > 0.0 && p < 1.0);
    return p < 0.5 ? -upper_quantile(p) : upper_quantile(1.0 - p);
}

tacit_rate tacit_wilson(double right, double made, double confidence)
{
    if (!(made > 0.0))
        return (tacit_rate){ NAN, NAN };
    TACIT_ASSERT(right >= 0.0 && right <= made * (1.0 + 1e-9));
    const double z = tacit_normal_quantile(0.5 * (1.0 + confidence)), by = made + z * z;
    const double within = fmax(right * (made - right) / made, 0.0) + 0.25 * z * z;
    return (tacit_rate){ (right + 0.5 * z * z) / by, z / by * sqrt(within) };
}

static double cut(double x)
{
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
}

tacit_excess tacit_excess_of(tacit_rate attack, tacit_rate control)
{
    const double left = 1.0 - control.value;
    const double value = (attack.value - control.value) / left;
    const double by_attack = attack.error / left;
    const double by_control = (1.0 - attack.value) / (left * left) * control.error;
    const double error = hypot(by_attack, by_control);
    return (tacit_excess){ cut(value), cut(value - error), cut(value + error) };
}

tacit_surplus tacit_surplus_of(const double right[2], const double made[2], double confidence)
{
    double p[2], low[2], high[2];
    for (size_t i = 0; i < 2; i++) {
        const tacit_rate rate = tacit_wilson(right[i], made[i], confidence);
        p[i] = right[i] / made[i];
        low[i] = rate.value - rate.error;
        high[i] = rate.value + rate.error;
    }
    const double value = p[0] - p[1];
    return (tacit_surplus){ value, value - hypot(p[0] - low[0], high[1] - p[1]),
                            value + hypot(high[0] - p[0], p[1] - low[1]) };
}

/* Minus the integral from w to 1. */
static double isolation_tail(double n, double w)
{
    return -(n * w + 1.0) * exp(n * log1p(-w)) / (n + 1.0);
}

double tacit_isolation_integral(double n, double low, double high)
{
    const double upper = high < 1.0 ? isolation_tail(n, high) : 0.0;
    return upper - isolation_tail(n, low);
}

double tacit_isolation_drawn(double n, double all, double met)
{
    TACIT_ASSERT(n <= all && met <= all);
    if (met < 1.0 || n < 1.0 || all - met < n - 1.0)
        return 0.0;
    /* met C(all - met, n - 1) / C(all, n) */
    return met * exp(lgamma(all - met + 1.0) - lgamma(n) - lgamma(all - met - n + 2.0) -
                     (lgamma(all + 1.0) - lgamma(n + 1.0) - lgamma(all - n + 1.0)));
}
