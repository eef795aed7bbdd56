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

/* The names in a path such as CATALOG.SCHEMA.TABLE, written as there, in scratch memory; `part` has
 * room for TACIT_SQL_PARTS.  Fails if it is no path of names that can be printed. */
enum { TACIT_SQL_PARTS = 4 };
tacit_status tacit_sql_parts(tacit_ctx *cx, const char *path, const char **part, size_t *n);

#endif
