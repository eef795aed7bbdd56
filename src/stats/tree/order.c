/*
 * order.c - the order in which the levels of a category are split.
 *
 * For numbers and two classes the best split into two sets is one of the n - 1 cuts of the
 * levels ordered by mean response (Fisher 1958; Breiman, Friedman, Olshen and Stone 1984,
 * theorem 4.5), if leaves of any size will do; cuts with too small a side are passed over, and
 * splits that are no cuts are not tried in their place.  For more classes no order is sure to have
 * it: up to a number of levels all 2^(n-1) - 1 splits are tried, by a Gray code that moves one
 * level at a time; beyond, levels are ordered by their class shares along the first principal axis
 * of these (Coppersmith, Hong and Hosking 1999), found by power iteration.
 */
#include <math.h>
#include <string.h>

#include "stats/tree/own.h"

enum { AXIS_STEPS = 30 };
static const double SETTLED = 1e-12; /* an axis that turns by less is there */

/* Merge the sorted runs from[a, b) and from[b, c) into to[a, c); ties keep their order. */
static void merge(const double *key, const uint32_t *from, uint32_t *to, const uint32_t at[3])
{
    uint32_t i = at[0], k = at[1];
    for (uint32_t o = at[0]; o < at[2]; o++) {
        const bool first = i < at[1] && (k == at[2] || !(key[from[k]] < key[from[i]]));
        to[o] = from[first ? i++ : k++];
    }
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Sort levels upwards by their keys; levels with equal keys keep their order. */
static void sort_levels(tacit_tree_space *s, tacit_tree_bins *bins)
{
    uint32_t *from = bins->level, *to = s->level_spare;
    const uint32_t n = bins->n;
    for (uint32_t run = 1; run < n; run *= 2) {
        for (uint32_t a = 0; a < n; a += 2 * run)
            merge(s->key, from, to,
                  (const uint32_t[3]){ a, lesser(a + run, n), lesser(a + 2 * run, n) });
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != bins->level)
        memcpy(bins->level, from, n * sizeof *from);
}

/* Shares of classes of each level, less those of the node: of the i-th of `bins` from
 * s->deviation[i * classes] on.  They are looked at many times over. */
static void find_deviations(tacit_tree_space *s, const tacit_tree_bins *bins)
{
    for (uint32_t i = 0; i < bins->n; i++) {
        const double *bin = bins->count + bins->level[i] * s->width;
        for (size_t c = 0; c < s->classes; c++)
            s->deviation[i * s->classes + c] = bin[1 + c] / bin[0] - s->total[1 + c] / s->total[0];
    }
}

static double product(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t c = 0; c < n; c++)
        sum += a[c] * b[c];
    return sum;
}

/* Make the axis one of length 1; false if it has no length. */
static bool normalise(double *axis, size_t n)
{
    const double sum = product(axis, axis, n);
    if (!(sum > 0.0))
        return false;
    const double length = sqrt(sum);
    for (size_t c = 0; c < n; c++)
        axis[c] /= length;
    return true;
}

/* Start the axis at the level that deviates most. */
static bool start_axis(tacit_tree_space *s, const tacit_tree_bins *bins)
{
    double most = 0.0;
    find_deviations(s, bins);
    for (uint32_t i = 0; i < bins->n; i++) {
        const double *bin = bins->count + bins->level[i] * s->width;
        const double *d = s->deviation + i * s->classes;
        const double sum = product(d, d, s->classes);
        if (!(sum * bin[0] > most))
            continue;
        most = sum * bin[0];
        memcpy(s->axis, d, s->classes * sizeof *s->axis);
    }
    return most > 0.0 && normalise(s->axis, s->classes);
}

/* One step of power iteration with the matrix sum n d d'; false once it changes nothing, or where
 * there is no axis. */
static bool step_axis(tacit_tree_space *s, const tacit_tree_bins *bins)
{
    memset(s->left, 0, s->width * sizeof *s->left);
    for (uint32_t i = 0; i < bins->n; i++) {
        const double *d = s->deviation + i * s->classes;
        const double weight =
            bins->count[bins->level[i] * s->width] * product(d, s->axis, s->classes);
        for (size_t c = 0; c < s->classes; c++)
            s->left[c] += weight * d[c];
    }
    if (!normalise(s->left, s->classes))
        return false;
    const bool moved = product(s->left, s->axis, s->classes) < 1.0 - SETTLED;
    memcpy(s->axis, s->left, s->classes * sizeof *s->axis);
    return moved;
}

