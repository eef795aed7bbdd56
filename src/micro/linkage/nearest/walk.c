/*
 * walk.c - the walk through a tree to the nearest records of one record.
 *
 * Depth first, the nearer child first, leaving out what lies beyond the limit.  Bounds and
 * leaves are computed in single precision; records that might be near enough are measured
 * again with tacit_space_distance(), which alone decides.
 *
 * Rounding.  Let x be the record, y one at distance at most D (not squared), x' and y' their
 * coordinates rounded to single precision, |x - x'| <= u |x| with u = 2^-24.  Then
 * |x' - y'| <= D + u |x| + u |y| <= D + u (2 |x| + D), by the triangle inequality, in either
 * metric (missing values and codes are exact).  The single-precision sum has a relative error
 * of at most a few u for each column.  The limit is raised by both, so that nothing within D
 * is ever left out.
 */
#include "micro/linkage/nearest/walk.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { BLOCK = TACIT_TREE_BLOCK, LANES = TACIT_TREE_LANES, VECTORS = BLOCK / LANES };

/* Vectors, at any address. */
typedef float lanes __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t bits __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint8_t bytes __attribute__((vector_size(16), aligned(1), may_alias));

/* Unit roundoff of single precision, and coordinates whose squares it cannot hold. */
static const double ROUNDOFF = 0x1p-24, HUGE_NORM = 1e18;

static inline lanes both(lanes a, bits mask)
{
    return (lanes)((bits)a & mask);
}

/* |d| or d^2. */
static inline lanes part_of(lanes d, bool gower)
{
    const bits no_sign = { INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX };
    if (gower)
        return both(d, no_sign);
    return d * d;
}

/* ---- the record ---- */

tacit_status tacit_nearest_query_new(tacit_ctx *cx, const tacit_nearest_tree *t,
                                     tacit_nearest_query *out)
{
    TACIT_TRY(tacit_scratch(cx, t->padded, sizeof *out->x, &out->x));
    TACIT_TRY(tacit_scratch(cx, 2 * t->gaps, sizeof *out->gap, &out->gap));
    TACIT_TRY(tacit_scratch(cx, t->space->q, sizeof *out->code, &out->code));
    TACIT_TRY(tacit_scratch(cx, t->words, sizeof *out->mask, &out->mask));
    return TACIT_OK;
}

static void set_codes(tacit_walk *w)
{
    const tacit_nearest_tree *t = w->tree;
    for (size_t k = 0; k < t->words; k++)
        w->query.mask[k] = 0;
    for (size_t c = 0; c < t->space->q; c++) {
        w->query.code[c] = tacit_tree_byte(w->from->code[w->i * t->space->q + c]);
        const uint32_t bit = tacit_tree_bit(&t->bits[c], w->query.code[c]);
        w->query.mask[bit / 64] |= (uint64_t)1 << bit % 64;
    }
}

static void set_query(tacit_walk *w)
{
    const tacit_nearest_tree *t = w->tree;
    const double *x = w->from->x + w->i * t->space->p;
    const bool gower = t->space->metric == TACIT_METRIC_GOWER;
    double sum = 0.0;
    for (size_t c = 0; c < t->full + t->gaps; c++) {
        const double value = x[t->column[c]], there = isnan(value) ? 0.0 : value;
        sum += gower ? fabs(there) : there * there;
        if (c < t->full) {
            w->query.x[c] = (float)value;
            continue;
        }
        w->query.gap[2 * (c - t->full)] = (float)there;
        w->query.gap[2 * (c - t->full) + 1] = isnan(value) ? 1.0F : 0.0F;
    }
    set_codes(w);
    w->query.norm = gower ? sum : sqrt(sum);
}

/* The single-precision sum that no record within distance `d` can exceed. */
static float limit_of(const tacit_walk *w, double d)
{
    const tacit_space *s = w->tree->space;
    const bool gower = s->metric == TACIT_METRIC_GOWER;
    const double columns = (double)(s->p + s->q), wide = gower ? d * columns : sqrt(d),
                 far = wide + ROUNDOFF * (2.0 * w->query.norm + wide),
                 sum = (gower ? far : far * far) * (1.0 + 4.0 * ROUNDOFF * (columns + 4.0));
    return sum < (double)FLT_MAX && w->query.norm < HUGE_NORM ? (float)(sum + (double)FLT_MIN)
                                                              : INFINITY;
}

/* ---- bounds ---- */

static inline float sum_lanes(lanes a)
{
    return (a[0] + a[1]) + (a[2] + a[3]);
}

static inline float box_bound(const tacit_walk *w, size_t id, bool gower)
{
    const size_t padded = w->tree->padded;
    const float *box = w->tree->box + id * 2 * padded;
    lanes sum = { 0 };
    for (size_t c = 0; c < padded; c += LANES) {
        const lanes x = *(const lanes *)(w->query.x + c), low = *(const lanes *)(box + c),
                    high = *(const lanes *)(box + padded + c);
        sum += part_of(both(low - x, low > x) + both(x - high, x > high), gower);
    }
    return sum_lanes(sum);
}

