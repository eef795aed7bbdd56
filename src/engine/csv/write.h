/*
 * write.h - rows into plain text files.
 */
#ifndef TACIT_ENGINE_CSV_WRITE_H
#define TACIT_ENGINE_CSV_WRITE_H

#include "base/text.h"
#include "engine/engine.h"

/* Room that any number or date needs; more than is written may be overwritten. */
enum { TACIT_CSV_NUMBER = 48 };

/* Write a number or a date to `out`; how many bytes.  A real is the shortest decimal that
 * reads back as the same double, with a decimal point or an exponent, so that it is never
 * mistaken for a whole number. */
size_t tacit_csv_put_integer(int64_t x, char *out);
size_t tacit_csv_put_real(double x, char *out);
size_t tacit_csv_put_date(int32_t days, char *out);

/* Append a text as a field: in quotes if it would be misread without. */
tacit_status tacit_csv_put_text(tacit_ctx *cx, tacit_buffer *b, const char *text, size_t n,
                                char delimiter);

/* The driver's call. */
tacit_status tacit_csv_write(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                             const char *path);

#endif
