/*
 * gaussian.c - the Gaussian mechanism and zero-concentrated privacy.
 */
#include "privacy/accountant/gaussian.h"

#include <math.h>
#include <stdbool.h>

static const double ROOT_TWO = 1.41421356237309504880, ROOT_HALF_PI = 1.25331413731550025121,
                    LOG_ROOT_TWO_PI = 0.91893853320467274178;

/* Mills' ratio (1 - Phi(x)) / phi(x), x >= 0; from 30 on by its asymptotic series, of which 10
 * terms are exact to a double. */
static double mills(double x)
{
    if (x < 30)
        return ROOT_HALF_PI * exp(x * x / 2) * erfc(x / ROOT_TWO);
    double term = 1.0, sum = 1.0;
    for (int k = 1; k <= 10; k++) {
        term *= -(2 * k - 1) / (x * x);
        sum += term;
    }
    return sum / x;
}

/* exp(e) phi(es + 1/(2s)) is phi(es - 1/(2s)): so exp(e), which may not fit, stands nowhere, and in
 * the tail delta is a difference of Mills' ratios, which does not cancel. */
double tacit_gaussian_log_delta(double sigma, double e)
{
    const double half = 1 / (2 * sigma), low = e * sigma - half, high = e * sigma + half;
    const double log_density = -low * low / 2 - LOG_ROOT_TWO_PI;
    if (low > 0)
        return log_density + log(mills(low) - mills(high));
    return log(0.5 * erfc(low / ROOT_TWO) - exp(log_density) * mills(high));
}

double tacit_gaussian_delta(double sigma, double e)
{
    return exp(tacit_gaussian_log_delta(sigma, e));
}

/* What a search looks at: whether `x` is enough, given two other numbers. */
typedef bool enough(double x, double given, double log_delta);

/* The least x > 0 that is enough, or the least floating-point number above it. */
static double least(enough *is_enough, double given, double log_delta)
{
    double low = 0.0, high = 1.0;
    while (!is_enough(high, given, log_delta) && high < 0x1p60)
        high *= 2;
    for (int i = 0; i < 1100; i++) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        *(is_enough(middle, given, log_delta) ? &high : &low) = middle;
    }
    return high < 0x1p60 ? high : INFINITY;
}

static bool epsilon_is_enough(double e, double sigma, double log_delta)
{
    return tacit_gaussian_log_delta(sigma, e) <= log_delta;
}

double tacit_gaussian_epsilon(double sigma, double delta)
{
    return epsilon_is_enough(0, sigma, log(delta)) ? 0.0
                                                   : least(epsilon_is_enough, sigma, log(delta));
}

static bool sigma_is_enough(double sigma, double e, double log_delta)
{
    return tacit_gaussian_log_delta(sigma, e) <= log_delta;
}

double tacit_gaussian_sigma(double epsilon, double delta)
{
    return least(sigma_is_enough, epsilon, log(delta));
}

/* Any a > 1 gives a valid delta; the best is where the derivative of the exponent is 0. */
double tacit_zcdp_log_delta(double rho, double e)
{
    double low = 1.01, high = (e + 1) / (2 * rho) + 2;
    for (int i = 0; i < 200; i++) {
        const double a = low + (high - low) / 2;
        *((2 * a - 1) * rho - e + log1p(-1 / a) < 0 ? &low : &high) = a;
    }
    const double a = high, log_delta = (a - 1) * (a * rho - e) + a * log1p(-1 / a) - log(a - 1);
    return fmin(log_delta, 0.0);
}

static bool zcdp_is_enough(double e, double rho, double log_delta)
{
    return tacit_zcdp_log_delta(rho, e) <= log_delta;
}

double tacit_zcdp_epsilon(double rho, double delta)
{
    return zcdp_is_enough(0, rho, log(delta)) ? 0.0 : least(zcdp_is_enough, rho, log(delta));
}

static bool rho_is_too_much(double rho, double e, double log_delta)
{
    return tacit_zcdp_log_delta(rho, e) > log_delta;
}

double tacit_zcdp_rho(double epsilon, double delta)
{
    return nextafter(least(rho_is_too_much, epsilon, log(delta)), 0.0);
}
