/*
 * sql.h - SQL text with names and values safely quoted.
 */
#ifndef TACIT_ENGINE_SQL_H
#define TACIT_ENGINE_SQL_H

#include "base/text.h"

/* Append `name` as a quoted identifier, `text` as a string literal. */
tacit_status tacit_sql_name(tacit_ctx *cx, tacit_buffer *b, const char *name);
tacit_status tacit_sql_literal(tacit_ctx *cx, tacit_buffer *b, const char *text);

/* The names in [SCHEMA.]TABLE, each of which may stand in double quotes, in scratch memory; the
 * schema is "" if it is not said. */
tacit_status tacit_sql_split(tacit_ctx *cx, const char *name, char **schema, char **table);

#endif
