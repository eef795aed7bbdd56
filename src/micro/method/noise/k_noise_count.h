/*
 * k_noise_count.h - how many records stay near each record under repeated noise.
 */
#ifndef TACIT_MICRO_METHOD_NOISE_K_NOISE_COUNT_H
#define TACIT_MICRO_METHOD_NOISE_K_NOISE_COUNT_H

#include "micro/method/noise/own.h"

/* Shares of the records, in order of their values, that are told of one by one. */
enum { TACIT_K_NOISE_SHARES = 20 };

/* Sums over the records of a share, of one kind of count. */
typedef struct tacit_k_noise_shares {
    double records[TACIT_K_NOISE_SHARES];
    double total[TACIT_K_NOISE_SHARES];    /* of the expected counts */
    double variance[TACIT_K_NOISE_SHARES]; /* of that total over repetitions */
} tacit_k_noise_shares;

/* What is found about one column, over all of its strata. */
typedef struct tacit_k_noise_found {
    double delta; /* the largest */
    size_t records;
    double least_original;                /* records within 2 delta of a value, before */
    double least_expected;                /* the same after noise, mean over repetitions, ... */
    double least_error;                   /* ... with its standard error */
    double least_released;                /* the same in the data that is released */
    size_t below_half, below;             /* records whose released count is below k / 2, below k */
    double error, square;                 /* sums of y - x and of its square */
    tacit_k_noise_shares around_original; /* within 2 delta of an original value */
    tacit_k_noise_shares around_released; /* within delta of a released value */
} tacit_k_noise_found;

/* The values of one stratum, sorted upwards, and the noise on them. */
typedef struct tacit_k_noise_values {
    const double *x;
    size_t n, k;
    double delta; /* noise has standard deviation delta / sqrt(3) */
    tacit_noise_law law;
} tacit_k_noise_values;

/* Draw noise for the values in order and add it: y[i] belongs to x[i].  In parallel over
 * blocks of TACIT_BLOCK_ROWS values with streams of their own. */
void tacit_k_noise_draw(const tacit_k_noise_values *values, const tacit_rng *rng, double *y);

/* Count around the originals in the released values `y` (left sorted). */
tacit_status tacit_k_noise_released(tacit_ctx *cx, const tacit_k_noise_values *values, double *y,
                                    tacit_k_noise_found *found);

/* Repeat the noise `times` and count each time.  O(times n log n). */
tacit_status tacit_k_noise_expected(tacit_ctx *cx, const tacit_k_noise_values *values,
                                    const tacit_rng *rng, size_t times, tacit_k_noise_found *found);

#endif
