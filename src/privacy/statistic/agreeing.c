/*
 * agreeing.c - a table whose noisy cells and margins are made to agree.
 *
 * Least squares by effects: the projections of the table on mean, main effects and interactions are
 * orthogonal, and so the noise of each is independent of the others (Barak et al. 2007 for all
 * margins; Ding, Winslett, Han and Li 2011).  In coordinates of length 1 the noise of a cell of
 * variance t leaves t to every effect; a margin of n_i cells over N in the table leaves v n_i / N
 * to the mean and to the effects of its column.
 */
#include "privacy/statistic/agreeing.h"

#include <math.h>

#include "base/sort.h"

enum { ROUNDS = 40 };

/* Cells from one value of column i to the next. */
static size_t stride_of(const tacit_shape *s, size_t i)
{
    size_t stride = 1;
    for (size_t k = i + 1; k < s->d; k++)
        stride *= s->size[k];
    return stride;
}

size_t tacit_shape_value(const tacit_shape *s, size_t cell, size_t i)
{
    return cell / stride_of(s, i) % s->size[i];
}

void tacit_shape_margins(const tacit_shape *s, const double *x, double *margin)
{
    for (size_t k = 0; k < s->margins; k++)
        margin[k] = 0;
    for (size_t i = 0; i < s->d; margin += s->size[i++]) {
        const size_t stride = stride_of(s, i);
        for (size_t c = 0; c < s->cells; c++)
            margin[c / stride % s->size[i]] += x[c];
    }
}

static double sum_of(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

/* ---- least squares ---- */

/* What the margin of column i tells of its effects, where a cell tells 1. */
static double weight_of(const tacit_shape *s, const tacit_agreeing_noise *noise, size_t i)
{
    return noise->cell / noise->margin * (double)(s->cells / s->size[i]);
}

static double weights_of(const tacit_shape *s, const tacit_agreeing_noise *noise)
{
    double all = 1;
    for (size_t i = 0; i < s->d; i++)
        all += weight_of(s, noise, i);
    return all;
}

/* Turn the margins that the table has, `own`, into what each of their values has to gain, without
 * the mean. */
static void find_gains(const tacit_shape *s, const tacit_agreeing_noise *noise,
                       const double *margin, double *own)
{
    for (size_t i = 0; i < s->d; i++) {
        const double n = (double)s->size[i], weight = weight_of(s, noise, i),
                     mine = sum_of(own, s->size[i]) / n, given = sum_of(margin, s->size[i]) / n;
        for (size_t k = 0; k < s->size[i]; k++)
            own[k] = (margin[k] - given - own[k] + mine) * weight / (1 + weight);
        own += s->size[i];
        margin += s->size[i];
    }
}

/* What the total has to gain. */
static double gain_total(const tacit_shape *s, const tacit_agreeing_noise *noise,
                         const double *margin, const double *own)
{
    double gain = 0;
    for (size_t i = 0; i < s->d; i++) {
        gain += weight_of(s, noise, i) * (sum_of(margin, s->size[i]) - sum_of(own, s->size[i]));
        margin += s->size[i];
        own += s->size[i];
    }
    return gain / weights_of(s, noise);
}

void tacit_agreeing_least_squares(const tacit_shape *s, const tacit_agreeing_noise *noise,
                                  const double *margin, double *own, double *x)
{
    tacit_shape_margins(s, x, own);
    const double total = gain_total(s, noise, margin, own);
    find_gains(s, noise, margin, own);
    for (size_t c = 0; c < s->cells; c++)
        x[c] += total / (double)s->cells;
    for (size_t i = 0; i < s->d; own += s->size[i++]) {
        const size_t stride = stride_of(s, i), each = s->cells / s->size[i];
        for (size_t c = 0; c < s->cells; c++)
            x[c] += own[c / stride % s->size[i]] / (double)each;
    }
}

/* A sum over k cells has noise t k in all; of its square length k^2 / N is along the mean, and
 * n_i - 1 times as much along the effects of each column that is kept. */
double tacit_agreeing_variance(const tacit_shape *s, const tacit_agreeing_noise *noise,
                               unsigned kept)
{
    double k = 1;
    for (size_t i = 0; i < s->d; i++)
        k *= kept >> i & 1 ? 1 : (double)s->size[i];
    const double mean = k * k / (double)s->cells;
    double less = mean * (1 - 1 / weights_of(s, noise));
    for (size_t i = 0; i < s->d; i++)
        if (kept >> i & 1)
            less += mean * ((double)s->size[i] - 1) * (1 - 1 / (1 + weight_of(s, noise, i)));
    return noise->cell * (k - less);
}

/* ---- nonnegative ---- */

/* The number that has to be added to n numbers so that what is then above 0 sums up to `target`
 * (Michelot 1986). */
static double find_shift(const double *x, size_t n, double target)
{
    double most = -INFINITY, shift = INFINITY;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, x[i]);
    if (target <= 0)
        return -most;
    for (;;) {
        double sum = 0, active = 0;
        for (size_t i = 0; i < n; i++)
            if (x[i] + shift > 0) {
                sum += x[i];
                active++;
            }
        if (active < 1) /* the target is lost in rounding beside the largest */
            return -most;
        const double next = (target - sum) / active;
        if (next >= shift) /* nobody fell below 0 */
            return next;
        shift = next;
    }
}

