/*
 * take.h - rows taken out of columns and tables, and columns under other names.
 */
#ifndef TACIT_TABLE_TAKE_H
#define TACIT_TABLE_TAKE_H

#include "table/table.h"

/* Rows of a table, in the order wanted; `at` NULL: all as they are. */
typedef struct tacit_row_list {
    size_t n;
    const size_t *at;
} tacit_row_list;

/* A column called `name` of the cells that `c` has in `rows`; the caller owns it. */
tacit_status tacit_column_take(tacit_ctx *cx, const tacit_column *c, const char *name,
                               const tacit_row_list *rows, tacit_column **out);

/* An INTEGER column called `name` of the numbers 1 ... n; the caller owns it. */
tacit_status tacit_column_numbers(tacit_ctx *cx, const char *name, size_t n, tacit_column **out);

/* A table of the `rows` of `t`, roles kept; the caller frees. */
tacit_status tacit_table_take(tacit_ctx *cx, const tacit_table *t, const tacit_row_list *rows,
                              tacit_table **out);

/* Call column j of `t` `name`, which no column of `t` has yet. */
tacit_status tacit_table_rename(tacit_ctx *cx, tacit_table *t, size_t j, const char *name);

#endif
