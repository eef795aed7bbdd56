/*
 * recode_parts.h - breaks that cut a column into a number of parts.
 */
#ifndef TACIT_MICRO_METHOD_CODE_RECODE_PARTS_H
#define TACIT_MICRO_METHOD_CODE_RECODE_PARTS_H

#include "table/column.h"

/* What the parts of a column have in common. */
typedef enum tacit_parts_rule {
    TACIT_PARTS_COUNTS = 0, /* about as many values in each: breaks are quantiles */
    TACIT_PARTS_WIDTH,      /* as wide as each other */
    TACIT_PARTS_RATIO       /* the same ratio of their ends: as wide on the logarithmic scale */
} tacit_parts_rule;

/* Choices of a parameter, in the order of tacit_parts_rule. */
extern const char *const TACIT_PARTS_CHOICES[];

/* How a column is to be cut. */
typedef struct tacit_parts {
    size_t n;
    tacit_parts_rule equal;
    bool right; /* intervals include their upper end, not their lower one */
} tacit_parts;

/* Set `*out` to at most `parts->n` + 1 breaks of the numbers or dates of `c`, upwards from the
 * least to the greatest, in scratch memory, and `*n` to their number.  Those of whole numbers
 * and dates are whole.  Breaks that fall together are one, with a warning.  Fails if there
 * are not two different values, or with TACIT_PARTS_RATIO if a value is not above 0. */
tacit_status tacit_parts_of(tacit_ctx *cx, const tacit_column *c, const tacit_parts *parts,
                            double **out, size_t *n);

#endif
