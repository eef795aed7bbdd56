/*
 * marks.c - values of published tables: numbers, and marks in the place of those that are hidden.
 *
 * A column with marks is one of texts.  It becomes one of numbers that are missing where a mark
 * stands; what is neither a number nor a mark is refused.  O(rows).
 */
#include <string.h>

#include "base/text.h"
#include "plan/cells.h"
#include "task/tables/cells/own.h"

/* Marks that are understood without being named. */
static const char *const MARKS[] = { "x", "X",   "*", "**", "..", "...", ":",
                                     "c", "(c)", "C", "#",  "×",  NULL };

static bool is_mark(const tacit_plan *plan, const char *text)
{
    const tacit_value *own = &plan->cells.at[TACIT_CELLS_MARKS];
    for (size_t k = 0; own->given && k < own->n; k++)
        if (strcmp(own->texts[k], text) == 0)
            return true;
    for (size_t k = 0; !own->given && MARKS[k] != NULL; k++)
        if (strcmp(MARKS[k], text) == 0)
            return true;
    return false;
}

/* The numbers of a column of texts, as far as there are some. */
static tacit_status read_numbers(tacit_ctx *cx, const tacit_work *w, const tacit_column *c,
                                 tacit_builder *b)
{
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        char room[TACIT_NUMBER_BYTES];
        const bool missing = tacit_column_is_missing(c, i);
        const char *text = missing ? "" : tacit_column_text(c, i, room);
        double x = 0;
        if (missing || is_mark(w->plan, text))
            TACIT_TRY(tacit_builder_missing(cx, b));
        else if (tacit_parse_real(text, &x))
            TACIT_TRY(tacit_builder_reals(cx, b, &x, NULL, 1));
        else
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "%s: column '%s' has, in record %zu, neither a number nor one of the "
                              "marks of hidden values that 'marks' under 'cells' names.",
                              w->plan->data, tacit_column_name(c), i + 1);
    }
    return TACIT_OK;
}

static tacit_status unmark(tacit_ctx *cx, const tacit_work *w, tacit_table *t, size_t j)
{
    const tacit_column *c = tacit_table_column(t, j);
    tacit_builder *b = NULL;
    tacit_column *made = NULL;
    if (tacit_column_type(c) != TACIT_TYPE_CATEGORY)
        return TACIT_OK;
    TACIT_TRY(
        tacit_builder_new(cx, tacit_column_name(c), TACIT_TYPE_REAL, tacit_column_length(c), &b));
    const tacit_status status = read_numbers(cx, w, c, b);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &made));
    tacit_table_replace(t, j, made);
    return TACIT_OK;
}

static tacit_status unmark_named(tacit_ctx *cx, const tacit_work *w, const char *name,
                                 tacit_table *t)
{
    const size_t j = name == NULL ? SIZE_MAX : tacit_table_find(t, name);
    return j < tacit_table_columns(t) ? unmark(cx, w, t, j) : TACIT_OK;
}

/* Whether a column is a dimension of the only table of a cross table. */
static bool is_dimension(const tacit_value *by, const tacit_table *t, size_t j)
{
    const char *name = tacit_column_name(tacit_table_column(t, j));
    bool found = false, is = false;
    for (size_t d = 0; d + 1 < by->n; d++) {
        found = found || tacit_table_find(t, by->texts[d]) < tacit_table_columns(t);
        is = is || strcmp(by->texts[d], name) == 0;
    }
    return is || (!found && j == 0 && by->n > 1);
}

tacit_status tacit_cells_unmark(tacit_ctx *cx, const tacit_work *w, tacit_table *t)
{
    const tacit_plan *plan = w->plan;
    static const size_t named[] = { TACIT_CELLS_VALUE, TACIT_CELLS_FREQUENCY };
    const bool cross = tacit_arg_choice(&plan->cells, TACIT_CELLS_LAYOUT) == TACIT_CELLS_CROSS;
    for (size_t j = 0; cross && plan->n_tables > 0 && j < tacit_table_columns(t); j++)
        if (!is_dimension(&plan->table[0].args.at[TACIT_TABLE_BY], t, j))
            TACIT_TRY(unmark(cx, w, t, j));
    for (size_t k = 0; k < sizeof named / sizeof named[0]; k++)
        TACIT_TRY(unmark_named(cx, w, tacit_arg_text(&plan->cells, named[k]), t));
    for (size_t i = 0; i < plan->n_tables; i++) {
        const tacit_value *of = &plan->table[i].args.at[TACIT_TABLE_OF];
        for (size_t k = 0; k < of->n; k++)
            TACIT_TRY(unmark_named(cx, w, of->texts[k], t));
    }
    return TACIT_OK;
}
