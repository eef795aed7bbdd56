/*
 * changes.c - what a step changed.
 *
 * Columns that a step did not touch are shared by both tables and cost nothing; others
 * are compared cell by cell, O(rows).
 */
#include "plan/changes.h"

#include <string.h>

#include "base/result.h"
#include "table/values.h"

static bool same_number(const tacit_column *a, const tacit_column *b, size_t i)
{
    const double x = tacit_column_number(a, i), y = tacit_column_number(b, i);
    return !(x < y) && !(x > y);
}

static bool same_text(const tacit_column *a, const tacit_column *b, size_t i)
{
    char x[32], y[32];
    return strcmp(tacit_column_text(a, i, x), tacit_column_text(b, i, y)) == 0;
}

static size_t count_changes(const tacit_column *a, const tacit_column *b)
{
    const bool numbers = ((tacit_column_type(a) | tacit_column_type(b)) & TACIT_TYPE_CATEGORY) == 0;
    size_t n = 0;
    for (size_t i = 0; i < tacit_column_length(a); i++) {
        const bool missing = tacit_column_is_missing(a, i);
        if (missing != tacit_column_is_missing(b, i))
            n++;
        else if (!missing)
            n += !(numbers ? same_number(a, b, i) : same_text(a, b, i));
    }
    return n;
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
        const size_t cells =
            gone ? tacit_column_length(a) : count_changes(a, tacit_table_column(after, k));
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
