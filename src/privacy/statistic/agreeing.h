/*
 * agreeing.h - a table whose noisy cells and margins are made to agree, to be nonnegative and
 * whole.
 *
 * Nothing here looks at data: noisy figures in, better ones out.
 */
#ifndef TACIT_PRIVACY_STATISTIC_AGREEING_H
#define TACIT_PRIVACY_STATISTIC_AGREEING_H

#include "base/context.h"

enum { TACIT_SHAPE_COLUMNS = 8 };

/* A table: the last column moves fastest. */
typedef struct tacit_shape {
    size_t d;
    size_t size[TACIT_SHAPE_COLUMNS];
    size_t cells, margins; /* cells, and those of all margins of one column */
} tacit_shape;

/* The value of column i in a cell. */
size_t tacit_shape_value(const tacit_shape *s, size_t cell, size_t i);

/* The margins of all columns, one after another. */
void tacit_shape_margins(const tacit_shape *s, const double *x, double *margin);

/* The variances of a noisy cell and of a noisy cell of a margin. */
typedef struct tacit_agreeing_noise {
    double cell, margin;
} tacit_agreeing_noise;

/* Least squares of cells and margins: each effect of the table (mean, main effects of columns,
 * interactions) is weighed by what both tell of it, the mean and main effects by the margins too.
 * O(cells * columns). */
void tacit_agreeing_least_squares(const tacit_shape *s, const tacit_agreeing_noise *noise,
                                  const double *margin, double *own, double *x);

/* The variance after that of a cell of the margin over the columns in `kept`, a set of bits. */
double tacit_agreeing_variance(const tacit_shape *s, const tacit_agreeing_noise *noise,
                               unsigned kept);

/* The nearest table without negative cells whose margins of one column are the nearest without
 * negative cells: what is below 0 is taken from the others of its margins by equal amounts
 * (alternating over columns).  O(cells * columns) a round. */
tacit_status tacit_agreeing_lift(tacit_ctx *cx, const tacit_shape *s, double *x);

/* Whole cells, from the total down to the cells by largest remainders: sums over the last columns
 * are less than 1 away. */
tacit_status tacit_agreeing_round(tacit_ctx *cx, const tacit_shape *s, double *x);

#endif
