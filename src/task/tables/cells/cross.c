/*
 * cross.c - a cross table as a row for each cell: the columns that are no dimension are the codes
 * of the last one.  O(cells).
 */
#include <string.h>

#include "base/text.h"
#include "plan/cells.h"
#include "task/tables/cells/own.h"

/* The rows on their way. */
typedef struct uncrossing {
    tacit_ctx *cx;
    const tacit_table *from;
    const tacit_value *by; /* the dimensions of the table */
    const char *value;     /* what the values are called */
    size_t *row_dimension; /* columns of all dimensions but the last */
    size_t *code;          /* columns that are codes of the last */
    size_t n_codes;
    tacit_builder **builder; /* dimensions, then values */
} uncrossing;

static size_t rows_of(const uncrossing *u)
{
    return tacit_table_rows(u->from) * u->n_codes;
}

/* Which column is what; where a table has two dimensions, the first column is the first. */
static tacit_status sort_columns(uncrossing *u)
{
    const size_t n = tacit_table_columns(u->from), last = u->by->n - 1;
    TACIT_TRY(tacit_scratch(u->cx, last, sizeof *u->row_dimension, &u->row_dimension));
    TACIT_TRY(tacit_scratch(u->cx, n, sizeof *u->code, &u->code));
    for (size_t d = 0; d < last; d++) {
        const size_t j = tacit_table_find(u->from, u->by->texts[d]);
        if (j == n && last > 1)
            return tacit_fail(u->cx, TACIT_ERR_INPUT,
                              "The cross table has no column for its dimension '%s'.",
                              u->by->texts[d]);
        u->row_dimension[d] = j < n ? j : 0;
    }
    for (size_t j = 0; j < n; j++) {
        bool dimension = false;
        for (size_t d = 0; d < last; d++)
            dimension = dimension || u->row_dimension[d] == j;
        const tacit_column *c = tacit_table_column(u->from, j);
        if (!dimension && (tacit_column_type(c) & TACIT_TYPE_NUMBER) == 0)
            return tacit_fail(u->cx, TACIT_ERR_DATA,
                              "Column '%s' of the cross table holds texts instead of values.",
                              tacit_column_name(c));
        if (!dimension)
            u->code[u->n_codes++] = j;
    }
    return TACIT_OK;
}

static tacit_status put_cell(const uncrossing *u, size_t i, const tacit_column *column)
{
    const size_t last = u->by->n - 1;
    const char *code = tacit_column_name(column);
    for (size_t d = 0; d < last; d++) {
        char room[TACIT_NUMBER_BYTES];
        const char *text =
            tacit_column_text(tacit_table_column(u->from, u->row_dimension[d]), i, room);
        TACIT_TRY(tacit_builder_text(u->cx, u->builder[d], text, strlen(text)));
    }
    TACIT_TRY(tacit_builder_text(u->cx, u->builder[last], code, strlen(code)));
    if (tacit_column_is_missing(column, i))
        return tacit_builder_missing(u->cx, u->builder[last + 1]);
    const double x = tacit_column_number(column, i);
    return tacit_builder_reals(u->cx, u->builder[last + 1], &x, NULL, 1);
}

static tacit_status put_cells(uncrossing *u)
{
    TACIT_TRY(tacit_scratch(u->cx, u->by->n + 1, sizeof *u->builder, &u->builder));
    for (size_t d = 0; d <= u->by->n; d++)
        TACIT_TRY(tacit_builder_new(u->cx, d < u->by->n ? u->by->texts[d] : u->value,
                                    d < u->by->n ? TACIT_TYPE_CATEGORY : TACIT_TYPE_REAL,
                                    rows_of(u), &u->builder[d]));
    for (size_t i = 0; i < tacit_table_rows(u->from); i++)
        for (size_t k = 0; k < u->n_codes; k++)
            TACIT_TRY(put_cell(u, i, tacit_table_column(u->from, u->code[k])));
    return TACIT_OK;
}

/* All builders become columns of `out`, or are freed. */
static tacit_status finish(const uncrossing *u, tacit_status status, tacit_table *out)
{
    for (size_t d = 0; u->builder != NULL && d <= u->by->n; d++) {
        tacit_column *column = NULL;
        if (status != TACIT_OK) {
            tacit_builder_free(u->builder[d]);
            continue;
        }
        status = tacit_builder_finish(u->cx, u->builder[d], &column);
        if (status == TACIT_OK)
            status = tacit_table_add(u->cx, out, column);
    }
    return status;
}

tacit_status tacit_cells_uncross(tacit_ctx *cx, const tacit_plan *plan, tacit_table *t)
{
    tacit_table *made = NULL;
    if (plan->n_tables != 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: a cross table is one table; the plan asks for %zu.", plan->file,
                          plan->n_tables);
    const tacit_args *args = &plan->table[0].args;
    uncrossing u = { .cx = cx,
                     .from = t,
                     .by = &args->at[TACIT_TABLE_BY],
                     .value = tacit_arg_given(args, TACIT_TABLE_OF)
                                  ? args->at[TACIT_TABLE_OF].texts[0]
                                  : TACIT_CELLS_OWN_VALUE };
    TACIT_TRY(sort_columns(&u));
    TACIT_TRY(tacit_table_new(cx, rows_of(&u), &made));
    const tacit_status status = finish(&u, put_cells(&u), made);
    if (status != TACIT_OK) {
        tacit_table_free(made);
        return status;
    }
    tacit_table_become(t, made);
    return TACIT_OK;
}
