/*
 * sql.h - what a plan decided, as SQL for an engine that holds the data.
 */
#ifndef TACIT_RUN_SQL_SQL_H
#define TACIT_RUN_SQL_SQL_H

#include "base/text.h"
#include "micro/method/decision/decision.h"

/* Append the query that does to a table called "data", with the columns, types and roles of
 * `shape`, what the decisions of `n` steps do, and leaves identifiers out.  Its text holds
 * values and labels of the data: it is for the custodian.  Fails, naming the step, if one of
 * them cannot be said in SQL. */
tacit_status tacit_sql_of(tacit_ctx *cx, const tacit_table *shape, const tacit_decision *decision,
                          size_t n, tacit_buffer *out);

#endif
