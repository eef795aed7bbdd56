/*
 * export.h - the entries of a ledger as a file for other programs.
 */
#ifndef TACIT_TASK_LEDGER_EXPORT_H
#define TACIT_TASK_LEDGER_EXPORT_H

#include "base/text.h"
#include "query/ledger/ledger.h"

/* The columns, as guard.h wants them. */
#define TACIT_LEDGER_COLUMNS                                                                       \
    "number state time dataset analyst period epsilon delta count question_sha256 question answer"

/* Bytes in hexadecimal, with a final NUL. */
void tacit_ledger_hex(const unsigned char *bytes, size_t n, char *out);

/* Append all entries: as JSON, a list of objects, if `json`, else as CSV; with their answers if
 * `answers`.  An answer that is no text is written in hexadecimal after "hex:". */
tacit_status tacit_ledger_export(tacit_ctx *cx, tacit_ledger *l, bool json, bool answers,
                                 tacit_buffer *out);

#endif
