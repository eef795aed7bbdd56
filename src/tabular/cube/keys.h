/*
 * keys.h - keys of records, and of the cells that they are in.
 *
 * A record keeps its key for ever.  The key of a cell is the sum of the keys of its records, so
 * that equal sets of records have equal keys in whatever table they stand (Fraser and Wooton
 * 2005).  Keys are whole numbers and their sums are exact, whatever the order of the records: a
 * key that is a decimal fraction counts in units of its last digit.
 */
#ifndef TACIT_TABULAR_CUBE_KEYS_H
#define TACIT_TABULAR_CUBE_KEYS_H

#include "tabular/cube/cube.h"

/* In scratch memory. */
typedef struct tacit_cell_keys {
    uint64_t unit; /* keys are fractions of this, a power of 10; 1: they are whole numbers */
    size_t rows;
    const uint64_t **row; /* of each cube: the keys of the rows, 0 for those that do not count */
    uint64_t *sum;        /* of each cell of the system, of all cubes */
} tacit_cell_keys;

/* Add up the keys `row` of rows in each cell of `c`: `sum` has room for all of them.
 * O(records * product of depths). */
tacit_status tacit_cube_sum_keys(tacit_ctx *cx, const tacit_cube *c, size_t rows,
                                 const uint64_t *row, uint64_t *sum);

#endif
