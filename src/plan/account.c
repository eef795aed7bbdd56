/*
 * account.c - making run records.
 */
#include "plan/account.h"

#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "engine/versions.h"
#include "table/values.h"
#include "tacit.h"

tacit_status tacit_account_new(tacit_ctx *cx, const char *command, json_t **out)
{
    json_t *r = json_pack("{s:s, s:s}", "tacit", tacit_version(), "command", command);
    if (r == NULL)
        return tacit_fail_memory(cx);
    *out = r;
    return TACIT_OK;
}

tacit_status tacit_account_versions(tacit_ctx *cx, json_t *record)
{
    json_t *v = json_pack("{s:s, s:s, s:s}", "tacit", tacit_version(), "duckdb",
                          tacit_engine_duckdb_version(), "jansson", jansson_version_str());
    return tacit_json_put(cx, record, "versions", v);
}

static tacit_status column_json(tacit_ctx *cx, const tacit_table *table, size_t j, json_t *list)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_column *c = tacit_table_column(table, j);
    uint32_t distinct = 0;
    TACIT_TRY(tacit_values_count(cx, c, &distinct));
    json_t *o = json_pack("{s:s, s:s, s:[], s:I, s:I}", "name", tacit_column_name(c), "type",
                          tacit_type_name(tacit_column_type(c)), "roles", "missing",
                          (json_int_t)tacit_column_missing(c), "distinct", (json_int_t)distinct);
    TACIT_TRY(tacit_json_add(cx, list, o));
    for (size_t r = 0; r < TACIT_ROLES; r++)
        if ((tacit_table_roles(table, j) >> r & 1) != 0)
            TACIT_TRY(
                tacit_json_add(cx, json_object_get(o, "roles"), json_string(tacit_role_name(r))));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status digest_json(tacit_ctx *cx, const char *uri, json_t *part)
{
    struct stat st;
    char digest[TACIT_DIGEST_BYTES];
    uint64_t bytes = 0;
    if (stat(uri, &st) != 0 || !S_ISREG(st.st_mode))
        return TACIT_OK; /* a table of a database has no file of its own */
    TACIT_TRY(tacit_digest_file(cx, uri, digest, &bytes));
    TACIT_TRY(tacit_json_put(cx, part, "sha256", json_string(digest)));
    return tacit_json_put(cx, part, "bytes", json_integer((json_int_t)bytes));
}

tacit_status tacit_account_table(tacit_ctx *cx, json_t *record, const char *key, const char *uri,
                                 const tacit_table *table, bool digest)
{
    json_t *part = json_pack("{s:s, s:I, s:[]}", "uri", uri, "rows",
                             (json_int_t)tacit_table_rows(table), "columns");
    TACIT_TRY(tacit_json_put(cx, record, key, part));
    for (size_t j = 0; j < tacit_table_columns(table); j++)
        TACIT_TRY(column_json(cx, table, j, json_object_get(part, "columns")));
    return digest ? digest_json(cx, uri, part) : TACIT_OK;
}

tacit_status tacit_account_warnings(tacit_ctx *cx, json_t *record)
{
    TACIT_TRY(tacit_json_put(cx, record, "warnings", json_array()));
    for (size_t i = 0; i < tacit_warning_count(cx); i++)
        TACIT_TRY(tacit_json_add(cx, json_object_get(record, "warnings"),
                                 json_string(tacit_warning(cx, i))));
    return TACIT_OK;
}

/* Whether the measure compares with an original and the subject is one itself. */
static bool lacks_original(const tacit_plan_measure *m, const tacit_subject *subject)
{
    const unsigned needs = m->risk != NULL ? m->risk->needs : m->model->needs;
    return (needs & TACIT_NEEDS_ORIGINAL) != 0 && tacit_subject_extra_of(subject)->original == NULL;
}

/* Rows beyond which costly measures run only if the plan names them. */
enum { MANY_ROWS = 100000 };

static bool is_too_costly(const tacit_plan_measure *m, const tacit_subject *subject)
{
    const bool many = tacit_table_rows(tacit_subject_table(subject)) > MANY_ROWS;
    const bool records = m->risk != NULL && !tacit_subject_has_rows(subject) &&
                         (m->risk->needs & (TACIT_NEEDS_ROWS | TACIT_NEEDS_HOUSEHOLD)) != 0;
    const bool slow = m->risk != NULL && (m->risk->traits & TACIT_RISK_COSTLY) != 0 && many;
    return m->by_family && (records || slow);
}

