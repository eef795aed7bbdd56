/*
 * part.h - parts of the text summary.
 *
 * For the text*.c files only.
 */
#ifndef TACIT_REPORT_TEXT_PART_H
#define TACIT_REPORT_TEXT_PART_H

#include <jansson.h>

#include "base/text.h"
#include "report/text/text.h"

#define TACIT_BOLD "\x1b[1m"
#define TACIT_GREEN "\x1b[32m"
#define TACIT_RED "\x1b[31m"
#define TACIT_NORMAL "\x1b[0m"

/* A summary being written. */
typedef struct tacit_summary_sheet {
    const json_t *record;
    tacit_buffer *out;
    tacit_ink ink;
    size_t width;       /* of a line */
    size_t name, value; /* of a figure's name, and of each of its values */
} tacit_summary_sheet;

/* Append an escape sequence, or a text between two; nothing but the text without colour. */
tacit_status tacit_sheet_ink(tacit_ctx *cx, const tacit_summary_sheet *p, const char *code);
tacit_status tacit_sheet_inked(tacit_ctx *cx, const tacit_summary_sheet *p, const char *code,
                               const char *text);

/* A heading after an empty line. */
tacit_status tacit_sheet_heading(tacit_ctx *cx, const tacit_summary_sheet *p, const char *title);

/* tacit_line_wrap() in lines of the sheet's width. */
tacit_status tacit_sheet_wrap(tacit_ctx *cx, const tacit_summary_sheet *p, size_t indent,
                              const char *lead, const char *text);

/* Files, warnings, checks, salt and seed. */
tacit_status tacit_text_end(tacit_ctx *cx, const tacit_summary_sheet *p);

/* Append a table {"title", "columns", "rows"} in lines of at most `width` columns: texts and titles
 * are wrapped, numbers never, and columns for which there is no room follow under the first
 * column again.  Long tables end with a count of the rest. */
tacit_status tacit_text_table(tacit_ctx *cx, tacit_buffer *out, const json_t *table, size_t width);

#endif
