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

#endif
