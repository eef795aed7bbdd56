/*
 * demands.c - guarantees that no release of the data could keep.
 *
 * A step that searches for a way to keep them fails with how much it would have to suppress, and a
 * plan without one ends with what does not hold; neither says that it is out of reach.
 */
#include "run/demands.h"

#include <string.h>

#include "table/values.h"

/* The argument `name` of what is required, as a number. */
static double asked(const tacit_plan_require *r, const char *name)
{
    return r->args.at[tacit_param_find(r->args.params, name)].number;
}

static void warn_of_records(tacit_ctx *cx, const tacit_plan_require *r, size_t rows)
{
    const double k = asked(r, "k");
    if (k > (double)rows)
        tacit_warn(cx,
                   "k_anonymity asks for k = %.0f, which is out of reach: there are %zu "
                   "records.",
                   k, rows);
}

/* Whether the model looks at column `j`: one of those it names, or else a sensitive one. */
static bool is_looked_at(const tacit_plan_require *r, const tacit_table *table, size_t j)
{
    const tacit_value *named = &r->args.at[tacit_param_find(r->args.params, "sensitive")];
    const char *name = tacit_column_name(tacit_table_column(table, j));
    if (!named->given)
        return (tacit_table_roles(table, j) & TACIT_ROLE_SENSITIVE) != 0;
    for (size_t i = 0; i < named->n; i++)
        if (strcmp(named->texts[i], name) == 0)
            return true;
    return false;
}

static tacit_status warn_of_values(tacit_ctx *cx, const tacit_plan_require *r,
                                   const tacit_table *table)
{
    const double l = asked(r, "l");
    for (size_t j = 0; j < tacit_table_columns(table); j++) {
        const tacit_column *c = tacit_table_column(table, j);
        uint32_t distinct = 0;
        if (!is_looked_at(r, table, j))
            continue;
        TACIT_TRY(tacit_values_count(cx, c, &distinct));
        if (l > (double)distinct)
            tacit_warn(cx,
                       "l_diversity asks for l = %g, which is out of reach: '%s' has %u "
                       "different value%s.",
                       l, tacit_column_name(c), distinct, distinct == 1 ? "" : "s");
    }
    return TACIT_OK;
}

tacit_status tacit_demands_warn(tacit_ctx *cx, const tacit_plan *plan, const tacit_table *table)
{
    for (size_t i = 0; i < plan->n_requires; i++) {
        const tacit_plan_require *r = &plan->require[i];
        const char *name = r->model->measure.about.name;
        if (strcmp(name, "k_anonymity") == 0)
            warn_of_records(cx, r, tacit_table_rows(table));
        if (strcmp(name, "l_diversity") == 0)
            TACIT_TRY(warn_of_values(cx, r, table));
    }
    return TACIT_OK;
}
