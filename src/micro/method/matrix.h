/*
 * matrix.h - the numbers of several columns, row by row, for methods that mask them together.
 */
#ifndef TACIT_MICRO_METHOD_MATRIX_H
#define TACIT_MICRO_METHOD_MATRIX_H

#include "micro/method/strata.h"
#include "table/take.h"

/* Rows in which all of the columns are present.  In scratch memory. */
typedef struct tacit_matrix {
    size_t n, p;
    double *x;         /* n * p */
    const size_t *row; /* the table's row of each */
} tacit_matrix;

/* The complete ones among `rows` of the numeric columns `cols` of `t`; `rows` NULL
 * for all.  Rows with a missing value are left out: a method leaves them as they are. */
tacit_status tacit_matrix_of(tacit_ctx *cx, const tacit_table *t, const tacit_select *cols,
                             const tacit_row_list *rows, tacit_matrix *out);

/* Give the cells of `m` in columns `cols` of `t` the values of `m`.  INTEGER columns become
 * REAL ones. */
tacit_status tacit_matrix_put(tacit_ctx *cx, const tacit_matrix *m, const tacit_select *cols,
                              tacit_table *t);

#endif
