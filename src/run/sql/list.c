/*
 * list.c - rows of literals as a common table: VALUES, or SELECTs for engines without.
 */
#include "run/sql/own.h"

tacit_status tacit_sql_list_begin(tacit_ctx *cx, const tacit_sql_list *list, const char *name)
{
    TACIT_TRY(tacit_buffer_format(cx, list->out, "  %s", name));
    if (list->dialect->rows == NULL)
        return tacit_buffer_text(cx, list->out, " AS (");
    for (size_t k = 0; k < list->n; k++)
        TACIT_TRY(tacit_buffer_format(cx, list->out, "%s%s", k == 0 ? " (" : ", ", list->name[k]));
    return tacit_buffer_format(cx, list->out, ") AS (%s", list->dialect->rows);
}

/* What ends the cell before. */
static tacit_status end_cell(tacit_ctx *cx, const tacit_sql_list *list)
{
    if (list->cells == 0 || list->dialect->rows != NULL)
        return TACIT_OK;
    return tacit_buffer_format(cx, list->out, " AS %s", list->name[(list->cells - 1) % list->n]);
}

tacit_status tacit_sql_list_cell(tacit_ctx *cx, tacit_sql_list *list)
{
    const bool first = list->cells == 0, begins = list->cells % list->n == 0;
    TACIT_TRY(end_cell(cx, list));
    list->cells++;
    if (!begins)
        return tacit_buffer_text(cx, list->out, ", ");
    if (list->dialect->rows == NULL)
        return tacit_buffer_text(cx, list->out,
                                 first ? "\n    SELECT " : "\n    UNION ALL SELECT ");
    return tacit_buffer_text(cx, list->out, first ? "\n    (" : "),\n    (");
}

tacit_status tacit_sql_list_end(tacit_ctx *cx, const tacit_sql_list *list)
{
    TACIT_TRY(end_cell(cx, list));
    return tacit_buffer_text(cx, list->out, list->dialect->rows == NULL ? "\n  ),\n" : ")\n  ),\n");
}
