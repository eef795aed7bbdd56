/*
 * marks.h - where delimiters, line feeds and quotes are.
 */
#ifndef TACIT_ENGINE_CSV_MARKS_H
#define TACIT_ENGINE_CSV_MARKS_H

#include <stddef.h>
#include <stdint.h>

/* Bytes are looked at in steps of this many. */
enum { TACIT_CSV_STEP = 64 };

/* Write the places of `delimiter`, '\n' and '"' among the `n` bytes (readable to the next
 * multiple of a step) to `at`, which has room for as many and one step more; how many there
 * are. */
size_t tacit_csv_marks(const char *bytes, size_t n, char delimiter, uint32_t *at);

#endif
