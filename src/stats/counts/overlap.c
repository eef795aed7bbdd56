/*
 * overlap.c - overlap of confidence intervals (Karr, Kohnen, Oganian, Reiter and Sanil 2006,
 * "A framework for evaluating the utility of data altered to protect confidentiality").
 *
 * With the intersection I of intervals A and B: (|I| / |A| + |I| / |B|) / 2, 0 if it is empty.
 */
#include "stats/counts/overlap.h"

#include <math.h>

#include "stats/counts/chi_square.h"

double tacit_confidence_factor(double level)
{
    return sqrt(tacit_chi_square_quantile(level, 1.0));
}

/* The share of an interval of the given half width that `both` is. */
static double share(double both, double half)
{
    return half > 0.0 ? fmin(1.0, both / (2.0 * half)) : 1.0;
}

double tacit_interval_overlap(const tacit_estimate *a, const tacit_estimate *b, double z)
{
    const double wide_a = z * a->error, wide_b = z * b->error;
    const double gap = b->value - a->value; /* places are told from a's, which loses no digits */
    const double low = fmax(-wide_a, gap - wide_b), high = fmin(wide_a, gap + wide_b);
    if (!isfinite(gap) || !isfinite(wide_a) || !isfinite(wide_b))
        return NAN;
    if (high < low)
        return 0.0;
    return (share(high - low, wide_a) + share(high - low, wide_b)) / 2.0;
}
