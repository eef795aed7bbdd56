/*
 * neighbours.c - how many of a column's numbers lie near one of them.
 *
 * Of sorted numbers the k nearest to a place stand in a window of k; the window moves up
 * with the place.  Between numbers the distance to the k-th nearest of a place t is the least
 * over windows of max(t - first, last - t): it is largest at the ends or where a window hands
 * over to the next, at the middle of k + 1 numbers in a row.
 */
#include "stats/cluster/neighbours.h"

#include <math.h>

#include "base/context.h"

double tacit_neighbour_radius(const double *x, size_t n, size_t k)
{
    TACIT_ASSERT(k > 0 && k <= n);
    double most = 0.0;
    size_t first = 0;
    for (size_t i = 0; i < n; i++) {
        while (first + k < n && x[first + k] - x[i] < x[i] - x[first])
            first++;
        most = fmax(most, fmax(x[i] - x[first], x[first + k - 1] - x[i]));
    }
    return most;
}

double tacit_neighbour_radius_between(const double *x, size_t n, size_t k)
{
    TACIT_ASSERT(k > 0 && k <= n);
    double most = fmax(x[k - 1] - x[0], x[n - 1] - x[n - k]);
    for (size_t i = 0; i + k < n; i++)
        most = fmax(most, 0.5 * (x[i + k] - x[i]));
    return most;
}

void tacit_neighbour_counts(const double *at, size_t m, const double *x, size_t n, double radius,
                            uint32_t *count)
{
    size_t from = 0, to = 0;
    for (size_t i = 0; i < m; i++) {
        while (from < n && x[from] < at[i] - radius)
            from++;
        while (to < n && x[to] <= at[i] + radius)
            to++;
        count[i] = (uint32_t)(to > from ? to - from : 0);
    }
}
