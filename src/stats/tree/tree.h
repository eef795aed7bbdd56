/*
 * tree.h - classification and regression trees (CART), on encoded columns.
 *
 * Predictors are codes, so that a tree never sees a value: numbers are coded by the rank of
 * their distinct value or of the bin they fall in, categories by a number of their own.  A
 * missing category is a level like any other; the missing numbers of a column share its last
 * code, and every split of that column also chooses the side they go to.
 *
 * Work comes in three steps, so that many trees on the same predictors (permutations, the
 * columns of a synthesis) pay for the first only once: a frame packs the predictors, a space
 * holds the memory that growing needs, and growing itself allocates nothing and cannot fail,
 * so each thread can grow trees in a space of its own.
 */
#ifndef TACIT_STATS_TREE_TREE_H
#define TACIT_STATS_TREE_TREE_H

#include "base/context.h"
#include "base/rng.h"

enum {
    TACIT_TREE_BINS = 65535,  /* codes that a number may have, the missing one included */
    TACIT_TREE_LEVELS = 1024, /* codes that a category may have */
    TACIT_TREE_DEPTH = 60     /* deepest tree */
};

/* The column of a leaf. */
#define TACIT_TREE_LEAF UINT32_MAX

/* One predictor; borrowed. */
typedef struct tacit_tree_column {
    const uint16_t *code; /* of each row, below `levels` */
    uint32_t levels;
    bool ordered; /* a number: codes rise with it; otherwise a category */
    bool missing; /* of a number: code levels - 1 means missing */
} tacit_tree_column;

/* Predictors, packed; in scratch memory. */
typedef struct tacit_tree_frame {
    size_t rows, columns;
    const tacit_tree_column *column;
    const uint16_t *code;    /* row by row */
    const size_t *offset;    /* of each column's first bin; SIZE_MAX if it has too many to keep */
    size_t bins;             /* kept in all */
    size_t kept;             /* columns whose bins are kept ... */
    const uint32_t *kept_at; /* ... and which they are */
    uint32_t most_levels;    /* of any column */
    uint32_t words;          /* of 64 bits that the levels of any category need */
} tacit_tree_frame;

/* What is explained: a class for each row, or a number, or in two stages both. */
typedef struct tacit_tree_response {
    uint32_t classes;      /* 0: a number */
    const uint16_t *label; /* below `classes` */
    const double *y;       /* finite; with options.staged besides the classes */
} tacit_tree_response;

/* What pruning counts.  Splits are always chosen by impurity: n times the Gini index for
 * classes, the sum of squares about the mean for numbers. */
typedef enum tacit_tree_risk {
    TACIT_TREE_IMPURITY = 0,     /* the same: keeps what changes a probability */
    TACIT_TREE_MISCLASSIFICATION /* rows not of the commonest class, as rpart: drops splits that
                                    leave it as it is; for classes only */
} tacit_tree_risk;

typedef struct tacit_tree_options {
    size_t min_bucket; /* rows of a leaf, at least 1 */
    size_t min_split;  /* rows of a node that may be split */
    size_t max_depth;  /* splits above a leaf, at most TACIT_TREE_DEPTH */
    double cp;         /* share of the root's risk that each split must save; below 0 keeps all */
    tacit_tree_risk risk;
    double ahead; /* look a step further at nodes where n times the share of impurity that the best
                     split saves, a chi-square of one degree of freedom if the response depended on
                     nothing, is below this; 0 never does, as rpart */
    bool staged; /* in two stages: a node whose classes no split tells apart is split by the numbers
                    of the response, so that classes can be groups of them; nothing is pruned */
    uint32_t subset_levels; /* levels of a category up to which all its subsets are tried if there
                               are three classes or more, at most 20; beyond, the levels are put
                               in one order */
    size_t tries;           /* columns that a node draws at random to be split on; more only if none
                               of them can split it; 0: all */
    size_t narrow;          /* children look at the better half of the columns that their parent
                               looked at, but at no fewer than this; 0: all look at all.  Not with
                               `tries` or `ahead` */
    tacit_rng rng;          /* for `tries`: each node has a stream of its own */
} tacit_tree_options;

