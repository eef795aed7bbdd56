/*
 * tables.h - small tables from literals, random tables, and comparison of columns.
 */
#ifndef TACIT_TESTS_SUPPORT_TABLES_H
#define TACIT_TESTS_SUPPORT_TABLES_H

#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/rng.h"
#include "base/text.h"
#include "table/table.h"

enum { MOST_FIELDS = 32, FIELD_BYTES = 96 };

/* Take the next field of `*at`, which ends at a comma, a line or the text's end. */
const char *take_field(const char **at, char out[FIELD_BYTES]);

/* Append the text of a cell, "" being missing, to a column of any type. */
void add_cell(tacit_ctx *cx, tacit_builder *b, tacit_type type, const char *text);

/* The type that a letter stands for: i, r, c, d. */
tacit_type type_of_letter(char letter);

/* Builders for columns "age:i,income:r,region:c,born:d"; their number. */
size_t start_columns(tacit_ctx *cx, const char *columns, tacit_builder **b, tacit_type *type);

/* A table of the columns that `n` builders hold. */
tacit_table *finish_columns(tacit_ctx *cx, tacit_builder **b, size_t n, size_t rows);

/* The table that is written as `columns` "age:i,region:c" and lines of `rows`
 * "31,north\n,south\n"; an empty field is a missing cell.  The caller frees. */
tacit_table *table_of(tacit_ctx *cx, const char *columns, const char *rows);

/* A random cell of `type` as text, one of about `values`; "" with probability `missing`. */
const char *random_cell(tacit_rng *rng, tacit_type type, uint64_t values, double missing,
                        char out[FIELD_BYTES]);

/* A table of `rows` random rows with the given columns. */
tacit_table *random_table(tacit_ctx *cx, tacit_rng *rng, const char *columns, size_t rows,
                          uint64_t values, double missing);

/* The column called `name`, which must be there. */
const tacit_column *column_of(const tacit_table *t, const char *name);

/* The cells of a column are `cells`, with commas between them; "" is missing. */
void assert_cells(const tacit_table *t, const char *name, const char *cells);

/* Whether cell i of two columns of one type is the same, reals bit by bit. */
bool same_cell(const tacit_column *a, const tacit_column *b, size_t i);

/* Whether two columns have the same name, type and cells. */
bool same_column(const tacit_column *a, const tacit_column *b);

/* Whether two tables have the same columns in the same order, roles aside. */
bool same_table(const tacit_table *a, const tacit_table *b);

#endif
