/*
 * sql.c - SQL text with names and values safely quoted.
 *
 * Standard SQL quoting: the quote is doubled inside; nothing else is special.
 */
#include "engine/sql.h"

static tacit_status quoted(tacit_ctx *cx, tacit_buffer *b, const char *text, char quote)
{
    TACIT_TRY(tacit_buffer_bytes(cx, b, &quote, 1));
    for (const char *c = text; *c != '\0'; c++) {
        TACIT_TRY(tacit_buffer_bytes(cx, b, c, 1));
        if (*c == quote)
            TACIT_TRY(tacit_buffer_bytes(cx, b, c, 1));
    }
    return tacit_buffer_bytes(cx, b, &quote, 1);
}

tacit_status tacit_sql_name(tacit_ctx *cx, tacit_buffer *b, const char *name)
{
    return quoted(cx, b, name, '"');
}

tacit_status tacit_sql_literal(tacit_ctx *cx, tacit_buffer *b, const char *text)
{
    return quoted(cx, b, text, '\'');
}
