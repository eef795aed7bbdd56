/*
 * damage.h - records with one part changed, for tests that no part is taken for granted.
 */
#ifndef TACIT_TESTS_UNIT_REPORT_DAMAGE_H
#define TACIT_TESTS_UNIT_REPORT_DAMAGE_H

#include "unit/report/help.h"

/* Number of values below `value`, itself not counted. */
static inline size_t count_values(const json_t *value)
{
    size_t n = 0;
    for (size_t i = 0; i < json_array_size(value); i++)
        n += 1 + count_values(json_array_get(value, i));
    const char *key;
    json_t *part;
    json_object_foreach((json_t *)(uintptr_t)value, key, part) n += 1 + count_values(part);
    return n;
}

/* Replace the value number `*k` below `value` by a copy of `by`; counts `*k` down. */
static inline int replace_value(json_t *value, size_t *k, const json_t *by)
{
    for (size_t i = 0; i < json_array_size(value); i++) {
        if ((*k)-- == 0)
            return json_array_set_new(value, i, json_deep_copy(by)) == 0;
        if (replace_value(json_array_get(value, i), k, by))
            return 1;
    }
    void *at = json_object_iter(value);
    for (; at != NULL; at = json_object_iter_next(value, at)) {
        if ((*k)-- == 0)
            return json_object_iter_set_new(value, at, json_deep_copy(by)) == 0;
        if (replace_value(json_object_iter_value(at), k, by))
            return 1;
    }
    return 0;
}

/* Put ATTACK in place of every text below `value`, and in front of the keys of objects
 * whose keys are shown. */
static inline void attack_texts(json_t *value)
{
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (json_is_string(json_array_get(value, i)))
            json_array_set_new(value, i, json_string(ATTACK));
        else
            attack_texts(json_array_get(value, i));
    }
    const char *key;
    json_t *part;
    json_object_foreach(value, key, part)
    {
        if (strcmp(key, "parameters") == 0 || strcmp(key, "versions") == 0)
            json_object_set_new(part, ATTACK, json_string(ATTACK));
        /* The kind of a chart and the unit of a figure choose code; all others are shown. */
        if (json_is_string(part) && strcmp(key, "kind") != 0 && strcmp(key, "unit") != 0)
            json_object_set_new(value, key, json_string(ATTACK));
        else
            attack_texts(part);
    }
}

#endif
