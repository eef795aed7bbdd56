/*
 * work.c - what a run has loaded, and the outputs that it has staged.
 */
#include "run/work.h"

#include <string.h>

#include "base/hash.h"
#include "base/litter.h"
#include "base/pool.h"
#include "base/result.h"
#include "engine/counted.h"
#include "engine/engine.h"
#include "run/certificate/certificate.h"
#include "run/guard.h"
#include "run/reading.h"

/* ---- data ---- */

/* With fewer records threads wait for each other longer than they work. */
enum { FEW_ROWS = 1000 };

static tacit_source source_of(const tacit_work *w, const char *uri, const tacit_args *args)
{
    return (tacit_source){ .uri = uri,
                           .args = args,
                           .memory = w->memory,
                           .fetch = w->fetch,
                           .store = w->session != NULL ? w->session->tables : NULL };
}

tacit_status tacit_work_open(tacit_ctx *cx, const tacit_work *w, tacit_data **out)
{
    const tacit_plan *plan = w->plan;
    const tacit_source source = source_of(w, plan->data, &plan->source);
    tacit_data *data = NULL;
    tacit_stage(cx, "Opening %s", plan->data);
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    const tacit_status status = tacit_plan_bind(cx, plan, &data->schema);
    if (status != TACIT_OK) {
        tacit_data_close(data);
        return status;
    }
    const tacit_source counts = { .uri = plan->histogram, .memory = w->memory };
    if (plan->histogram != NULL)
        return tacit_counted_open(cx, data, &counts, out);
    *out = data;
    return TACIT_OK;
}

tacit_status tacit_work_load(tacit_ctx *cx, tacit_work *w)
{
    tacit_data *data = NULL;
    TACIT_TRY(tacit_work_open(cx, w, &data));
    const tacit_status status = tacit_work_load_columns(cx, w, data, NULL);
    tacit_data_close(data);
    return status;
}

tacit_status tacit_work_load_columns(tacit_ctx *cx, tacit_work *w, tacit_data *data,
                                     const tacit_select *columns)
{
    TACIT_TRY(tacit_data_load(cx, data, columns, &w->data));
    if (tacit_table_rows(w->data) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s has no records.", w->plan->data);
    if (tacit_table_rows(w->data) < FEW_ROWS)
        tacit_pool_set(1); /* until the call ends */
    tacit_work_set_roles(w, w->data);
    return TACIT_OK;
}

static tacit_status add_fields(tacit_ctx *cx, const tacit_data *data, tacit_table *t)
{
    for (size_t j = 0; j < data->schema.n; j++) {
        const tacit_field *field = &data->schema.field[j];
        tacit_builder *b = NULL;
        tacit_column *column = NULL;
        TACIT_TRY(tacit_builder_new(cx, field->name, field->type, 0, &b));
        TACIT_TRY(tacit_builder_finish(cx, b, &column));
        TACIT_TRY(tacit_table_add(cx, t, column));
    }
    return TACIT_OK;
}

tacit_status tacit_work_shape(tacit_ctx *cx, const tacit_work *w, const tacit_data *data,
                              tacit_table **out)
{
    tacit_table *t = NULL;
    TACIT_TRY(tacit_table_new(cx, 0, &t));
    const tacit_status status = add_fields(cx, data, t);
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    tacit_work_set_roles(w, t);
    *out = t;
    return TACIT_OK;
}

/* Load all of a source. */
static tacit_status load_all(tacit_ctx *cx, const tacit_source *source, tacit_table **out)
{
    tacit_data *data = NULL;
    tacit_stage(cx, "Loading %s", source->uri);
    TACIT_TRY(tacit_data_open(cx, source, &data));
    const tacit_status status = tacit_data_load(cx, data, NULL, out);
    tacit_data_close(data);
    return status;
}

tacit_status tacit_work_load_other(tacit_ctx *cx, const tacit_work *w, const char *uri,
                                   tacit_table **out)
{
    tacit_args reading;
    char *beside = NULL;
    bool found = false;
    TACIT_TRY(tacit_scratch_format(cx, &beside, "%s" TACIT_CERTIFICATE_ENDING, uri));
    TACIT_TRY(tacit_reading_certified(cx, uri, beside, &reading, &found));
    if (!found && w->plan->certificate != NULL)
        TACIT_TRY(tacit_reading_certified(cx, uri, w->plan->certificate, &reading, &found));
    const tacit_source source = source_of(w, uri, found ? &reading : &w->plan->source);
    return load_all(cx, &source, out);
}

void tacit_work_set_roles(const tacit_work *w, tacit_table *table)
{
    for (size_t i = 0; i < w->plan->n_roles; i++) {
        const tacit_plan_role *role = &w->plan->role[i];
        const size_t j = tacit_table_find(table, role->column);
        if (j < tacit_table_columns(table))
            tacit_table_set_roles(table, j, tacit_table_roles(table, j) | role->role);
    }
}

tacit_status tacit_work_columns(tacit_ctx *cx, const tacit_work *w, const tacit_data *data,
                                unsigned roles, tacit_select *out)
{
    const tacit_plan *plan = w->plan;
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, plan->n_roles, sizeof *at, &at));
    for (size_t i = 0; i < plan->n_roles; i++) {
        const size_t j = tacit_data_find(data, plan->role[i].column);
        if ((plan->role[i].role & roles) != 0 && j < data->schema.n)
            at[n++] = j;
    }
    *out = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}

