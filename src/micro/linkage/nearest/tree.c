/*
 * tree.c - a tree of bounding volumes over distinct records.
 *
 * Nodes are divided from the top until they fit a leaf; then the records are packed in the
 * order of the leaves, and boxes are made from the leaves upwards.  A leaf has at least
 * `leaf` / 4 records, so that there are O(n / leaf) nodes.
 */
#include "micro/linkage/nearest/tree.h"

#include <math.h>

#include "micro/linkage/nearest/split.h"

/* ---- columns ---- */

static bool has_gap(const tacit_records *r, size_t p, size_t c)
{
    for (size_t i = 0; i < r->n; i++)
        if (isnan(r->x[i * p + c]))
            return true;
    return false;
}

/* Number the coordinates without missing values first. */
static tacit_status list_columns(tacit_ctx *cx, const tacit_records *from, tacit_nearest_tree *t)
{
    const size_t p = t->space->p;
    bool *gap = NULL;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *gap, &gap));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *t->column, &t->column));
    for (size_t c = 0; c < p; c++) {
        gap[c] = has_gap(t->to, p, c) || has_gap(from, p, c);
        if (!gap[c])
            t->column[t->full++] = c;
    }
    for (size_t c = 0; c < p; c++)
        if (gap[c])
            t->column[t->full + t->gaps++] = c;
    t->padded = (t->full + TACIT_TREE_LANES - 1) / TACIT_TREE_LANES * TACIT_TREE_LANES;
    return TACIT_OK;
}

/* Give each nominal column as many bits as it has bytes, at most 64. */
static tacit_status place_bits(tacit_ctx *cx, const tacit_records *from, tacit_nearest_tree *t)
{
    const size_t q = t->space->q;
    const tacit_records *const sides[] = { from, t->to };
    uint32_t bits = 0;
    TACIT_TRY(tacit_scratch(cx, q, sizeof *t->bits, &t->bits));
    for (size_t c = 0; c < q; c++) {
        uint32_t most = 0;
        for (size_t i = 0; i < from->n + t->to->n; i++) {
            const tacit_records *r = sides[i >= from->n];
            const uint8_t byte = tacit_tree_byte(r->code[(i >= from->n ? i - from->n : i) * q + c]);
            most = byte > most ? byte : most;
        }
        t->bits[c] = (tacit_tree_bits){ bits, most < 63 ? most + 1 : 64 };
        bits += t->bits[c].n;
    }
    t->words = (bits + 63) / 64;
    return TACIT_OK;
}

/* ---- nodes ---- */

/* Nodes and leaves while they are made. */
typedef struct growth {
    tacit_nearest_tree *tree;
    uint32_t *order; /* rows of distinct records, by leaf in the end */
    size_t leaf, least;
} growth;

static uint32_t add_node(growth *g, size_t begin, size_t end)
{
    const size_t id = g->tree->n++;
    g->tree->node[id] = (tacit_nearest_node){ .begin = (uint32_t)begin, .end = (uint32_t)end };
    return (uint32_t)id;
}

static void make_leaf(growth *g, tacit_nearest_node *node)
{
    node->block = (uint32_t)g->tree->blocks;
    g->tree->blocks += (node->end - node->begin + TACIT_TREE_BLOCK - 1) / TACIT_TREE_BLOCK;
}

/* Divide node `id` and what comes of it: O(log n) deep. */
static void grow(growth *g, uint32_t id)
{
    tacit_nearest_node *node = &g->tree->node[id];
    const size_t end = node->end;
    if (end - node->begin <= g->leaf) {
        make_leaf(g, node);
        return;
    }
    const size_t middle = tacit_split_records(g->tree, g->order, g->least, node);
    const uint32_t child = add_node(g, node->begin, middle);
    g->tree->child[id] = child;
    add_node(g, middle, end);
    grow(g, child);
    grow(g, child + 1);
}

/* The first row of each distinct record, upwards. */
static void list_rows(const tacit_nearest_tree *t, uint32_t *order)
{
    const tacit_distinct *d = &t->distinct;
    size_t n = 0;
    for (uint32_t i = 0; i < t->to->n; i++)
        if (d->row[d->start[d->of[i]]] == i)
            order[n++] = i;
    TACIT_ASSERT(n == d->n);
}

static tacit_status grow_tree(tacit_ctx *cx, const tacit_tree_tuning *tuning, tacit_nearest_tree *t,
                              uint32_t **order)
{
    const size_t n = t->distinct.n;
    growth g = { .tree = t };
    g.leaf = n <= tuning->small ? n : tuning->leaf;
    g.least = g.leaf / 4 > 0 ? g.leaf / 4 : 1;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *g.order, &g.order));
    TACIT_TRY(tacit_scratch(cx, 2 * (n / g.least) + 1, sizeof *t->node, &t->node));
    TACIT_TRY(tacit_scratch(cx, 2 * (n / g.least) + 1, sizeof *t->child, &t->child));
    list_rows(t, g.order);
    grow(&g, add_node(&g, 0, n));
    *order = g.order;
    return TACIT_OK;
}

