/*
 * line.c - lines of text for the terminal: width, cutting, padding, wrapping.
 *
 * The width of a character is utf8proc's: 2 for wide East Asian ones, 0 for combining
 * marks.  O(length).
 */
#include "report/line.h"

#include <string.h>
#include <utf8proc.h>

/* One character: its bytes and its columns; broken or control characters count as one '?'. */
typedef struct letter {
    size_t bytes, columns;
    bool shown; /* as it is */
} letter;

static letter next_letter(const char *text)
{
    utf8proc_int32_t code = 0;
    const utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &code);
    if (n <= 0)
        return (letter){ 1, 1, false };
    const utf8proc_category_t kind = utf8proc_category(code);
    if (kind == UTF8PROC_CATEGORY_CC || kind == UTF8PROC_CATEGORY_CF ||
        kind == UTF8PROC_CATEGORY_ZL || kind == UTF8PROC_CATEGORY_ZP)
        return (letter){ (size_t)n, 1, false };
    const int columns = utf8proc_charwidth(code);
    return (letter){ (size_t)n, columns > 0 ? (size_t)columns : 0, true };
}

size_t tacit_line_width(const char *text)
{
    size_t width = 0;
    while (*text != '\0') {
        const letter l = next_letter(text);
        width += l.columns;
        text += l.bytes;
    }
    return width;
}

/* Append characters of `text` up to `width` columns or `end`, and count the columns. */
static tacit_status put_letters(tacit_ctx *cx, tacit_buffer *out, const char *text, const char *end,
                                size_t width, size_t *used)
{
    *used = 0;
    while (text < end) {
        const letter l = next_letter(text);
        if (*used + l.columns > width)
            break;
        TACIT_TRY(l.shown ? tacit_buffer_bytes(cx, out, text, l.bytes)
                          : tacit_buffer_text(cx, out, "?"));
        *used += l.columns;
        text += l.bytes;
    }
    return TACIT_OK;
}

static tacit_status put_spaces(tacit_ctx *cx, tacit_buffer *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(tacit_buffer_text(cx, out, " "));
    return TACIT_OK;
}

tacit_status tacit_line_put(tacit_ctx *cx, tacit_buffer *out, const char *text, size_t width,
                            tacit_side side)
{
    const size_t all = tacit_line_width(text);
    const bool cut = all > width;
    size_t used = 0;
    if (side == TACIT_SIDE_RIGHT && !cut)
        TACIT_TRY(put_spaces(cx, out, width - all));
    TACIT_TRY(put_letters(cx, out, text, text + strlen(text), cut && width > 3 ? width - 3 : width,
                          &used));
    if (cut && width > 3) {
        TACIT_TRY(tacit_buffer_text(cx, out, "..."));
        used += 3;
    }
    return side == TACIT_SIDE_LEFT || cut ? put_spaces(cx, out, width > used ? width - used : 0)
                                          : TACIT_OK;
}

tacit_status tacit_line_end(tacit_ctx *cx, tacit_buffer *out)
{
    while (out->length > 0 && out->text[out->length - 1] == ' ')
        out->text[--out->length] = '\0';
    return tacit_buffer_text(cx, out, "\n");
}

/* Whether a line may end here: a number and its % stay together. */
static bool is_break(const char *at)
{
    return *at == '\n' || (*at == ' ' && at[1] != '%');
}

/* The end of the longest run of whole words of `text` within `width` columns. */
static const char *line_end(const char *text, size_t width)
{
    const char *best = NULL, *at = text;
    size_t used = 0;
    while (*at != '\0') {
        if (is_break(at))
            best = at;
        const letter l = next_letter(at);
        if (*at == '\n' || used + l.columns > width)
            return best != NULL ? best : at > text ? at : text + l.bytes;
        used += l.columns;
        at += l.bytes;
    }
    return at;
}

size_t tacit_line_fit(const char *text, size_t width)
{
    return (size_t)(line_end(text, width) - text);
}

tacit_status tacit_line_wrap_as(tacit_ctx *cx, tacit_buffer *out, const tacit_wrap *how,
                                const char *text)
{
    TACIT_ASSERT(how->indent < how->width);
    const size_t width = how->width - how->indent;
    const char *lead = how->lead;
    do {
        const char *end = line_end(text, width);
        size_t used = 0;
        TACIT_TRY(tacit_line_put(cx, out, lead, how->indent, TACIT_SIDE_LEFT));
        TACIT_TRY(put_letters(cx, out, text, end, width, &used));
        TACIT_TRY(tacit_line_end(cx, out));
        text = *end == ' ' || *end == '\n' ? end + 1 : end;
        lead = "";
    } while (*text != '\0');
    return TACIT_OK;
}

tacit_status tacit_line_wrap(tacit_ctx *cx, tacit_buffer *out, size_t indent, const char *lead,
                             const char *text)
{
    const tacit_wrap how = { .width = TACIT_LINE_WIDTH, .indent = indent, .lead = lead };
    return tacit_line_wrap_as(cx, out, &how, text);
}
