/*
 * design.h - designs of regression models: rows with one entry for each term.
 */
#ifndef TACIT_STATS_LINEAR_DESIGN_H
#define TACIT_STATS_LINEAR_DESIGN_H

#include "base/context.h"

/* Columns of a design that share their rows: of each row at most one of them is not 0.  A factor
 * has one column for each level but the first, which is 1 in the rows of that level; a number
 * (`code` NULL) has one column; a factor with values has the value in place of the 1, so a
 * product of a factor and a number is one term too.  Borrowed. */
typedef struct tacit_linear_term {
    const uint16_t *code; /* of each row, below `levels` */
    uint32_t levels;
    const double *value; /* of each row, finite; NULL stands for 1 */
} tacit_linear_term;

/* A design: an intercept, which is column 0, then the columns of each term. */
typedef struct tacit_linear_design {
    size_t rows, terms;
    const tacit_linear_term *term;
} tacit_linear_design;

/* Entries of one row: columns upwards, and what stands there; room for terms + 1. */
typedef struct tacit_linear_entries {
    size_t n;
    size_t *at;
    double *x;
} tacit_linear_entries;

/* Room for the entries of a row, in scratch memory. */
tacit_status tacit_linear_entries_for(tacit_ctx *cx, const tacit_linear_design *design,
                                      tacit_linear_entries *out);

/* Columns of a design, the intercept included. */
size_t tacit_linear_columns(const tacit_linear_design *design);

/* Write the entries of row i.  O(terms). */
void tacit_linear_row(const tacit_linear_design *design, size_t i, tacit_linear_entries *out);

/* The sum of the entries times `beta`. */
double tacit_linear_product(const tacit_linear_entries *row, const double *beta);

/* Add `weight` times the square x x' of the row to the lower triangle of the matrix `h`, whose rows
 * are `width` numbers long. */
void tacit_linear_square(const tacit_linear_entries *row, double weight, double *h, size_t width);

#endif
