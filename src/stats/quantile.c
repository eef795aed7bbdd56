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

double tacit_quantile_counted(const double *sorted, const uint64_t *count, size_t n, double p)
{
    uint64_t all = 0, passed = count[0];
    for (size_t i = 0; i < n; i++)
        all += count[i];
    const double at = (double)(all - 1) * p;
    const uint64_t low = (uint64_t)floor(at);
    size_t i = 0;
    while (passed <= low && i + 1 < n) /* until number `low` is one of those at i */
        passed += count[++i];
    const double x = sorted[i], next = low + 1 < passed || i + 1 == n ? x : sorted[i + 1];
    return x + (at - (double)low) * (next - x);
}
