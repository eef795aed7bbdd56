/*
 * line.h - lines of text for the terminal: width, cutting, padding, wrapping.
 *
 * Control characters are written as '?'.  Width is counted in terminal columns.
 */
#ifndef TACIT_REPORT_LINE_H
#define TACIT_REPORT_LINE_H

#include "base/text.h"

/* Columns of a terminal that reports fill at most. */
enum { TACIT_LINE_WIDTH = 100 };

typedef enum tacit_side { TACIT_SIDE_LEFT = 0, TACIT_SIDE_RIGHT } tacit_side;

/* Columns that `text` takes. */
size_t tacit_line_width(const char *text);

/* Append `text`, cut with "..." to `width` columns and padded to them on the other side. */
tacit_status tacit_line_put(tacit_ctx *cx, tacit_buffer *out, const char *text, size_t width,
                            tacit_side side);

/* End the line; spaces at its end are taken back. */
tacit_status tacit_line_end(tacit_ctx *cx, tacit_buffer *out);

/* Append `text` as lines that begin at column `indent`, the first one with `lead` there
 * instead of spaces.  Words longer than a line are cut. */
tacit_status tacit_line_wrap(tacit_ctx *cx, tacit_buffer *out, size_t indent, const char *lead,
                             const char *text);

#endif
