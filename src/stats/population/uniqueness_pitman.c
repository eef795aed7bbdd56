/*
 * uniqueness_pitman.c - population uniques under Pitman's model.
 *
 * Pitman's sampling formula with parameters theta > -alpha, 0 < alpha < 1 gives the sample
 * the log-likelihood
 *
 *   sum_{i=1}^{u-1} log(theta + i alpha) - sum_{i=1}^{n-1} log(theta + i)
 *     + sum_j c_j sum_{i=1}^{j-1} log(i - alpha)
 *
 * (Hoshino 2001, Applying Pitman's sampling formula to microdata disclosure risk
 * assessment).  For each alpha the best theta is found by bisection, then alpha by
 * bisection of the profile's derivative, which needs no starting point.  A record of a
 * population of N is unique with probability
 * Gamma(theta + 1) Gamma(N - 1 + theta + alpha) / (Gamma(theta + alpha) Gamma(N + theta));
 * N times that is the estimate.  Its limit for large N, Gamma(theta + 1) /
 * Gamma(theta + alpha) N^alpha, is what Hoshino gives; it is too large unless theta is
 * small against N.
 *
 * There is no solution if the likelihood has no maximum inside: all records unique, one
 * class, or class sizes so even that alpha would be 0 or less.
 */
#include "stats/population/uniqueness.h"

#include <math.h>

enum { HALVINGS = 200 };

/* Ends of the search: alpha, and the logarithm of theta + alpha. */
static const double LEAST_ALPHA = 1e-6, MOST_ALPHA = 1.0 - 1e-9;
static const double LEAST_SHIFT = -40.0, MOST_SHIFT = 40.0;

double tacit_harmonic(double x, double m)
{
    enum { FAR = 12 };
    double sum = 0.0, y = x + m;
    const double steps = x < FAR ? ceil(FAR - x) : 0.0, more = y < FAR ? ceil(FAR - y) : 0.0;
    for (double i = 0.0; i < steps; i += 1.0)
        sum += 1.0 / (x + i);
    for (double i = 0.0; i < more; i += 1.0)
        sum -= 1.0 / (y + i);
    const double gap = m + more - steps;
    x += steps;
    y = x + gap;
    const double r = 1.0 / (x * x), s = 1.0 / (y * y);
    const double tail_x =
        r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r * (1.0 / 240 - r * (1.0 / 132)))));
    const double tail_y =
        s * (1.0 / 12 - s * (1.0 / 120 - s * (1.0 / 252 - s * (1.0 / 240 - s * (1.0 / 132)))));
    return sum + log1p(gap / x) + gap / (2.0 * x * y) + tail_x - tail_y;
}

/* Stirling's correction to log Gamma(x). */
static double stirling(double x)
{
    const double r = 1.0 / (x * x);
    return (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680 - r / 1188)))) / x;
}

double tacit_log_rising(double x, double a)
{
    enum { FAR = 12 };
    double low = 0.0;
    for (; x < FAR; x += 1.0)
        low += log(x / (x + a));
    return low + a * log(x) + (x + a - 0.5) * log1p(a / x) - a + stirling(x + a) - stirling(x);
}

/* Derivative of the log-likelihood with respect to theta. */
static double slope_theta(const tacit_size_counts *c, double theta, double alpha)
{
    return tacit_harmonic(theta / alpha + 1.0, c->classes - 1.0) / alpha -
           tacit_harmonic(theta + 1.0, c->records - 1.0);
}

/* The theta that is best for `alpha`; false if there is none. */
static bool solve_theta(const tacit_size_counts *c, double alpha, double *theta)
{
    double low = LEAST_SHIFT, high = MOST_SHIFT;
    if (slope_theta(c, exp(low) - alpha, alpha) <= 0.0 ||
        slope_theta(c, exp(high) - alpha, alpha) >= 0.0)
        return false;
    for (int i = 0; i < HALVINGS && high - low > 1e-15 * fabs(low); i++) {
        const double middle = 0.5 * (low + high);
        if (slope_theta(c, exp(middle) - alpha, alpha) > 0.0)
            low = middle;
        else
            high = middle;
    }
    *theta = exp(0.5 * (low + high)) - alpha;
    return true;
}

/* Derivative of the profile log-likelihood at `alpha`; NaN if no theta fits. */
static double slope_alpha(const tacit_size_counts *c, double alpha, double *theta)
{
    if (!solve_theta(c, alpha, theta))
        return NAN;
    const double inverse = tacit_harmonic(*theta / alpha + 1.0, c->classes - 1.0) / alpha;
    double slope = (c->classes - 1.0 - *theta * inverse) / alpha;
    for (size_t i = 0; i < c->n; i++)
        slope -= c->count[i] * tacit_harmonic(1.0 - alpha, (double)c->size[i] - 1.0);
    return slope;
}

static bool solve(const tacit_size_counts *c, double *theta, double *alpha)
{
    double low = LEAST_ALPHA, high = MOST_ALPHA;
    if (!(slope_alpha(c, low, theta) > 0.0) || !(slope_alpha(c, high, theta) < 0.0))
        return false;
    for (int i = 0; i < HALVINGS && high - low > 1e-16; i++) {
        const double middle = 0.5 * (low + high);
        const double slope = slope_alpha(c, middle, theta);
        if (isnan(slope))
            return false;
        if (slope > 0.0)
            low = middle;
        else
            high = middle;
    }
    *alpha = 0.5 * (low + high);
    return solve_theta(c, *alpha, theta);
}

tacit_uniqueness tacit_uniqueness_pitman(const tacit_size_counts *c,
                                         const tacit_uniqueness_frame *frame)
{
    tacit_uniqueness out = { .uniques = NAN, .used = TACIT_UNIQUENESS_PITMAN };
    double theta = 0.0, alpha = 0.0;
    if (!(c->classes >= 2.0) || !(c->classes < c->records) || !solve(c, &theta, &alpha))
        return out;
    const double N = frame->population, first = tacit_log_rising(theta + alpha, 1.0 - alpha);
    out.converged = true;
    out.uniques = frame->asymptotic
                      ? exp(first + alpha * log(N))
                      : N * exp(first - tacit_log_rising(N - 1.0 + theta + alpha, 1.0 - alpha));
    return out;
}
