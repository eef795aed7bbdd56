/*
 * windows.h - how many records lie in windows of ranks.
 */
#ifndef TACIT_MICRO_LINKAGE_WINDOWS_H
#define TACIT_MICRO_LINKAGE_WINDOWS_H

#include "base/context.h"

/* n windows of p columns, row by row: from low to high, both included and within
 * TACIT_WINDOW_LEAST ... TACIT_WINDOW_MOST; a window from one to the other overlaps all that
 * are not empty. */
#define TACIT_WINDOW_LEAST (INT32_MIN + 1)
#define TACIT_WINDOW_MOST (INT32_MAX - 1)
typedef struct tacit_windows {
    size_t n, p;
    const int32_t *low, *high;
} tacit_windows;

/* Whether windows i of `a` and k of `b` overlap in every column. */
bool tacit_windows_overlap(const tacit_windows *a, size_t i, const tacit_windows *b, size_t k);

/* For each of `queries` count the `items` that it overlaps in every column; both have the
 * same p > 0.  A tree of boxes: O(n log n) to build; a query passes over boxes out of its
 * reach and counts boxes within its reach whole, so it costs O(p) for each box that its edge
 * cuts: near log n where few overlap, at worst O(n p). */
tacit_status tacit_windows_count(tacit_ctx *cx, const tacit_windows *items,
                                 const tacit_windows *queries, uint32_t *count);

#endif
