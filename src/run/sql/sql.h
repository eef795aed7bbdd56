/*
 * sql.h - what a plan decided, as SQL for an engine that holds the data.
 */
#ifndef TACIT_RUN_SQL_SQL_H
#define TACIT_RUN_SQL_SQL_H

#include "base/text.h"
#include "engine/sql/sql.h"
#include "micro/method/decision/decision.h"

/* How the query is written. */
typedef struct tacit_sql_way {
    const tacit_sql_dialect *dialect;
    const char *source; /* the rows as a query; NULL: a table called "data" */
    bool shuffled;      /* the rows come in random order */
} tacit_sql_way;

/* Append the query that does to rows with the columns, types and roles of `shape` what the
 * decisions of `n` steps do, and leaves identifiers out.  Its text holds values and labels of the
 * data: it is for the custodian.  Fails, naming the step, if one of them cannot be said in SQL. */
tacit_status tacit_sql_select(tacit_ctx *cx, const tacit_sql_way *how, const tacit_table *shape,
                              const tacit_decision *decision, size_t n, tacit_buffer *out);

/* The same of a table called "data", with a comment and a semicolon. */
tacit_status tacit_sql_of(tacit_ctx *cx, const tacit_sql_dialect *dialect, const tacit_table *shape,
                          const tacit_decision *decision, size_t n, tacit_buffer *out);

#endif
