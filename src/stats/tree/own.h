/*
 * own.h - the inside of growing a tree, for stats/tree*.c alone.
 *
 * Counts of a bin are `width` doubles: the number of rows, then the sum of the response for
 * numbers and for two classes (coded 0 and 1, whose Gini impurity is twice the sum of squares),
 * or the number of rows of each class.
 */
#ifndef TACIT_STATS_TREE_OWN_H
#define TACIT_STATS_TREE_OWN_H

#include "stats/tree/tree.h"

/* The best split of a node so far; of a category its set is space->best_set. */
typedef struct tacit_tree_split {
    double gain;          /* impurity saved */
    uint32_t column, cut; /* TACIT_TREE_LEAF if there is no split */
    bool low_left, missing_left;
} tacit_tree_split;

/* Which codes of a split's column go left: of a number those from `from` on that are fewer than
 * `span` away, or all others; of a category those in `set`. */
typedef struct tacit_tree_side {
    const uint64_t *set; /* NULL: a number */
    uint32_t from, span;
    bool others;
} tacit_tree_side;

/* Levels of one column that a node has rows of, and their counts. */
typedef struct tacit_tree_bins {
    const double *count; /* of level k at k * width */
    uint32_t *level;     /* in the order in which they are to pass to one side */
    uint32_t n;
} tacit_tree_bins;

/* Rows of nodes that are walked at most: their squares, twice over, fit 64 bits. */
enum { TACIT_TREE_WALK = 4096 };

/* Rows of a small node, chained by their levels (walk.c); they are counted from 1. */
typedef struct tacit_tree_walk {
    bool ready;             /* the node at work is walked */
    uint16_t *head, *next;  /* of each level its last row, all 0 between uses; the row before */
    uint16_t *label;        /* of each row */
    uint32_t *left, *total; /* of each class: rows that went left, and all */
    uint64_t squares;       /* of the totals */
} tacit_tree_walk;

/* Columns that the nodes of each depth on the way to the one at work look at (narrow.c). */
typedef struct tacit_tree_look {
    uint32_t *column; /* frame->columns for each depth, upwards; NULL: all look at all */
    size_t n[TACIT_TREE_DEPTH + 2];
    double *gain, *spare; /* what each column looked at last can save; room for as many */
} tacit_tree_look;

struct tacit_tree_space {
    const tacit_tree_frame *frame;
    tacit_tree_options options;
    uint32_t classes;
    size_t width;
    double unit;       /* impurity of one unit of the sum of squares: 2 for two classes */
    double negligible; /* gain for each row that is nothing but rounding */
    double alpha;

    double *y;             /* response of the sum form */
    double *second;        /* that of the second stage, or NULL */
    double second_trifle;  /* what `negligible` is in the second stage */
    const uint16_t *label; /* response of the class form */
    uint32_t *order, *spare;
    tacit_tree_node *node;
    size_t nodes;
    uint64_t *sets, *best_set, *greedy_set;

    double *slot;   /* counts of all kept columns, for each node that waits ... */
    size_t slots;   /* ... and how many of them were used */
    double *single; /* counts of one column, all 0 between uses */
    uint64_t *seen; /* levels in `single`, all 0 between uses */
    uint32_t *level, *level_spare;
    uint32_t *turn;      /* columns in the order in which they are tried, if that is random */
    double *key;         /* of each level, by which they are ordered */
    double *deviation;   /* of each level and class, while levels are put in order */
    double *total;       /* of the node: width */
    double *left, *axis; /* width each */
    tacit_tree_walk walk;
    tacit_tree_look look;
    tacit_tree tree;
};

/* Splits above the node. */
static inline size_t tacit_tree_depth_of(const tacit_tree_node *node)
{
    return 63 - (size_t)__builtin_clzll(node->number);
}

/* Counts of the rows `row` in all kept columns, into slot `to`. */
void tacit_tree_count(tacit_tree_space *s, const uint32_t *row, size_t n, size_t to);

/* Make slot `from` the counts of what is left of it without those of slot `part`. */
void tacit_tree_subtract(tacit_tree_space *s, size_t from, size_t part);

/* The levels of column `j` that rows of the node have, upwards, with counts from `slot`, or
 * from the rows themselves if slot is SIZE_MAX or the column is not kept. */
tacit_tree_bins tacit_tree_list(tacit_tree_space *s, const tacit_tree_node *node, size_t slot,
                                uint32_t j);

/* Make `single` and `seen` 0 again after the levels `bins` were used. */
void tacit_tree_clear(tacit_tree_space *s, const tacit_tree_bins *bins);

/* Put the levels of a category in the order in which the best split is sought. */
void tacit_tree_order(tacit_tree_space *s, tacit_tree_bins *bins);

/* The best of the splits of `bins` into the first k levels and the rest: its gain, 0 if none
 * is allowed, and k. */
double tacit_tree_scan(tacit_tree_space *s, const tacit_tree_bins *bins, uint32_t *k);

/* The best of all splits of `bins` into two sets, for classes; the levels of one set come first
 * in bins->level after, and `k` is how many they are. */
double tacit_tree_subsets(tacit_tree_space *s, tacit_tree_bins *bins, uint32_t *k);

/* Get ready to walk the rows of `node`, whose totals are in s->total, if they are few. */
void tacit_tree_walk_begin(tacit_tree_space *s, const tacit_tree_node *node);

/* What the best split of the node by column j saves, or a trifle more; false if this is not told so
 * easily. */
bool tacit_tree_walk_tells(tacit_tree_space *s, const tacit_tree_node *node, uint32_t j,
                           double *gain);

/* Let the root look at all columns. */
void tacit_tree_look_begin(tacit_tree_space *s);

/* Let the children of the node that was searched last, at `depth`, look at its better columns. */
void tacit_tree_narrow(tacit_tree_space *s, size_t depth);

/* Which codes go left at `node`, which is split; `set` is its set of levels. */
tacit_tree_side tacit_tree_side_of(const tacit_tree_frame *f, const tacit_tree_node *node,
                                   const uint64_t *set);

/* Bring those of `n` rows that go left to the front, all in their order; returns how many they are.
 * `spare` has room for `n`. */
size_t tacit_tree_divide(const tacit_tree_side *side, const uint16_t *code, uint32_t *row, size_t n,
                         uint32_t *spare);

/* Put the totals of the node's rows into s->total and fill in its mean, impurity and risk. */
void tacit_tree_describe(tacit_tree_space *s, tacit_tree_node *node);

/* Make `node` one that is split, and bring its rows that go left to the front, in their order;
 * returns how many they are. */
size_t tacit_tree_part(tacit_tree_space *s, tacit_tree_node *node, const tacit_tree_split *split);

/* A split of `node` into halves such that its halves can be split best; `split` stays as it is if
 * that saves no more than `split` does. */
void tacit_tree_ahead(tacit_tree_space *s, tacit_tree_node *node, tacit_tree_split *split);

/* The best split of `node`, whose totals are in s->total. */
tacit_tree_split tacit_tree_search(tacit_tree_space *s, const tacit_tree_node *node, size_t slot);

/* The best split of `node` by the classes or, where there is none, by the numbers. */
tacit_tree_split tacit_tree_search_staged(tacit_tree_space *s, const tacit_tree_node *node,
                                          size_t slot);

/* Take over the numbers of the second stage, less `centre`. */
void tacit_tree_take_second(tacit_tree_space *s, const double *y, double centre);

#endif