/* ---- leaves ---- */

static void pack_record(const tacit_nearest_tree *t, size_t slot)
{
    const size_t lane = slot % TACIT_TREE_BLOCK, block = slot / TACIT_TREE_BLOCK, p = t->space->p,
                 q = t->space->q, row = t->slot[slot];
    float *x = tacit_tree_numbers(t, block) + lane;
    uint8_t *code = tacit_tree_codes(t, block) + lane;
    for (size_t c = 0; c < t->full; c++)
        x[c * TACIT_TREE_BLOCK] = (float)t->to->x[row * p + t->column[c]];
    for (size_t c = 0; c < t->gaps; c++) {
        const double value = t->to->x[row * p + t->column[t->full + c]];
        x[(t->full + 2 * c) * TACIT_TREE_BLOCK] = isnan(value) ? 0.0F : (float)value;
        x[(t->full + 2 * c + 1) * TACIT_TREE_BLOCK] = isnan(value) ? 1.0F : 0.0F;
    }
    for (size_t c = 0; c < q; c++)
        code[c * TACIT_TREE_BLOCK] = tacit_tree_byte(t->to->code[row * q + c]);
}

/* Repeat record `slot` in the rest of its block, so that nothing there is nearer. */
static void pad_block(const tacit_nearest_tree *t, size_t slot)
{
    const size_t lane = slot % TACIT_TREE_BLOCK, block = slot / TACIT_TREE_BLOCK,
                 numbers = t->full + 2 * t->gaps;
    float *x = tacit_tree_numbers(t, block);
    uint8_t *code = tacit_tree_codes(t, block);
    for (size_t r = lane + 1; r < TACIT_TREE_BLOCK; r++) {
        for (size_t c = 0; c < numbers; c++)
            x[c * TACIT_TREE_BLOCK + r] = x[c * TACIT_TREE_BLOCK + lane];
        for (size_t c = 0; c < t->space->q; c++)
            code[c * TACIT_TREE_BLOCK + r] = code[c * TACIT_TREE_BLOCK + lane];
    }
}

/* Pack the records of a leaf. */
static void pack_leaf(const tacit_nearest_tree *t, const tacit_nearest_node *node,
                      const uint32_t *order)
{
    const size_t first = (size_t)node->block * TACIT_TREE_BLOCK, n = node->end - node->begin;
    for (size_t i = 0; i < n; i++) {
        t->slot[first + i] = order[node->begin + i];
        pack_record(t, first + i);
    }
    pad_block(t, first + n - 1);
}

static tacit_status pack_leaves(tacit_ctx *cx, const uint32_t *order, tacit_nearest_tree *t)
{
    const size_t slots = t->blocks * TACIT_TREE_BLOCK;
    t->stride =
        (t->full + 2 * t->gaps) * TACIT_TREE_BLOCK + t->space->q * TACIT_TREE_BLOCK / sizeof *t->x;
    TACIT_TRY(tacit_scratch(cx, t->blocks * t->stride, sizeof *t->x, &t->x));
    TACIT_TRY(tacit_scratch(cx, slots, sizeof *t->slot, &t->slot));
    for (size_t s = 0; s < slots; s++)
        t->slot[s] = TACIT_TREE_EMPTY;
    for (size_t id = 0; id < t->n; id++)
        if (t->child[id] == 0)
            pack_leaf(t, &t->node[id], order);
    return TACIT_OK;
}

/* ---- boxes ---- */

static float lower(float a, float b)
{
    return a < b ? a : b;
}

static float upper(float a, float b)
{
    return a > b ? a : b;
}

/* Boxes that nothing is in yet; padding is never outside. */
static void clear_boxes(const tacit_nearest_tree *t, size_t id)
{
    float *box = t->box + id * 2 * t->padded, *gap = t->gap_box + id * 3 * t->gaps;
    for (size_t c = 0; c < t->padded; c++) {
        box[c] = c < t->full ? INFINITY : -INFINITY;
        box[t->padded + c] = c < t->full ? -INFINITY : INFINITY;
    }
    for (size_t c = 0; c < t->gaps; c++) {
        gap[c] = INFINITY;
        gap[t->gaps + c] = -INFINITY;
    }
}

