/*
 * line.h - lines of text for the terminal: width, cutting, padding, wrapping.
 *
 * Control characters are written as '?'.  Width is counted in terminal columns.
 */
#ifndef TACIT_REPORT_LINE_H
#define TACIT_REPORT_LINE_H

#include "base/text.h"

/* Columns that reports fill where no terminal says how many it has. */
enum { TACIT_LINE_WIDTH = 100 };

typedef enum tacit_side { TACIT_SIDE_LEFT = 0, TACIT_SIDE_RIGHT } tacit_side;

/* Columns that `text` takes. */
size_t tacit_line_width(const char *text);

/* Append `text`, cut with "..." to `width` columns and padded to them on the other side. */
tacit_status tacit_line_put(tacit_ctx *cx, tacit_buffer *out, const char *text, size_t width,
                            tacit_side side);

/* End the line; spaces at its end are taken back. */
tacit_status tacit_line_end(tacit_ctx *cx, tacit_buffer *out);

/* Bytes of the longest run of whole words of `text` within `width` columns; a word that is longer
 * is cut. */
size_t tacit_line_fit(const char *text, size_t width);

/* How lines are wrapped. */
typedef struct tacit_wrap {
    size_t width, indent; /* columns of a line, and those that stay free */
    const char *lead;     /* what stands there in the first line */
} tacit_wrap;

/* Append `text` as lines that are wrapped so.  Words longer than a line are cut. */
tacit_status tacit_line_wrap_as(tacit_ctx *cx, tacit_buffer *out, const tacit_wrap *how,
                                const char *text);

/* Append `text` as lines of the usual width that begin at column `indent`, the first one with
 * `lead` there instead of spaces.  Words longer than a line are cut. */
tacit_status tacit_line_wrap(tacit_ctx *cx, tacit_buffer *out, size_t indent, const char *lead,
                             const char *text);

#endif
