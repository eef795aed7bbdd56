/*
 * romm_rotate.h - records turned by a random orthogonal matrix that leaves means alone.
 */
#ifndef TACIT_MICRO_METHOD_NOISE_ROMM_ROTATE_H
#define TACIT_MICRO_METHOD_NOISE_ROMM_ROTATE_H

#include "base/context.h"
#include "base/rng.h"

/* Fewest records that can be turned. */
enum { TACIT_ROMM_LEAST = 3 };

/* How far to turn. */
typedef struct tacit_romm_turn {
    size_t sweeps;
    double spread; /* standard deviation of the angles; infinite for uniform angles */
} tacit_romm_turn;

/* The turn after which the correlation of masked and original values is expected to be
 * `kept`, or, if that is below 3^-sweeps, as low as that. */
tacit_romm_turn tacit_romm_turn_for(double kept, size_t sweeps);

/* The correlation expected after `turn`. */
double tacit_romm_expected(const tacit_romm_turn *turn);

/* Replace the n >= 3 records `x` of `p` numbers, row by row, by T x with T random orthogonal
 * and T 1 = 1.  O(sweeps n p), in parallel; the result does not depend on threads. */
tacit_status tacit_romm_rotate(tacit_ctx *cx, const tacit_romm_turn *turn, const tacit_rng *rng,
                               double *x, size_t n, size_t p);

#endif
