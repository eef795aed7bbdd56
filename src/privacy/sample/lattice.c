/*
 * lattice.c - values on a declared lattice.
 */
#include "privacy/sample/lattice.h"

#include <math.h>

enum { MOST_DECIMALS = 9 };
#define MOST_STEPS 0x1p62

tacit_status tacit_lattice_new(tacit_ctx *cx, const char *owner, int decimals,
                               const double bounds_and_missing[3], tacit_value_lattice *out)
{
    const double step = pow(10.0, decimals), low = floor(bounds_and_missing[0] * step),
                 high = ceil(bounds_and_missing[1] * step), missing = bounds_and_missing[2] * step;
    if (decimals < 0 || decimals > MOST_DECIMALS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s: the decimals must be from 0 to 9.", owner);
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
                                  .missing = (int64_t)nearbyint(missing) };
    return TACIT_OK;
}

int64_t tacit_lattice_place(const tacit_value_lattice *l, double x)
{
    if (!isfinite(x))
        return l->missing;
    const double steps = nearbyint(x * pow(10.0, l->decimals));
    return steps <= (double)l->lower   ? l->lower
           : steps >= (double)l->upper ? l->upper
                                       : (int64_t)steps;
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
