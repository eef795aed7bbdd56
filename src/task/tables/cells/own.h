/*
 * own.h - rows that are cells, as the files of this folder see them.
 */
#ifndef TACIT_TASK_TABLES_CELLS_OWN_H
#define TACIT_TASK_TABLES_CELLS_OWN_H

#include "task/tables/cells/cells.h"

/* The name of the values of a cross table that says no 'of'. */
#define TACIT_CELLS_OWN_VALUE "value"

/* The code of the total of a column. */
const char *tacit_cells_total(const tacit_plan *plan, const char *column);

/* The column that argument `arg` (of tacit_cells_arg) names, or NULL. */
const tacit_column *tacit_cells_column(const tacit_work *w, size_t arg);

/* The values of the cells of a cube. */
const tacit_column *tacit_cells_values(const tacit_work *w, const tacit_cube *c);

/* The cell of `c` that row `i` is; n_cells if it has none. */
tacit_status tacit_cells_find(tacit_ctx *cx, const tacit_cube *c, size_t i, size_t *out);

/* Where row `i` stands: a line of a text file, or a record. */
tacit_status tacit_cells_where(tacit_ctx *cx, const tacit_work *w, size_t i, const char **out);

/* Fail, saying what is wrong with row `i`. */
tacit_status tacit_cells_fail(tacit_ctx *cx, const tacit_work *w, size_t i, const char *what);

/* What the status of row `i` stands for: s, u, m, p, z or e, x for a cell that is hidden without a
 * reason; 0 if there is none, and '?' if it is a word that stands for nothing. */
char tacit_cells_letter(const tacit_work *w, size_t i);

/* Whether no sum has the cell for its total. */
bool tacit_cells_is_lowest(const tacit_cube *c, size_t cell);

/* Make columns of values with marks in them columns of numbers. */
tacit_status tacit_cells_unmark(tacit_ctx *cx, const tacit_work *w, tacit_table *t);

/* Give `t` the rows of a cross table: a row for each cell. */
tacit_status tacit_cells_uncross(tacit_ctx *cx, const tacit_plan *plan, tacit_table *t);

#endif
