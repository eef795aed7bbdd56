/*
 * origin.c - where the rows of a release come from: a column of numbers that goes along with
 * them.
 */
#include "run/order/origin.h"

#include <string.h>

bool tacit_origin_matters(const tacit_plan *plan)
{
    for (size_t i = 0; i < plan->n_steps; i++)
        if ((plan->step[i].method->traits & TACIT_METHOD_ROWS) != 0)
            return true;
    return false;
}

tacit_status tacit_origin_number(tacit_ctx *cx, tacit_table *t)
{
    tacit_column *c = NULL;
    TACIT_TRY(tacit_column_numbers(cx, TACIT_ROW, tacit_table_rows(t), &c));
    return tacit_table_add(cx, t, c);
}

bool tacit_origin_moved(const tacit_table *before, const tacit_table *after)
{
    const size_t i = tacit_table_find(before, TACIT_ROW), j = tacit_table_find(after, TACIT_ROW);
    if (i == tacit_table_columns(before))
        return false; /* no step of the plan moves rows */
    return memcmp(tacit_column_integers(tacit_table_column(before, i)),
                  tacit_column_integers(tacit_table_column(after, j)),
                  tacit_table_rows(before) * sizeof(int64_t)) != 0;
}

tacit_status tacit_origin_find(tacit_ctx *cx, tacit_table *t, size_t rows, tacit_row_list *out)
{
    const size_t j = tacit_table_find(t, TACIT_ROW), n = tacit_table_rows(t);
    const int64_t *number = tacit_column_integers(tacit_table_column(t, j));
    size_t *at = NULL;
    bool same = n == rows;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *at, &at));
    for (size_t i = 0; i < n; i++) {
        at[i] = (size_t)number[i] - 1;
        same = same && at[i] == i;
    }
    tacit_table_drop(t, j);
    if (n == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "The plan leaves no record to release.");
    *out = (tacit_row_list){ .n = n, .at = same ? NULL : at };
    return TACIT_OK;
}
