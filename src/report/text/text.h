/*
 * text.h - a run record as a short text for the terminal.
 *
 * At most 100 columns wide.  Control characters of the record are replaced, so that a
 * column's name cannot steer the terminal.
 */
#ifndef TACIT_REPORT_TEXT_TEXT_H
#define TACIT_REPORT_TEXT_TEXT_H

#include <jansson.h>

#include "base/text.h"

typedef enum tacit_ink {
    TACIT_INK_PLAIN = 0, /* no escape sequences */
    TACIT_INK_COLOUR     /* verdicts and headings in colour and bold (ANSI) */
} tacit_ink;

/* Append the summary of `record` without colour.  Any part of it may be absent. */
tacit_status tacit_report_text(tacit_ctx *cx, const json_t *record, tacit_buffer *out);

/* The same, with colour if `ink` says so. */
tacit_status tacit_report_text_ink(tacit_ctx *cx, const json_t *record, tacit_ink ink,
                                   tacit_buffer *out);

#endif
