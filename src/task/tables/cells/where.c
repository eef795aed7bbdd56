/*
 * where.c - where in the data a row stands, for messages.
 */
#include <string.h>

#include "base/text.h"
#include "engine/csv_rules.h"
#include "plan/cells.h"
#include "table/values.h"
#include "task/tables/cells/own.h"

/* The row of the file that row `i` was made of: one of a cross table makes several. */
static tacit_status row_of_file(tacit_ctx *cx, const tacit_work *w, size_t i, size_t *out)
{
    const tacit_value *by = &w->plan->table[0].args.at[TACIT_TABLE_BY];
    uint32_t codes = 1;
    if (tacit_arg_choice(&w->plan->cells, TACIT_CELLS_LAYOUT) == TACIT_CELLS_CROSS)
        TACIT_TRY(tacit_values_count(
            cx, tacit_table_column(w->data, tacit_table_find(w->data, by->texts[by->n - 1])),
            &codes));
    *out = i / codes;
    return TACIT_OK;
}

tacit_status tacit_cells_where(tacit_ctx *cx, const tacit_work *w, size_t i, const char **out)
{
    const char *file = w->plan->data;
    const bool lines = tacit_name_ends(file, ".csv") || tacit_name_ends(file, ".tsv") ||
                       tacit_name_ends(file, ".txt");
    char *text = NULL;
    size_t row = 0;
    TACIT_TRY(row_of_file(cx, w, i, &row));
    if (lines)
        TACIT_TRY(tacit_scratch_format(cx, &text, "%s:%zu", file,
                                       row + 1 + tacit_csv_has_header(&w->plan->source)));
    else
        TACIT_TRY(tacit_scratch_format(cx, &text, "%s, record %zu", file, row + 1));
    *out = text;
    return TACIT_OK;
}

tacit_status tacit_cells_fail(tacit_ctx *cx, const tacit_work *w, size_t i, const char *what)
{
    const char *where = NULL;
    TACIT_TRY(tacit_cells_where(cx, w, i, &where));
    return tacit_fail(cx, TACIT_ERR_DATA, "%s: %s.", where, what);
}
