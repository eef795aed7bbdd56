/*
 * lattice.h - values on a declared lattice: integers before anything is added up.
 *
 * A value becomes the nearest multiple of the step 10^-decimals (halves to even), within declared
 * bounds, record by record, and only then is it added, in 128 bits.  So a person moves a sum by an
 * integer that is known beforehand: there is no rounding in sums that data could steer
 * (Casacuberta, Shoemate, Vadhan and Wagaman 2022), and no overflow, because 2^63 values below 2^62
 * fit in 126 bits.  A missing or not finite value counts as the declared one.
 */
#ifndef TACIT_PRIVACY_SAMPLE_LATTICE_H
#define TACIT_PRIVACY_SAMPLE_LATTICE_H

#include "base/context.h"
#include "privacy/sample/wide.h"

typedef struct tacit_value_lattice {
    int decimals;         /* -9 ... 9; -3: thousands */
    int64_t lower, upper; /* bounds, in steps */
    int64_t missing;      /* what a missing value counts as, in steps */
} tacit_value_lattice;

/* Bounds and `missing` as people write them; bounds that are no multiples of the step are moved
 * outwards.  `owner` is what the message is about. */
tacit_status tacit_lattice_new(tacit_ctx *cx, const char *owner, int decimals,
                               const double bounds_and_missing[3], tacit_value_lattice *out);

/* The value in steps. */
int64_t tacit_lattice_place(const tacit_value_lattice *l, double x);

/* The same of n values at once. */
void tacit_lattice_place_all(const tacit_value_lattice *l, size_t n, const double *x, int64_t *out);

/* Who are neighbours: data with a person more, or with another person in the place of one. */
typedef enum tacit_neighbours {
    TACIT_NEIGHBOURS_ADD = 0,
    TACIT_NEIGHBOURS_REPLACE
} tacit_neighbours;

/* By how many steps a person who contributes at most `times` values can move their sum. */
tacit_u128 tacit_lattice_sensitivity(const tacit_value_lattice *l, uint64_t times,
                                     tacit_neighbours neighbours);

#endif
