/*
 * search.c - the best split of a node.
 *
 * Every column is tried in turn and a later one must be strictly better, so ties go to the first
 * column and, within it, to the first split met: numbers upwards, categories in the order of
 * tree_order.c.  The side with the lower mean response (of classes: mean code) is left.  The cut
 * between two codes that the node has lies halfway between them.  With `tries` the columns are
 * those of a random order, as in random forests (Breiman 2001), and go on while nothing could be
 * split.
 */
#include <string.h>

#include "stats/tree/own.h"

/* Whether the mean response of the first k levels is below that of the others. */
static bool first_is_left(const tacit_tree_space *s, const tacit_tree_bins *bins, uint32_t k)
{
    double n = 0.0, sum = 0.0, all = s->width == 2 ? s->total[1] : 0.0;
    for (size_t c = 1; s->width > 2 && c < s->classes; c++)
        all += (double)c * s->total[1 + c];
    for (uint32_t i = 0; i < k; i++) {
        const double *bin = bins->count + bins->level[i] * s->width;
        n += bin[0];
        sum += s->width == 2 ? bin[1] : 0.0;
        for (size_t c = 1; s->width > 2 && c < s->classes; c++)
            sum += (double)c * bin[1 + c];
    }
    return sum * (s->total[0] - n) < (all - sum) * n;
}

/* Whether the last level of `bins` stands for missing numbers. */
static bool has_missing(const tacit_tree_column *column, const tacit_tree_bins *bins)
{
    return column->missing && bins->n > 0 && bins->level[bins->n - 1] == column->levels - 1;
}

/* Put the last level first. */
static void turn(tacit_tree_bins *bins)
{
    const uint32_t last = bins->level[bins->n - 1];
    memmove(bins->level + 1, bins->level, (bins->n - 1) * sizeof *bins->level);
    bins->level[0] = last;
}

/* The split of the ordered levels `bins` after the first k of them. */
static tacit_tree_split cut_at(const tacit_tree_space *s, const tacit_tree_bins *bins, uint32_t k,
                               uint32_t missing)
{
    const bool low_left = first_is_left(s, bins, k);
    tacit_tree_split out = { .low_left = low_left, .missing_left = low_left };
    const uint32_t below = bins->level[k - 1], above = bins->level[k];
    if (below == missing) { /* missing against all others */
        out.cut = 0;
    } else if (above == missing) { /* all others against missing */
        out.cut = missing;
        out.missing_left = !low_left;
    } else {
        out.cut = (below + above + 1) / 2;
        out.missing_left = bins->level[0] == missing ? low_left : !low_left;
    }
    return out;
}

/* Missing numbers follow the larger side where the node has none. */
static bool larger_is_left(const tacit_tree_space *s, const tacit_tree_bins *bins, uint32_t k,
                           bool first_left)
{
    double n = 0.0;
    for (uint32_t i = 0; i < k; i++)
        n += bins->count[bins->level[i] * s->width];
    return (2.0 * n >= s->total[0]) == first_left;
}

/* These try a column, and return what it can save. */
static double try_ordered(tacit_tree_space *s, uint32_t j, tacit_tree_bins *bins,
                          tacit_tree_split *best)
{
    const tacit_tree_column *column = &s->frame->column[j];
    const bool missing = has_missing(column, bins);
    double most = 0.0;
    for (int pass = 0; pass <= (missing ? 1 : 0); pass++) {
        uint32_t k = 0;
        if (pass > 0)
            turn(bins);
        const double gain = tacit_tree_scan(s, bins, &k);
        most = gain > most ? gain : most;
        if (!(gain > best->gain))
            continue;
        *best = cut_at(s, bins, k, missing ? column->levels - 1 : UINT32_MAX);
        if (!missing)
            best->missing_left = larger_is_left(s, bins, k, best->low_left);
        best->gain = gain;
        best->column = j;
    }
    return most;
}

/* Mark in best_set the levels that go left: those of the side with the lower mean, and, if that
 * is the larger, the levels that the node has no row of. */
