/*
 * rows.h - labels of values as they stand in files and requests: for builders.
 *
 * A row is a value, named by its text, and its labels at level 1, 2, ...  Rows for values
 * that the column does not have count in the weights of labels.
 */
#ifndef TACIT_HIERARCHY_ROWS_H
#define TACIT_HIERARCHY_ROWS_H

#include "hierarchy/hierarchy.h"

/* In scratch memory. */
typedef struct tacit_hierarchy_rows {
    tacit_hierarchy *h;
    size_t levels;
    size_t n, most;     /* rows, and room for them */
    const char **label; /* row r, level l at [r * levels + l - 1]; borrowed texts */
    bool *unused;       /* of each row: its value is not in the column */
    size_t *row;        /* of each value, from 1; 0 if it has none */
    size_t level;       /* that is being added */
} tacit_hierarchy_rows;

/* Room for at most `most` rows of `levels` labels. */
tacit_status tacit_rows_new(tacit_ctx *cx, tacit_hierarchy *h, size_t most, size_t levels,
                            tacit_hierarchy_rows *out);

/* Add a row for the value that `text` means.  `*twin` is the number of an earlier row for the
 * same value of the column, and then this one is not added; else the number of rows. */
void tacit_rows_add(tacit_hierarchy_rows *r, const char *text, const char *const *label,
                    size_t *twin);

/* Add all levels and the values that the column does not have to the hierarchy. */
tacit_status tacit_rows_finish(tacit_ctx *cx, tacit_hierarchy_rows *r);

#endif