/* The bound of a coordinate that may be missing: 1 to a missing one, 0 between two. */
static float gap_bound(const tacit_walk *w, size_t id, bool gower)
{
    const size_t gaps = w->tree->gaps;
    const float *box = w->tree->gap_box + id * 3 * gaps;
    float sum = 0.0F;
    for (size_t c = 0; c < gaps; c++) {
        const float x = w->query.gap[2 * c], low = box[c] - x, high = x - box[gaps + c],
                    out = low > 0.0F    ? low
                          : high > 0.0F ? high
                                        : 0.0F,
                    part = gower ? out : out * out;
        const bool missing = box[2 * gaps + c] > 0.0F;
        if (w->query.gap[2 * c + 1] > 0.0F)
            sum += missing ? 0.0F : 1.0F;
        else
            sum += missing && part > 1.0F ? 1.0F : part;
    }
    return sum;
}

/* Number of bits set; the compiler may not rely on an instruction for it. */
static inline unsigned count_bits(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555U;
    x = (x & 0x3333333333333333U) + (x >> 2 & 0x3333333333333333U);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fU;
    return (unsigned)(x * 0x0101010101010101U >> 56);
}

/* Nominal columns of which no record of the node has the code. */
static inline float mask_bound(const tacit_walk *w, size_t id)
{
    const uint64_t *mask = w->tree->mask + id * w->tree->words;
    unsigned in = 0;
    for (size_t k = 0; k < w->tree->words; k++)
        in += count_bits(mask[k] & w->query.mask[k]);
    return (float)(w->tree->space->q - in);
}

/* At most the distance to each record of node `id`, up to rounding. */
static float bound_of(const tacit_walk *w, size_t id)
{
    const bool gower = w->tree->space->metric == TACIT_METRIC_GOWER;
    float bound = w->tree->words > 0 ? mask_bound(w, id) : 0.0F;
    if (w->tree->gaps > 0)
        bound += gap_bound(w, id, gower);
    if (bound > w->limit)
        return bound;
    return bound + (gower ? box_bound(w, id, true) : box_bound(w, id, false));
}

/* ---- records ---- */

/* Add the records that are equal to row `first`, at distance `d`, to the k nearest. */
static void keep_nearest(tacit_walk *w, uint32_t first, double d)
{
    const tacit_distinct *all = &w->tree->distinct;
    const uint32_t group = all->of[first];
    for (uint32_t m = all->start[group]; m < all->start[group + 1]; m++) {
        const uint32_t row = all->row[m];
        if (row == w->skip)
            continue;
        size_t at = w->n;
        for (; at > 0 &&
               (w->distance[at - 1] > d || (w->distance[at - 1] >= d && w->row[at - 1] > row));
             at--)
            ;
        if (at == w->k)
            break;
        w->n += w->n < w->k;
        memmove(w->distance + at + 1, w->distance + at, (w->n - 1 - at) * sizeof *w->distance);
        memmove(w->row + at + 1, w->row + at, (w->n - 1 - at) * sizeof *w->row);
        w->distance[at] = d;
        w->row[at] = row;
    }
    if (w->n == w->k)
        w->limit = limit_of(w, fmin(w->radius, w->distance[w->k - 1]));
}

/* Count the records that are equal to row `first`, at distance `d`, if none is nearer. */
static void keep_ties(tacit_walk *w, uint32_t first, double d)
{
    const tacit_distinct *all = &w->tree->distinct;
    const uint32_t group = all->of[first];
    const uint32_t *row = all->row + all->start[group];
    uint32_t n = all->start[group + 1] - all->start[group];
    const bool skipped = w->skip != TACIT_TREE_EMPTY && all->of[w->skip] == group;
    if (skipped && --n == 0)
        return;
    const uint32_t lowest = skipped && row[0] == w->skip ? row[1] : row[0];
    if (!w->settled && (w->count == 0 || *w->distance > d * (1.0 + TACIT_TIE))) {
        w->count = 0;
        *w->row = lowest;
        *w->distance = d;
    }
    w->blurred = w->blurred || d < *w->distance;
    *w->distance = fmin(*w->distance, d);
    *w->row = lowest < *w->row ? lowest : *w->row;
    w->count += n;
    w->limit = limit_of(w, fmin(w->radius, *w->distance * (1.0 + TACIT_TIE)));
}

static void measure(tacit_walk *w, uint32_t row)
{
    const tacit_nearest_tree *t = w->tree;
    const double d = tacit_space_distance(t->space, w->from, w->i, t->to, row);
    if (d > w->radius)
        return;
    if (w->k > 0)
        keep_nearest(w, row, d);
    else if (w->count == 0 || !(d > *w->distance * (1.0 + TACIT_TIE)))
        keep_ties(w, row, d);
}

/* ---- leaves ---- */

static inline lanes spread(float x)
{
    return (lanes){ x, x, x, x };
}

