/*
 * cells.h - ready tables: rows of the data that are cells, made into the cells of cubes.
 *
 * A row has a code for each dimension (a code of the hierarchy at any level, the code of the total,
 * or nothing, which is the total) and says of its cell what the plan's `cells` names: the value,
 * the number of contributors, the largest of them, a status, protection levels, a cost.  A total
 * that no row has is computed from its parts; a lowest cell that no row has is empty.
 *
 * What is wrong is told with the number of the record, from 1, which is one less than the line of
 * a text file with a header.
 */
#ifndef TACIT_TASK_TABLES_CELLS_CELLS_H
#define TACIT_TASK_TABLES_CELLS_CELLS_H

#include "plan/cells.h"
#include "run/work.h"
#include "tabular/cube/tabulation.h"

/* Whether the rows of the plan's data are cells. */
bool tacit_cells_asked(const tacit_plan *plan);

/* Load the data as tacit_work_load() does, with a row for each cell. */
tacit_status tacit_cells_load(tacit_ctx *cx, tacit_work *w);

/* The dimension of a column, with the codes that rows have for totals too. */
tacit_status tacit_cells_dimension(tacit_ctx *cx, const tacit_work *w, const char *column,
                                   const tacit_dimension_trees *trees, tacit_dimension *out);

/* Fill the cells of `c`, which have no contributors yet, from the rows. */
tacit_status tacit_cells_fill(tacit_ctx *cx, const tacit_work *w, tacit_cube *c);

/* Once all cells have their values and the rules have judged: fail unless all sums add up, and
 * take over the statuses, levels and costs that rows give. */
tacit_status tacit_cells_settle(tacit_ctx *cx, const tacit_work *w, tacit_tabulation *t);

/* Whether the tables are audited as somebody has published them: values may be hidden. */
bool tacit_cells_are_published(const tacit_work *w);

/* Then, once statuses are settled: find the cells whose values are hidden, which are unknown until
 * the system is completed (tabular/complete.h). */
tacit_status tacit_cells_find_hidden(tacit_ctx *cx, const tacit_work *w, tacit_tabulation *t);

#endif
