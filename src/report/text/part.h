/*
 * part.h - parts of the text summary.
 *
 * For the text*.c files only.
 */
#ifndef TACIT_REPORT_TEXT_PART_H
#define TACIT_REPORT_TEXT_PART_H

#include <jansson.h>

#include "base/text.h"

/* Append a table {"title", "columns", "rows"}, columns as wide as they need to be and the
 * widest cut where a line would get too long; long tables end with a count of the rest. */
tacit_status tacit_text_table(tacit_ctx *cx, tacit_buffer *out, const json_t *table);

#endif
