/*
 * text.h - a run record as a short text for the terminal.
 *
 * As wide as the terminal, from 80 to 200 columns, or 100.  Control characters of the record are
 * replaced, so that a column's name cannot steer the terminal.
 */
#ifndef TACIT_REPORT_TEXT_TEXT_H
#define TACIT_REPORT_TEXT_TEXT_H

#include <jansson.h>

#include "base/text.h"

typedef enum tacit_ink {
    TACIT_INK_PLAIN = 0, /* no escape sequences */
    TACIT_INK_COLOUR     /* verdicts and headings in colour and bold (ANSI) */
} tacit_ink;

/* The terminal that a summary is for. */
typedef struct tacit_screen {
    tacit_ink ink;
    size_t width; /* its columns; 0: not known */
} tacit_screen;

/* Append the summary of `record` without colour.  Any part of it may be absent. */
tacit_status tacit_report_text(tacit_ctx *cx, const json_t *record, tacit_buffer *out);

/* The same, for a terminal. */
tacit_status tacit_report_text_on(tacit_ctx *cx, const json_t *record, const tacit_screen *screen,
                                  tacit_buffer *out);

#endif