/* ---- what is known besides ---- */

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
static tacit_status count_population(tacit_ctx *cx, tacit_work *w)
{
    const tacit_plan *plan = w->plan;
    const tacit_source source = source_of(w, plan->population, &plan->population_source);
    tacit_data *data = NULL;
    tacit_select keys = { 0 };
    tacit_stage(cx, "Counting key combinations of %s", plan->population);
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    tacit_status status = population_keys(cx, plan, data, &keys);
    if (status == TACIT_OK)
        status = data->engine->group(cx, data, &keys, data->schema.n, &w->known.population);
    tacit_data_close(data);
    return status;
}

tacit_status tacit_work_know(tacit_ctx *cx, tacit_work *w)
{
    const tacit_plan *plan = w->plan;
    tacit_hierarchy_spec *specs = NULL;
    TACIT_TRY(tacit_scratch(cx, plan->n_hierarchies, sizeof *specs, &specs));
    for (size_t i = 0; i < plan->n_hierarchies; i++)
        specs[i] = plan->hierarchy[i].spec;
    if (plan->population != NULL)
        TACIT_TRY(count_population(cx, w));
    w->known.extra = (tacit_subject_extra){
        .population = w->known.population,
        .fraction = plan->fraction,
        .hierarchies = specs,
        .n_hierarchies = plan->n_hierarchies,
    };
    return TACIT_OK;
}

tacit_status tacit_work_know_control(tacit_ctx *cx, tacit_work *w)
{
    const tacit_plan *plan = w->plan;
    const tacit_source source = source_of(w, plan->control, &plan->control_source);
    if (plan->control == NULL)
        return TACIT_OK;
    TACIT_TRY(load_all(cx, &source, &w->known.control));
    if (tacit_table_rows(w->known.control) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "The control %s has no records.", plan->control);
    tacit_work_set_roles(w, w->known.control);
    w->known.extra.control = w->known.control;
    return TACIT_OK;
}

/* ---- outputs ---- */

tacit_status tacit_work_reads(tacit_ctx *cx, tacit_work *w, const char *path)
{
    const size_t most = sizeof w->read / sizeof w->read[0];
    char *copy = NULL;
    if (w->n_read == most)
        return tacit_fail(cx, TACIT_ERR_INPUT, "More than %zu files are read besides the data.",
                          most);
    TACIT_TRY(tacit_scratch_text(cx, path, &copy));
    w->read[w->n_read++] = copy;
    return TACIT_OK;
}

tacit_status tacit_work_stage(tacit_ctx *cx, tacit_work *w, const char *target, const char **path)
{
    TACIT_TRY(tacit_guard_output(cx, w, target));
    return tacit_staged_add(cx, w->staged, target, path);
}

/* Whether what is written as `kind` may be handed on. */
static bool is_public(const tacit_work *w, const char *kind)
{
    static const char *const kinds[] = { "data", "metadata", "table", "certificate", "report" };
    const bool proof = strcmp(kind, "signature") == 0 || strcmp(kind, "public_key") == 0;
    if (proof || (w->task->layout & TACIT_LAYOUT_PUBLIC) != 0)
        return true;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kind, kinds[i]) == 0)
            return (w->task->takes & TACIT_TAKES_OUTPUTS) != 0;
    return false;
}

/* Put `output` (stolen, also on failure) among the outputs, with who may see it. */
static tacit_status add_output(tacit_ctx *cx, tacit_work *w, json_t *output)
{
    tacit_status status = TACIT_OK;
    if (json_object_get(w->record, "outputs") == NULL)
        status = tacit_json_put(cx, w->record, "outputs", json_array());
    if (status != TACIT_OK) {
        json_decref(output);
        return status;
    }
    TACIT_TRY(tacit_json_add(cx, json_object_get(w->record, "outputs"), output));
    const char *kind = json_string_value(json_object_get(output, "kind"));
    return tacit_json_put(cx, output, "reader",
                          json_string(is_public(w, kind) ? "public" : "custodian"));
}

