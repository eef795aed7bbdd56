/*
 * units.h - budgets in fixed point, so that sums are exact and never optimistic.
 *
 * A unit is 2^-40.  What is spent is rounded up, what may be spent down; 64 bits hold budgets up to
 * 16 million.  A sum that does not fit stays at the greatest number, which no limit reaches.
 */
#ifndef TACIT_PRIVACY_ACCOUNTANT_UNITS_H
#define TACIT_PRIVACY_ACCOUNTANT_UNITS_H

#include "privacy/sample/ratio.h"

typedef uint64_t tacit_units;

#define TACIT_UNITS_ONE ((tacit_units)1 << 40)
#define TACIT_UNITS_MOST UINT64_MAX

/* `x` >= 0 rounded up, for what is spent; one that is not finite, or does not fit, is the most. */
tacit_units tacit_units_up(double x);

/* `x` >= 0 rounded down, for limits; one that is not a number is 0. */
tacit_units tacit_units_down(double x);

/* The same of a fraction, without a floating-point number between. */
tacit_units tacit_units_of_ratio(tacit_ratio r);

/* Both together. */
tacit_units tacit_units_add(tacit_units a, tacit_units b);

/* Whether `more` can be spent besides `spent` within `limit`. */
bool tacit_units_fit(tacit_units limit, tacit_units spent, tacit_units more);

/* As a number, which is exact below 2^13. */
double tacit_units_real(tacit_units x);

/* For display: to the nearest of 9 decimals, as people write amounts. */
double tacit_units_shown(double x);

#endif
