/*
 * sort.h - sorting of keys with the rows they came from.
 */
#ifndef TACIT_BASE_SORT_H
#define TACIT_BASE_SORT_H

#include "base/context.h"

/* A key and the row it belongs to. */
typedef struct tacit_keyed {
    uint64_t key;
    uint64_t row;
} tacit_keyed;

/* Sort `a` by key, rows with equal keys kept in order (LSD radix sort, 8 bits a pass,
 * passes in which all keys agree are left out): O(n * bytes of key), n * 16 bytes of
 * scratch memory. */
tacit_status tacit_sort_keyed(tacit_ctx *cx, tacit_keyed *a, size_t n);

/* A key whose unsigned order is the order of the doubles (no NaN; -0 before 0). */
uint64_t tacit_sort_key_real(double x);

/* A key whose unsigned order is the order of the signed integers. */
uint64_t tacit_sort_key_integer(int64_t x);

/* Numbers 0 ... n - 1 in the order in which `before(user, a, b)` says that a comes before or with
 * b, in scratch memory (merge sort from the bottom up, stable): O(n log n) comparisons. */
tacit_status tacit_sort_by(tacit_ctx *cx, size_t n,
                           bool (*before)(const void *user, uint32_t a, uint32_t b),
                           const void *user, uint32_t **out);

/* Sort the doubles `x` (no NaN) upwards. */
tacit_status tacit_sort_reals(tacit_ctx *cx, double *x, size_t n);

#endif
