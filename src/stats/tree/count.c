/*
 * count.c - rows of a node counted by the levels of columns.
 *
 * Columns with few levels are counted together, row by row, and kept: the counts of a child are
 * those of its parent less those of its sibling, so only the smaller child is ever counted.
 * Columns with many levels, and small nodes, are counted one column at a time; a bitmap lists
 * the levels that occur, so the cost does not depend on how many there could be (except for one
 * bit each).
 */
#include <string.h>

#include "stats/tree/own.h"

static double *slot_at(const tacit_tree_space *s, size_t slot)
{
    return s->slot + slot * s->frame->bins * s->width;
}

static void count_sums(const tacit_tree_space *s, const uint32_t *row, size_t n, double *h)
{
    const tacit_tree_frame *f = s->frame;
    for (size_t i = 0; i < n; i++) {
        const uint16_t *code = f->code + (size_t)row[i] * f->columns;
        const double y = s->y[row[i]];
        for (size_t c = 0; c < f->kept; c++) {
            const uint32_t j = f->kept_at[c];
            double *bin = h + 2 * (f->offset[j] + code[j]);
            bin[0] += 1.0;
            bin[1] += y;
        }
    }
}

static void count_classes(const tacit_tree_space *s, const uint32_t *row, size_t n, double *h)
{
    const tacit_tree_frame *f = s->frame;
    for (size_t i = 0; i < n; i++) {
        const uint16_t *code = f->code + (size_t)row[i] * f->columns;
        for (size_t c = 0; c < f->kept; c++) {
            const uint32_t j = f->kept_at[c];
            double *bin = h + s->width * (f->offset[j] + code[j]);
            bin[0] += 1.0;
            bin[1 + s->label[row[i]]] += 1.0;
        }
    }
}

void tacit_tree_count(tacit_tree_space *s, const uint32_t *row, size_t n, size_t to)
{
    double *h = slot_at(s, to);
    s->slots = to < s->slots ? s->slots : to + 1;
    memset(h, 0, s->frame->bins * s->width * sizeof *h);
    if (s->width == 2)
        count_sums(s, row, n, h);
    else
        count_classes(s, row, n, h);
}

void tacit_tree_subtract(tacit_tree_space *s, size_t from, size_t part)
{
    double *a = slot_at(s, from);
    const double *b = slot_at(s, part);
    for (size_t k = 0; k < s->frame->bins * s->width; k++)
        a[k] -= b[k];
}

/* Count the node's rows by column j in `single`, marking levels in `seen`. */
static void count_single(tacit_tree_space *s, const tacit_tree_node *node, uint32_t j)
{
    const uint16_t *code = s->frame->column[j].code;
    for (size_t i = node->first; i < node->first + node->rows; i++) {
        const uint32_t row = s->order[i], level = code[row];
        double *bin = s->single + s->width * level;
        bin[0] += 1.0;
        if (s->width == 2)
            bin[1] += s->y[row];
        else
            bin[1 + s->label[row]] += 1.0;
        s->seen[level / 64] |= UINT64_C(1) << (level % 64);
    }
}

/* Write the marked levels upwards; returns how many there are. */
static uint32_t list_seen(tacit_tree_space *s, uint32_t levels)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < (levels + 63) / 64; w++)
        for (uint64_t bits = s->seen[w]; bits != 0; bits &= bits - 1)
            s->level[n++] = w * 64 + (uint32_t)__builtin_ctzll(bits);
    return n;
}

tacit_tree_bins tacit_tree_list(tacit_tree_space *s, const tacit_tree_node *node, size_t slot,
                                uint32_t j)
{
    const tacit_tree_frame *f = s->frame;
    const uint32_t levels = f->column[j].levels;
    tacit_tree_bins bins = { .level = s->level };
    if (slot == SIZE_MAX || f->offset[j] == SIZE_MAX) {
        count_single(s, node, j);
        bins.count = s->single;
        bins.n = list_seen(s, levels);
        return bins;
    }
    bins.count = slot_at(s, slot) + f->offset[j] * s->width;
    for (uint32_t k = 0; k < levels; k++) {
        s->level[bins.n] = k;
        bins.n += bins.count[k * s->width] > 0.0;
    }
    return bins;
}

void tacit_tree_clear(tacit_tree_space *s, const tacit_tree_bins *bins)
{
    if (bins->count != s->single)
        return;
    for (uint32_t i = 0; i < bins->n; i++) {
        const uint32_t level = bins->level[i];
        memset(s->single + s->width * level, 0, s->width * sizeof *s->single);
        s->seen[level / 64] = 0;
    }
}
