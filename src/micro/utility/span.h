/*
 * span.h - reading the text of an interval of numbers or dates.
 */
#ifndef TACIT_MICRO_UTILITY_SPAN_H
#define TACIT_MICRO_UTILITY_SPAN_H

#include "table/column.h"

/* Ends of an interval; one that is not finite is open to that side. */
typedef struct tacit_span {
    double low, high;
    bool low_open, high_open; /* the end itself does not belong to it */
} tacit_span;

/* Read `text` as an interval of values of `type` (INTEGER, REAL or DATE); a single number is
 * none, a year or month of a DATE is.  Whole numbers and days come back with closed ends. */
bool tacit_span_read(const char *text, tacit_type type, tacit_span *out);

#endif
