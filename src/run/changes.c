/*
 * changes.c - what a step changed.
 *
 * Columns that a step did not touch are shared by both tables and cost nothing; others
 * are compared cell by cell, texts by their distinct values, O(rows).
 */
#include "run/changes.h"

#include "base/result.h"
#include "table/values.h"

static bool same_number(const tacit_column *a, const tacit_column *b, size_t i)
{
    const double x = tacit_column_number(a, i), y = tacit_column_number(b, i);
    return !(x < y) && !(x > y);
}

/* The cells that differ in two columns of reals of which no cell is missing. */
static size_t count_reals(const double *x, const double *y, size_t rows)
{
    size_t n = 0;
    for (size_t i = 0; i < rows; i++)
        n += (x[i] < y[i]) | (x[i] > y[i]);
    return n;
}

static size_t count_numbers(const tacit_column *a, const tacit_column *b)
{
    size_t n = 0;
    if (tacit_column_type(a) == TACIT_TYPE_REAL && tacit_column_type(b) == TACIT_TYPE_REAL &&
        tacit_column_missing(a) + tacit_column_missing(b) == 0)
        return count_reals(tacit_column_reals(a), tacit_column_reals(b), tacit_column_length(a));
    for (size_t i = 0; i < tacit_column_length(a); i++) {
        const bool missing = tacit_column_is_missing(a, i);
        if (missing != tacit_column_is_missing(b, i))
            n++;
        else if (!missing)
            n += !same_number(a, b, i);
    }
    return n;
}

/* For each value of `c` the code of its text in `dict`, or the dictionary's size. */
static tacit_status look_up(tacit_ctx *cx, const tacit_column *c, const tacit_values *v,
                            const tacit_dict *dict, uint32_t **out)
{
    uint32_t *code = NULL;
    TACIT_TRY(tacit_scratch(cx, v->n, sizeof *code, &code));
    for (uint32_t k = 0; k < v->n; k++) {
        char room[32];
        code[k] = tacit_dict_find(dict, tacit_column_text(c, v->row[k], room));
    }
    *out = code;
    return TACIT_OK;
}

/* The cells of `a` whose text is not that of CATEGORY `b`. */
static tacit_status count_texts(tacit_ctx *cx, const tacit_column *a, const tacit_column *b,
                                size_t *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    const uint32_t *is = tacit_column_codes(b);
    const uint64_t *valid = tacit_column_missing(b) > 0 ? tacit_column_valid(b) : NULL;
    tacit_values was;
    uint32_t *code = NULL;
    TACIT_TRY(tacit_values_of(cx, a, &was));
    TACIT_TRY(look_up(cx, a, &was, tacit_column_dict(b), &code));
    size_t n = 0;
    for (size_t i = 0; i < tacit_column_length(a); i++) {
        const bool missing = was.of[i] == was.n;
        if (missing != !tacit_valid_at(valid, i))
            n++;
        else if (!missing)
            n += code[was.of[i]] != is[i];
    }
    tacit_scratch_release(cx, mark);
    *out = n;
    return TACIT_OK;
}

/* The same for two categories: by the codes of `a`. */
static tacit_status count_codes(tacit_ctx *cx, const tacit_column *a, const tacit_column *b,
                                size_t *out)
{
    const size_t mark = tacit_scratch_mark(cx), rows = tacit_column_length(a);
    const uint32_t *was = tacit_column_codes(a), *is = tacit_column_codes(b);
    const uint64_t *valid_a = tacit_column_missing(a) > 0 ? tacit_column_valid(a) : NULL;
    const uint64_t *valid_b = tacit_column_missing(b) > 0 ? tacit_column_valid(b) : NULL;
    const tacit_dict *dict = tacit_column_dict(a);
    uint32_t *code = NULL; /* of each text of `a` in `b` */
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(dict), sizeof *code, &code));
    for (uint32_t k = 0; k < tacit_dict_size(dict); k++)
        code[k] = tacit_dict_find(tacit_column_dict(b), tacit_dict_text(dict, k));
    size_t n = 0;
    for (size_t i = 0; i < rows; i++) {
        const bool here = tacit_valid_at(valid_a, i), there = tacit_valid_at(valid_b, i);
        n += here != there || (here && code[was[i]] != is[i]);
    }
    tacit_scratch_release(cx, mark);
    *out = n;
    return TACIT_OK;
}

static tacit_status count_changes(tacit_ctx *cx, const tacit_column *a, const tacit_column *b,
                                  size_t *out)
{
    if (tacit_column_type(a) == TACIT_TYPE_CATEGORY && tacit_column_type(b) == TACIT_TYPE_CATEGORY)
        return count_codes(cx, a, b, out);
    if (tacit_column_type(b) == TACIT_TYPE_CATEGORY)
        return count_texts(cx, a, b, out);
    if (tacit_column_type(a) == TACIT_TYPE_CATEGORY)
        return count_texts(cx, b, a, out);
    *out = count_numbers(a, b);
    return TACIT_OK;
}

static tacit_status add_changes(tacit_ctx *cx, const tacit_table *before, const tacit_table *after,
                                json_t *list)
{
    for (size_t j = 0; j < tacit_table_columns(before); j++) {
        const tacit_column *a = tacit_table_column(before, j);
        const size_t k = tacit_table_find(after, tacit_column_name(a));
        const bool gone = k == tacit_table_columns(after);
        if (!gone && tacit_table_column(after, k) == a)
            continue;
        size_t cells = tacit_column_length(a);
        if (!gone)
            TACIT_TRY(count_changes(cx, a, tacit_table_column(after, k), &cells));
        json_t *part =
            json_pack("{s:s, s:I}", "column", tacit_column_name(a), "cells", (json_int_t)cells);
        TACIT_TRY(tacit_json_add(cx, list, part));
        if (gone)
            TACIT_TRY(tacit_json_put(cx, part, "dropped", json_true()));
    }
    return TACIT_OK;
}

tacit_status tacit_changes_json(tacit_ctx *cx, const tacit_table *before, const tacit_table *after,
                                json_t **out)
{
    json_t *list = json_array();
    if (list == NULL)
        return tacit_fail_memory(cx);
    const tacit_status status = add_changes(cx, before, after, list);
    if (status == TACIT_OK)
        *out = list;
    else
        json_decref(list);
    return status;
}
