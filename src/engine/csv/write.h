/*
 * write.h - rows into plain text files.
 */
#ifndef TACIT_ENGINE_CSV_WRITE_H
#define TACIT_ENGINE_CSV_WRITE_H

#include "base/text.h"
#include "engine/dialect.h"

/* Room that any number or date needs; more than is written may be overwritten. */
enum { TACIT_CSV_NUMBER = 48 };

/* Write a number or a date to `out`; how many bytes.  A real is the shortest decimal that
 * reads back as the same double, with a decimal point or an exponent, so that it is never
 * mistaken for a whole number. */
size_t tacit_csv_put_integer(int64_t x, char *out);
size_t tacit_csv_put_real(double x, char *out);
size_t tacit_csv_put_date(int32_t days, char *out);

/* Write a real as a dialect has it: with its decimal mark, in quotes where the mark is the
 * delimiter, without .0 where whole numbers have no decimals.  One that a reader would take for a
 * long code keeps them. */
size_t tacit_csv_put_spelled(const tacit_dialect *dialect, double x, char *out);

/* Append a text as a field: in quotes if it would be misread without. */
tacit_status tacit_csv_put_text(tacit_ctx *cx, tacit_buffer *b, const char *text, size_t n,
                                char delimiter);

/* Append it in quotes in any case. */
tacit_status tacit_csv_put_quoted(tacit_ctx *cx, tacit_buffer *b, const char *text, size_t n);

/* The driver's call. */
tacit_status tacit_csv_write(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                             const char *path);

#endif
