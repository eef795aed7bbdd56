/*
 * scan.h - going over pairs of records: all of them, or those that blocking lets through.
 */
#ifndef TACIT_MICRO_LINKAGE_SCAN_SCAN_H
#define TACIT_MICRO_LINKAGE_SCAN_SCAN_H

#include "micro/linkage/blocking.h"
#include "micro/linkage/patterns/patterns.h"

/* Pairs to look at; `blocks` is NULL for all. */
typedef struct tacit_scan {
    const tacit_pattern_pairs *pairs;
    const tacit_blocks *blocks;
} tacit_scan;

/* How many pairs show which pattern; in scratch memory. */
tacit_status tacit_scan_count(tacit_ctx *cx, const tacit_scan *scan, tacit_patterns *out);

/* Pairs that were picked, by row of a, then of b; in scratch memory. */
typedef struct tacit_picked {
    size_t n;
    const uint32_t *a, *b, *code;
} tacit_picked;

/* The pairs whose pattern is kept: keep[code] is not 0.  Only these are written down.  Where
 * each kept pattern agrees on some exact field, only records that are equal there are
 * looked at. */
tacit_status tacit_scan_pick(tacit_ctx *cx, const tacit_scan *scan, const tacit_pattern_code *code,
                             const uint8_t *keep, tacit_picked *out);

/* For each row of a the greatest rank[code] among its pairs with b, how many have it, and
 * whether the pair with row `same[i]` of b is one of them; in scratch memory.  All pairs,
 * O(pairs) time and O(rows) memory. */
typedef struct tacit_best {
    const uint32_t *rank, *ties;
    const bool *hit;
} tacit_best;
tacit_status tacit_scan_best(tacit_ctx *cx, const tacit_pattern_pairs *pairs, const uint32_t *rank,
                             const uint32_t *same, tacit_best *out);

#endif
