/*
 * own.h - what the files of the generator of tables share.
 */
#ifndef TACIT_SYNTH_TABLES_OWN_H
#define TACIT_SYNTH_TABLES_OWN_H

#include "synth/generator.h"

/* Parameters of the generator. */
enum {
    TACIT_TABLES_MODEL = TACIT_GENERATOR_COLUMNS + 1,
    TACIT_TABLES_INTERACTIONS,
    TACIT_TABLES_GROUPS,
    TACIT_TABLES_CLIQUE,
    TACIT_TABLES_PENALTY,
    TACIT_TABLES_ALPHA,
    TACIT_TABLES_CELLS,
    TACIT_TABLES_OBSERVED,
    TACIT_TABLES_NEVER
};

/* A column as classes: texts, groups of a number's values, and special numbers and missing cells by
 * themselves. */
typedef struct tacit_class_column {
    uint32_t levels;
    const uint16_t *of;  /* of each record */
    const double *share; /* of the records in each class */
} tacit_class_column;

/* Columns whose combinations are not all possible: a structural zero. */
typedef struct tacit_zero_set {
    const char *label;
    size_t n;
    const size_t *at;     /* columns of the block */
    const uint16_t *code; /* the combination that cannot be; NULL: all that no record has */
} tacit_zero_set;

/* What is to be drawn. */
typedef struct tacit_table_task {
    const tacit_synth_block *block;
    size_t records;
    const tacit_class_column *column;
    size_t n_zeros;
    const tacit_zero_set *zero;
    uint16_t **made; /* of each column: the class of each synthetic row */
} tacit_table_task;

/* Put the columns of the block into classes, and read the structural zeros. */
tacit_status tacit_tables_begin(tacit_ctx *cx, const tacit_synth_block *block,
                                tacit_table_task *out);

/* Name a record of the class for each cell. */
tacit_status tacit_tables_donors(tacit_ctx *cx, const tacit_table_task *task,
                                 tacit_synth_cells *cells);

/* Draw from the log-linear model of all interactions up to an order, fitted to `cells` cells. */
tacit_status tacit_tables_dense(tacit_ctx *cx, const tacit_table_task *task, size_t cells);

/* Draw from a decomposable model that is chosen column pair by column pair. */
tacit_status tacit_tables_sparse(tacit_ctx *cx, const tacit_table_task *task);

/* ---- decomposable graphs ---- */

/* Numbers for the combinations of classes that records, and rows behind them, have. */
typedef struct tacit_table_kinds {
    size_t n;     /* records and rows */
    uint32_t *of; /* the combination of each, from 0 on */
    size_t count; /* combinations */
} tacit_table_kinds;

/* Begin with one combination, of no columns, of n records. */
tacit_status tacit_table_kinds_none(tacit_ctx *cx, size_t n, tacit_table_kinds *out);

/* Tell combinations apart by one more column of these classes, too: `code` of the first n1, `more`
 * of those behind.  O(n). */
tacit_status tacit_table_kinds_add(tacit_ctx *cx, tacit_table_kinds *c, const uint16_t *code,
                                   size_t n1, const uint16_t *more);

/* An undirected graph of the columns: link[a * n + b]. */
typedef struct tacit_chordal {
    size_t n;
    bool *link;
} tacit_chordal;

/* How far links are added. */
typedef struct tacit_chordal_limits {
    size_t most;    /* columns that may all be linked with each other */
    double penalty; /* of a degree of freedom, as a share of that of BIC */
} tacit_chordal_limits;

/* Choose a decomposable graph by the gain of each pair, one after the other, that has the links
 * which are there already, whose graph is decomposable. */
tacit_status tacit_chordal_choose(tacit_ctx *cx, const tacit_table_task *task,
                                  const tacit_chordal_limits *limits, tacit_chordal *g);

/* What a link brings: twice the gain in log-likelihood, and its degrees of freedom. */
typedef struct tacit_chordal_gain {
    double g2, df;
} tacit_chordal_gain;

/* That of a pair of columns given the columns `s`. */
tacit_status tacit_chordal_gain_of(tacit_ctx *cx, const tacit_table_task *task,
                                   const size_t pair[2], const tacit_select *s,
                                   tacit_chordal_gain *out);

/* An order of the columns in which those before each that it is linked to are linked to each other,
 * as decomposable graphs have one: by maximum cardinality search. */
tacit_status tacit_chordal_order(tacit_ctx *cx, const tacit_chordal *g, size_t *order);

#endif
