/*
 * publish.h - tables as they are published: every cell of every table, hidden ones without a value.
 */
#ifndef TACIT_TASK_TABLES_PUBLISH_H
#define TACIT_TASK_TABLES_PUBLISH_H

#include "table/table.h"
#include "tabular/cube/tabulation.h"

/* One row for each cell of each table: the table's name, a code of each dimension (empty where it
 * has not the dimension), the value (missing if it is hidden) and whether it is hidden or changed.
 * Which of the hidden cells are the sensitive ones is not said.  The caller frees. */
tacit_status tacit_tables_publish(tacit_ctx *cx, const tacit_tabulation *t, tacit_table **out);

#endif
