/*
 * lattice.c - values on a declared lattice.
 */
#include "privacy/sample/lattice.h"

#include <math.h>

enum { MOST_DECIMALS = 9 };
#define MOST_STEPS 0x1p62

/* A bound in steps; one that is no multiple of the step is moved outwards.  110/100 is the double
 * that is written 1.1, so that is a multiple of 0.01, although 1.1 times 100 is above 110. */
static double bound_in_steps(double x, int decimals, double (*outwards)(double))
{
    const double steps = x * pow(10.0, decimals), near = nearbyint(steps);
    const double back = decimals < 0 ? near * pow(10.0, -decimals) : near / pow(10.0, decimals);
    return fabs(back - x) > 0 ? outwards(steps) : near;
}

tacit_status tacit_lattice_new(tacit_ctx *cx, const char *owner, int decimals,
                               const double bounds_and_missing[3], tacit_value_lattice *out)
{
    const double low = bound_in_steps(bounds_and_missing[0], decimals, floor),
                 high = bound_in_steps(bounds_and_missing[1], decimals, ceil),
                 missing = nearbyint(bounds_and_missing[2] * pow(10.0, decimals));
    if (decimals < -MOST_DECIMALS || decimals > MOST_DECIMALS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s: the decimals must be from -9 to 9.", owner);
    if (!(low < high))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s needs a lower bound below its upper one; without bounds no noise "
                          "would be enough.",
                          owner);
    if (!(-MOST_STEPS < low && high < MOST_STEPS))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: the bounds must be within 2^62 steps of the last decimal.", owner);
    if (!(low <= missing && missing <= high))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: what a missing value counts as must be within the bounds.", owner);
    *out = (tacit_value_lattice){ .decimals = decimals,
                                  .lower = (int64_t)low,
                                  .upper = (int64_t)high,
                                  .missing = (int64_t)missing };
    return TACIT_OK;
}

static int64_t place(const tacit_value_lattice *l, double scale, double x)
{
    if (!isfinite(x))
        return l->missing;
    const double steps = nearbyint(x * scale);
    return steps <= (double)l->lower   ? l->lower
           : steps >= (double)l->upper ? l->upper
                                       : (int64_t)steps;
}

int64_t tacit_lattice_place(const tacit_value_lattice *l, double x)
{
    return place(l, pow(10.0, l->decimals), x);
}

void tacit_lattice_place_all(const tacit_value_lattice *l, size_t n, const double *x, int64_t *out)
{
    const double scale = pow(10.0, l->decimals);
    for (size_t i = 0; i < n; i++)
        out[i] = place(l, scale, x[i]);
}

/* |x|, which fits: bounds are within 2^62. */
static uint64_t size_of(int64_t x)
{
    return (uint64_t)(x < 0 ? -x : x);
}

tacit_u128 tacit_lattice_sensitivity(const tacit_value_lattice *l, uint64_t times,
                                     tacit_neighbours neighbours)
{
    const uint64_t low = size_of(l->lower), high = size_of(l->upper);
    const uint64_t one = neighbours == TACIT_NEIGHBOURS_REPLACE ? (uint64_t)(l->upper - l->lower)
                         : low > high                           ? low
                                                                : high;
    return (tacit_u128)one * times;
}
