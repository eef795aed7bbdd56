/*
 * value.c - values of parameters: from the form in which they came to a constant.
 *
 * A value stays a value: it takes the place of a constant in the tree of the question, and is
 * never part of a text that is parsed.
 */
#include <math.h>
#include <string.h>

#include "server/wire/own.h"

static bool is_number(uint32_t type)
{
    return type == TACIT_PG_INT2 || type == TACIT_PG_INT4 || type == TACIT_PG_INT8 ||
           type == TACIT_PG_OID || type == TACIT_PG_FLOAT4 || type == TACIT_PG_FLOAT8 ||
           type == TACIT_PG_NUMERIC;
}

/* The bits of a binary number of 1 to 8 bytes, its sign kept. */
static int64_t read_whole(const unsigned char *b, size_t n)
{
    uint64_t x = (b[0] & 0x80) != 0 ? UINT64_MAX : 0;
    for (size_t i = 0; i < n; i++)
        x = x << 8 | b[i];
    return (int64_t)x;
}

static double read_real(const unsigned char *b, size_t n)
{
    const int64_t bits = read_whole(b, n);
    if (n == 4) {
        const int32_t half = (int32_t)bits;
        float x = 0;
        memcpy(&x, &half, sizeof x);
        return (double)x;
    }
    double x = 0;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* A number in binary form as a text. */
static tacit_status read_binary(tacit_wire_session *s, tacit_ctx *cx, uint32_t type,
                                const unsigned char *b, size_t n, char **out)
{
    char text[TACIT_NUMBER_BYTES];
    const bool real = type == TACIT_PG_FLOAT4 || type == TACIT_PG_FLOAT8;
    const size_t size = type == TACIT_PG_INT2                              ? 2
                        : type == TACIT_PG_INT8 || type == TACIT_PG_FLOAT8 ? 8
                                                                           : 4;
    if (type == TACIT_PG_NUMERIC || !is_number(type) || n != size)
        return tacit_wire_refuse(s, cx, "0A000",
                                 "A parameter in binary form is a whole number, a float or a "
                                 "text; send others as text.");
    const double x = real ? read_real(b, n) : 0;
    if (!isfinite(x))
        return tacit_wire_refuse(s, cx, "22003", "A parameter is a finite number.");
    if (real)
        tacit_format_real(x, text);
    else
        tacit_format_integer(
            type == TACIT_PG_OID ? (int64_t)(uint32_t)read_whole(b, n) : read_whole(b, n), text);
    return tacit_scratch_text(cx, text, out);
}

/* Types whose binary form is their text; one that is not said may be any. */
static bool is_text(uint32_t type)
{
    return type == 0 || type == TACIT_PG_TEXT || type == TACIT_PG_VARCHAR ||
           type == TACIT_PG_NAME || type == TACIT_PG_UNKNOWN;
}

tacit_status tacit_wire_value(tacit_wire_session *s, tacit_ctx *cx, uint32_t type, uint16_t format,
                              tacit_wire_in *m, tacit_sql_constant *out)
{
    const uint32_t n = tacit_wire_get32(m);
    const unsigned char *b = n == UINT32_MAX ? NULL : tacit_wire_get_bytes(m, n);
    char *text = NULL;
    *out = (tacit_sql_constant){ 0 };
    if (b == NULL)
        return TACIT_OK; /* null, or the message ends: `m` knows */
    if (format == 1 && !is_text(type)) {
        TACIT_TRY(read_binary(s, cx, type, b, n, &text));
    } else {
        if (!tacit_is_utf8((const char *)b, n))
            return tacit_wire_refuse(s, cx, "22021", "A parameter is not valid UTF-8.");
        TACIT_TRY(tacit_scratch_format(cx, &text, "%.*s", (int)n, (const char *)b));
    }
    out->text = text;
    out->is_number = (type == 0 || type == TACIT_PG_UNKNOWN || is_number(type)) &&
                     tacit_parse_real(text, &out->number) && isfinite(out->number);
    if (is_number(type) && !out->is_number)
        return tacit_wire_refuse(s, cx, "22P02", "A parameter is said to be a number and is none.");
    return TACIT_OK;
}
