/*
 * measure.c - models and risks of data as it is.
 *
 * Most measures need only the histogram of key combinations, which the engine counts
 * where the data is; rows are loaded only if a measure needs them.
 */
#include <sys/stat.h>

#include "plan/account.h"
#include "plan/records.h"

/* Files beyond this size are counted, not loaded, unless the plan names a measure that
 * needs records. */
enum { LARGE_FILE = 268435456 };

static bool is_large(const char *uri)
{
    struct stat st;
    return stat(uri, &st) != 0 || st.st_size > LARGE_FILE; /* a table of a database is */
}

/* What a measure needs; nothing if it compares with an original, for there is none. */
static unsigned measure_needs(const tacit_plan_measure *m)
{
    const unsigned needs = m->risk != NULL    ? m->risk->needs
                           : m->model != NULL ? m->model->needs
                                              : 0;
    return (needs & TACIT_NEEDS_ORIGINAL) != 0 ? 0 : needs;
}

/* What the measures and requirements need of the data; bits of tacit_subject_need. */
static unsigned needs_of(const tacit_plan *plan)
{
    const bool large = is_large(plan->data);
    unsigned needs = 0;
    for (size_t i = 0; i < plan->n_measures; i++) {
        const unsigned one = measure_needs(&plan->measure[i]);
        needs |= large && plan->measure[i].by_family ? one & TACIT_NEEDS_KEYS : one;
    }
    for (size_t i = 0; i < plan->n_requires; i++)
        needs |= plan->require[i].model->needs;
    return needs;
}

/* The columns of `data` that the plan gives one of `roles` (bits), in scratch memory. */
static tacit_status role_columns(tacit_ctx *cx, const tacit_plan *plan, const tacit_data *data,
                                 unsigned roles, tacit_select *out)
{
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, plan->n_roles, sizeof *at, &at));
    for (size_t i = 0; i < plan->n_roles; i++)
        if ((plan->role[i].role & roles) != 0)
            at[n++] = tacit_data_find(data, plan->role[i].column);
    *out = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}

/* Without keys there is little to measure; a plan that names no measure lacks them. */
static tacit_status check_keys(tacit_ctx *cx, const tacit_plan *plan)
{
    bool keys = false, named = plan->n_requires > 0;
    for (size_t i = 0; i < plan->n_roles; i++)
        keys = keys || plan->role[i].role == TACIT_ROLE_KEY;
    for (size_t i = 0; i < plan->n_measures; i++)
        named = named || !plan->measure[i].by_family;
    if (keys || named)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "Measuring risk needs key columns: the columns by which a person could be "
                      "recognised, such as age or place.");
}

/* The histogram of keys, or the records if a measure needs them. */
static tacit_status get_table(tacit_ctx *cx, const tacit_plan *plan, bool records, tacit_data *data,
                              tacit_table **out)
{
    const unsigned needs = needs_of(plan) | (records ? (unsigned)TACIT_NEEDS_ROWS : 0u);
    tacit_select keys = { 0 }, weight = { 0 };
    TACIT_TRY(check_keys(cx, plan));
    if ((needs & (TACIT_NEEDS_ROWS | TACIT_NEEDS_HOUSEHOLD)) != 0 ||
        (needs & TACIT_NEEDS_KEYS) == 0)
        return tacit_data_load(cx, data, NULL, out);
    TACIT_TRY(role_columns(cx, plan, data,
                           (needs & TACIT_NEEDS_SENSITIVE) != 0
                               ? (unsigned)TACIT_ROLE_KEY | TACIT_ROLE_SENSITIVE
                               : (unsigned)TACIT_ROLE_KEY,
                           &keys));
    TACIT_TRY(role_columns(cx, plan, data, TACIT_ROLE_WEIGHT, &weight));
    tacit_stage(cx, "Counting key combinations of %s", plan->data);
    return data->engine->group(cx, data, &keys, weight.n > 0 ? weight.at[0] : data->schema.n, out);
}

static tacit_status record_data(tacit_ctx *cx, const tacit_plan *plan, tacit_subject *subject,
                                json_t *record)
{
    json_t *part = json_pack("{s:s, s:I}", "uri", plan->data, "rows",
                             (json_int_t)tacit_subject_records(subject));
    return tacit_json_put(cx, record, "data", part);
}

static tacit_status measure_subject(tacit_ctx *cx, const tacit_plan *plan, tacit_subject *subject,
                                    json_t *record)
{
    bool hold = true;
    if (tacit_subject_records(subject) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s has no records.", plan->data);
    TACIT_TRY(record_data(cx, plan, subject, record));
    TACIT_TRY(tacit_account_measures(cx, record, "before", plan, subject));
    TACIT_TRY(tacit_account_requirements(cx, record, plan, subject, &hold));
    TACIT_TRY(tacit_json_put(cx, record, "holds", json_boolean(hold)));
    TACIT_TRY(tacit_json_put(cx, record, "plan_text", json_string(plan->text)));
    TACIT_TRY(tacit_account_versions(cx, record));
    return tacit_account_warnings(cx, record);
}

static tacit_status measure_table(tacit_ctx *cx, const tacit_request *request,
                                  const tacit_plan *plan, tacit_table *table, json_t *record)
{
    tacit_subject *subject = NULL;
    tacit_plan_known known = { 0 };
    tacit_plan_set_roles(plan, table);
    TACIT_TRY(tacit_plan_know(cx, plan, request->memory, &known));
    tacit_status status = tacit_subject_new(cx, table, &subject);
    if (status == TACIT_OK) {
        tacit_subject_add(subject, &known.extra);
        status = measure_subject(cx, plan, subject, record);
    }
    if (status == TACIT_OK && request->records != NULL)
        status = tacit_records_write(cx, subject, request->records);
    tacit_subject_free(subject);
    tacit_plan_forget(&known);
    return status;
}

static tacit_status measure_plan(tacit_ctx *cx, const tacit_request *request,
                                 const tacit_plan *plan, void *user, json_t *record)
{
    (void)user;
    tacit_data *data = NULL;
    tacit_table *table = NULL;
    TACIT_TRY(tacit_plan_open(cx, plan, request->memory, &data));
    tacit_status status = get_table(cx, plan, request->records != NULL, data, &table);
    tacit_data_close(data);
    if (status == TACIT_OK)
        status = measure_table(cx, request, plan, table, record);
    tacit_table_free(table);
    return status;
}

tacit_status tacit_run_measure(tacit_ctx *cx, const tacit_request *request, json_t **record)
{
    return tacit_request_run(cx, request, "measure", measure_plan, NULL, record);
}