/* Cells with value v of column i, in `out`; or back from there. */
static void move_slice(const tacit_shape *s, size_t i, size_t v, double *x, double *out, bool back)
{
    const size_t stride = stride_of(s, i), block = stride * s->size[i];
    size_t n = 0;
    for (size_t from = v * stride; from < s->cells; from += block)
        for (size_t c = from; c < from + stride; c++, n++)
            *(back ? &x[c] : &out[n]) = back ? out[n] : x[c];
}

/* Shift the slices of column i to their targets; returns by how much at most. */
static double shift_slices(const tacit_shape *s, size_t i, const double *target, double *x,
                           double *slice)
{
    const size_t n = s->cells / s->size[i];
    double most = 0;
    for (size_t v = 0; v < s->size[i]; v++) {
        move_slice(s, i, v, x, slice, false);
        const double shift = find_shift(slice, n, target[v]);
        for (size_t c = 0; c < n; c++)
            slice[c] += shift;
        move_slice(s, i, v, x, slice, true);
        most = fmax(most, fabs(shift));
    }
    return most;
}

/* Margins without negative cells, with the same total. */
static void lift_margins(const tacit_shape *s, double *margin)
{
    const double total = fmax(0, sum_of(margin, s->size[0]));
    for (size_t i = 0; i < s->d; margin += s->size[i++]) {
        const double shift = find_shift(margin, s->size[i], total);
        for (size_t k = 0; k < s->size[i]; k++)
            margin[k] = fmax(0, margin[k] + shift);
    }
}

tacit_status tacit_agreeing_lift(tacit_ctx *cx, const tacit_shape *s, double *x)
{
    double *margin = NULL, *slice = NULL, moved = INFINITY;
    TACIT_TRY(tacit_scratch(cx, s->margins, sizeof *margin, &margin));
    TACIT_TRY(tacit_scratch(cx, s->cells, sizeof *slice, &slice));
    tacit_shape_margins(s, x, margin);
    lift_margins(s, margin);
    for (int round = 0; round < ROUNDS && moved > 1e-3; round++) {
        const double *target = margin;
        moved = 0;
        for (size_t i = 0; i < s->d; target += s->size[i++])
            moved = fmax(moved, shift_slices(s, i, target, x, slice));
    }
    for (size_t c = 0; c < s->cells; c++)
        x[c] = fmax(0, x[c]);
    return TACIT_OK;
}

/* ---- whole ---- */

static bool has_more(const void *user, uint32_t a, uint32_t b)
{
    const double *x = user;
    return x[a] - floor(x[a]) >= x[b] - floor(x[b]);
}

/* Share `total` among n by largest remainders. */
static tacit_status share(tacit_ctx *cx, double total, double *x, size_t n)
{
    uint32_t *order = NULL;
    double left = total;
    TACIT_TRY(tacit_sort_by(cx, n, has_more, x, &order));
    for (size_t k = 0; k < n; k++) {
        x[k] = floor(x[k]);
        left -= x[k];
    }
    for (size_t k = 0; k < n && left > 0.5; k++, left--)
        x[order[k]]++;
    return TACIT_OK;
}

/* Cells of a block, whose columns are those from i on, that sum up to `total`. */
static tacit_status round_block(tacit_ctx *cx, const tacit_shape *s, size_t i, double total,
                                double *x)
{
    const size_t n = s->size[i], stride = stride_of(s, i), mark = tacit_scratch_mark(cx);
    double *part = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *part, &part));
    for (size_t k = 0; k < n; k++)
        part[k] = sum_of(x + k * stride, stride);
    TACIT_TRY(share(cx, total, part, n));
    for (size_t k = 0; k < n; k++) {
        if (i + 1 < s->d)
            TACIT_TRY(round_block(cx, s, i + 1, part[k], x + k * stride));
        else
            x[k] = part[k];
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_agreeing_round(tacit_ctx *cx, const tacit_shape *s, double *x)
{
    return round_block(cx, s, 0, nearbyint(sum_of(x, s->cells)), x);
}
