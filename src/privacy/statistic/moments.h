/*
 * moments.h - count, sum and squares of a column around the middle of its bounds: for mean and
 * variance.
 *
 * With bounds L and U in steps a value x counts as y = 2x - L - U, half steps from the middle, so
 * that |y| <= U - L is all that a record moves the sum by: half of what it is for values from 0 on.
 * Squares are of |y| on a lattice so coarse that they stay about 2^20, which is finer than their
 * noise: z = |y| / 2^shift, to the nearest.
 */
#ifndef TACIT_PRIVACY_STATISTIC_MOMENTS_H
#define TACIT_PRIVACY_STATISTIC_MOMENTS_H

#include "privacy/statistic/statistic.h"

/* Parts of a question about moments; squares only if they are asked for. */
enum { TACIT_MOMENT_COUNT, TACIT_MOMENT_SUM, TACIT_MOMENT_SQUARES };

/* Set width and parts; `share` has that of each part, 0 for squares that are not asked for. */
void tacit_moments_prepare(tacit_question *q, const double share[3]);

/* Add a record. */
void tacit_moments_add(const tacit_question *q, const int64_t *x, tacit_cell_sum *cell);

/* Add n records whose steps add up to `sum`, without their squares. */
void tacit_moments_gather(const tacit_question *q, uint64_t n, int64_t sum, tacit_i128 *cell);

/* What the noisy cells say, in the column's own units. */
typedef struct tacit_private_moments {
    double n;              /* at least 1 */
    double mean, variance; /* within what the bounds allow; of the variance, the unbiased one */
    double mean_noise;     /* standard deviation of the mean, by its noise (delta method) */
    double variance_noise; /* of the variance */
    bool known;            /* there are more records than noise */
} tacit_private_moments;

/* Run the parts, and tell what they say. */
tacit_status tacit_moments_answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                                  tacit_keystream *stream, tacit_private_moments *out);

#endif