tacit_status tacit_work_list(tacit_ctx *cx, tacit_work *w, const char *kind, const char *target,
                             const char *path)
{
    char digest[TACIT_DIGEST_BYTES];
    uint64_t bytes = 0;
    if (path == NULL)
        return add_output(cx, w, json_pack("{s:s, s:s}", "kind", kind, "path", target));
    TACIT_TRY(tacit_digest_file(cx, path, digest, &bytes));
    return tacit_work_list_digest(cx, w, kind, target, digest, bytes);
}

tacit_status tacit_work_list_digest(tacit_ctx *cx, tacit_work *w, const char *kind,
                                    const char *target, const char *digest, uint64_t bytes)
{
    return add_output(cx, w,
                      json_pack("{s:s, s:s, s:s, s:I}", "kind", kind, "path", target, "sha256",
                                digest, "bytes", (json_int_t)bytes));
}

static tacit_status keep_made(tacit_ctx *cx, void *user)
{
    tacit_placed *made = user;
    return made->keep(cx, made);
}

tacit_status tacit_work_make(tacit_ctx *cx, tacit_work *w, tacit_data *data,
                             const tacit_placing *what)
{
    TACIT_TRY(data->engine->maker->make(cx, data, what, &w->made));
    tacit_staged_then(w->staged, keep_made, w->made);
    return TACIT_OK;
}

void tacit_work_unmake(tacit_work *w)
{
    tacit_staged_then(w->staged, NULL, NULL);
    w->made->end(w->made);
    w->made = NULL;
}

tacit_status tacit_work_write_text(tacit_ctx *cx, tacit_work *w, const char *kind,
                                   const char *target, const tacit_buffer *text)
{
    const char *path = NULL;
    TACIT_TRY(tacit_work_stage(cx, w, target, &path));
    TACIT_TRY(tacit_staged_write(cx, path, text->text, text->length));
    return tacit_work_list(cx, w, kind, target, path);
}

tacit_status tacit_work_check_table(tacit_ctx *cx, const tacit_work *w, const char *target)
{
    if (!tacit_session_is_memory(target))
        return tacit_write_check(cx, target);
    if (w->session == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s is in the memory of a program that uses the library; the command "
                          "writes files.",
                          target);
    return TACIT_OK;
}

/* Keep the table in memory until the commit. */
static tacit_status keep_table(tacit_ctx *cx, tacit_work *w, const char *kind, const char *target,
                               const tacit_table *table)
{
    char digest[TACIT_DIGEST_BYTES];
    uint64_t bytes = 0;
    tacit_table *copy = NULL;
    TACIT_TRY(tacit_session_digest(cx, table, digest, &bytes));
    TACIT_TRY(tacit_table_copy(cx, table, &copy));
    TACIT_TRY(tacit_store_put(cx, w->pending, tacit_session_name(target), copy));
    return tacit_work_list_digest(cx, w, kind, target, digest, bytes);
}

tacit_status tacit_work_write_table(tacit_ctx *cx, tacit_work *w, const char *kind,
                                    const char *target, const tacit_table *table)
{
    const char *path = NULL;
    TACIT_TRY(tacit_work_check_table(cx, w, target));
    if (tacit_session_is_memory(target))
        return keep_table(cx, w, kind, target, table);
    TACIT_TRY(tacit_work_stage(cx, w, target, &path));
    TACIT_TRY(tacit_write_table(cx, table, target, path));
    return tacit_work_list(cx, w, kind, target, path);
}

tacit_status tacit_work_commit(tacit_ctx *cx, tacit_work *w)
{
    tacit_litter_hold(cx);
    const tacit_status status = tacit_staged_commit(cx, w->staged);
    tacit_litter_release(cx, true); /* what is left after a failure is for recovery */
    TACIT_TRY(status);
    return w->session == NULL ? TACIT_OK : tacit_session_release(cx, w->session, w->pending);
}

void tacit_work_end(tacit_work *w)
{
    if (w->made != NULL)
        w->made->end(w->made);
    tacit_staged_free(w->staged);
    tacit_store_free(w->pending);
    tacit_table_free(w->data);
    tacit_table_free(w->known.population);
    tacit_table_free(w->known.control);
}
