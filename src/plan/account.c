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
    tacit_values values;
    TACIT_TRY(tacit_values_of(cx, c, &values));
    json_t *o = json_pack("{s:s, s:s, s:[], s:I, s:I}", "name", tacit_column_name(c), "type",
                          tacit_type_name(tacit_column_type(c)), "roles", "missing",
                          (json_int_t)tacit_column_missing(c), "distinct", (json_int_t)values.n);
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
enum { MANY_ROWS = 1000000 };

static bool is_too_costly(tacit_ctx *cx, const tacit_plan_measure *m, const tacit_subject *subject)
{
    const bool many = tacit_table_rows(tacit_subject_table(subject)) > MANY_ROWS;
    const bool records = m->risk != NULL && !tacit_subject_has_rows(subject) &&
                         (m->risk->needs & (TACIT_NEEDS_ROWS | TACIT_NEEDS_HOUSEHOLD)) != 0;
    const bool slow = m->risk != NULL && (m->risk->traits & TACIT_RISK_COSTLY) != 0 && many;
    const bool costly = m->by_family && (records || slow);
    if (costly)
        tacit_warn(cx,
                   "'%s' takes long on so much data and was left out; name it under measures to "
                   "have it.",
                   m->risk->about.name);
    return costly;
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

tacit_status tacit_account_measures(tacit_ctx *cx, json_t *record, const char *key,
                                    const tacit_plan *plan, tacit_subject *subject)
{
    json_t *part = json_pack("{s:[], s:[]}", "models", "risks");
    TACIT_TRY(tacit_json_put(cx, record, key, part));
    for (size_t i = 0; i < plan->n_measures; i++) {
        const tacit_plan_measure *m = &plan->measure[i];
        const char *list = m->risk != NULL ? "risks" : "models";
        tacit_result *result = NULL;
        if (m->utility != NULL || lacks_original(m, subject) || is_too_costly(cx, m, subject))
            continue;
        TACIT_TRY(run_measure(cx, m, subject, &result));
        if (result != NULL)
            TACIT_TRY(tacit_json_add(cx, json_object_get(part, list), result));
    }
    return TACIT_OK;
}

tacit_status tacit_account_utility(tacit_ctx *cx, json_t *record, const tacit_plan *plan,
                                   const tacit_pair *pair)
{
    TACIT_TRY(tacit_json_put(cx, record, "utility", json_array()));
    for (size_t i = 0; i < plan->n_measures; i++) {
        const tacit_plan_measure *m = &plan->measure[i];
        tacit_result *result = NULL;
        if (m->utility == NULL)
            continue;
        tacit_stage(cx, "Measuring %s", m->utility->about.name);
        TACIT_TRY(tacit_utility_run(cx, m->utility, pair, &m->args, &result));
        TACIT_TRY(tacit_json_add(cx, json_object_get(record, "utility"), result));
    }
    return TACIT_OK;
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

/* The keys of the plan as positions in `data`, in scratch memory; all must be there. */
static tacit_status population_keys(tacit_ctx *cx, const tacit_plan *plan, const tacit_data *data,
                                    tacit_select *out)
{
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, plan->n_roles, sizeof *at, &at));
    for (size_t i = 0; i < plan->n_roles; i++) {
        if (plan->role[i].role != TACIT_ROLE_KEY)
            continue;
        at[n] = tacit_data_find(data, plan->role[i].column);
        if (at[n++] == data->schema.n)
            return tacit_fail(cx, TACIT_ERR_DATA, "The population %s lacks the key '%s'.",
                              plan->population, plan->role[i].column);
    }
    *out = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}

/* Count the key combinations of the population where it is. */
static tacit_status load_population(tacit_ctx *cx, const tacit_plan *plan, uint64_t memory,
                                    tacit_table **out)
{
    const tacit_source source = { .uri = plan->population,
                                  .args = &plan->population_source,
                                  .memory = memory };
    tacit_data *data = NULL;
    tacit_select keys = { 0 };
    tacit_stage(cx, "Counting key combinations of %s", plan->population);
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    tacit_status status = population_keys(cx, plan, data, &keys);
    if (status == TACIT_OK)
        status = data->engine->group(cx, data, &keys, data->schema.n, out);
    tacit_data_close(data);
    return status;
}

tacit_status tacit_plan_know(tacit_ctx *cx, const tacit_plan *plan, uint64_t memory,
                             tacit_plan_known *out)
{
    tacit_plan_known known = { 0 };
    tacit_hierarchy_spec *specs = NULL;
    TACIT_TRY(tacit_scratch(cx, plan->n_hierarchies, sizeof *specs, &specs));
    for (size_t i = 0; i < plan->n_hierarchies; i++)
        specs[i] = plan->hierarchy[i].spec;
    if (plan->population != NULL)
        TACIT_TRY(load_population(cx, plan, memory, &known.population));
    known.extra = (tacit_subject_extra){
        .population = known.population,
        .fraction = plan->fraction,
        .hierarchies = specs,
        .n_hierarchies = plan->n_hierarchies,
    };
    *out = known;
    return TACIT_OK;
}
