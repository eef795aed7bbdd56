/*
 * hansen_mukherjee.c - the best groups of at least k numbers.
 *
 * The groups of an optimal partition of numbers are runs of the sorted numbers of k to
 * 2 k - 1 members, so the best one is the shortest path through a graph whose nodes are the places
 * between numbers and whose arcs are such runs, as long as their sums of squares
 * (Hansen and Mukherjee 2003, A polynomial algorithm for optimal univariate microaggregation).
 * The sums of squares of all runs with one end are found by updating mean and sum of squares
 * (Welford 1962), which does not lose the digits that differences of running sums would.
 */
#include "stats/population/hansen_mukherjee.h"

#include <math.h>

enum { TICK_PLACES = 65536 };

/* The best way to place `end`: loss[end] and from[end], the place before its last run. */
static void reach_place(const double *x, size_t end, size_t k, double *loss, size_t *from)
{
    double mean = 0.0, squares = 0.0;
    for (size_t m = 1; m < 2 * k && m <= end; m++) {
        const double d = x[end - m] - mean;
        mean += d / (double)m;
        squares += d * (x[end - m] - mean);
        if (m >= k && loss[end - m] + squares < loss[end]) {
            loss[end] = loss[end - m] + squares;
            from[end] = end - m;
        }
    }
}

/* The runs of the path that ends at n, in `start`. */
static tacit_status read_path(tacit_ctx *cx, const size_t *from, size_t n, size_t **start,
                              size_t *groups)
{
    size_t count = 0, *out = NULL;
    for (size_t end = n; end > 0; end = from[end])
        count++;
    TACIT_TRY(tacit_scratch(cx, count + 1, sizeof *out, &out));
    *groups = count;
    *start = out;
    out[count] = n;
    for (size_t end = n; end > 0; end = from[end])
        out[--count] = from[end];
    return TACIT_OK;
}

tacit_status tacit_hansen_mukherjee(tacit_ctx *cx, const double *x, size_t n, size_t k,
                                    size_t **start, size_t *groups)
{
    double *loss = NULL;
    size_t *from = NULL;
    TACIT_ASSERT(k > 0 && n >= k);
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *loss, &loss));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *from, &from));
    for (size_t end = 1; end <= n; end++) {
        if (end % TICK_PLACES == 0)
            TACIT_TRY(tacit_tick(cx, end, n));
        loss[end] = INFINITY;
        if (end >= k)
            reach_place(x, end, k, loss, from);
    }
    return read_path(cx, from, n, start, groups);
}
