/*
 * refuse.c - why no generalisation keeps what is required, where counts tell it.
 *
 * No class has more records than the data, and no class more values of a sensitive column than
 * the column.  O(1) for each requirement, O(rows) for each sensitive column.
 */
#include <string.h>

#include "micro/method/generalize/generalize.h"
#include "table/values.h"

/* The whole number of a requirement's parameter; 0 if it has none of that name. */
static double number_of(const tacit_requirement *r, const char *name)
{
    const size_t i = tacit_param_find(r->args->params, name);
    return i < r->args->n ? r->args->at[i].number : 0.0;
}

static bool is_model(const tacit_requirement *r, const char *name)
{
    return strcmp(r->model->measure.about.name, name) == 0;
}

/* Fail if a sensitive column has fewer values than each class is to have. */
static tacit_status check_values(tacit_ctx *cx, const tacit_table *t, double l)
{
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        uint32_t n = 0;
        if ((tacit_table_roles(t, j) & TACIT_ROLE_SENSITIVE) == 0)
            continue;
        TACIT_TRY(tacit_values_count(cx, tacit_table_column(t, j), &n));
        if ((double)n < l)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "l_diversity asks for %g different values of '%s' in each class, but "
                              "the column has only %u; ask for fewer.",
                              l, tacit_column_name(tacit_table_column(t, j)), n);
    }
    return TACIT_OK;
}

tacit_status tacit_generalize_reach(tacit_ctx *cx, const tacit_generalizer *z)
{
    const tacit_table *t = z->job->in;
    for (size_t i = 0; i < z->n_require; i++) {
        const tacit_requirement *r = &z->require[i];
        const double k = number_of(r, "k");
        if (is_model(r, "k_anonymity") && k > (double)tacit_table_rows(t))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "k_anonymity asks for %g records alike, but the data has only %zu; "
                              "ask for a smaller k.",
                              k, tacit_table_rows(t));
        if (is_model(r, "l_diversity"))
            TACIT_TRY(check_values(cx, t, number_of(r, "l")));
    }
    return TACIT_OK;
}

tacit_status tacit_generalize_refuse(tacit_ctx *cx, const tacit_generalizer *z, double suppression)
{
    TACIT_TRY(tacit_generalize_reach(cx, z));
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "No generalisation of the keys keeps what is required with at most %g of "
                      "the records suppressed%s.",
                      suppression, z->found.proven ? "" : ", as far as the search went");
}
