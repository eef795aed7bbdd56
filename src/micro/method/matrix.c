/*
 * matrix.c - the numbers of several columns, row by row, for methods that mask them together.
 */
#include "micro/method/matrix.h"

static bool is_complete(const tacit_table *t, const tacit_select *cols, size_t i)
{
    for (size_t c = 0; c < cols->n; c++)
        if (tacit_column_is_missing(tacit_table_column(t, cols->at[c]), i))
            return false;
    return true;
}

tacit_status tacit_matrix_of(tacit_ctx *cx, const tacit_table *t, const tacit_select *cols,
                             const tacit_row_list *rows, tacit_matrix *out)
{
    const bool all = rows == NULL || rows->at == NULL;
    const size_t n = rows == NULL ? tacit_table_rows(t) : rows->n;
    size_t *row = NULL, kept = 0;
    double *x = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    for (size_t i = 0; i < n; i++) {
        row[kept] = all ? i : rows->at[i];
        kept += is_complete(t, cols, row[kept]);
    }
    TACIT_TRY(tacit_scratch(cx, kept * cols->n, sizeof *x, &x));
    for (size_t c = 0; c < cols->n; c++) {
        const tacit_column *column = tacit_table_column(t, cols->at[c]);
        for (size_t i = 0; i < kept; i++)
            x[i * cols->n + c] = tacit_column_number(column, row[i]);
    }
    *out = (tacit_matrix){ .n = kept, .p = cols->n, .x = x, .row = row };
    return TACIT_OK;
}

tacit_status tacit_matrix_put(tacit_ctx *cx, const tacit_matrix *m, const tacit_select *cols,
                              tacit_table *t)
{
    for (size_t c = 0; c < cols->n; c++) {
        double *y = NULL;
        TACIT_TRY(tacit_table_edit_reals(cx, t, cols->at[c], &y));
        for (size_t i = 0; i < m->n; i++)
            y[m->row[i]] = m->x[i * m->p + c];
    }
    return TACIT_OK;
}