/* The same for a utility. */
static bool is_too_costly_pair(const tacit_plan_measure *m, const tacit_pair *pair)
{
    const bool many =
        tacit_table_rows(pair->original) > MANY_ROWS || tacit_table_rows(pair->masked) > MANY_ROWS;
    return m->by_family && many && (m->utility->traits & TACIT_UTILITY_COSTLY) != 0;
}

/* Measures that came with their family and were left out, by the reason. */
typedef struct left_out {
    tacit_buffer costly, rows;
} left_out;

static tacit_status leave_out(tacit_ctx *cx, tacit_buffer *names, const char *name)
{
    return tacit_buffer_format(cx, names, "%s%s", names->length > 0 ? ", " : "", name);
}

/* Warn once for each reason, and free the names. */
static void tell_left_out(tacit_ctx *cx, left_out *left)
{
    if (left->costly.length > 0)
        tacit_warn(cx,
                   "Left out because they take long on so much data: %s; name them under measures "
                   "to have them.",
                   left->costly.text);
    if (left->rows.length > 0)
        tacit_warn(cx,
                   "Left out because the rows of the two files do not correspond: %s; align the "
                   "rows by a column that both files have to have them.",
                   left->rows.text);
    tacit_buffer_free(&left->costly);
    tacit_buffer_free(&left->rows);
}

/* Run a model or risk; one that came with its family and does not fit the data is left
 * out with a warning (`*out` stays NULL). */
static tacit_status run_measure(tacit_ctx *cx, const tacit_plan_measure *m, tacit_subject *subject,
                                tacit_result **out)
{
    tacit_stage(cx, "Measuring %s", m->risk != NULL ? m->risk->about.name : m->model->about.name);
    const tacit_status status = m->risk != NULL
                                    ? tacit_risk_run(cx, m->risk, subject, &m->args, out)
                                    : tacit_model_run(cx, m->model, subject, &m->args, out);
    if (!m->by_family || (status != TACIT_ERR_INPUT && status != TACIT_ERR_DATA))
        return status;
    tacit_warn(cx, "%s", tacit_message(cx));
    return TACIT_OK;
}

/* Whether a measure of a family asks for rows that correspond and there are none. */
static bool lacks_rows(tacit_ctx *cx, const tacit_plan_measure *m, const tacit_subject *subject)
{
    const unsigned needs = m->risk != NULL ? m->risk->needs : m->model->needs;
    return m->by_family && (needs & TACIT_NEEDS_SAME_ROWS) != 0 &&
           tacit_subject_check(cx, subject, "", TACIT_NEEDS_SAME_ROWS) != TACIT_OK;
}

/* One model or risk, put into `part` unless it does not fit. */
static tacit_status account_measure(tacit_ctx *cx, const tacit_plan_measure *m,
                                    tacit_subject *subject, left_out *left, json_t *part)
{
    tacit_result *result = NULL;
    if (m->utility != NULL || lacks_original(m, subject))
        return TACIT_OK;
    if (is_too_costly(m, subject))
        return leave_out(cx, &left->costly, m->risk->about.name);
    if (lacks_rows(cx, m, subject))
        return leave_out(cx, &left->rows, m->risk->about.name);
    TACIT_TRY(run_measure(cx, m, subject, &result));
    if (result == NULL)
        return TACIT_OK;
    return tacit_json_add(cx, json_object_get(part, m->risk != NULL ? "risks" : "models"), result);
}

tacit_status tacit_account_measures(tacit_ctx *cx, json_t *record, const char *key,
                                    const tacit_plan *plan, tacit_subject *subject)
{
    json_t *part = json_pack("{s:[], s:[]}", "models", "risks");
    left_out left = { 0 };
    tacit_status status = tacit_json_put(cx, record, key, part);
    for (size_t i = 0; status == TACIT_OK && i < plan->n_measures; i++)
        status = account_measure(cx, &plan->measure[i], subject, &left, part);
    tell_left_out(cx, &left);
    return status;
}

/* One utility, put into `list` unless it does not fit. */
static tacit_status account_utility(tacit_ctx *cx, const tacit_plan_measure *m,
                                    const tacit_pair *pair, left_out *left, json_t *list)
{
    tacit_result *result = NULL;
    if (m->utility == NULL)
        return TACIT_OK;
    const char *name = m->utility->about.name;
    if (is_too_costly_pair(m, pair))
        return leave_out(cx, &left->costly, name);
    if (m->by_family &&
        tacit_pair_check(cx, pair, "", m->utility->needs & TACIT_PAIR_ROWS) != TACIT_OK)
        return leave_out(cx, &left->rows, name);
    tacit_stage(cx, "Measuring %s", name);
    const tacit_status status = tacit_utility_run(cx, m->utility, pair, &m->args, &result);
    if (!m->by_family || (status != TACIT_ERR_INPUT && status != TACIT_ERR_DATA))
        return status == TACIT_OK ? tacit_json_add(cx, list, result) : status;
    tacit_warn(cx, "%s", tacit_message(cx));
    return TACIT_OK;
}

