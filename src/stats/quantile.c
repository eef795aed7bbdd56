/*
 * quantile.c - quantiles of sorted arrays (Hyndman and Fan 1996, type 7).
 */
#include "stats/quantile.h"

#include <math.h>

double tacit_quantile(const double *sorted, size_t n, double p)
{
    const double at = (double)(n - 1) * p;
    const size_t low = (size_t)floor(at);
    if (low + 1 >= n)
        return sorted[n - 1];
    return sorted[low] + (at - (double)low) * (sorted[low + 1] - sorted[low]);
}
