/*
 * words.c - names, literals and forms in a dialect.
 */
#include <stdio.h>
#include <string.h>

#include "engine/sql/sql.h"

tacit_status tacit_sql_put_name(tacit_ctx *cx, const tacit_sql_dialect *d, const char *name,
                                tacit_buffer *out)
{
    TACIT_TRY(tacit_buffer_bytes(cx, out, &d->quote, 1));
    for (const char *c = name; *c != '\0'; c++) {
        if (*c == d->quote || (d->backslashes && *c == '\\'))
            TACIT_TRY(tacit_buffer_bytes(cx, out, d->backslashes ? "\\" : c, 1));
        TACIT_TRY(tacit_buffer_bytes(cx, out, c, 1));
    }
    return tacit_buffer_bytes(cx, out, &d->quote, 1);
}

tacit_status tacit_sql_put_path(tacit_ctx *cx, const tacit_sql_dialect *d, const char *const *name,
                                size_t n, tacit_buffer *out)
{
    for (size_t i = 0; i < n; i++) {
        TACIT_TRY(tacit_buffer_text(cx, out, i > 0 ? "." : ""));
        TACIT_TRY(tacit_sql_put_name(cx, d, name[i], out));
    }
    return TACIT_OK;
}

/* Whether a text means the same in every literal. */
static bool is_plain(const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        if (*c == '\'' || *c == '\\' || (unsigned char)*c < ' ' || *c == '\x7f')
            return false;
    return true;
}

static tacit_status put_hex(tacit_ctx *cx, const char *form, const char *text, tacit_buffer *out)
{
    tacit_buffer digits = { 0 };
    tacit_status status = TACIT_OK;
    for (const char *c = text; *c != '\0' && status == TACIT_OK; c++)
        status = tacit_buffer_format(cx, &digits, "%02X", (unsigned)(unsigned char)*c);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, form, digits.text, NULL, out);
    tacit_buffer_free(&digits);
    return status;
}

tacit_status tacit_sql_put_literal(tacit_ctx *cx, const tacit_sql_dialect *d, const char *text,
                                   tacit_buffer *out)
{
    if (d->hex != NULL && !is_plain(text))
        return put_hex(cx, d->hex, text, out);
    TACIT_TRY(tacit_buffer_text(cx, out, "'"));
    for (const char *c = text; *c != '\0'; c++) {
        TACIT_TRY(tacit_buffer_bytes(cx, out, c, 1));
        if (*c == '\'')
            TACIT_TRY(tacit_buffer_bytes(cx, out, c, 1));
    }
    return tacit_buffer_text(cx, out, "'");
}

const char *tacit_sql_type(const tacit_sql_dialect *d, tacit_type type)
{
    return type == TACIT_TYPE_INTEGER ? d->whole_type
           : type == TACIT_TYPE_REAL  ? d->real_type
           : type == TACIT_TYPE_DATE  ? d->date_type
                                      : d->text_type;
}

const char *tacit_sql_typed(const tacit_sql_dialect *d, tacit_type type)
{
    return type == TACIT_TYPE_INTEGER ? d->whole
           : type == TACIT_TYPE_REAL  ? d->real
           : type == TACIT_TYPE_DATE  ? d->date
                                      : d->text;
}

const char *tacit_sql_written(const tacit_sql_dialect *d, tacit_type type)
{
    return type == TACIT_TYPE_CATEGORY                   ? "$"
           : type == TACIT_TYPE_DATE && d->dated != NULL ? d->dated
                                                         : d->written;
}

tacit_status tacit_sql_put_value(tacit_ctx *cx, const tacit_sql_dialect *d, tacit_type type,
                                 const char *text, tacit_buffer *out)
{
    if (text != NULL && type == TACIT_TYPE_CATEGORY)
        return tacit_sql_put_literal(cx, d, text, out);
    TACIT_TRY(tacit_buffer_text(cx, out, "CAST("));
    TACIT_TRY(text != NULL ? tacit_sql_put_literal(cx, d, text, out)
                           : tacit_buffer_text(cx, out, "NULL"));
    return tacit_buffer_format(cx, out, " AS %s)", tacit_sql_type(d, type));
}

tacit_status tacit_sql_put_number(tacit_ctx *cx, const tacit_sql_dialect *d, double x,
                                  tacit_buffer *out)
{
    char text[TACIT_NUMBER_BYTES];
    tacit_format_real(x, text);
    return tacit_sql_put_value(cx, d, TACIT_TYPE_REAL, text, out);
}

tacit_status tacit_sql_put_form(tacit_ctx *cx, const char *form, const char *x, const char *y,
                                tacit_buffer *out)
{
    while (*form != '\0') {
        const size_t n = strcspn(form, "$#");
        TACIT_TRY(tacit_buffer_bytes(cx, out, form, n));
        form += n;
        if (*form != '\0')
            TACIT_TRY(tacit_buffer_text(cx, out, *form++ == '$' ? x : y));
    }
    return TACIT_OK;
}

tacit_status tacit_sql_put_cell(tacit_ctx *cx, const tacit_sql_dialect *d, const tacit_sql_field *c,
                                tacit_buffer *out)
{
    tacit_buffer name = { 0 };
    tacit_status status = tacit_sql_put_name(cx, d, c->name, &name);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, c->form != NULL ? c->form : tacit_sql_typed(d, c->type),
                                    name.text, NULL, out);
    tacit_buffer_free(&name);
    return status;
}
