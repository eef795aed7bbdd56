/*
 * error_law.c - laws of noise that was added to released numbers.
 *
 * Of noise Y with distribution function F three things are needed: its variance, E exp(itY), and
 * G(u) = integral of F up to u = E max(u - Y, 0), of which second differences are the probability
 * that the sum of Y and of something uniform lies in an interval.
 */
#include "stats/noisy/error_law.h"

#include <math.h>

static const double ROOT_TWO = 1.4142135623730950488;
static const double ROOT_TWO_PI = 2.5066282746310005024;

double tacit_error_variance(tacit_error_law law)
{
    const double square = law.scale * law.scale;
    return law.kind == TACIT_ERROR_LAPLACE   ? 2.0 * square
           : law.kind == TACIT_ERROR_UNIFORM ? square / 3.0
                                             : square;
}

double tacit_error_transform(tacit_error_law law, double t)
{
    const double u = law.scale * t;
    if (law.kind == TACIT_ERROR_LAPLACE)
        return 1.0 / (1.0 + u * u);
    if (law.kind == TACIT_ERROR_NORMAL)
        return exp(-0.5 * u * u);
    return fabs(u) < 1e-4 ? 1.0 - u * u / 6.0 : sin(u) / u;
}

double tacit_error_integral(tacit_error_law law, double u)
{
    const double s = law.scale, x = u / s;
    if (law.kind == TACIT_ERROR_NORMAL)
        return u * 0.5 * erfc(-x / ROOT_TWO) + s * exp(-0.5 * x * x) / ROOT_TWO_PI;
    if (law.kind == TACIT_ERROR_LAPLACE)
        return fmax(u, 0.0) + 0.5 * s * exp(-fabs(x));
    const double within = fmin(fmax(x, -1.0), 1.0) + 1.0;
    return s * (0.25 * within * within + fmax(x - 1.0, 0.0));
}
