/*
 * subject.c - the data set that models and risk measures look at.
 */
#include "classes/subject.h"

#include <string.h>

#include "base/memory.h"

enum { RULES = 2 };

struct tacit_subject {
    const tacit_table *table;
    tacit_select       keys, sensitive;
    size_t            *at; /* what keys and sensitive point into */
    size_t             count, weight;
    uint64_t           records;
    tacit_classes     *classes[RULES];
};

void tacit_subject_free(tacit_subject *s)
{
    if (s == NULL)
        return;
    for (size_t r = 0; r < RULES; r++)
        tacit_classes_free(s->classes[r]);
    tacit_free(s->at);
    tacit_free(s);
}

/* Write the positions of columns with `role` to `at`. */
static tacit_select with_role(const tacit_table *t, unsigned role, size_t *at)
{
    size_t n = 0;
    for (size_t j = 0; j < tacit_table_columns(t); j++)
        if ((tacit_table_roles(t, j) & role) != 0)
            at[n++] = j;
    return (tacit_select){ .n = n, .at = at };
}

static tacit_status check_weights(tacit_ctx *cx, const tacit_table *t, size_t j)
{
    const tacit_column *c = tacit_table_column(t, j);
    const char *name = j == tacit_table_find(t, TACIT_WEIGHT) ? "weight" : tacit_column_name(c);
    if ((tacit_column_type(c) & TACIT_TYPE_NUMBER) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "Weight column '%s' holds no numbers.", name);
    if (tacit_column_missing(c) > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Weight column '%s' has %zu missing values; every record needs one.",
                          name, tacit_column_missing(c));
    size_t bad = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        bad += tacit_column_number(c, i) <= 0.0;
    if (bad > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Weight column '%s' has %zu values that are zero or negative; sampling "
                          "weights are positive.", name, bad);
    return TACIT_OK;
}

static tacit_status fill_subject(tacit_ctx *cx, const tacit_table *table, tacit_subject *s)
{
    const size_t n = tacit_table_columns(table);
    TACIT_TRY(tacit_alloc(cx, 2 * n, sizeof *s->at, &s->at));
    s->table = table;
    s->keys = with_role(table, TACIT_ROLE_KEY, s->at);
    s->sensitive = with_role(table, TACIT_ROLE_SENSITIVE, s->at + n);
    s->count = tacit_table_find(table, TACIT_COUNT);
    s->weight = tacit_table_find(table, TACIT_WEIGHT);
    if (s->weight == n)
        s->weight = tacit_table_role_column(table, TACIT_ROLE_WEIGHT);
    s->records = tacit_table_rows(table);
    if (s->count < n) {
        const int64_t *count = tacit_column_integers(tacit_table_column(table, s->count));
        s->records = 0;
        for (size_t i = 0; i < tacit_table_rows(table); i++)
            s->records += (uint64_t)count[i];
    }
    return s->weight < n ? check_weights(cx, table, s->weight) : TACIT_OK;
}

tacit_status tacit_subject_new(tacit_ctx *cx, const tacit_table *table, tacit_subject **out)
{
    tacit_subject *s = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *s, &s));
    const tacit_status status = fill_subject(cx, table, s);
    if (status != TACIT_OK) {
        tacit_subject_free(s);
        return status;
    }
    *out = s;
    return TACIT_OK;
}

const tacit_table *tacit_subject_table(const tacit_subject *s)
{
    return s->table;
}

uint64_t tacit_subject_records(const tacit_subject *s)
{
    return s->records;
}

const tacit_select *tacit_subject_keys(const tacit_subject *s)
{
    return &s->keys;
}

const tacit_select *tacit_subject_sensitive(const tacit_subject *s)
{
    return &s->sensitive;
}

bool tacit_subject_has_rows(const tacit_subject *s)
{
    return s->count == tacit_table_columns(s->table);
}

bool tacit_subject_has_weight(const tacit_subject *s)
{
    return s->weight < tacit_table_columns(s->table);
}

tacit_status tacit_subject_check(tacit_ctx *cx, const tacit_subject *s, const char *who,
                                 unsigned needs)
{
    if ((needs & TACIT_NEEDS_KEYS) != 0 && s->keys.n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' needs key columns; say which columns are keys under roles.", who);
    if ((needs & TACIT_NEEDS_SENSITIVE) != 0 && s->sensitive.n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' needs a sensitive column; say which one under roles.", who);
    if ((needs & TACIT_NEEDS_WEIGHT) != 0 && !tacit_subject_has_weight(s))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' needs a weight column; say which one under roles.", who);
    if ((needs & TACIT_NEEDS_ROWS) != 0 && !tacit_subject_has_rows(s))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' needs the records themselves, not only counts.", who);
    if (s->records == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "The data has no records.");
    return TACIT_OK;
}

tacit_status tacit_subject_classes(tacit_ctx *cx, tacit_subject *s, tacit_missing_rule missing,
                                   const tacit_classes **out)
{
    TACIT_ASSERT((size_t)missing < RULES);
    if (s->classes[missing] == NULL) {
        const tacit_class_spec spec = {
            .keys = s->keys, .count = s->count, .weight = s->weight, .missing = missing
        };
        TACIT_TRY(tacit_classes_new(cx, s->table, &spec, &s->classes[missing]));
    }
    *out = s->classes[missing];
    return TACIT_OK;
}
