/*
 * markup.c - HTML and SVG from templates in which every value is escaped.
 *
 * The five characters with a meaning in HTML and XML become references, and control
 * characters, which neither allows, become U+FFFD.  O(length).
 */
#include "report/markup.h"

#include <string.h>

/* What stands for `c` in markup, or NULL if it stands for itself. */
static const char *reference(unsigned char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '\n':
    case '\t':
        return NULL;
    default:
        return c < 0x20 || c == 0x7f ? "\xef\xbf\xbd" : NULL;
    }
}

tacit_status tacit_markup_text(tacit_ctx *cx, tacit_buffer *out, const char *text)
{
    if (text == NULL)
        return TACIT_OK;
    const char *plain = text;
    for (const char *c = text; *c != '\0'; c++) {
        const char *r = reference((unsigned char)*c);
        if (r == NULL)
            continue;
        TACIT_TRY(tacit_buffer_bytes(cx, out, plain, (size_t)(c - plain)));
        TACIT_TRY(tacit_buffer_text(cx, out, r));
        plain = c + 1;
    }
    return tacit_buffer_text(cx, out, plain);
}

tacit_status tacit_markup_fill(tacit_ctx *cx, tacit_buffer *out, const char *pattern,
                               const char *const *value, size_t n)
{
    size_t used = 0;
    for (const char *mark = strchr(pattern, '$'); mark != NULL; mark = strchr(pattern, '$')) {
        TACIT_ASSERT(used < n);
        TACIT_TRY(tacit_buffer_bytes(cx, out, pattern, (size_t)(mark - pattern)));
        TACIT_TRY(tacit_markup_text(cx, out, value[used++]));
        pattern = mark + 1;
    }
    TACIT_ASSERT(used == n);
    return tacit_buffer_text(cx, out, pattern);
}
