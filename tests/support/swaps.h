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
static inline mask *set_columns(mask *m, const char *list, const char *const *names)
{
    tacit_value *v = argument(&m->a, list);
    v->texts = names;
    for (v->n = 0; names[v->n] != NULL;)
        v->n++;
    return m;
}

/* A number that is the same for two tables if, whatever the order of rows, they have the same
 * combinations of `names` (and otherwise with probability 2^-64). */
static inline uint64_t combinations(const tacit_table *t, const char *const *names)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        uint64_t row = 1;
        for (size_t k = 0; names[k] != NULL; k++) {
            char text[32];
            const char *cell = tacit_column_text(column_of(t, names[k]), i, text);
            row = tacit_hash_u64(row + tacit_hash_bytes(cell, strlen(cell)));
        }
        sum += tacit_hash_u64(row);
    }
    return sum;
}

/* Rows in which one of `names` is not the same. */
static inline size_t changed_rows(const tacit_table *a, const tacit_table *b,
                                  const char *const *names)
{
    size_t n = 0;
    for (size_t i = 0; i < tacit_table_rows(a); i++) {
        bool same = true;
        for (size_t k = 0; names[k] != NULL; k++)
            same = same && same_cell(column_of(a, names[k]), column_of(b, names[k]), i);
        n += !same;
    }
    return n;
}

/* Whether a note that was told has `part` in it. */
static inline bool has_note(const tacit_result *told, const char *part)
{
    const json_t *note = NULL;
    size_t i;
    json_array_foreach(json_object_get(told, "notes"), i,
                       note) if (strstr(json_string_value(note), part) != NULL) return true;
    return false;
}

#endif
