/*
 * ratio.h - parameters of guarantees as exact fractions.
 *
 * Who writes epsilon 0.1 means 1/10, and that is what noise is drawn with and what is spent: a
 * number of a plan stands for the shortest decimal that reads as it.
 */
#ifndef TACIT_PRIVACY_SAMPLE_RATIO_H
#define TACIT_PRIVACY_SAMPLE_RATIO_H

#include <stdbool.h>
#include <stdint.h>

#include "privacy/sample/wide.h"

typedef struct tacit_ratio {
    uint64_t over, under; /* without a common factor; under > 0 */
} tacit_ratio;

/* The decimal fraction that `x` > 0 stands for; false if its digits do not fit. */
bool tacit_ratio_of_real(double x, tacit_ratio *out);

/* over / under without common factors; false if that does not fit. */
bool tacit_ratio_of(tacit_u128 over, tacit_u128 under, tacit_ratio *out);

/* over / under rounded up to a multiple of 1 / `steps`; false if that does not fit. */
bool tacit_ratio_up(tacit_u128 over, tacit_u128 under, uint64_t steps, tacit_ratio *out);

/* As a floating-point number, for display. */
double tacit_ratio_real(tacit_ratio r);

#endif
