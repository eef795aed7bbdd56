/*
 * split.c - how the records of a node are divided.
 *
 * By the column in which two random records of the node are farthest apart on average: for a
 * coordinate E(x - y)^2 / 2 is its variance, for a nominal column E[a != b] / 2 is half its
 * Gini index.  A coordinate is cut at its median, a nominal column so that its most frequent
 * codes make about half; equal values stay together unless a part would be too small.  What
 * is frequent and where the median lies is estimated from at most SAMPLE records, spread
 * evenly, so that the tree does not depend on chance.
 */
#include "micro/linkage/nearest/split.h"

#include <math.h>
#include <string.h>

enum { SAMPLE = 128, CODES = 256 };

/* Records of a node to look at, and what they are split by. */
typedef struct probe {
    const tacit_nearest_tree *tree;
    size_t n;
    uint32_t row[SAMPLE];
    size_t column;     /* of the space: coordinates, then nominal columns */
    float rank[CODES]; /* of the codes of a nominal column, by frequency downwards */
} probe;

static void take_sample(probe *s, const uint32_t *order, const tacit_nearest_node *node)
{
    const size_t n = node->end - node->begin;
    s->n = n < SAMPLE ? n : SAMPLE;
    for (size_t k = 0; k < s->n; k++)
        s->row[k] = order[node->begin + k * n / s->n];
}

static bool is_nominal(const probe *s)
{
    return s->column >= s->tree->space->p;
}

/* What row `row` is split by: missing coordinates lie below all. */
static float key_of(const probe *s, uint32_t row)
{
    const tacit_space *space = s->tree->space;
    if (is_nominal(s))
        return s->rank[tacit_tree_byte(s->tree->to->code[row * space->q + s->column - space->p])];
    const double x = s->tree->to->x[row * space->p + s->column];
    return isnan(x) ? -INFINITY : (float)x;
}

/* ---- which column ---- */

static double spread_of_numbers(const probe *s, size_t c)
{
    const size_t p = s->tree->space->p;
    double sum = 0.0, squares = 0.0, there = 0.0;
    const double first = s->tree->to->x[s->row[0] * p + c], base = isnan(first) ? 0.0 : first;
    for (size_t k = 0; k < s->n; k++) {
        const double x = s->tree->to->x[s->row[k] * p + c] - base;
        if (isnan(x))
            continue;
        there += 1.0;
        sum += x;
        squares += x * x;
    }
    const double share = there / (double)s->n;
    const double variance = there > 0.0 ? squares / there - sum / there * (sum / there) : 0.0;
    return variance * share * share + share * (1.0 - share);
}

static void count_codes(const probe *s, size_t c, unsigned *count)
{
    const size_t q = s->tree->space->q;
    memset(count, 0, CODES * sizeof *count);
    for (size_t k = 0; k < s->n; k++)
        count[tacit_tree_byte(s->tree->to->code[s->row[k] * q + c])]++;
}

static double spread_of_codes(const probe *s, size_t c)
{
    const size_t q = s->tree->space->q;
    unsigned count[CODES];
    double squares = 0.0;
    count_codes(s, c, count);
    for (size_t k = 0; k < s->n; k++)
        squares += count[tacit_tree_byte(s->tree->to->code[s->row[k] * q + c])];
    return (1.0 - squares / ((double)s->n * (double)s->n)) / 2.0;
}

/* The column of the greatest spread; false if the sample is all alike. */
static bool choose_column(probe *s)
{
    const tacit_space *space = s->tree->space;
    double most = 0.0;
    for (size_t c = 0; c < space->p + space->q; c++) {
        const double spread =
            c < space->p ? spread_of_numbers(s, c) : spread_of_codes(s, c - space->p);
        if (spread > most) {
            most = spread;
            s->column = c;
        }
    }
    return most > 0.0;
}

/* ---- where ---- */

/* Rank the codes of the chosen nominal column: the most frequent first, those that the
 * sample lacks last. */
static void rank_codes(probe *s)
{
    unsigned count[CODES];
    count_codes(s, s->column - s->tree->space->p, count);
    for (size_t v = 0; v < CODES; v++)
        s->rank[v] = (float)CODES + (float)v;
    for (size_t next = 0; next < CODES; next++) {
        size_t best = 0;
        for (size_t v = 1; v < CODES; v++)
            best = count[v] > count[best] ? v : best;
        if (count[best] == 0)
            return;
        s->rank[best] = (float)next;
        count[best] = 0;
    }
}

/* The middle of `n` numbers, which are sorted; by insertion, they are few. */
static float middle_of(float *a, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const float own = a[i];
        size_t at = i;
        for (; at > 0 && a[at - 1] > own; at--)
            a[at] = a[at - 1];
        a[at] = own;
    }
    return a[n / 2];
}

/* Order the records of the node by key: below `cut`, equal, above; the numbers of the first
 * two. */
static void partition(const probe *s, uint32_t *a, size_t n, float cut, size_t size[2])
{
    size_t below = 0, i = 0, above = n;
    while (i < above) {
        const uint32_t own = a[i];
        const float key = key_of(s, own);
        if (key < cut) {
            a[i++] = a[below];
            a[below++] = own;
        } else if (key > cut) {
            a[i] = a[--above];
            a[above] = own;
        } else {
            i++;
        }
    }
    size[0] = below;
    size[1] = above - below;
}

/* The end of the equal ones that divides `n` records better. */
static size_t better_end(const size_t size[2], size_t n)
{
    const size_t low = size[0], high = size[0] + size[1];
    return (low > n - low ? low : n - low) <= (high > n - high ? high : n - high) ? low : high;
}

/* Which codes go left if ranks below `cut` do. */
static uint64_t left_codes(const probe *s, float cut)
{
    uint64_t left = 0;
    for (uint32_t v = 0; v < CODES; v++)
        left |= (uint64_t)(s->rank[v] < cut) << v % 64;
    return left;
}

size_t tacit_split_records(const tacit_nearest_tree *t, uint32_t *order, size_t least,
                           tacit_nearest_node *node)
{
    const size_t n = node->end - node->begin, half = n / 2;
    probe s = { .tree = t };
    float key[SAMPLE] = { 0 };
    size_t size[2];
    take_sample(&s, order, node);
    if (!choose_column(&s))
        return node->begin + half;
    if (is_nominal(&s))
        rank_codes(&s);
    for (size_t k = 0; k < s.n; k++)
        key[k] = key_of(&s, s.row[k]);
    const float middle = middle_of(key, s.n);
    partition(&s, order + node->begin, n, middle, size);
    const size_t at = better_end(size, n);
    node->column = (uint32_t)s.column;
    node->cut = at > size[0] ? nextafterf(middle, INFINITY) : middle;
    node->left = is_nominal(&s) ? left_codes(&s, node->cut) : 0;
    return node->begin + (at >= least && n - at >= least ? at : half);
}
