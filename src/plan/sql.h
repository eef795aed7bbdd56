/*
 * sql.h - the recoding that a plan found, as SQL for an engine that holds the data.
 */
#ifndef TACIT_PLAN_SQL_H
#define TACIT_PLAN_SQL_H

#include "base/text.h"
#include "method/method.h"

/* Append the query that recodes a table called "data" as `what` says.  Its text holds values
 * and labels of the keys: it is for the custodian. */
tacit_status tacit_plan_sql(tacit_ctx *cx, const tacit_recoded *what, tacit_buffer *out);

#endif