/* A node.  Its rows are order[first] ... order[first + rows - 1] of the tree. */
typedef struct tacit_tree_node {
    uint64_t number; /* 1 for the root; the children of k are 2k and 2k + 1 */
    size_t first, rows;
    uint32_t column;      /* that it is split on, or TACIT_TREE_LEAF */
    uint32_t left, right; /* positions of its children */
    uint32_t cut;         /* of a number: codes below go to the low side */
    bool low_left;        /* whether the low side is left */
    bool missing_left;    /* whether missing numbers go left */
    double mean;          /* of the response; of classes, of their codes: with two, the share
                             of class 1 */
    double impurity, risk;
    double gain; /* impurity that the split saves */
    double complexity;
} tacit_tree_node;

/* A grown tree; borrowed from its space until that grows another. */
typedef struct tacit_tree {
    const tacit_tree_frame *frame;
    size_t nodes, leaves;
    const tacit_tree_node *node; /* the root first */
    const uint32_t *order;       /* rows, those of each node together */
    const uint64_t *sets;        /* frame->words for each node: levels of a category that go left */
} tacit_tree;

typedef struct tacit_tree_space tacit_tree_space;

/* The options of Breiman et al. (1984) as rpart has them: leaves of 5 rows, splits of 15, depth
 * 30, cp 1e-8 of the impurity, all subsets of up to 10 levels. */
tacit_tree_options tacit_tree_usual(void);

/* Pack `n` predictors of `rows` rows (at most UINT32_MAX).  O(rows * n). */
tacit_status tacit_tree_frame_of(tacit_ctx *cx, const tacit_tree_column *column, size_t n,
                                 size_t rows, tacit_tree_frame *out);

/* Room to grow trees on `frame` for a response of `classes` classes, in scratch memory. */
tacit_status tacit_tree_space_for(tacit_ctx *cx, const tacit_tree_frame *frame, uint32_t classes,
                                  const tacit_tree_options *options, tacit_tree_space **out);

/* Grow a tree in `space`: O(rows * columns * depth) and O(bins) for each node.  With no rows it
 * is a single leaf. */
const tacit_tree *tacit_tree_grow(tacit_tree_space *space, const tacit_tree_response *response);

/* Give back what only growing needs, in the space and in its frame: the tree that was grown last
 * can be used, another cannot be grown. */
void tacit_tree_space_drop(tacit_ctx *cx, tacit_tree_space *space);

/* Frame, space and growing at once. */
tacit_status tacit_tree_fit(tacit_ctx *cx, const tacit_tree_frame *frame,
                            const tacit_tree_response *response, const tacit_tree_options *options,
                            const tacit_tree **out);

/* The leaf that a row with these codes, one for each column, falls into.  Levels that the node
 * had no row of follow the larger child. */
uint32_t tacit_tree_find(const tacit_tree *tree, const uint16_t *code);

/* The same for row `row` of `column`, one array of codes for each column. */
uint32_t tacit_tree_find_row(const tacit_tree *tree, const uint16_t *const *column, size_t row);

/* The child of node `at`, which is no leaf, that the same row goes to. */
uint32_t tacit_tree_step(const tacit_tree *tree, uint32_t at, const uint16_t *const *column,
                         size_t row);

/* Write the leaf of each of `n` rows of `column` where it belongs in `leaf`; `row` has room for
 * twice as many, and is put into another order.  O(rows * depth), without a branch that cannot be
 * foretold: much quicker for many rows than to look for one after the other. */
void tacit_tree_place(const tacit_tree *tree, const uint16_t *const *column, uint32_t *row,
                      size_t n, uint32_t *leaf);

/* Write the leaf of each row that the tree was grown on. */
void tacit_tree_leaves(const tacit_tree *tree, uint32_t *leaf);

#endif
