/*
 * ahead.c - looking one split ahead.
 *
 * A tree that takes the best split and never looks further is blind where no single column tells
 * anything although pairs do: two tables with the same marginals, one of which has lost its
 * correlations, cannot be split at the root at all.  At such a node each column in turn is cut in
 * two halves, the best splits of both halves are sought, and the column with the greatest sum is
 * taken.  O(rows * columns^2) for a node, and few nodes come to it.
 */
#include <string.h>

#include "stats/tree/own.h"

enum { SMALLEST = 32 }; /* nodes with less than this part of all rows are not worth it */

/* Levels of `bins` that together have the first half of the rows, at least one and not all. */
static uint32_t half_of(const tacit_tree_space *s, const tacit_tree_node *node,
                        const tacit_tree_bins *bins)
{
    double n = 0.0;
    uint32_t k = 0;
    while (k + 1 < bins->n) {
        const double more = bins->count[bins->level[k] * s->width];
        if (k > 0 && 2.0 * n + more > (double)node->rows)
            break;
        n += more;
        k++;
    }
    const double least = (double)s->options.min_bucket;
    return n >= least && (double)node->rows - n >= least ? k : 0;
}

/* The halves of the node by column `j`; false if there are none. */
static bool halve(tacit_tree_space *s, const tacit_tree_node *node, uint32_t j,
                  tacit_tree_split *out)
{
    const tacit_tree_column *column = &s->frame->column[j];
    const tacit_tree_bins bins = tacit_tree_list(s, node, SIZE_MAX, j);
    const uint32_t k = bins.n > 1 ? half_of(s, node, &bins) : 0;
    *out = (tacit_tree_split){ .column = j, .low_left = true };
    memset(s->best_set, 0, s->frame->words * sizeof *s->best_set);
    for (uint32_t i = 0; i < k && !column->ordered; i++)
        s->best_set[bins.level[i] / 64] |= UINT64_C(1) << (bins.level[i] % 64);
    if (k > 0)
        out->cut = (bins.level[k - 1] + bins.level[k] + 1) / 2;
    if (k > 0 && column->missing && bins.level[k] == column->levels - 1)
        out->cut = bins.level[k]; /* all present numbers against the missing ones */
    tacit_tree_clear(s, &bins);
    return k > 0;
}

/* What the best split of the rows from `first` on saves. */
static double best_gain(tacit_tree_space *s, size_t first, size_t rows)
{
    tacit_tree_node half = { .first = first, .rows = rows };
    tacit_tree_describe(s, &half);
    return tacit_tree_search(s, &half, SIZE_MAX).gain;
}

void tacit_tree_ahead(tacit_tree_space *s, tacit_tree_node *node, tacit_tree_split *split)
{
    double best = split->gain;
    uint32_t column = TACIT_TREE_LEAF;
    tacit_tree_split halves;
    if (node->rows < 2 * s->options.min_split || node->rows * SMALLEST < s->frame->rows)
        return;
    memcpy(s->greedy_set, s->best_set, s->frame->words * sizeof *s->best_set);
    for (uint32_t j = 0; j < s->frame->columns; j++) {
        if (!halve(s, node, j, &halves))
            continue;
        const size_t left = tacit_tree_part(s, node, &halves);
        const double gain =
            best_gain(s, node->first, left) + best_gain(s, node->first + left, node->rows - left);
        if (gain > best) {
            best = gain;
            column = j;
        }
    }
    if (column != TACIT_TREE_LEAF && halve(s, node, column, &halves))
        *split = halves;
    else
        memcpy(s->best_set, s->greedy_set, s->frame->words * sizeof *s->best_set);
    node->column = TACIT_TREE_LEAF;
}
