/*
 * pram_own.h - what the files of the post randomisation method share.
 */
#ifndef TACIT_METHOD_PRAM_OWN_H
#define TACIT_METHOD_PRAM_OWN_H

#include "method/strata.h"
#include "stats/pram.h"
#include "table/values.h"

/* A matrix read from a file.  In scratch memory. */
typedef struct tacit_pram_given {
    const char *path;
    size_t n;
    const char *const *label; /* "" stands for missing */
    const double *p;          /* n * n, row by row; rows sum to 1 */
} tacit_pram_given;

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
} tacit_pram_group;

/* The text of category `v`, "(missing)" for missing. */
const char *tacit_pram_label(const tacit_pram_column *c, uint32_t v, char out[32]);

/* ---- pram_matrix.c ---- */

/* Read the matrix in the file at `path`. */
tacit_status tacit_pram_read(tacit_ctx *cx, const char *path, tacit_pram_given *out);

/* Find the categories of `c` in `given`: `c->place`. */
tacit_status tacit_pram_place(tacit_ctx *cx, const tacit_pram_given *given, tacit_pram_column *c);

/* The part of `given` for the categories of `g`, what leads elsewhere added to staying; the
 * most of that in `*held`. */
tacit_status tacit_pram_part(tacit_ctx *cx, const tacit_pram_given *given,
                             const tacit_pram_column *c, const tacit_pram_group *g, double **out,
                             double *held);

/* ---- pram_tell.c ---- */

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