tacit_status tacit_account_utility(tacit_ctx *cx, json_t *record, const tacit_plan *plan,
                                   const tacit_pair *pair)
{
    json_t *list = json_array();
    left_out left = { 0 };
    tacit_status status = tacit_json_put(cx, record, "utility", list);
    for (size_t i = 0; status == TACIT_OK && i < plan->n_measures; i++)
        status = account_utility(cx, &plan->measure[i], pair, &left, list);
    tell_left_out(cx, &left);
    return status;
}

tacit_status tacit_account_requirements(tacit_ctx *cx, json_t *record, const tacit_plan *plan,
                                        tacit_subject *subject, bool *hold)
{
    bool all = true;
    TACIT_TRY(tacit_json_put(cx, record, "requirements", json_array()));
    for (size_t i = 0; i < plan->n_requires; i++) {
        const tacit_plan_require *r = &plan->require[i];
        tacit_result *result = NULL;
        tacit_stage(cx, "Checking %s", r->model->about.name);
        TACIT_TRY(tacit_model_run(cx, r->model, subject, &r->args, &result));
        all = all && json_is_true(json_object_get(result, "holds"));
        TACIT_TRY(tacit_json_add(cx, json_object_get(record, "requirements"), result));
    }
    *hold = all;
    return TACIT_OK;
}

tacit_status tacit_account_claims(tacit_ctx *cx, json_t *record, const char *key)
{
    json_t *models = json_object_get(json_object_get(record, key), "models");
    json_t *claims = json_object_get(record, "requirements");
    for (size_t i = 0; models != NULL && i < json_array_size(claims); i++)
        TACIT_TRY(tacit_json_add(cx, models, json_deep_copy(json_array_get(claims, i))));
    return TACIT_OK;
}

void tacit_plan_set_roles(const tacit_plan *plan, tacit_table *table)
{
    for (size_t i = 0; i < plan->n_roles; i++) {
        const size_t j = tacit_table_find(table, plan->role[i].column);
        if (j < tacit_table_columns(table))
            tacit_table_set_roles(table, j, tacit_table_roles(table, j) | plan->role[i].role);
    }
}

/* Parse the request's plan for the use that `command` makes of it. */
static tacit_status get_plan(tacit_ctx *cx, const tacit_request *request, const char *command,
                             tacit_plan **out)
{
    const bool complete = strcmp(command, "protect") == 0 && request->output == NULL;
    const tacit_plan_use use = complete ? TACIT_PLAN_PROTECT : TACIT_PLAN_MEASURE;
    TACIT_TRY(request->plan_text != NULL
                  ? tacit_plan_parse(cx, request->plan_file, request->plan_text, use, out)
                  : tacit_plan_read(cx, request->plan_file, use, out));
    if (request->output != NULL)
        (*out)->output = request->output;
    if (request->report != NULL)
        (*out)->report = request->report;
    return TACIT_OK;
}

tacit_status tacit_request_run(tacit_ctx *cx, const tacit_request *request, const char *command,
                               tacit_plan_work *work, void *user, json_t **record)
{
    tacit_plan *plan = NULL;
    json_t *r = NULL;
    TACIT_TRY(get_plan(cx, request, command, &plan));
    const size_t mark = tacit_scratch_mark(cx);
    tacit_status status = tacit_account_new(cx, command, &r);
    if (status == TACIT_OK)
        status = work(cx, request, plan, user, r);
    tacit_scratch_release(cx, mark);
    tacit_plan_free(plan);
    if (status == TACIT_OK)
        *record = r;
    else
        json_decref(r);
    return status;
}

tacit_status tacit_plan_open(tacit_ctx *cx, const tacit_plan *plan, uint64_t memory,
                             tacit_data **out)
{
    const tacit_source source = { .uri = plan->data, .args = &plan->source, .memory = memory };
    tacit_data *data = NULL;
    tacit_stage(cx, "Opening %s", plan->data);
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    const tacit_status status = tacit_plan_bind(cx, plan, &data->schema);
    if (status != TACIT_OK) {
        tacit_data_close(data);
        return status;
    }
    *out = data;
    return TACIT_OK;
}
