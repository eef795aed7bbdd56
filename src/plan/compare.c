/*
 * compare.c - an original file and a protected one, whoever made it.
 */
#include "plan/account.h"

static tacit_status load(tacit_ctx *cx, const tacit_plan *plan, const char *uri, uint64_t memory,
                         tacit_table **out)
{
    const tacit_source source = { .uri = uri, .args = &plan->source, .memory = memory };
    tacit_data *data = NULL;
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    const tacit_status status = tacit_data_load(cx, data, NULL, out);
    tacit_data_close(data);
    if (status == TACIT_OK)
        tacit_plan_set_roles(plan, *out);
    return status;
}

/* Risk of one side, if it has keys; `original` is what a masked side was made from. */
static tacit_status measure_side(tacit_ctx *cx, const tacit_plan *plan, const tacit_table *table,
                                 const tacit_table *original, json_t *record)
{
    const char *key = original == NULL ? "before" : "after";
    const tacit_subject_extra extra = { .original = original, .fraction = plan->fraction };
    tacit_subject *subject = NULL;
    TACIT_TRY(tacit_subject_new(cx, table, &subject));
    tacit_subject_add(subject, &extra);
    tacit_status status = tacit_account_measures(cx, record, key, plan, subject);
    tacit_subject_free(subject);
    return status;
}

static tacit_status check_common(tacit_ctx *cx, const tacit_pair *pair, const char *a,
                                 const char *b)
{
    size_t common = 0;
    for (size_t j = 0; j < tacit_table_columns(pair->original); j++)
        common += tacit_table_find(pair->masked,
                                   tacit_column_name(tacit_table_column(pair->original, j))) <
                  tacit_table_columns(pair->masked);
    if (common == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s and %s have no column name in common.", a, b);
    return TACIT_OK;
}

static tacit_status compare_tables(tacit_ctx *cx, const tacit_plan *plan, const char *uri,
                                   const tacit_pair *pair, json_t *record)
{
    TACIT_TRY(check_common(cx, pair, plan->data, uri));
    TACIT_TRY(tacit_account_table(cx, record, "data", plan->data, pair->original, true));
    TACIT_TRY(tacit_account_table(cx, record, "protected", uri, pair->masked, true));
    TACIT_TRY(measure_side(cx, plan, pair->original, NULL, record));
    TACIT_TRY(measure_side(cx, plan, pair->masked, pair->original, record));
    TACIT_TRY(tacit_account_utility(cx, record, plan, pair));
    TACIT_TRY(tacit_account_versions(cx, record));
    return tacit_account_warnings(cx, record);
}

static tacit_status compare_plan(tacit_ctx *cx, const tacit_request *request,
                                 const tacit_plan *plan, void *user, json_t *record)
{
    const char *uri = user;
    const uint64_t memory = request->memory;
    tacit_table *original = NULL, *masked = NULL;
    tacit_data *data = NULL;
    TACIT_TRY(tacit_plan_open(cx, plan, memory, &data)); /* checks the plan's columns */
    tacit_status status = tacit_data_load(cx, data, NULL, &original);
    tacit_data_close(data);
    if (status == TACIT_OK) {
        tacit_plan_set_roles(plan, original);
        status = load(cx, plan, uri, memory, &masked);
    }
    if (status == TACIT_OK) {
        const tacit_pair pair = { .original = original, .masked = masked };
        status = compare_tables(cx, plan, uri, &pair, record);
    }
    tacit_table_free(original);
    tacit_table_free(masked);
    return status;
}

tacit_status tacit_run_compare(tacit_ctx *cx, const tacit_request *request,
                               const char *protected_uri, json_t **record)
{
    char *uri = NULL;
    TACIT_TRY(tacit_scratch_text(cx, protected_uri, &uri));
    return tacit_request_run(cx, request, "compare", compare_plan, uri, record);
}
