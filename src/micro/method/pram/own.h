/*
 * own.h - what the files of the post randomisation method share.
 */
#ifndef TACIT_MICRO_METHOD_PRAM_OWN_H
#define TACIT_MICRO_METHOD_PRAM_OWN_H

#include "base/sort.h"
#include "micro/method/pram/pram.h"
#include "micro/method/strata.h"
#include "stats/counts/pram.h"
#include "table/take.h"
#include "table/values.h"

/* Positions of the parameters. */
enum tacit_pram_arg {
    TACIT_PRAM_COLUMNS,
    TACIT_PRAM_KIND,
    TACIT_PRAM_DIAGONAL,
    TACIT_PRAM_STAY,
    TACIT_PRAM_ALPHA,
    TACIT_PRAM_MATRIX,
    TACIT_PRAM_KEEP_WITH,
    TACIT_PRAM_MISSING,
    TACIT_PRAM_POSTERIOR,
    TACIT_PRAM_CATEGORIES,
    TACIT_PRAM_STAYS,
    TACIT_PRAM_COUNTS
};

/* One column being masked. */
typedef struct tacit_pram_column {
    const tacit_column *column;
    tacit_values values;
    uint32_t n;          /* categories: the values, and missing if that is one */
    const size_t *row;   /* of each category a row that has it */
    const uint32_t *of;  /* for each row its category, or at least `n` */
    const size_t *place; /* of each category in a matrix that was given, or NULL */
    /* what happens to each category, over all strata */
    double *before, *after, *expected, *variance, *estimate;
    double error;     /* largest over the strata, see tacit_pram_error() */
    double changing;  /* expected number of cells that change */
    size_t changed;   /* cells that did */
    size_t cells;     /* that take part */
    size_t strata;    /* that have cells */
    size_t alone;     /* of them with one category, which cannot change */
    size_t singular;  /* whose matrix cannot be inverted */
    double spread;    /* sum of the variances of frequencies by matrices that were looked for */
    double least;     /* no matrices have less */
    double held;      /* largest probability that a given matrix gave to absent categories */
    json_t *matrices; /* table, or NULL */
    size_t told_rows; /* of it */
    size_t left_out;  /* strata whose matrix is not in it */
} tacit_pram_column;

/* One stratum of a column. */
typedef struct tacit_pram_group {
    size_t number; /* from 0 */
    size_t n;      /* categories that occur */
    const uint32_t *category;
    double *count, *after;
    tacit_pram m;
    uint64_t block; /* number of the first block of its rows */
} tacit_pram_group;

/* Room for the rows of one column. */
typedef struct tacit_pram_room {
    uint32_t *local;  /* of each category its place in the stratum */
    uint32_t *to;     /* of each row the place of its new category */
    tacit_keyed *met; /* the categories of a stratum */
    bool *seen;       /* of each category */
    size_t *at;       /* of each row the row whose cell it gets */
} tacit_pram_room;

/* The text of category `v`, "(missing)" for missing. */
const char *tacit_pram_label(const tacit_pram_column *c, uint32_t v, char out[32]);

/* ---- column.c ---- */

/* Number the categories of `c->column`; missing is the last if it is one and there is any. */
tacit_status tacit_pram_categories(tacit_ctx *cx, const tacit_args *args, tacit_pram_column *c);

/* Room for the sums of `c` and for its `rows` rows, which keep their cells. */
tacit_status tacit_pram_room_new(tacit_ctx *cx, size_t rows, tacit_pram_column *c,
                                 tacit_pram_room *r);

/* The probabilities of staying of `n` categories, in scratch memory. */
tacit_status tacit_pram_stay(tacit_ctx *cx, const tacit_args *args, tacit_rng rng, size_t n,
                             double **out);

/* Make the matrix of `g` from the one that was given, or if that is NULL from `stay`. */
tacit_status tacit_pram_make(tacit_ctx *cx, const tacit_args *args, const tacit_pram_given *given,
                             const double *stay, tacit_pram_column *c, tacit_pram_group *g);

/* The stream of a column's stratum for its "matrix" or its "cells". */
tacit_rng tacit_pram_stream(const tacit_rng *method, const tacit_column *column, size_t stratum,
                            const char *what);

/* Draw the new categories of a stratum's rows, block by block: `r->to`. */
tacit_status tacit_pram_draw_rows(tacit_ctx *cx, const tacit_pram_column *c,
                                  const tacit_rng *stream, const tacit_row_list *rows,
                                  const tacit_pram_group *g, tacit_pram_room *r);

/* Note which rows changed (`r->at`), and the frequencies after. */
void tacit_pram_count_rows(tacit_pram_column *c, const tacit_row_list *rows, tacit_pram_group *g,
                           tacit_pram_room *r);

/* ---- settle.c ---- */

/* Settle a step without strata: of each column the categories, their probabilities of staying
 * and their counts. */
tacit_status tacit_pram_settle(tacit_ctx *cx, const tacit_job *job, tacit_decision *out);

/* Carry out a settled step. */
tacit_status tacit_pram_apply(tacit_ctx *cx, const tacit_change *change, const tacit_select *cols,
                              const tacit_stretch *at, tacit_table *t);

/* ---- pram_matrix.c ---- */

/* Find the categories of `c` in `given`: `c->place`. */
tacit_status tacit_pram_place(tacit_ctx *cx, const tacit_pram_given *given, tacit_pram_column *c);

/* The part of `given` for the categories of `g`, what leads elsewhere added to staying; the
 * most of that in `*held`. */
tacit_status tacit_pram_part(tacit_ctx *cx, const tacit_pram_given *given,
                             const tacit_pram_column *c, const tacit_pram_group *g, double **out,
                             double *held);

/* ---- tell.c ---- */

/* Begin the account of `c`: the table of its matrices, if they are small enough. */
tacit_status tacit_pram_tell_start(tacit_ctx *cx, const tacit_job *job, tacit_pram_column *c);

/* Add what was done in one stratum. */
tacit_status tacit_pram_tell_group(tacit_ctx *cx, tacit_pram_column *c, const tacit_pram_group *g);

/* Sums over the columns of a step. */
typedef struct tacit_pram_totals {
    double cells, changing, changed;
    double error; /* largest */
} tacit_pram_totals;

/* Add what was done to the column: its row in the table `columns`, its share in `totals`. */
tacit_status tacit_pram_tell_column(tacit_ctx *cx, const tacit_job *job, const tacit_pram_column *c,
                                    json_t *columns, tacit_pram_totals *totals);

/* Add the figures of the step. */
tacit_status tacit_pram_tell_totals(tacit_ctx *cx, const tacit_job *job,
                                    const tacit_pram_totals *totals);

#endif
