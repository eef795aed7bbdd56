/*
 * combined.h - several noisy answers about the same numbers, made one.
 */
#ifndef TACIT_STATS_NOISY_COMBINED_H
#define TACIT_STATS_NOISY_COMBINED_H

#include "base/context.h"

/* `n` answers, each a sum of `p` unknown numbers times known factors, with noise. */
typedef struct tacit_noisy_answers {
    const double *factor; /* n * p, row by row */
    const double *value;  /* n */
    const double *sd;     /* n standard deviations of the noise, above 0 */
    size_t n, p;
} tacit_noisy_answers;

/* What they say together.  In scratch memory. */
typedef struct tacit_combined {
    const double *estimate, *error; /* p numbers and their standard errors */
    const double *fitted, *spread;  /* n answers that agree, and their standard errors */
    double square;                  /* sum of the squares of (value - fitted) / sd */
    size_t undetermined; /* the first number that the answers do not tell, p if they tell all */
} tacit_combined;

/* The best linear unbiased estimates; only `undetermined` is set if there are none.  O(n p^2 +
 * p^3). */
tacit_status tacit_combined_of(tacit_ctx *cx, const tacit_noisy_answers *answers,
                               tacit_combined *out);

#endif
