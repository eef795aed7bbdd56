/*
 * windows.c - how many records lie in windows of ranks: a tree of boxes.
 *
 * Items are split at the median of the column in which they spread widest, down to leaves of
 * LEAF.  The tree is implicit, with all leaves at one depth: node v has the children 2 v and
 * 2 v + 1, and keeps the least and the largest low and high of its items in each column.
 * Leaves keep their items column by column, so that comparing them with a query is a loop
 * for vector instructions.  Counts are exact and do not depend on threads.
 */
#include "micro/linkage/windows.h"

#include <string.h>

#include "base/sort.h"

enum { LEAF = 64, TURN = 4096, MOST_DEPTH = 64 };

/* Least and largest of both ends in a column of a node. */
typedef struct box {
    int32_t low_least, low_most, high_least, high_most;
} box;

typedef struct tree {
    const tacit_windows *items;
    size_t leaves; /* a power of 2 */
    size_t *start; /* of each leaf in the order of the tree; leaves + 1 */
    box *box;      /* p for each node, from node 1 on */
    int32_t *low;  /* of each leaf: p columns of LEAF, items that are not there are empty */
    int32_t *high;
} tree;

bool tacit_windows_overlap(const tacit_windows *a, size_t i, const tacit_windows *b, size_t k)
{
    const int32_t *a_low = a->low + i * a->p, *a_high = a->high + i * a->p;
    const int32_t *b_low = b->low + k * b->p, *b_high = b->high + k * b->p;
    for (size_t c = 0; c < a->p; c++)
        if (a_low[c] > b_high[c] || a_high[c] < b_low[c])
            return false;
    return true;
}

/* ---- building ---- */

/* The column in which the middles of items order[0 ... n) spread widest. */
static size_t widest_column(const tacit_windows *items, const tacit_keyed *order, size_t n)
{
    size_t widest = 0;
    int64_t spread = -1;
    for (size_t c = 0; c < items->p; c++) {
        int64_t least = INT64_MAX, most = INT64_MIN;
        for (size_t i = 0; i < n; i++) {
            const size_t at = order[i].row * items->p + c;
            const int64_t twice = (int64_t)items->low[at] + items->high[at];
            least = twice < least ? twice : least;
            most = twice > most ? twice : most;
        }
        if (most - least > spread) {
            spread = most - least;
            widest = c;
        }
    }
    return widest;
}

/* Sort the items order[0 ... n) by the middle of their window in the widest column. */
static tacit_status sort_items(tacit_ctx *cx, const tacit_windows *items, tacit_keyed *order,
                               size_t n)
{
    const size_t mark = tacit_scratch_mark(cx), c = widest_column(items, order, n);
    for (size_t i = 0; i < n; i++) {
        const size_t at = order[i].row * items->p + c;
        order[i].key = tacit_sort_key_integer((int64_t)items->low[at] + items->high[at]);
    }
    TACIT_TRY(tacit_sort_keyed(cx, order, n));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Order the items by the tree: level by level each node's range is sorted and halved. */
static tacit_status order_items(tacit_ctx *cx, tree *t, tacit_keyed *order)
{
    for (size_t nodes = 1; nodes < t->leaves; nodes *= 2) {
        const size_t leaves = t->leaves / nodes; /* of each node */
        for (size_t v = 0; v < nodes; v++) {
            const size_t first = t->start[v * leaves], end = t->start[(v + 1) * leaves];
            if (v % 64 == 0)
                TACIT_TRY(tacit_tick(cx, nodes, t->leaves));
            TACIT_TRY(sort_items(cx, t->items, order + first, end - first));
        }
    }
    return TACIT_OK;
}

static void join(box *into, const box *b)
{
    into->low_least = b->low_least < into->low_least ? b->low_least : into->low_least;
    into->low_most = b->low_most > into->low_most ? b->low_most : into->low_most;
    into->high_least = b->high_least < into->high_least ? b->high_least : into->high_least;
    into->high_most = b->high_most > into->high_most ? b->high_most : into->high_most;
}

/* Copy the items of leaf `f` and make its boxes. */
static void fill_leaf(tree *t, size_t f, const tacit_keyed *order)
{
    const size_t p = t->items->p, n = t->start[f + 1] - t->start[f];
    for (size_t c = 0; c < p; c++) {
        int32_t *low = t->low + (f * p + c) * LEAF, *high = t->high + (f * p + c) * LEAF;
        box b = { INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN };
        for (size_t k = 0; k < LEAF; k++) {
            const size_t at = k < n ? order[t->start[f] + k].row * p + c : 0;
            low[k] = k < n ? t->items->low[at] : INT32_MAX;
            high[k] = k < n ? t->items->high[at] : INT32_MIN;
            if (k < n)
                join(&b, &(box){ low[k], low[k], high[k], high[k] });
        }
        t->box[(t->leaves + f) * p + c] = b;
    }
}

static void fill_nodes(tree *t)
{
    const size_t p = t->items->p;
    for (size_t v = t->leaves; v-- > 1;)
        for (size_t c = 0; c < p; c++) {
            t->box[v * p + c] = t->box[2 * v * p + c];
            join(&t->box[v * p + c], &t->box[(2 * v + 1) * p + c]);
        }
}

static tacit_status build(tacit_ctx *cx, tree *t)
{
    const size_t n = t->items->n, p = t->items->p;
    tacit_keyed *order = NULL;
    for (t->leaves = 1; t->leaves * LEAF < n;)
        t->leaves *= 2;
    TACIT_TRY(tacit_scratch(cx, t->leaves + 1, sizeof *t->start, &t->start));
    TACIT_TRY(tacit_scratch(cx, 2 * t->leaves * p, sizeof *t->box, &t->box));
    TACIT_TRY(tacit_scratch(cx, t->leaves * p * LEAF, sizeof *t->low, &t->low));
    TACIT_TRY(tacit_scratch(cx, t->leaves * p * LEAF, sizeof *t->high, &t->high));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *order, &order));
    for (size_t f = 0; f <= t->leaves; f++)
        t->start[f] = (size_t)((double)n * (double)f / (double)t->leaves);
    for (size_t i = 0; i < n; i++)
        order[i].row = i;
    TACIT_TRY(order_items(cx, t, order));
    for (size_t f = 0; f < t->leaves; f++)
        fill_leaf(t, f, order);
    fill_nodes(t);
    return TACIT_OK;
}

