/*
 * recode_intervals.h - intervals between breaks, and intervals of equal width, with their
 * labels.
 */
#ifndef TACIT_MICRO_METHOD_CODE_RECODE_INTERVALS_H
#define TACIT_MICRO_METHOD_CODE_RECODE_INTERVALS_H

#include "base/text.h"
#include "table/column.h"

/* Room that a label needs. */
enum { TACIT_INTERVAL_BYTES = 3 * TACIT_NUMBER_BYTES };

/* The intervals of one column.  All borrowed. */
typedef struct tacit_intervals {
    tacit_type type;           /* of the column */
    const double *breaks;      /* upwards */
    size_t n;                  /* of them, at least 2 */
    bool right;                /* intervals include their upper end, not their lower one */
    bool open;                 /* there is an interval below the first and above the last break */
    bool sides;                /* the first and the last interval are labelled without an end */
    const char *const *labels; /* instead of our own, or NULL */
} tacit_intervals;

/* The number of the interval in which `x` lies, n - 1 if it lies in none of them. */
size_t tacit_intervals_find(const tacit_intervals *v, double x);

/* The label of interval `i`, which is `room` or one of those given. */
const char *tacit_intervals_label(const tacit_intervals *v, size_t i,
                                  char room[TACIT_INTERVAL_BYTES]);

/* The label of what is below the first break or above the last. */
const char *tacit_intervals_outside(const tacit_intervals *v, bool below,
                                    char room[TACIT_INTERVAL_BYTES]);

/* Intervals of equal width. */
typedef struct tacit_widths {
    tacit_type type; /* of the column */
    double origin, width;
} tacit_widths;

/* The label of the interval in which `x` lies; false if it cannot be told. */
bool tacit_widths_label(const tacit_widths *w, double x, char room[TACIT_INTERVAL_BYTES]);

#endif
