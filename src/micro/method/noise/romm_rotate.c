/*
 * romm_rotate.c - records turned by a random orthogonal matrix that leaves means alone.
 *
 * T is never formed.  It is a product of sweeps; in each the records are put in random order
 * and cut into threes, and every three are turned about the axis (1, 1, 1) by an angle of
 * their own: with m the mean of a, b, c,
 *
 *   a' = m + (a - m) cos t + (c - b) sin t / sqrt(3)      and b', c' by turning letters,
 *
 * the same for all columns.  Records left over by the division by 3 are turned with the first
 * two of the order, so that every record is turned in every sweep.  Each factor is orthogonal
 * and leaves the vector of ones as it is, so T is and does, and with T'T = I and T 1 = 1 the
 * means and covariances of T X are those of X.  This is the random walk of Kac (1956) on
 * rotations, with threes for pairs because pairs that leave ones alone can only be swapped.
 *
 * In one sweep the trace is n (1 + 2 E cos t) / 3; the expected correlation of a record's new
 * and old values is r = (1 + 2 E cos t) / 3, and r^s after s sweeps in independent orders.
 * With normal angles of variance v, E cos t = exp(-v / 2); uniform angles have 0.
 */
#include "micro/method/noise/romm_rotate.h"

#include <math.h>

tacit_romm_turn tacit_romm_turn_for(double kept, size_t sweeps)
{
    const double each = pow(kept, 1.0 / (double)sweeps), cosine = (3.0 * each - 1.0) / 2.0;
    return (tacit_romm_turn){ sweeps,
                              cosine > 0.0 ? sqrt(fmax(0.0, -2.0 * log(cosine))) : INFINITY };
}

double tacit_romm_expected(const tacit_romm_turn *turn)
{
    const double cosine = isfinite(turn->spread) ? exp(-0.5 * turn->spread * turn->spread) : 0.0;
    return pow((1.0 + 2.0 * cosine) / 3.0, (double)turn->sweeps);
}

/* Turn the records a, b and c of p numbers by an angle drawn from `rng`. */
static void turn_three(const tacit_romm_turn *turn, tacit_rng *rng, size_t p,
                       double *const record[3])
{
    const double t = isfinite(turn->spread) ? turn->spread * tacit_rng_normal(rng)
                                            : 2.0 * acos(-1.0) * tacit_rng_uniform(rng);
    const double cosine = cos(t), sine = sin(t) / sqrt(3.0);
    double *a = record[0], *b = record[1], *c = record[2];
    for (size_t j = 0; j < p; j++) {
        const double m = (a[j] + b[j] + c[j]) / 3.0;
        const double x = a[j] - m, y = b[j] - m, z = c[j] - m;
        a[j] = m + x * cosine + (z - y) * sine;
        b[j] = m + y * cosine + (x - z) * sine;
        c[j] = m + z * cosine + (y - x) * sine;
    }
}

static void shuffle(tacit_rng *rng, uint32_t *order, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        const size_t k = (size_t)tacit_rng_below(rng, i);
        const uint32_t other = order[k];
        order[k] = order[i - 1];
        order[i - 1] = other;
    }
}

static void sweep(const tacit_romm_turn *turn, const tacit_rng *rng, const uint32_t *order,
                  double *x, const size_t size[2])
{
    const size_t n = size[0], p = size[1], threes = n / 3;
    const size_t blocks = (threes + TACIT_BLOCK_ROWS - 1) / TACIT_BLOCK_ROWS;
#pragma omp parallel for schedule(static) if (blocks > 1)
    for (size_t b = 0; b < blocks; b++) {
        const size_t from = b * TACIT_BLOCK_ROWS;
        const size_t to = threes - from < TACIT_BLOCK_ROWS ? threes : from + TACIT_BLOCK_ROWS;
        tacit_rng own = tacit_rng_fork_number(rng, b);
        for (size_t i = from; i < to; i++) {
            double *const record[3] = { x + order[3 * i] * p, x + order[3 * i + 1] * p,
                                        x + order[3 * i + 2] * p };
            turn_three(turn, &own, p, record);
        }
    }
    tacit_rng last = tacit_rng_fork_number(rng, blocks);
    for (size_t i = 3 * threes; i < n; i++) {
        double *const record[3] = { x + order[i] * p, x + order[0] * p, x + order[1] * p };
        turn_three(turn, &last, p, record);
    }
}

/* Subtract the column means of the records (sign -1), or add what was subtracted: deviations
 * lose fewer digits than values far from 0. */
static void shift(double *x, size_t n, size_t p, const double *mean, double sign)
{
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < p; j++)
            x[i * p + j] += sign * mean[j];
}

static void means_of(const double *x, size_t n, size_t p, double *mean)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < p; j++)
            mean[j] += x[i * p + j] / (double)n;
}

tacit_status tacit_romm_rotate(tacit_ctx *cx, const tacit_romm_turn *turn, const tacit_rng *rng,
                               double *x, size_t n, size_t p)
{
    uint32_t *order = NULL;
    double *mean = NULL;
    TACIT_ASSERT(n >= TACIT_ROMM_LEAST && n <= UINT32_MAX);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *mean, &mean));
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    means_of(x, n, p, mean);
    shift(x, n, p, mean, -1.0);
    for (size_t s = 0; s < turn->sweeps; s++) {
        const tacit_rng own = tacit_rng_fork_number(rng, s);
        tacit_rng places = tacit_rng_fork(&own, "order");
        const tacit_rng angles = tacit_rng_fork(&own, "angles");
        TACIT_TRY(tacit_tick(cx, s, turn->sweeps));
        shuffle(&places, order, n);
        sweep(turn, &angles, order, x, (const size_t[2]){ n, p });
    }
    shift(x, n, p, mean, 1.0);
    return TACIT_OK;
}
