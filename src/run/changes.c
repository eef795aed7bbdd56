/*
 * changes.c - what a step changed.
 *
 * Columns that a step did not touch are shared by both tables and cost nothing; others
 * are compared cell by cell, texts by their distinct values, O(rows).
 */
#include "run/changes.h"

#include "base/result.h"
#include "table/same.h"

static tacit_status count_changes(tacit_ctx *cx, const tacit_column *a, const tacit_column *b,
                                  size_t *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_same m;
    TACIT_TRY(tacit_same_new(cx, a, b, &m));
    *out = tacit_same_differ(&m);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status add_changes(tacit_ctx *cx, const tacit_table *before, const tacit_table *after,
                                bool shared, json_t *list)
{
    for (size_t j = 0; j < tacit_table_columns(before); j++) {
        const tacit_column *a = tacit_table_column(before, j);
        const size_t k = tacit_table_find(after, tacit_column_name(a));
        const bool gone = k == tacit_table_columns(after);
        const bool same = !gone && tacit_table_column(after, k) == a;
        if (same && !shared)
            continue;
        size_t cells = same ? 0 : tacit_column_length(a);
        if (!gone && !same)
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
                                bool shared, json_t **out)
{
    json_t *list = json_array();
    if (list == NULL)
        return tacit_fail_memory(cx);
    const tacit_status status = add_changes(cx, before, after, shared, list);
    if (status == TACIT_OK)
        *out = list;
    else
        json_decref(list);
    return status;
}
