/*
 * rows.c - results on the wire, as texts or in the binary form of their types.
 */
#include <math.h>
#include <string.h>

#include "server/wire/own.h"

/* How many bytes a value of a type has, or -1 if that differs. */
static uint16_t size_of(uint32_t type)
{
    switch (type) {
    case TACIT_PG_BOOL:
    case TACIT_PG_CHAR:
        return 1;
    case TACIT_PG_INT2:
        return 2;
    case TACIT_PG_INT4:
    case TACIT_PG_OID:
    case TACIT_PG_REGCLASS:
        return 4;
    case TACIT_PG_INT8:
    case TACIT_PG_FLOAT8:
        return 8;
    case TACIT_PG_NAME:
        return 64;
    default:
        return (uint16_t)-1;
    }
}

/* The format of column `j`. */
static uint16_t format_of(const uint16_t *format, size_t n, size_t j)
{
    return n == 0 ? 0 : n == 1 ? format[0] : j < n ? format[j] : 0;
}

void tacit_wire_send_columns(tacit_wire_session *s, const tacit_wire_result *r,
                             const uint16_t *format, size_t n_formats)
{
    if (!r->has_rows) {
        tacit_wire_begin(s, 'n');
        tacit_wire_end(s);
        return;
    }
    tacit_wire_begin(s, 'T');
    tacit_wire_put16(s, (uint16_t)r->rows.columns);
    for (size_t j = 0; j < r->rows.columns; j++) {
        const tacit_pg_column *c = &r->rows.column[j];
        tacit_wire_put_text(s, c->name);
        tacit_wire_put32(s, 0); /* it is a column of no table */
        tacit_wire_put16(s, 0);
        tacit_wire_put32(s, c->type);
        tacit_wire_put16(s, size_of(c->type));
        tacit_wire_put32(s, (uint32_t)-1);
        tacit_wire_put16(s, format_of(format, n_formats, j));
    }
    tacit_wire_end(s);
}

static void put_whole(tacit_wire_session *s, int64_t x, unsigned bytes)
{
    for (unsigned i = bytes; i-- > 0;)
        tacit_wire_put_byte(s, (char)(unsigned char)((uint64_t)x >> (8 * i)));
}

static void put_real(tacit_wire_session *s, double x)
{
    int64_t bits = 0;
    memcpy(&bits, &x, sizeof bits);
    put_whole(s, bits, 8);
}

/* A value in the binary form of its type, which is its text for types of texts. */
static tacit_status put_binary(tacit_wire_session *s, tacit_ctx *cx, uint32_t type,
                               const char *text)
{
    const uint16_t size = size_of(type);
    double x = 0;
    if (type == TACIT_PG_TEXT || type == TACIT_PG_VARCHAR || type == TACIT_PG_NAME ||
        type == TACIT_PG_CHAR) {
        tacit_wire_put32(s, (uint32_t)strlen(text));
        tacit_wire_put_bytes(s, text, strlen(text));
        return TACIT_OK;
    }
    if (size == (uint16_t)-1 || type == TACIT_PG_REGCLASS)
        return tacit_wire_refuse(s, cx, "0A000",
                                 "This column is not there in binary form; ask for text.");
    tacit_wire_put32(s, size);
    if (type == TACIT_PG_BOOL) {
        tacit_wire_put_byte(s, text[0] == 't');
        return TACIT_OK;
    }
    if (!tacit_parse_real(text, &x))
        x = NAN;
    if (type == TACIT_PG_FLOAT8)
        put_real(s, x);
    else
        put_whole(s, isfinite(x) ? (int64_t)x : 0, size);
    return TACIT_OK;
}

static tacit_status put_row(tacit_wire_session *s, tacit_ctx *cx, const tacit_wire_portal *p,
                            size_t i)
{
    const tacit_pg_rows *rows = &p->result.rows;
    tacit_status status = TACIT_OK;
    tacit_wire_begin(s, 'D');
    tacit_wire_put16(s, (uint16_t)rows->columns);
    for (size_t j = 0; status == TACIT_OK && j < rows->columns; j++) {
        const char *text = rows->cell[i * rows->columns + j];
        if (text == NULL) {
            tacit_wire_put32(s, (uint32_t)-1);
        } else if (format_of(p->format, p->n_formats, j) == 1) {
            status = put_binary(s, cx, rows->column[j].type, text);
        } else {
            tacit_wire_put32(s, (uint32_t)strlen(text));
            tacit_wire_put_bytes(s, text, strlen(text));
        }
    }
    if (status != TACIT_OK)
        s->out.length = s->begun - 1; /* the row was not sent yet: take it back */
    else
        tacit_wire_end(s);
    return status;
}

tacit_status tacit_wire_send_rows(tacit_wire_session *s, tacit_ctx *cx, const tacit_wire_portal *p,
                                  size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        TACIT_TRY(put_row(s, cx, p, i));
    return TACIT_OK;
}

void tacit_wire_send_complete(tacit_wire_session *s, const char *tag)
{
    tacit_wire_begin(s, 'C');
    tacit_wire_put_text(s, tag);
    tacit_wire_end(s);
}
