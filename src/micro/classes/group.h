/*
 * group.h - grouping equal 64-bit keys, and packing key columns into them.
 */
#ifndef TACIT_MICRO_CLASSES_GROUP_H
#define TACIT_MICRO_CLASSES_GROUP_H

#include "table/table.h"

/* One key column as a source of codes 0 ... radix-1; a missing cell has code radix-1 if
 * any is missing. */
typedef struct tacit_lens {
    const tacit_column *column;
    uint64_t radix;
    int64_t base;           /* INTEGER, DATE: code is value - base */
    const uint32_t *number; /* code of each row where the range is too wide, or NULL */
} tacit_lens;

/* Look at a column; may take scratch memory. */
tacit_status tacit_lens_make(tacit_ctx *cx, const tacit_column *column, tacit_lens *out);

/* Code of row i. */
uint64_t tacit_lens_code(const tacit_lens *lens, size_t i);

/* Number the distinct ones among `n` keys, all below `space`: number[i] is the group of
 * key[i], 0 ... *groups-1.  The numbering depends on the keys and their order alone, not
 * on threads.  O(n), in parallel; up to 16 bytes of scratch memory a key. */
tacit_status tacit_group_keys(tacit_ctx *cx, const uint64_t *key, size_t n, uint64_t space,
                              uint32_t *number, size_t *groups);

/* Rows to be grouped, and how many records they stand for. */
typedef struct tacit_group_rows {
    size_t n;
    uint64_t records; /* at least n */
} tacit_group_rows;

/* The same for a histogram whose rows stand in the order in which its records have them first:
 * numbered as the records would be. */
tacit_status tacit_group_counted(tacit_ctx *cx, const uint64_t *key, const tacit_group_rows *rows,
                                 uint64_t space, uint32_t *number, size_t *groups);

/* Spaces are kept below this so that packing one more lens cannot overflow. */
#define TACIT_GROUP_SPACE (UINT64_C(1) << 62)

/* Pack all lenses row by row and group: number[i] is the number of row i's combination. */
tacit_status tacit_group_lenses(tacit_ctx *cx, const tacit_lens *lens, size_t n_lenses, size_t rows,
                                uint32_t *number, size_t *groups);

/* The same for a histogram, see tacit_group_counted(). */
tacit_status tacit_group_counted_lenses(tacit_ctx *cx, const tacit_lens *lens, size_t n_lenses,
                                        const tacit_group_rows *rows, uint32_t *number,
                                        size_t *groups);

#endif
