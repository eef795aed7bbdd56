/*
 * align.h - two files made comparable: columns by their names, rows by identifiers.
 */
#ifndef TACIT_TASK_ALIGN_H
#define TACIT_TASK_ALIGN_H

#include "run/work.h"

/* Names, such as those of columns; borrowed. */
typedef struct tacit_names {
    size_t n;
    const char *const *at;
} tacit_names;

/* The texts of argument `i`; none if it was not given. */
tacit_names tacit_names_of(const tacit_args *args, size_t i);

/* Give the columns of `table` (of the file `uri`) that the map names on its right side the
 * names on its left, those of the other file.  Fails if a column is not there or a name is
 * taken. */
tacit_status tacit_align_columns(tacit_ctx *cx, const tacit_names *map, const char *uri,
                                 tacit_table *table);

/* Two files whose rows are to correspond; the tables are owned. */
typedef struct tacit_aligned {
    const char *uri_a, *uri_b;
    tacit_table *a, *b;
} tacit_aligned;

/* Load the plan's data and the file `uri` unless that is NULL, its columns renamed, both with
 * the plan's roles.  The caller frees both tables, also on failure. */
tacit_status tacit_align_load(tacit_ctx *cx, tacit_work *w, const char *uri, const tacit_names *map,
                              tacit_aligned *out);

/* Replace both tables by their rows that have a partner, in the order of `a`: the rows with
 * the same values in the columns `by`.  Fails if two rows of a file have the same values.
 * Warns of rows without a partner.  O(rows) by hashing; values are compared as text. */
tacit_status tacit_align_rows(tacit_ctx *cx, const tacit_names *by, tacit_aligned *files);

#endif
