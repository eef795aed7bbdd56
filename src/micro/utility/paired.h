/*
 * paired.h - what measures that compare column by column share: which columns, their numbers
 * as matrices, their values under one numbering, and rows of tables.
 */
#ifndef TACIT_MICRO_UTILITY_PAIRED_H
#define TACIT_MICRO_UTILITY_PAIRED_H

#include "micro/utility/match.h"

/* The `columns` parameter of measures of numbers. */
#define TACIT_PAIRED_COLUMNS                                                                       \
    {                                                                                              \
        .name = "columns", .type = TACIT_PARAM_COLUMNS, .need = TACIT_OPTIONAL,                    \
        .help = "numeric columns to compare; by default all that both tables have but "            \
                "identifiers, weights and households"                                              \
    }

/* Columns that both tables have; in scratch memory. */
typedef struct tacit_paired {
    size_t n;
    tacit_match *match;
} tacit_paired;

/* The columns that `columns` names (each must be in both tables and of one of `types`), or if
 * it is not given all such columns but identifiers, weights and households.  `who` is named in
 * messages. */
tacit_status tacit_paired_of(tacit_ctx *cx, const char *who, const tacit_pair *pair,
                             const tacit_value *columns, unsigned types, tacit_paired *out);

/* The same for measures of categories: without names, the category columns and the keys of
 * whatever type. */
tacit_status tacit_paired_categories(tacit_ctx *cx, const char *who, const tacit_pair *pair,
                                     const tacit_value *columns, tacit_paired *out);

/* Rows without a missing cell, one number a column, row by row; in scratch memory.  Columns
 * with numbers beyond 1e100 are scaled down alike on both sides, so that products stay
 * finite. */
typedef struct tacit_complete {
    size_t n, p;
    size_t left_out; /* rows with a missing cell */
    double *before, *after;
} tacit_complete;

/* Rows that are complete in both tables, which have equally many rows. */
tacit_status tacit_complete_of(tacit_ctx *cx, const tacit_paired *paired, tacit_complete *out);

/* Complete rows of one side alone, the other stays NULL. */
tacit_status tacit_complete_before(tacit_ctx *cx, const tacit_paired *paired, tacit_complete *out);
tacit_status tacit_complete_after(tacit_ctx *cx, const tacit_paired *paired, tacit_complete *out);

/* The numbers of rows in which both sides of a column are present; in scratch memory. */
typedef struct tacit_both {
    size_t n;
    double *before, *after;
} tacit_both;
tacit_status tacit_both_of(tacit_ctx *cx, const tacit_match *match, tacit_both *out);

/* The values of a column of both tables under one numbering: those that are equal as text
 * are one.  A missing cell has a number of its own.  In scratch memory. */
typedef struct tacit_coded {
    uint32_t n;        /* values on either side, missing included if some cell is */
    uint32_t missing;  /* the number of missing, n if none is */
    const char **text; /* of each value; "" for missing */
    uint32_t *before;  /* the number of each row's value */
    uint32_t *after;   /* the same of the masked table */
    size_t rows_before, rows_after;
    bool relabelled; /* most values of the masked column are not among the original's */
} tacit_coded;
tacit_status tacit_coded_of(tacit_ctx *cx, const tacit_match *match, tacit_coded *out);

/* How many rows of either side have each value; in scratch memory. */
tacit_status tacit_coded_count(tacit_ctx *cx, const tacit_coded *c, double **before,
                               double **after);

/* Append a row of a name and `n` numbers; those that are not finite become null. */
tacit_status tacit_paired_row(tacit_ctx *cx, json_t *table, const char *name, const double *x,
                              size_t n);

/* Add a bar chart with one bar a column of `paired`. */
typedef struct tacit_bars {
    const char *name, *title, *axis;
} tacit_bars;
tacit_status tacit_paired_bars(tacit_ctx *cx, tacit_result *result, const tacit_bars *what,
                               const tacit_paired *paired, const double *values);

/* Add a heat chart of the p by p matrix `values` over the columns of `paired`. */
tacit_status tacit_paired_heat(tacit_ctx *cx, tacit_result *result, const char *name,
                               const char *title, const tacit_paired *paired, const double *values);

/* Say how many rows were left out, if any. */
tacit_status tacit_paired_left_out(tacit_ctx *cx, tacit_result *result, size_t rows);

#endif
