/*
 * inspect.c - the profile of every column with a suggested role and the reason.
 *
 * The record has under "profile" one object for each column (profile/describe.h), and
 * under "before" results for people: suggested roles, values, uniqueness on the suggested
 * keys.  Suggested roles stand with the data's columns as if a plan had given them.
 * It holds no text of a category, but least and greatest values: it is for the custodian.
 *
 * Cost: the data in memory, and O(rows) a column; O(keys^2 * rows) for the keys.
 */
#include "plan/account.h"
#include "profile/describe.h"

/* The options that the plan gives for reading the data, without those left to defaults. */
static tacit_status put_options(tacit_ctx *cx, const tacit_args *args, json_t *data)
{
    json_t *options = NULL;
    TACIT_TRY(tacit_args_json(cx, args, &options));
    for (size_t i = 0; i < args->n; i++)
        if (!tacit_arg_given(args, i))
            (void)json_object_del(options, args->params[i].name);
    if (json_object_size(options) > 0)
        return tacit_json_put(cx, data, "options", options);
    json_decref(options);
    return TACIT_OK;
}

static tacit_status put_profiles(tacit_ctx *cx, const tacit_description *d, json_t *record)
{
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, record, "profile", list));
    for (size_t j = 0; j < d->n; j++) {
        json_t *column = NULL;
        TACIT_TRY(tacit_describe_column(cx, d, j, &column));
        TACIT_TRY(tacit_json_add(cx, list, column));
    }
    return TACIT_OK;
}

static tacit_status put_keys(tacit_ctx *cx, const tacit_description *d, const tacit_table *table,
                             json_t *results)
{
    tacit_select keys = { 0 };
    tacit_key_report report;
    tacit_result *result = NULL;
    TACIT_TRY(tacit_table_with_role(cx, table, TACIT_ROLE_KEY, &keys));
    if (keys.n == 0 || tacit_table_rows(table) == 0)
        return TACIT_OK;
    tacit_stage(cx, "Counting who is unique");
    TACIT_TRY(tacit_keys_measure(cx, table, &keys, d->profile, &report));
    TACIT_TRY(tacit_describe_keys(cx, d, &report, &result));
    return tacit_json_add(cx, results, result);
}

static tacit_status put_results(tacit_ctx *cx, const tacit_description *d, const tacit_table *table,
                                json_t *record)
{
    tacit_result *roles = NULL, *values = NULL;
    json_t *part = json_pack("{s:[], s:[]}", "models", "risks");
    TACIT_TRY(tacit_json_put(cx, record, "before", part));
    json_t *results = json_object_get(part, "risks");
    TACIT_TRY(tacit_describe_roles(cx, d, &roles));
    TACIT_TRY(tacit_json_add(cx, results, roles));
    TACIT_TRY(put_keys(cx, d, table, results));
    TACIT_TRY(tacit_describe_values(cx, d, &values));
    return tacit_json_add(cx, results, values);
}

static tacit_status inspect_table(tacit_ctx *cx, const tacit_plan *plan, tacit_table *table,
                                  json_t *record)
{
    tacit_profile *profile = NULL;
    tacit_suggestion *suggestion = NULL;
    const size_t n = tacit_table_columns(table);
    tacit_stage(cx, "Looking at columns");
    TACIT_TRY(tacit_profile_table(cx, table, &profile));
    TACIT_TRY(tacit_role_suggest_all(cx, profile, n, &suggestion));
    for (size_t j = 0; j < n; j++)
        tacit_table_set_roles(table, j, tacit_suggestion_roles(&suggestion[j]));
    const tacit_description d = { .n = n, .profile = profile, .suggestion = suggestion };
    TACIT_TRY(tacit_account_table(cx, record, "data", plan->data, table, false));
    TACIT_TRY(put_options(cx, &plan->source, json_object_get(record, "data")));
    TACIT_TRY(put_profiles(cx, &d, record));
    TACIT_TRY(put_results(cx, &d, table, record));
    TACIT_TRY(tacit_account_versions(cx, record));
    return tacit_account_warnings(cx, record);
}

static tacit_status inspect_plan(tacit_ctx *cx, const tacit_request *request,
                                 const tacit_plan *plan, void *user, json_t *record)
{
    (void)user;
    tacit_data *data = NULL;
    tacit_table *table = NULL;
    TACIT_TRY(tacit_plan_open(cx, plan, request->memory, &data));
    tacit_status status = tacit_data_load(cx, data, NULL, &table);
    tacit_data_close(data);
    if (status == TACIT_OK)
        status = inspect_table(cx, plan, table, record);
    tacit_table_free(table);
    return status;
}

tacit_status tacit_run_inspect(tacit_ctx *cx, const tacit_request *request, json_t **record)
{
    return tacit_request_run(cx, request, "inspect", inspect_plan, NULL, record);
}
