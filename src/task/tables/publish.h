/*
 * publish.h - tables as they are published: every cell, hidden ones without a value.
 *
 * Which of the hidden cells are the sensitive ones is not said.
 */
#ifndef TACIT_TASK_TABLES_PUBLISH_H
#define TACIT_TASK_TABLES_PUBLISH_H

#include "table/table.h"
#include "tabular/format/grid.h"

/* One row for each cell of each of the `n` tables at `grid`, which are at their first cells: the
 * table's name, a code of each dimension (empty where it has not the dimension), the value (missing
 * if it is hidden) and whether it is hidden or changed.  Values are integers if all that is shown
 * is whole, else of the type `fractions`: real numbers, or texts for a file of text.  The caller
 * frees. */
tacit_status tacit_tables_publish(tacit_ctx *cx, const tacit_tabulation *t, tacit_grid *grid,
                                  size_t n, tacit_type fractions, tacit_table **out);

/* One table as people print it: a column for each code of the last dimension, x for what is
 * hidden.  The caller frees. */
tacit_status tacit_tables_cross(tacit_ctx *cx, tacit_grid *grid, tacit_table **out);

#endif
