/*
 * values.h - the distinct values of a column, numbered.
 *
 * Numbers and dates are numbered upwards, categories in dictionary order; values that
 * no row has are left out.
 */
#ifndef TACIT_TABLE_VALUES_H
#define TACIT_TABLE_VALUES_H

#include "table/column.h"

/* In scratch memory. */
typedef struct tacit_values {
    uint32_t n;            /* distinct values */
    const uint32_t *of;    /* for each row the number of its value; n if missing */
    const size_t *row;     /* for each value the first row that has it */
    const uint64_t *count; /* for each value how many rows have it */
} tacit_values;

/* Number the distinct values of `c`: O(rows) for categories and for integers of a
 * narrow range, O(rows * 8) radix passes otherwise. */
tacit_status tacit_values_of(tacit_ctx *cx, const tacit_column *c, tacit_values *out);

/* How many distinct values `c` has; for categories it is enough to see each once.  O(rows). */
tacit_status tacit_values_count(tacit_ctx *cx, const tacit_column *c, uint32_t *out);

/* How many rows are the only ones with their value.  O(rows). */
tacit_status tacit_values_single(tacit_ctx *cx, const tacit_column *c, uint64_t *out);

/* How many values can be numbered; the failure if there are more. */
#define TACIT_MOST_VALUES (UINT32_MAX - 1)
tacit_status tacit_values_fail(tacit_ctx *cx, const tacit_column *c);

#endif