void tacit_tree_order(tacit_tree_space *s, tacit_tree_bins *bins)
{
    const double sign = s->classes == 2 ? -1.0 : 1.0; /* as rpart, which matters for ties */
    bool axis = s->width > 2 && start_axis(s, bins);
    for (int i = 0; axis && i < AXIS_STEPS; i++)
        axis = step_axis(s, bins);
    for (uint32_t i = 0; i < bins->n; i++) {
        const double *bin = bins->count + bins->level[i] * s->width;
        s->key[bins->level[i]] = s->width > 2
                                     ? product(s->deviation + i * s->classes, s->axis, s->classes)
                                     : sign * bin[1] / bin[0];
    }
    sort_levels(s, bins);
}

/* Sum of squares of the rows of each class of the node. */
static double total_squares(const tacit_tree_space *s)
{
    return product(s->total + 1, s->total + 1, s->width - 1);
}

/* Impurity saved by sending `left` one way and the rest of the total, whose squares sum up to
 * `all`, the other; 0 if a side has too few rows. */
static double class_gain(const tacit_tree_space *s, double all)
{
    const double n = s->left[0], m = s->total[0] - n, least = (double)s->options.min_bucket;
    double a = 0.0, b = 0.0;
    if (n < least || m < least)
        return 0.0;
    for (size_t c = 1; c < s->width; c++) {
        const double rest = s->total[c] - s->left[c];
        a += s->left[c] * s->left[c];
        b += rest * rest;
    }
    return a / n + b / m - all / s->total[0];
}

/* Move the levels of `set` to the front. */
static void put_first(tacit_tree_space *s, tacit_tree_bins *bins, uint32_t set, uint32_t *k)
{
    uint32_t last = 0;
    *k = 0;
    for (uint32_t i = 0; i < bins->n; i++)
        if ((set >> i & 1) != 0)
            s->level_spare[(*k)++] = bins->level[i];
    last = *k;
    for (uint32_t i = 0; i < bins->n; i++)
        if ((set >> i & 1) == 0)
            s->level_spare[last++] = bins->level[i];
    memcpy(bins->level, s->level_spare, bins->n * sizeof *bins->level);
}

double tacit_tree_subsets(tacit_tree_space *s, tacit_tree_bins *bins, uint32_t *k)
{
    const double all = total_squares(s);
    double best = 0.0;
    uint32_t best_set = 0, set = 0;
    memset(s->left, 0, s->width * sizeof *s->left);
    /* The last level never moves: a set and its complement are the same split. */
    for (uint32_t step = 1; step < UINT32_C(1) << (bins->n - 1); step++) {
        const uint32_t i = (uint32_t)__builtin_ctz(step);
        const double *bin = bins->count + bins->level[i] * s->width;
        const double sign = (set >> i & 1) != 0 ? -1.0 : 1.0;
        set ^= UINT32_C(1) << i;
        for (size_t c = 0; c < s->width; c++)
            s->left[c] += sign * bin[c];
        const double gain = class_gain(s, all);
        if (gain > best) {
            best = gain;
            best_set = set;
        }
    }
    put_first(s, bins, best_set, k);
    return best;
}

/* The scan for classes. */
static double scan_classes(tacit_tree_space *s, const tacit_tree_bins *bins, uint32_t *k)
{
    const double all = total_squares(s);
    double best = 0.0;
    memset(s->left, 0, s->width * sizeof *s->left);
    for (uint32_t i = 0; i + 1 < bins->n; i++) {
        const double *bin = bins->count + bins->level[i] * s->width;
        for (size_t c = 0; c < s->width; c++)
            s->left[c] += bin[c];
        const double gain = class_gain(s, all);
        if (gain > best) {
            best = gain;
            *k = i + 1;
        }
    }
    return best;
}

double tacit_tree_scan(tacit_tree_space *s, const tacit_tree_bins *bins, uint32_t *k)
{
    const double all = s->total[0], sum = s->total[1], least = (double)s->options.min_bucket;
    double n = 0.0, t = 0.0, best = 0.0;
    *k = 0;
    if (s->width > 2)
        return scan_classes(s, bins, k);
    const double base = sum * sum / all;
    for (uint32_t i = 0; i + 1 < bins->n; i++) {
        const double *bin = bins->count + (size_t)bins->level[i] * 2;
        n += bin[0];
        t += bin[1];
        if (n < least || all - n < least)
            continue;
        const double gain = t * t / n + (sum - t) * (sum - t) / (all - n) - base;
        if (gain > best) {
            best = gain;
            *k = i + 1;
        }
    }
    return s->unit * best;
}