/* Sums over coordinates from the record to the block at `y`. */
static inline void scan_numbers(const tacit_walk *w, const float *y, lanes *sum, bool gower)
{
    const size_t full = w->tree->full;
    lanes a = { 0 }, b = { 0 }, c = { 0 }, d = { 0 };
    for (size_t j = 0; j < full; j++, y += BLOCK) {
        const lanes x = spread(w->query.x[j]), *at = (const lanes *)y;
        a += part_of(x - at[0], gower);
        b += part_of(x - at[1], gower);
        c += part_of(x - at[2], gower);
        d += part_of(x - at[3], gower);
    }
    sum[0] = a;
    sum[1] = b;
    sum[2] = c;
    sum[3] = d;
}

/* The same over coordinates that may be missing: 1 if one of both is. */
static void scan_gaps(const tacit_walk *w, const float *y, lanes *sum, bool gower)
{
    const lanes one = spread(1.0F);
    for (size_t j = 0; j < w->tree->gaps; j++, y += 2 * BLOCK) {
        const lanes x = spread(w->query.gap[2 * j]), *number = (const lanes *)y,
                    *missing = (const lanes *)(y + BLOCK);
        for (size_t v = 0; v < VECTORS; v++)
            sum[v] += w->query.gap[2 * j + 1] > 0.0F
                          ? one - missing[v]
                          : (one - missing[v]) * part_of(x - number[v], gower) + missing[v];
    }
}

/* Add the number of codes that differ, at most 255 columns at a time. */
static inline void scan_codes(const tacit_walk *w, const uint8_t *y, lanes *sum)
{
    const size_t q = w->tree->space->q;
    for (size_t start = 0; start < q; start += UINT8_MAX) {
        bytes count = { 0 };
        for (size_t c = start; c < q && c < start + UINT8_MAX; c++) {
            const uint8_t own = w->query.code[c];
            const bytes x = { own, own, own, own, own, own, own, own,
                              own, own, own, own, own, own, own, own };
            count -= (bytes)(x != *(const bytes *)(y + c * BLOCK));
        }
        for (size_t v = 0; v < VECTORS; v++)
            sum[v] += (lanes){ count[4 * v], count[4 * v + 1], count[4 * v + 2], count[4 * v + 3] };
    }
}

/* Sums from the record to the records of a block. */
static inline void scan_block(const tacit_walk *w, size_t block, lanes *sum)
{
    const tacit_nearest_tree *t = w->tree;
    const bool gower = t->space->metric == TACIT_METRIC_GOWER;
    const float *x = tacit_tree_numbers(t, block);
    if (gower)
        scan_numbers(w, x, sum, true);
    else
        scan_numbers(w, x, sum, false);
    if (t->gaps > 0)
        scan_gaps(w, x + t->full * BLOCK, sum, gower);
    if (t->space->q > 0)
        scan_codes(w, tacit_tree_codes(t, block), sum);
}

/* Whether every sum is above the limit. */
static inline bool is_beyond(const lanes *sum, float limit)
{
    const lanes most = spread(limit);
    const bits beyond = (sum[0] > most) & (sum[1] > most) & (sum[2] > most) & (sum[3] > most);
    return (beyond[0] & beyond[1] & beyond[2] & beyond[3]) != 0;
}

/* Measure the records of a block that may be near enough, the most promising first. */
static void measure_block(tacit_walk *w, const uint32_t *slot, const float *sum)
{
    size_t first = 0;
    for (size_t r = 1; r < BLOCK && slot[r] != TACIT_TREE_EMPTY; r++)
        first = sum[r] < sum[first] ? r : first;
    measure(w, slot[first]);
    for (size_t r = 0; r < BLOCK && slot[r] != TACIT_TREE_EMPTY; r++)
        if (r != first && !(sum[r] > w->limit))
            measure(w, slot[r]);
}

static void visit_block(tacit_walk *w, size_t block)
{
    lanes sum[VECTORS];
    float each[BLOCK];
    scan_block(w, block, sum);
    if (is_beyond(sum, w->limit))
        return;
    memcpy(each, sum, sizeof each);
    measure_block(w, w->tree->slot + block * BLOCK, each);
}

static void visit_leaf(tacit_walk *w, uint32_t id)
{
    const tacit_nearest_node *node = &w->tree->node[id];
    const size_t blocks = (node->end - node->begin + BLOCK - 1) / BLOCK;
    for (size_t b = 0; b < blocks; b++)
        visit_block(w, node->block + b);
}

/* ---- nodes ---- */

/* O(log n) deep. */
static void visit_node(tacit_walk *w, uint32_t id)
{
    const uint32_t child = w->tree->child[id];
    if (child == 0) {
        if (id != w->home)
            visit_leaf(w, id);
        return;
    }
    const float bound[2] = { bound_of(w, child), bound_of(w, child + 1) };
    const uint32_t near = bound[1] < bound[0];
    if (!(bound[near] > w->limit))
        visit_node(w, child + near);
    if (!(bound[1 - near] > w->limit))
        visit_node(w, child + 1 - near);
}

void tacit_walk_tree(tacit_walk *w)
{
    w->n = w->count = 0;
    w->blurred = false;
    set_query(w);
    w->limit = limit_of(w, w->radius);
    visit_leaf(w, w->home);
    visit_node(w, 0);
}
