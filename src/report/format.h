/*
 * format.h - numbers as people read them, without a locale.
 *
 * Thousands are separated by a comma, decimals by a point.  A value that is not known
 * (null, not finite) reads "n/a".
 */
#ifndef TACIT_REPORT_FORMAT_H
#define TACIT_REPORT_FORMAT_H

#include <jansson.h>

/* A short text by value, so that formatted numbers can stand inside a call. */
typedef struct tacit_digits {
    char text[48];
} tacit_digits;

/* `x` with exactly `decimals` (0 to 9) digits after the point; no separators. */
tacit_digits tacit_format_fixed(double x, int decimals);

/* A whole number: 12,345. */
tacit_digits tacit_format_count(double x);

/* A plain number with four or five significant digits: 0.0123, 1.235, 12,346. */
tacit_digits tacit_format_number(double x);

/* A share as per cent: 0.1234 is 12.3%, 0.0042 is 0.42%.  Only 0 reads 0% and only 1
 * reads 100%. */
tacit_digits tacit_format_share(double x);

/* A probability: 0.0417.  Only 0 reads 0 and only 1 reads 1. */
tacit_digits tacit_format_probability(double x);

/* A number of bytes: 812 B, 1.2 MB. */
tacit_digits tacit_format_bytes(double x);

/* A tick of an axis whose ticks are `step` apart: 0.25, 1,500, 2.5M. */
tacit_digits tacit_format_tick(double x, double step);

/* `value` of a figure with unit "count", "share", "probability" or "number". */
tacit_digits tacit_format_unit(const char *unit, const json_t *value);

/* The difference of two values of a figure, with its sign; shares differ by points. */
tacit_digits tacit_format_change(const char *unit, const json_t *before, const json_t *after);

#endif
