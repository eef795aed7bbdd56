/*
 * moments.c - count, sum and squares of a column around the middle of its bounds.
 */
#include "privacy/statistic/moments.h"

#include <math.h>

enum { MOST_BITS = 10 }; /* of a number that is squared */

static uint64_t width_of(const tacit_question *q)
{
    return (uint64_t)(q->of[0]->lattice.upper - q->of[0]->lattice.lower);
}

static int shift_of(const tacit_question *q)
{
    const int bits = 64 - __builtin_clzll(width_of(q));
    return bits > MOST_BITS ? bits - MOST_BITS : 0;
}

/* |y| on the coarse lattice, to the nearest. */
static tacit_u128 coarsen(const tacit_question *q, tacit_u128 size)
{
    const int shift = shift_of(q);
    return shift == 0 ? size : (size + ((tacit_u128)1 << (shift - 1))) >> shift;
}

void tacit_moments_prepare(tacit_question *q, const double share[3])
{
    const uint64_t most = width_of(q), coarse = (uint64_t)coarsen(q, most);
    tacit_part part = { .name = "count",
                        .first = TACIT_MOMENT_COUNT,
                        .n = 1,
                        .sensitivity = 1,
                        .moved = 1,
                        .times = 1,
                        .share = share[TACIT_MOMENT_COUNT] };
    q->width = 3;
    tacit_question_part(q, &part);
    part.name = "sum";
    part.first = TACIT_MOMENT_SUM;
    part.sensitivity = most;
    part.share = share[TACIT_MOMENT_SUM];
    tacit_question_part(q, &part);
    part.name = "squares";
    part.first = TACIT_MOMENT_SQUARES;
    part.sensitivity = coarse * coarse;
    part.share = share[TACIT_MOMENT_SQUARES];
    if (part.share > 0)
        tacit_question_part(q, &part);
}

void tacit_moments_add(const tacit_question *q, const int64_t *x, tacit_cell_sum *cell)
{
    const tacit_value_lattice *l = &q->of[0]->lattice;
    const tacit_i128 y = 2 * (tacit_i128)x[0] - l->lower - l->upper;
    const tacit_i128 z = (tacit_i128)coarsen(q, (tacit_u128)(y < 0 ? -y : y));
    cell[TACIT_MOMENT_COUNT]++;
    cell[TACIT_MOMENT_SUM] += y;
    cell[TACIT_MOMENT_SQUARES] += z * z;
}

void tacit_moments_gather(const tacit_question *q, uint64_t n, int64_t sum, tacit_i128 *cell)
{
    const tacit_value_lattice *l = &q->of[0]->lattice;
    cell[TACIT_MOMENT_COUNT] += n;
    cell[TACIT_MOMENT_SUM] +=
        2 * (tacit_i128)sum - (tacit_i128)n * ((tacit_i128)l->lower + l->upper);
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* Variance from what is known of z, in units of the column. */
static void find_variance(const tacit_question *q, double half, double squares, double mean,
                          tacit_private_moments *out)
{
    const double coarse = half * ldexp(1, shift_of(q)), n = out->n;
    const double most = (double)width_of(q) * half; /* from the middle to a bound */
    const double second = squares * coarse * coarse / n;
    out->variance = clamp((second - mean * mean) * n / fmax(n - 1, 1), 0, most * most);
    const double noise = tacit_part_spread(&q->part[TACIT_MOMENT_SQUARES]) * coarse * coarse / n;
    const double count = tacit_part_spread(&q->part[TACIT_MOMENT_COUNT]) * second / n;
    out->variance_noise =
        sqrt(noise * noise + count * count + 4 * mean * mean * out->mean_noise * out->mean_noise);
}

tacit_status tacit_moments_answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                                  tacit_keystream *stream, tacit_private_moments *out)
{
    double sum[3] = { 0 }, noise[3] = { 0 };
    for (size_t i = 0; i < q->n_parts; i++) {
        tacit_i128 *noisy = NULL;
        TACIT_TRY(tacit_part_run(cx, &q->part[i], stream, cell + q->part[i].first, &noisy));
        sum[i] = (double)noisy[0];
        noise[i] = tacit_part_spread(&q->part[i]);
    }
    const tacit_value_lattice *l = &q->of[0]->lattice;
    const double half = tacit_domain_real(q->of[0], 0.5), most = (double)width_of(q) * half;
    *out = (tacit_private_moments){ .n = fmax(1, sum[0]), .known = sum[0] > 4 * noise[0] };
    const double mean = clamp(sum[1] * half / out->n, -most, most); /* from the middle */
    out->mean = mean + ((double)l->lower + (double)l->upper) * half;
    out->mean_noise =
        sqrt(noise[1] * noise[1] * half * half + mean * mean * noise[0] * noise[0]) / out->n;
    if (q->n_parts > TACIT_MOMENT_SQUARES)
        find_variance(q, half, sum[2], mean, out);
    return TACIT_OK;
}
