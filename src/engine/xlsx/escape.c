/*
 * escape.c - texts of cells: what XML cannot hold is written as _xHHHH_ (ECMA-376, 22.9.2.19).
 */
#include <ctype.h>
#include <string.h>

#include "engine/xlsx/own.h"

enum { ESCAPE = 7 }; /* _xHHHH_ */

/* The code that an escape at `s` stands for, or -1. */
static int escape_at(const char *s, size_t n)
{
    int code = 0;
    if (n < ESCAPE || s[0] != '_' || s[1] != 'x' || s[6] != '_')
        return -1;
    for (size_t i = 2; i < 6; i++) {
        const char c = (char)tolower((unsigned char)s[i]);
        if (!isxdigit((unsigned char)c))
            return -1;
        code = 16 * code + (c <= '9' ? c - '0' : c - 'a' + 10);
    }
    return code;
}

size_t tacit_xlsx_unescape(char *text, size_t n)
{
    size_t to = 0;
    for (size_t from = 0; from < n;) {
        const int code = escape_at(text + from, n - from);
        const bool known = code > 0 && code < 0x80; /* what is written so is ASCII */
        text[to++] = known ? (char)code : text[from];
        from += known ? ESCAPE : 1;
    }
    return to;
}

tacit_status tacit_xlsx_escape(tacit_ctx *cx, tacit_buffer *b, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const unsigned char c = (unsigned char)text[i];
        if ((c < ' ' && c != '\n' && c != '\t') || escape_at(text + i, n - i) >= 0)
            TACIT_TRY(tacit_buffer_format(cx, b, "_x%04X_", c));
        else if (c == '<' || c == '>' || c == '&' || c == '"')
            TACIT_TRY(tacit_buffer_text(cx, b,
                                        c == '<'   ? "&lt;"
                                        : c == '>' ? "&gt;"
                                        : c == '&' ? "&amp;"
                                                   : "&quot;"));
        else
            TACIT_TRY(tacit_buffer_bytes(cx, b, text + i, 1));
    }
    return TACIT_OK;
}
