/*
 * own.h - what the files of this room share: columns by the names tacit_0, tacit_1, ...
 */
#ifndef TACIT_ENGINE_SQL_OWN_H
#define TACIT_ENGINE_SQL_OWN_H

#include "engine/sql/sql.h"

/* Append `before` and the new names. */
tacit_status tacit_sql_put_names(tacit_ctx *cx, const tacit_sql_query *q, const char *before,
                                 tacit_buffer *out);

/* Append SELECT of the columns by new names, without FROM. */
tacit_status tacit_sql_put_renamed(tacit_ctx *cx, const tacit_sql_query *q, tacit_buffer *out);

/* Append ORDER BY the new names, texts by bytes. */
tacit_status tacit_sql_put_order(tacit_ctx *cx, const tacit_sql_query *q, tacit_buffer *out);

#endif
