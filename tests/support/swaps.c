/*
 * swaps.c - what the tests of swapping methods compare.
 */
#include "support/swaps.h"

mask *set_columns(mask *m, const char *list, const char *const *names)
{
    tacit_value *v = argument(&m->a, list);
    v->texts = names;
    for (v->n = 0; names[v->n] != NULL;)
        v->n++;
    return m;
}

uint64_t combinations(const tacit_table *t, const char *const *names)
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

size_t changed_rows(const tacit_table *a, const tacit_table *b, const char *const *names)
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

bool has_note(const tacit_result *told, const char *part)
{
    const json_t *note = NULL;
    size_t i;
    json_array_foreach(json_object_get(told, "notes"), i,
                       note) if (strstr(json_string_value(note), part) != NULL) return true;
    return false;
}