/* Widen the boxes of leaf `id` by the record in `slot`. */
static void add_record(const tacit_nearest_tree *t, size_t id, size_t slot)
{
    const size_t lane = slot % TACIT_TREE_BLOCK, block = slot / TACIT_TREE_BLOCK, q = t->space->q;
    const float *x = tacit_tree_numbers(t, block) + lane;
    const uint8_t *code = tacit_tree_codes(t, block) + lane;
    float *box = t->box + id * 2 * t->padded, *gap = t->gap_box + id * 3 * t->gaps;
    for (size_t c = 0; c < t->full; c++) {
        box[c] = lower(box[c], x[c * TACIT_TREE_BLOCK]);
        box[t->padded + c] = upper(box[t->padded + c], x[c * TACIT_TREE_BLOCK]);
    }
    for (size_t c = 0; c < t->gaps; c++) {
        const float *value = x + (t->full + 2 * c) * TACIT_TREE_BLOCK;
        if (value[TACIT_TREE_BLOCK] > 0.0F) {
            gap[2 * t->gaps + c] = 1.0F;
            continue;
        }
        gap[c] = lower(gap[c], *value);
        gap[t->gaps + c] = upper(gap[t->gaps + c], *value);
    }
    for (size_t c = 0; c < q; c++) {
        const uint32_t bit = tacit_tree_bit(&t->bits[c], code[c * TACIT_TREE_BLOCK]);
        t->mask[id * t->words + bit / 64] |= (uint64_t)1 << bit % 64;
    }
}

/* Widen the boxes of `id` by those of its child. */
static void add_child(const tacit_nearest_tree *t, size_t id, size_t child)
{
    const size_t gaps = t->gaps;
    float *box = t->box + id * 2 * t->padded, *gap = t->gap_box + id * 3 * gaps;
    const float *own = t->box + child * 2 * t->padded, *own_gap = t->gap_box + child * 3 * gaps;
    for (size_t c = 0; c < t->full; c++) {
        box[c] = lower(box[c], own[c]);
        box[t->padded + c] = upper(box[t->padded + c], own[t->padded + c]);
    }
    for (size_t c = 0; c < gaps; c++) {
        gap[c] = lower(gap[c], own_gap[c]);
        gap[gaps + c] = upper(gap[gaps + c], own_gap[gaps + c]);
        gap[2 * gaps + c] = upper(gap[2 * gaps + c], own_gap[2 * gaps + c]);
    }
    for (size_t w = 0; w < t->words; w++)
        t->mask[id * t->words + w] |= t->mask[child * t->words + w];
}

static tacit_status make_boxes(tacit_ctx *cx, tacit_nearest_tree *t)
{
    TACIT_TRY(tacit_scratch(cx, t->n * 2 * t->padded, sizeof *t->box, &t->box));
    TACIT_TRY(tacit_scratch(cx, t->n * 3 * t->gaps, sizeof *t->gap_box, &t->gap_box));
    TACIT_TRY(tacit_scratch(cx, t->n * t->words, sizeof *t->mask, &t->mask));
    for (size_t id = t->n; id-- > 0;) {
        const tacit_nearest_node *node = &t->node[id];
        clear_boxes(t, id);
        if (t->child[id] > 0) {
            add_child(t, id, t->child[id]);
            add_child(t, id, t->child[id] + 1);
            continue;
        }
        for (size_t i = 0; i < (size_t)(node->end - node->begin); i++)
            add_record(t, id, (size_t)node->block * TACIT_TREE_BLOCK + i);
    }
    return TACIT_OK;
}

tacit_status tacit_tree_of(tacit_ctx *cx, const tacit_space *s, const tacit_records *from,
                           const tacit_records *to, const tacit_tree_tuning *tuning,
                           tacit_nearest_tree *out)
{
    tacit_nearest_tree t = { .space = s, .to = to };
    uint32_t *order = NULL;
    TACIT_ASSERT(to->n > 0 && tuning->leaf > 0);
    TACIT_TRY(tacit_distinct_of(cx, s, to, &t.distinct));
    TACIT_TRY(list_columns(cx, from, &t));
    TACIT_TRY(place_bits(cx, from, &t));
    TACIT_TRY(grow_tree(cx, tuning, &t, &order));
    TACIT_TRY(pack_leaves(cx, order, &t));
    TACIT_TRY(make_boxes(cx, &t));
    *out = t;
    return TACIT_OK;
}

/* Whether record i of `from` belongs to the left of `node`. */
static bool goes_left(const tacit_nearest_tree *t, const tacit_nearest_node *node,
                      const tacit_records *from, size_t i)
{
    const size_t p = t->space->p, q = t->space->q;
    if (node->column >= p)
        return (node->left >> from->code[i * q + node->column - p] % 64 & 1) != 0;
    return !((float)from->x[i * p + node->column] >= node->cut);
}

uint32_t tacit_tree_home(const tacit_nearest_tree *t, const tacit_records *from, size_t i)
{
    uint32_t id = 0;
    while (t->child[id] > 0)
        id = t->child[id] + !goes_left(t, &t->node[id], from, i);
    return id;
}
