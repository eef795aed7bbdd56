/*
 * frontier.c - which of many points nothing beats on two scales at once.
 *
 * The risk-utility frontier of Gomatam, Karr and Sanil (2005), Data swapping as a decision problem.
 */
#include "stats/frontier.h"

#include <math.h>

/* Below this a scale does not vary. */
static const double LEAST_RANGE = 1e-12;

static bool dominates(const double *x, const double *y, size_t a, size_t b)
{
    return x[a] <= x[b] && y[a] <= y[b] && (x[a] < x[b] || y[a] < y[b]);
}

/* Taking points off as they are found changes nothing: what dominated them is left, or something
 * that dominates that. */
void tacit_frontier(const double *x, const double *y, size_t n, bool *on)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n && on[i]; k++)
            on[i] = !on[k] || !dominates(x, y, k, i);
}

/* The least value of a scale on the frontier, and its range. */
static void span(const double *x, size_t n, const bool *on, double *low, double *range)
{
    double high = -INFINITY;
    *low = INFINITY;
    for (size_t i = 0; i < n; i++) {
        *low = on[i] ? fmin(*low, x[i]) : *low;
        high = on[i] ? fmax(high, x[i]) : high;
    }
    *range = fmax(high - *low, LEAST_RANGE);
}

size_t tacit_frontier_knee(const double *x, const double *y, size_t n, const bool *on)
{
    double low_x, range_x, low_y, range_y, most = -INFINITY;
    size_t best = n;
    span(x, n, on, &low_x, &range_x);
    span(y, n, on, &low_y, &range_y);
    for (size_t i = 0; i < n; i++) {
        const double below = 1.0 - (x[i] - low_x) / range_x - (y[i] - low_y) / range_y;
        if (!on[i] || below <= most)
            continue;
        most = below;
        best = i;
    }
    return best;
}