/* ---- counting ---- */

typedef enum relation { APART, CUT, WITHIN } relation;

/* How a query lies to the items of a node. */
static relation compare(const box *b, const int32_t *low, const int32_t *high, size_t p)
{
    bool within = true;
    for (size_t c = 0; c < p; c++) {
        if (b[c].low_least > high[c] || b[c].high_most < low[c])
            return APART;
        within &= b[c].low_most <= high[c] && b[c].high_least >= low[c];
    }
    return within ? WITHIN : CUT;
}

/* Items of leaf `f` that the query overlaps. */
static uint32_t count_leaf(const tree *t, size_t f, const int32_t *low, const int32_t *high)
{
    const size_t p = t->items->p;
    int32_t hit[LEAF], n = 0;
    memset(hit, 0xff, sizeof hit);
    for (size_t c = 0; c < p; c++) {
        const int32_t *a = t->low + (f * p + c) * LEAF, *b = t->high + (f * p + c) * LEAF;
        const int32_t least = low[c], most = high[c];
        for (size_t k = 0; k < LEAF; k++)
            hit[k] &= -(int32_t)((a[k] <= most) & (b[k] >= least));
    }
    for (size_t k = 0; k < LEAF; k++)
        n -= hit[k];
    const size_t there = t->start[f + 1] - t->start[f];
    TACIT_ASSERT((size_t)n <= there);
    return (uint32_t)n;
}

/* Items below node v, which has `leaves` leaves. */
static uint32_t items_of(const tree *t, size_t v, size_t leaves)
{
    const size_t first = v * leaves - t->leaves;
    return (uint32_t)(t->start[first + leaves] - t->start[first]);
}

static uint32_t count_query(const tree *t, const int32_t *low, const int32_t *high)
{
    struct {
        size_t node, leaves;
    } stack[MOST_DEPTH];
    size_t depth = 1;
    uint32_t n = 0;
    stack[0].node = 1;
    stack[0].leaves = t->leaves;
    while (depth > 0) {
        const size_t v = stack[--depth].node, leaves = stack[depth].leaves;
        const relation is = compare(t->box + v * t->items->p, low, high, t->items->p);
        if (is == WITHIN) {
            n += items_of(t, v, leaves);
        } else if (is == CUT && leaves == 1) {
            n += count_leaf(t, v - t->leaves, low, high);
        } else if (is == CUT) {
            for (size_t side = 0; side < 2; side++, depth++) {
                stack[depth].node = 2 * v + side;
                stack[depth].leaves = leaves / 2;
            }
        }
    }
    return n;
}

tacit_status tacit_windows_count(tacit_ctx *cx, const tacit_windows *items,
                                 const tacit_windows *queries, uint32_t *count)
{
    TACIT_ASSERT(items->p > 0 && items->p == queries->p);
    const size_t mark = tacit_scratch_mark(cx);
    tree t = { .items = items };
    TACIT_TRY(build(cx, &t));
    for (size_t first = 0; first < queries->n; first += TURN) {
        const size_t end = first + TURN < queries->n ? first + TURN : queries->n;
        TACIT_TRY(tacit_tick(cx, first, queries->n));
#pragma omp parallel for schedule(dynamic, 64)
        for (size_t i = first; i < end; i++)
            count[i] = count_query(&t, queries->low + i * items->p, queries->high + i * items->p);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
