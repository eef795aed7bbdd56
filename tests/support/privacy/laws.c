/*
 * laws.c - does a sampler of integers have the law that it should?
 */
#include "support/privacy/laws.h"

#include <math.h>

#include "support/privacy/odds.h"

enum { CUTS = 21 };

/* Beyond this many steps nothing is summed up. */
#define FAR 300.0

double geometric_above(double k, tacit_ratio scale)
{
    return k <= 0 ? 1.0 : exp(-k / tacit_ratio_real(scale));
}

double laplace_above(double k, tacit_ratio scale)
{
    const double b = tacit_ratio_real(scale), both = 1 + exp(-1 / b);
    return k > 0 ? exp(-k / b) / both : 1 - exp((k - 1) / b) / both;
}

/* All weights up to a variance of 400; beyond it the normal law half a step lower, which is off by
 * 1/(24 variance) of a density's slope at most 1e-5 there, and below 1e-12 at those that are used.
 */
double gaussian_above(double k, tacit_ratio variance)
{
    const double v = tacit_ratio_real(variance);
    double sum = 0.0, all = 0.0;
    if (v > 400)
        return erfc((k - 0.5) / sqrt(2 * v)) / 2;
    for (double x = -FAR; x <= FAR; x++) {
        all += exp(-x * x / (2 * v));
        sum += x >= k ? exp(-x * x / (2 * v)) : 0.0;
    }
    return sum / all;
}

/* The cuts in ascending order. */
static void make_cuts(const law_of_draws *l, double cut[CUTS])
{
    const double far[] = { 0.25, 0.6, 1, 1.5, 2, 2.5, 3 };
    for (int i = 0; i < CUTS; i++) {
        const int at = i - CUTS / 2, size = at < 0 ? -at : at;
        const double x = size <= 3 ? size : 3 + ceil(far[size - 4] * l->unit);
        cut[i] = at < 0 ? -x : x;
    }
}

/* Of a cell or a tail that has something and not everything. */
static double one_p_value(size_t n, uint64_t seen, double share)
{
    if (share > 1e-15 && share < 1 - 1e-15)
        return share_p_value(n, seen, share);
    return (share > 0.5) == (seen == n) && (share > 0.5 || seen == 0) ? 1.0 : 0.0;
}

static double cuts_p_value(const law_of_draws *l, size_t n, const double cut[CUTS],
                           const uint64_t seen[CUTS + 1])
{
    double least = 1.0;
    uint64_t up = 0;
    for (int i = CUTS; i >= 0; i--) {
        const double high = i == CUTS ? 0.0 : l->above(cut[i], l->scale);
        const double low = i == 0 ? 1.0 : l->above(cut[i - 1], l->scale);
        up += seen[i];
        least = fmin(least, one_p_value(n, seen[i], low - high));
        least = fmin(least, one_p_value(n, up, low));
    }
    return fmin(1.0, least * 2 * (CUTS + 1));
}

/* Squares up to 6 units: mean, variance and the p-value of the mean. */
static double square_p_value(const law_of_draws *l, size_t n, double mean)
{
    const double most = pow(6 * l->unit, 2);
    double m = 0.0, v = 0.0;
    for (double k = -FAR; k <= FAR; k++) {
        const double p = l->above(k, l->scale) - l->above(k + 1, l->scale), x = fmin(k * k, most);
        m += p * x;
        v += p * x * x;
    }
    const double t = fabs(mean - m);
    return fmin(1.0, 2 * exp(-(double)n * t * t / (2 * (v - m * m + most * t / 3))));
}

double law_p_value(const law_of_draws *l, size_t n, tacit_keystream *stream)
{
    double cut[CUTS], squares = 0.0;
    uint64_t seen[CUTS + 1] = { 0 };
    make_cuts(l, cut);
    for (size_t i = 0; i < n; i++) {
        const double x = (double)l->draw(stream, l->scale);
        int at = 0;
        while (at < CUTS && x >= cut[at])
            at++;
        seen[at]++;
        squares += fmin(x * x, pow(6 * l->unit, 2));
    }
    const double p = cuts_p_value(l, n, cut, seen);
    return l->unit * 20 > FAR ? p
                              : fmin(1.0, 2 * fmin(p, square_p_value(l, n, squares / (double)n)));
}