static void keep_set(tacit_tree_space *s, const tacit_tree_bins *bins, uint32_t k)
{
    const bool first = first_is_left(s, bins, k);
    const bool others = larger_is_left(s, bins, k, first);
    memset(s->best_set, others ? 0xff : 0, s->frame->words * sizeof *s->best_set);
    for (uint32_t i = 0; i < bins->n; i++) {
        const uint64_t bit = UINT64_C(1) << (bins->level[i] % 64);
        uint64_t *word = &s->best_set[bins->level[i] / 64];
        *word = (i < k) == first ? *word | bit : *word & ~bit;
    }
}

static double try_category(tacit_tree_space *s, uint32_t j, tacit_tree_bins *bins,
                           tacit_tree_split *best)
{
    uint32_t k = 0;
    double gain = 0.0;
    if (s->width > 2 && bins->n <= s->options.subset_levels) {
        gain = tacit_tree_subsets(s, bins, &k);
    } else {
        tacit_tree_order(s, bins);
        gain = tacit_tree_scan(s, bins, &k);
    }
    if (!(gain > best->gain))
        return gain;
    *best = (tacit_tree_split){ .gain = gain, .column = j };
    keep_set(s, bins, k);
    return gain;
}

/* Put the columns into a random order: only the first `tries` are sure to be looked at, but more
 * may be. */
static void shuffle_columns(tacit_tree_space *s, const tacit_tree_node *node)
{
    const size_t n = s->frame->columns;
    tacit_rng rng = tacit_rng_fork_number(&s->options.rng, node->number);
    for (uint32_t j = 0; j < n; j++)
        s->turn[j] = j;
    for (size_t j = 0; j + 1 < n; j++) {
        const size_t k = j + (size_t)tacit_rng_below(&rng, n - j);
        const uint32_t swap = s->turn[j];
        s->turn[j] = s->turn[k];
        s->turn[k] = swap;
    }
}

static double try_column(tacit_tree_space *s, const tacit_tree_node *node, size_t slot, uint32_t j,
                         tacit_tree_split *best)
{
    double gain = 0.0;
    if (slot == SIZE_MAX && tacit_tree_walk_tells(s, node, j, &gain) && !(gain > best->gain))
        return gain;
    tacit_tree_bins bins = tacit_tree_list(s, node, slot, j);
    if (bins.n > 1)
        gain = s->frame->column[j].ordered ? try_ordered(s, j, &bins, best)
                                           : try_category(s, j, &bins, best);
    tacit_tree_clear(s, &bins);
    return gain;
}

/* Try all columns that nodes of this depth look at. */
static void try_narrowed(tacit_tree_space *s, const tacit_tree_node *node, size_t slot,
                         tacit_tree_split *best)
{
    const size_t depth = tacit_tree_depth_of(node);
    const uint32_t *own = s->look.column + depth * s->frame->columns;
    for (size_t i = 0; i < s->look.n[depth]; i++)
        s->look.gain[i] = try_column(s, node, slot, own[i], best);
}

/* Try all columns, or some of a random order. */
static void try_all(tacit_tree_space *s, const tacit_tree_node *node, size_t slot,
                    tacit_tree_split *best)
{
    const size_t tries = s->options.tries;
    if (tries > 0)
        shuffle_columns(s, node);
    for (uint32_t j = 0; j < s->frame->columns; j++) {
        if (tries > 0 && j >= tries && best->column != TACIT_TREE_LEAF)
            break;
        (void)try_column(s, node, slot, tries > 0 ? s->turn[j] : j, best);
    }
}

tacit_tree_split tacit_tree_search(tacit_tree_space *s, const tacit_tree_node *node, size_t slot)
{
    tacit_tree_split best = { .column = TACIT_TREE_LEAF,
                              .gain = s->negligible * (double)node->rows };
    if (slot == SIZE_MAX)
        tacit_tree_walk_begin(s, node);
    if (s->look.column != NULL)
        try_narrowed(s, node, slot, &best);
    else
        try_all(s, node, slot, &best);
    if (best.column == TACIT_TREE_LEAF)
        best.gain = 0.0;
    return best;
}
