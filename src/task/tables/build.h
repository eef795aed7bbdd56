/*
 * build.h - the tables of a plan, from records to a system of cells.
 */
#ifndef TACIT_TASK_TABLES_BUILD_H
#define TACIT_TASK_TABLES_BUILD_H

#include "run/work.h"
#include "tabular/cube/tabulation.h"

/* Tabulate what the plan asks for and find the sensitive cells; the caller frees, also after a
 * failure. */
tacit_status tacit_tabulate(tacit_ctx *cx, tacit_work *w, tacit_tabulation *out);

/* Link the cubes by the plan's equations, and check that these hold for their values. */
tacit_status tacit_tables_link(tacit_ctx *cx, const tacit_plan *plan, tacit_tabulation *t);

#endif
