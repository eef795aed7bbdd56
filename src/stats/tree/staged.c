/*
 * staged.c - splits in two stages: by classes and, where these are of no use, by numbers.
 *
 * For numbers that are to be drawn from leaves, classes are groups of them (by quantiles): a split
 * that changes spread, heaps or zeros but no mean is seen by the Gini index of groups and not by
 * the sum of squares.  Groups alone are a trap where a number almost follows from another, as
 * growing stops inside a group.  So a node that holds one group only, or has no split that saves
 * impurity, is split by the sum of squares of the numbers, which best are ranks.
 * O(rows * columns) for each node of the second stage, which keeps no counts.
 */
#include "stats/tree/own.h"

static const double ROUNDING = 1e-12;

/* What the second stage puts in the place of the first one's. */
typedef struct stage {
    double *y;
    size_t width;
    uint32_t classes;
    double unit, negligible;
} stage;

static stage exchange(tacit_tree_space *s, stage to)
{
    const stage from = { s->y, s->width, s->classes, s->unit, s->negligible };
    s->y = to.y;
    s->width = to.width;
    s->classes = to.classes;
    s->unit = to.unit;
    s->negligible = to.negligible;
    return from;
}

static tacit_tree_split search_second(tacit_tree_space *s, const tacit_tree_node *node)
{
    const stage first = exchange(s, (stage){ s->second, 2, 0, 1.0, s->second_trifle });
    double sum = 0.0;
    for (size_t i = node->first; i < node->first + node->rows; i++)
        sum += s->y[s->order[i]];
    s->total[0] = (double)node->rows;
    s->total[1] = sum;
    const tacit_tree_split out = tacit_tree_search(s, node, SIZE_MAX);
    (void)exchange(s, first);
    return out;
}

tacit_tree_split tacit_tree_search_staged(tacit_tree_space *s, const tacit_tree_node *node,
                                          size_t slot)
{
    tacit_tree_split out = { .column = TACIT_TREE_LEAF };
    if (s->second == NULL || node->impurity > 0.0)
        out = tacit_tree_search(s, node, slot);
    return s->second == NULL || out.column != TACIT_TREE_LEAF ? out : search_second(s, node);
}

void tacit_tree_take_second(tacit_tree_space *s, const double *y, double centre)
{
    const size_t n = s->frame->rows;
    double squares = 0.0;
    for (size_t i = 0; i < n; i++) {
        s->second[i] = y[i] - centre;
        squares += s->second[i] * s->second[i];
    }
    s->second_trifle = n > 0 ? ROUNDING * squares / (double)n : 0.0;
}
