/*
 * sql.c - SQL text with names and values safely quoted.
 *
 * Standard SQL quoting: the quote is doubled inside; nothing else is special.
 */
#include "engine/sql.h"

#include <string.h>

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

/* A name without its double quotes, if it has any; moves on behind it and a point. */
static tacit_status read_name(tacit_ctx *cx, const char **at, char **out)
{
    const bool marked = **at == '"';
    const char *from = *at + marked;
    TACIT_TRY(tacit_scratch(cx, strlen(from) + 1, 1, out));
    size_t n = 0;
    for (; *from != '\0' && (marked || *from != '.'); from++) {
        if (marked && *from == '"' && *++from != '"')
            break;
        (*out)[n++] = *from;
    }
    *at = *from == '.' ? from + 1 : from;
    return TACIT_OK;
}

tacit_status tacit_sql_split(tacit_ctx *cx, const char *name, char **schema, char **table)
{
    const char *at = name;
    TACIT_TRY(read_name(cx, &at, table));
    TACIT_TRY(tacit_scratch_text(cx, "", schema));
    if (*at == '\0')
        return TACIT_OK;
    *schema = *table;
    return read_name(cx, &at, table);
}

tacit_status tacit_sql_parts(tacit_ctx *cx, const char *path, const char **part, size_t *n)
{
    const char *at = path;
    bool right = *at != '\0';
    for (*n = 0; right && *at != '\0' && *n < TACIT_SQL_PARTS; ++*n) {
        char *name = NULL;
        TACIT_TRY(read_name(cx, &at, &name));
        part[*n] = name;
        right = name[0] != '\0';
        for (const char *c = name; *c != '\0'; c++)
            right = right && (unsigned char)*c >= ' ';
    }
    return right && *at == '\0'
               ? TACIT_OK
               : tacit_fail(cx, TACIT_ERR_INPUT,
                            "A table is named as TABLE, SCHEMA.TABLE or CATALOG.SCHEMA.TABLE, with "
                            "double quotes around names that have points.");
}
