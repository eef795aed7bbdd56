/*
 * tables.h - what other tasks know of tables: how they are made, how their certificates are
 * checked, and how ways to protect them compare.
 */
#ifndef TACIT_TASK_TABLES_TABLES_H
#define TACIT_TASK_TABLES_TABLES_H

#include "base/result.h"
#include "run/work.h"
#include "table/table.h"
#include "tabular/cube/tabulation.h"

/* Check the basis of a certificate (certify.h) against the file by additions, and tell what it
 * proves: a result that the caller owns, whose `holds` is whether every hidden cell is shown to be
 * uncertain.  Fails with TACIT_ERR_DATA if a table does not agree with what is published. */
tacit_status tacit_certify_check(tacit_ctx *cx, const json_t *basis, const tacit_table *file,
                                 tacit_result **out);

/* Tabulate what the plan asks for and find the sensitive cells; the caller frees, also after a
 * failure. */
tacit_status tacit_tabulate(tacit_ctx *cx, tacit_work *w, tacit_tabulation *out);

/* Whether a plan is one of tables. */
bool tacit_tables_asked(const tacit_plan *plan);

/* Make the tables of the plan, try protections on them for about `seconds` each at most, and put
 * into the record how they compare. */
tacit_status tacit_tables_explore(tacit_ctx *cx, tacit_work *w, double seconds);

#endif
