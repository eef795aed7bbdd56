/*
 * markup.h - HTML and SVG from templates in which every value is escaped.
 *
 * Markup is written only as constant text; whatever comes from a record goes through
 * these functions, so there is no way to forget the escaping.
 */
#ifndef TACIT_REPORT_MARKUP_H
#define TACIT_REPORT_MARKUP_H

#include "base/text.h"

/* Append `text` with & < > " ' escaped and control characters replaced.  NULL is "". */
tacit_status tacit_markup_text(tacit_ctx *cx, tacit_buffer *out, const char *text);

/* Append `pattern`, each '$' in it replaced by the next of the `n` values, escaped. */
tacit_status tacit_markup_fill(tacit_ctx *cx, tacit_buffer *out, const char *pattern,
                               const char *const *value, size_t n);

/* tacit_markup_fill() with the values as arguments. */
#define TACIT_FILL(cx, out, pattern, ...)                                                          \
    tacit_markup_fill(cx, out, pattern, (const char *const[]){ __VA_ARGS__ },                      \
                      sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(const char *))

#endif
