/*
 * binormal.c - the normal law of two variables with a correlation.
 *
 * The derivative of P(X <= h, Y <= k) by rho is the density (Plackett 1954), so with rho = sin t
 *
 *     P = Phi(h) Phi(k) + 1/(2 pi) integral from 0 to asin(rho) of
 *                         exp(-(h^2 + k^2 - 2 h k sin t) / (2 cos^2 t)) dt
 *
 * (Drezner and Wesolowsky 1990).  The integrand changes ever faster as t nears pi/2, so the way is
 * cut into pieces each of which halves the distance to it, with 16 points of Gauss and Legendre in
 * two halves of each (Abramowitz and Stegun 1964, table 25.4).
 */
#include "stats/counts/binormal.h"

#include <math.h>
#include <stddef.h>

static const double PI = 3.14159265358979323846;

enum { HALF_POINTS = 8 };
static const double POINT[HALF_POINTS] = { 0.0950125098376374402, 0.2816035507792589132,
                                           0.4580167776572273863, 0.6178762444026437484,
                                           0.7554044083550030339, 0.8656312023878317439,
                                           0.9445750230732325761, 0.9894009349916499326 };
static const double WEIGHT[HALF_POINTS] = { 0.1894506104550684963, 0.1826034150449235889,
                                            0.1691565193950025382, 0.1495959888165767321,
                                            0.1246289712555338720, 0.0951585116824927848,
                                            0.0622535239386478929, 0.0271524594117540949 };

double tacit_normal_cdf(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

static double integrand(double h, double k, double t)
{
    const double s = sin(t), c = cos(t);
    return exp(-((h - k) * (h - k) / (2.0 * c * c) + h * k / (1.0 + s)));
}

static double integral(double h, double k, double from, double to)
{
    const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
    double sum = 0.0;
    for (size_t i = 0; i < HALF_POINTS; i++)
        sum += WEIGHT[i] * (integrand(h, k, middle - half * POINT[i]) +
                            integrand(h, k, middle + half * POINT[i]));
    return half * sum;
}

/* The same for rho > 0, where the integral is positive. */
static double joint(double h, double k, double rho)
{
    const double end = asin(rho);
    double sum = 0.0, from = 0.0;
    while (from < end) {
        const double to = fmin(end, from + 0.5 * (0.5 * PI - from)), middle = 0.5 * (from + to);
        sum += integral(h, k, from, middle) + integral(h, k, middle, to);
        from = to;
    }
    return tacit_normal_cdf(h) * tacit_normal_cdf(k) + sum / (2.0 * PI);
}

double tacit_binormal_cdf(double h, double k, double rho)
{
    if (isinf(h) || isinf(k))
        return isinf(h) && h < 0.0 ? 0.0
               : isinf(h)          ? tacit_normal_cdf(k)
               : k < 0.0           ? 0.0
                                   : tacit_normal_cdf(h);
    if (rho < 0.0) /* Y and -Y */
        return fmax(tacit_normal_cdf(h) - joint(h, -k, -rho), 0.0);
    return joint(h, k, rho);
}

double tacit_binormal_density(double h, double k, double rho)
{
    if (isinf(h) || isinf(k))
        return 0.0;
    const double rest = 1.0 - rho * rho;
    return exp(-(h * h + k * k - 2.0 * rho * h * k) / (2.0 * rest)) / (2.0 * PI * sqrt(rest));
}
