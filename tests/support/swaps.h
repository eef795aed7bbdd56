/*
 * swaps.h - what the tests of swapping methods compare.
 */
#ifndef TACIT_TESTS_SUPPORT_SWAPS_H
#define TACIT_TESTS_SUPPORT_SWAPS_H

#include "support/told.h"

#include "base/hash.h"

/* Names of columns, ending with NULL. */
#define NAMES(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* Give the argument `list` of `m` the columns `names`. */
mask *set_columns(mask *m, const char *list, const char *const *names);

/* A number that is the same for two tables if, whatever the order of rows, they have the same
 * combinations of `names` (and otherwise with probability 2^-64). */
uint64_t combinations(const tacit_table *t, const char *const *names);

/* Rows in which one of `names` is not the same. */
size_t changed_rows(const tacit_table *a, const tacit_table *b, const char *const *names);

/* Whether a note that was told has `part` in it. */
bool has_note(const tacit_result *told, const char *part);

#endif
