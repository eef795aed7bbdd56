/*
 * pattern_rows.h - the patterns of one record with all records of the other side.
 *
 * Each run of values is either scattered to its rows (which stand together, ordered by
 * value) or, if it covers many, compared with all rows in a loop that compilers turn into
 * vector instructions.
 */
#ifndef TACIT_MICRO_LINKAGE_PATTERN_ROWS_H
#define TACIT_MICRO_LINKAGE_PATTERN_ROWS_H

#include "micro/linkage/patterns/patterns.h"

/* The rows of the second side, made ready; in scratch memory. */
typedef struct tacit_pattern_rows {
    const tacit_pattern_pairs *pairs;
    tacit_pattern_code code;
    const uint32_t *base;                      /* of each row: its own missing fields */
    const uint32_t *present[TACIT_FIELDS_MAX]; /* what a missing value of a adds to each row */
    const uint32_t *row[TACIT_FIELDS_MAX];     /* rows by value */
    const uint32_t *start[TACIT_FIELDS_MAX];   /* of each value in `row`; n_b + 1 of them */
} tacit_pattern_rows;

/* Make the rows of the second side of `pairs` (borrowed) ready: O(rows) a field. */
tacit_status tacit_pattern_rows_make(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                                     tacit_pattern_rows *out);

/* Write the code of row i with each row j of the other side from `first` on to code[j];
 * those before `first` are left undefined. */
void tacit_pattern_rows_fill(const tacit_pattern_rows *r, size_t i, size_t first, uint32_t *code);

#endif
