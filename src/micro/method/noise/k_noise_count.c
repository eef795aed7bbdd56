/*
 * k_noise_count.c - how many records stay near each record under repeated noise.
 *
 * For each repetition the noisy values are sorted and windows moved over them: O(n log n).
 * Counts of a record are averaged over repetitions; the standard error of a mean over R
 * repetitions is sqrt(variance / R) with R - 1 in the variance.
 */
#include "micro/method/noise/k_noise_count.h"

#include <math.h>

#include "base/sort.h"
#include "stats/cluster/neighbours.h"

void tacit_k_noise_draw(const tacit_k_noise_values *values, const tacit_rng *rng, double *y)
{
    const size_t n = values->n, blocks = (n + TACIT_BLOCK_ROWS - 1) / TACIT_BLOCK_ROWS;
    const double sd = values->delta / sqrt(3.0);
#pragma omp parallel for schedule(static) if (blocks > 1)
    for (size_t b = 0; b < blocks; b++) {
        const size_t from = b * TACIT_BLOCK_ROWS;
        const size_t to = n - from < TACIT_BLOCK_ROWS ? n : from + TACIT_BLOCK_ROWS;
        tacit_rng own = tacit_rng_fork_number(rng, b);
        for (size_t i = from; i < to; i++)
            y[i] = values->x[i] + sd * tacit_noise_draw(&own, values->law);
    }
}

static double least_of(const uint32_t *count, size_t n)
{
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < n; i++)
        least = count[i] < least ? count[i] : least;
    return n > 0 ? (double)least : HUGE_VAL;
}

tacit_status tacit_k_noise_released(tacit_ctx *cx, const tacit_k_noise_values *values, double *y,
                                    tacit_k_noise_found *found)
{
    const size_t n = values->n;
    uint32_t *count = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *count, &count));
    tacit_neighbour_counts(values->x, n, values->x, n, 2.0 * values->delta, count);
    found->least_original = fmin(found->least_original, least_of(count, n));
    TACIT_TRY(tacit_sort_reals(cx, y, n));
    tacit_neighbour_counts(values->x, n, y, n, 2.0 * values->delta, count);
    found->least_released = fmin(found->least_released, least_of(count, n));
    for (size_t i = 0; i < n; i++) {
        found->below += count[i] < values->k;
        found->below_half += 2 * (size_t)count[i] < values->k;
    }
    return TACIT_OK;
}

/* ---- repetitions ---- */

/* Counts of one kind, summed over repetitions. */
typedef struct sums {
    double *sum, *square; /* of each record; NULL if only shares are wanted */
    double total[TACIT_K_NOISE_SHARES], squares[TACIT_K_NOISE_SHARES]; /* of each share */
} sums;

static size_t share_of(size_t i, size_t n)
{
    return (size_t)((double)i / (double)n * TACIT_K_NOISE_SHARES);
}

static void add_counts(const uint32_t *count, size_t n, sums *s)
{
    double once[TACIT_K_NOISE_SHARES] = { 0 };
    for (size_t i = 0; i < n; i++) {
        const double c = count[i];
        once[share_of(i, n)] += c;
        if (s->sum != NULL) {
            s->sum[i] += c;
            s->square[i] += c * c;
        }
    }
    for (size_t h = 0; h < TACIT_K_NOISE_SHARES; h++) {
        s->total[h] += once[h];
        s->squares[h] += once[h] * once[h];
    }
}

/* The variance of one repetition's value from sums over R of them; 0 if R < 2. */
static double variance_of(double sum, double square, double times)
{
    return times < 2.0 ? 0.0 : fmax(0.0, (square - sum * sum / times) / (times - 1.0));
}

static void add_shares(const sums *s, size_t n, double times, tacit_k_noise_shares *out)
{
    for (size_t i = 0; i < n; i++)
        out->records[share_of(i, n)]++;
    for (size_t h = 0; h < TACIT_K_NOISE_SHARES; h++) {
        out->total[h] += s->total[h] / times;
        out->variance[h] += variance_of(s->total[h], s->squares[h], times) / times;
    }
}

static void find_least(const sums *s, size_t n, double times, tacit_k_noise_found *found)
{
    for (size_t i = 0; i < n; i++)
        if (s->sum[i] / times < found->least_expected) {
            found->least_expected = s->sum[i] / times;
            found->least_error = sqrt(variance_of(s->sum[i], s->square[i], times) / times);
        }
}

tacit_status tacit_k_noise_expected(tacit_ctx *cx, const tacit_k_noise_values *values,
                                    const tacit_rng *rng, size_t times, tacit_k_noise_found *found)
{
    const size_t n = values->n;
    sums original = { 0 }, released = { 0 };
    uint32_t *count = NULL;
    double *y = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *count, &count));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *y, &y));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *original.sum, &original.sum));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *original.square, &original.square));
    for (size_t r = 0; r < times; r++) {
        const tacit_rng own = tacit_rng_fork_number(rng, r);
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, r, times));
        tacit_k_noise_draw(values, &own, y);
        TACIT_TRY(tacit_sort_reals(cx, y, n));
        tacit_neighbour_counts(values->x, n, y, n, 2.0 * values->delta, count);
        add_counts(count, n, &original);
        tacit_neighbour_counts(y, n, y, n, values->delta, count);
        add_counts(count, n, &released);
        tacit_scratch_release(cx, mark);
    }
    find_least(&original, n, (double)times, found);
    add_shares(&original, n, (double)times, &found->around_original);
    add_shares(&released, n, (double)times, &found->around_released);
    return TACIT_OK;
}
