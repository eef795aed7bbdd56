/*
 * units.c - budgets in fixed point.
 */
#include "privacy/accountant/units.h"

#include <math.h>

tacit_units tacit_units_up(double x)
{
    const double units = ceil(x * 0x1p40);
    return units < 0x1p64 ? (tacit_units)fmax(units, 0.0) : TACIT_UNITS_MOST;
}

tacit_units tacit_units_down(double x)
{
    const double units = floor(x * 0x1p40);
    return !(units >= 0) ? 0 : units < 0x1p64 ? (tacit_units)units : TACIT_UNITS_MOST - 1;
}

tacit_units tacit_units_of_ratio(tacit_ratio r)
{
    const tacit_u128 units =
        ((tacit_u128)r.over * TACIT_UNITS_ONE + (r.under - 1)) / (tacit_u128)r.under;
    return units < TACIT_UNITS_MOST ? (tacit_units)units : TACIT_UNITS_MOST;
}

tacit_units tacit_units_add(tacit_units a, tacit_units b)
{
    return a > TACIT_UNITS_MOST - b ? TACIT_UNITS_MOST : a + b;
}

bool tacit_units_fit(tacit_units limit, tacit_units spent, tacit_units more)
{
    const tacit_units all = tacit_units_add(spent, more);
    return all != TACIT_UNITS_MOST && all <= limit;
}

double tacit_units_real(tacit_units x)
{
    return (double)x * 0x1p-40;
}

double tacit_units_shown(double x)
{
    return nearbyint(x * 1e9) / 1e9;
}
