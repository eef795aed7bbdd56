/*
 * own.h - the inside of forest: records among leaves, trees that tell real from made up.
 */
#ifndef TACIT_SYNTH_FOREST_OWN_H
#define TACIT_SYNTH_FOREST_OWN_H

#include "synth/generator.h"

/* The columns of a forest: those that are known, then those to be made; records by their codes. */
typedef struct tacit_forest_data {
    size_t records, columns, known;
    const tacit_coding **coding; /* of each column */
    size_t predictors;           /* of the trees: codes, and states where some are special ... */
    size_t *of;                  /* ... of which column ... */
    bool *is_state;
    tacit_tree_column *predictor; /* ... with codes of records and made-up rows, one after the
                                   * other, that are `code` */
    uint16_t **code;
    uint16_t *label; /* 1 real, 0 made up */
} tacit_forest_data;

/* How trees are grown. */
typedef struct tacit_forest_options {
    size_t trees, min_leaf, rounds;
    double delta;
    bool boxes; /* of the leaves are wanted */
} tacit_forest_options;

/* The records of all trees, by leaves. */
typedef struct tacit_forest_leaves {
    size_t trees, n;      /* leaves in all */
    uint32_t *order;      /* trees * records: records by leaf, tree by tree */
    size_t *first, *rows; /* of each leaf: where its records stand in `order` */
    uint32_t *leaf;       /* trees * records: of each record in each tree */
    double accuracy;      /* with which trees told rows drawn from these leaves from real ones */
    uint16_t *low, *high; /* n * columns: codes of numbers in the box of the leaf, or NULL */
} tacit_forest_leaves;

/* Codes of the columns, in scratch memory, with room for as many made-up rows as records. */
tacit_status tacit_forest_data_of(tacit_ctx *cx, const tacit_synth_block *block,
                                  tacit_forest_data *out);

/* Leaves in which each column by itself tells all that trees can tell, in scratch memory. */
tacit_status tacit_forest_learn(tacit_ctx *cx, const tacit_forest_data *data,
                                const tacit_forest_options *options, const tacit_rng *rng,
                                tacit_forest_leaves *out);

/* Leaves as pools of donors; `of` is yet to be said. */
tacit_synth_pools tacit_forest_pools(const tacit_forest_leaves *leaves);

#endif
