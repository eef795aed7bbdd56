/*
 * html.h - a run record as one HTML page.
 *
 * The page is complete by itself: inline style and inline SVG, no script, no reference to
 * anything outside; a content security policy in the page forbids both.  Every text of the
 * record is escaped.  The same record gives the same bytes.
 */
#ifndef TACIT_REPORT_HTML_HTML_H
#define TACIT_REPORT_HTML_HTML_H

#include <jansson.h>

#include "base/text.h"

/* Append the page for `record`.  Any part of the record may be absent. */
tacit_status tacit_report_html(tacit_ctx *cx, const json_t *record, tacit_buffer *out);

#endif
