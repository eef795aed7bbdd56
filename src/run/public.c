/*
 * public.c - what of a release's record is for everybody.
 */
#include "run/public.h"

#include <string.h>

#include "base/result.h"
#include "plan/public.h"
#include "run/private/private.h"
#include "run/step.h"

/* Fewer values than this are not told apart from none. */
enum { LEAST = 10 };

/* Copy the keys that are listed, up to a NULL, and there. */
static tacit_status copy_keys(tacit_ctx *cx, const json_t *from, const char *const *keys,
                              json_t *to)
{
    for (; *keys != NULL; keys++) {
        const json_t *value = json_object_get(from, *keys);
        if (value != NULL)
            TACIT_TRY(tacit_json_put(cx, to, *keys, json_deep_copy(value)));
    }
    return TACIT_OK;
}

/* ---- results ---- */

/* What a result is, and what it found. */
static const char *const NAMES[] = { "family", "name", "title", "source", "holds", "given", NULL };
static const char *const FOUND[] = { "headline", "headline_of", "figures", "tables",
                                     "charts",   "notes",       NULL };

/* Append what may be seen of `result`, that of an entry with `params`; what it found, if it is
 * `found` from what is public. */
static tacit_status add_result(tacit_ctx *cx, const json_t *result, const tacit_param *params,
                               bool found, json_t *list)
{
    json_t *to = json_object();
    json_t *args = json_deep_copy(json_object_get(result, "parameters"));
    tacit_status status = tacit_json_add(cx, list, to);
    if (status == TACIT_OK)
        status = copy_keys(cx, result, NAMES, to);
    if (status == TACIT_OK)
        status = tacit_public_args(cx, params, args);
    if (status != TACIT_OK) {
        json_decref(args);
        return status;
    }
    TACIT_TRY(tacit_json_put(cx, to, "parameters", args));
    return found ? copy_keys(cx, result, FOUND, to) : TACIT_OK;
}

/* Steps as the plan has them; what they tell of themselves is of the original. */
static tacit_status put_steps(tacit_ctx *cx, const tacit_work *w, json_t *out)
{
    const json_t *steps = json_object_get(w->record, "steps");
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "steps", list));
    for (size_t i = 0; i < json_array_size(steps) && i < w->plan->n_steps; i++)
        TACIT_TRY(add_result(cx, json_array_get(steps, i), w->plan->step[i].method->about.params,
                             false, list));
    return TACIT_OK;
}

static tacit_status put_requirements(tacit_ctx *cx, const tacit_work *w, bool released, json_t *out)
{
    const json_t *required = json_object_get(w->record, "requirements");
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "requirements", list));
    for (size_t i = 0; i < json_array_size(required) && i < w->plan->n_requires; i++)
        TACIT_TRY(add_result(cx, json_array_get(required, i),
                             w->plan->require[i].model->measure.about.params, released, list));
    return TACIT_OK;
}

/* Whether a measure looks at the release alone. */
static bool is_of_release(const tacit_measure *m)
{
    const unsigned original = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS |
                              TACIT_NEEDS_COMMON_KEYS | TACIT_NEEDS_COMMON_SENSITIVE;
    return m != NULL && (m->needs & original) == 0 && (m->traits & TACIT_MEASURE_CONTROL) == 0;
}

static tacit_status put_measured(tacit_ctx *cx, const tacit_work *w, const char *key,
                                 const tacit_catalog *catalog, json_t *after)
{
    const json_t *results = json_object_get(json_object_get(w->record, "after"), key);
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, after, key, list));
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        const char *name = json_string_value(json_object_get(result, "name"));
        const tacit_measure *m = name == NULL ? NULL : tacit_catalog_get(catalog, name);
        if (is_of_release(m))
            TACIT_TRY(add_result(cx, result, m->about.params, true, list));
    }
    return TACIT_OK;
}

/* What was measured on the release.  A population that is a file is not public, and any measure
 * might look at it. */
static tacit_status put_after(tacit_ctx *cx, const tacit_work *w, json_t *out)
{
    if (w->plan->population != NULL)
        return TACIT_OK;
    json_t *after = json_object();
    TACIT_TRY(tacit_json_put(cx, out, "after", after));
    TACIT_TRY(put_measured(cx, w, "models", &tacit_model_catalog, after));
    return put_measured(cx, w, "risks", &tacit_risk_catalog, after);
}

/* ---- what was changed ---- */

/* How many of `whole` are `part`, in words that hide at least LEAST of both kinds. */
static tacit_status band(tacit_ctx *cx, double part, double whole, char **out)
{
    static const double edge[] = { 1, 2, 5, 10, 20, 50, 80, 90, 95, 98, 99 };
    const size_t n = sizeof edge / sizeof edge[0];
    const double share = 100.0 * part / whole;
    size_t i = 0;
    if (part < LEAST)
        return tacit_scratch_format(cx, out, "none, or fewer than %d", LEAST);
    if (whole - part < LEAST)
        return tacit_scratch_format(cx, out, "all, or all but fewer than %d", LEAST);
    while (i < n && share >= edge[i])
        i++;
    if (i == 0)
        return tacit_scratch_format(cx, out, "less than %g %%", edge[0]);
    if (i == n)
        return tacit_scratch_format(cx, out, "%g %% or more", edge[n - 1]);
    return tacit_scratch_format(cx, out, "%g to %g %%", edge[i - 1], edge[i]);
}

static double cells_changed(const json_t *changed, const char *column)
{
    for (size_t i = 0; i < json_array_size(changed); i++) {
        const json_t *part = json_array_get(changed, i);
        const char *name = json_string_value(json_object_get(part, "column"));
        if (name != NULL && strcmp(name, column) == 0)
            return json_number_value(json_object_get(part, "cells"));
    }
    return 0.0;
}

/* The steps that mask a column, in their order, in scratch memory. */
static tacit_status name_steps(tacit_ctx *cx, const tacit_plan *plan, const char *column,
                               char **out)
{
    TACIT_TRY(tacit_scratch_text(cx, "", out));
    for (size_t i = 0; i < plan->n_steps; i++)
        if (tacit_step_masks(plan, &plan->step[i], column))
            TACIT_TRY(tacit_scratch_format(cx, out, "%s%s%s", *out, **out != '\0' ? ", " : "",
                                           plan->step[i].method->about.name));
    return TACIT_OK;
}

/* A released column: the share of its values that were changed, and by which steps. */
static tacit_status add_row(tacit_ctx *cx, const tacit_work *w, const json_t *column, double whole,
                            json_t *to)
{
    const char *name = json_string_value(json_object_get(column, "name"));
    char *words = NULL, *steps = NULL;
    TACIT_TRY(band(cx, cells_changed(json_object_get(w->record, "changed"), name), whole, &words));
    TACIT_TRY(name_steps(cx, w->plan, name, &steps));
    return tacit_result_row(cx, to, "[s,s,s]", name, words, steps);
}

static tacit_status fill_loss(tacit_ctx *cx, const tacit_work *w, tacit_result *loss)
{
    static const char *const heads[] = { "Column", "Values that are not the original ones",
                                         "Steps that masked it" };
    const json_t *record = w->record;
    const json_t *release = json_object_get(record, "protected");
    const json_t *columns = json_object_get(release, "columns");
    const double rows = json_number_value(json_object_get(release, "rows"));
    const double all = json_number_value(json_object_get(json_object_get(record, "data"), "rows"));
    char *gone = NULL;
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, loss, "changed", "Values changed", 3, heads, &table));
    for (size_t j = 0; j < json_array_size(columns); j++)
        TACIT_TRY(add_row(cx, w, json_array_get(columns, j), rows, table));
    TACIT_TRY(band(cx, all - rows, all, &gone));
    TACIT_TRY(tacit_result_note(cx, loss, "Records left out: %s.", gone));
    return tacit_result_note(cx, loss,
                             "Shares are told in bands that hide at least %d values on either "
                             "side. Other figures of the original are not public: the fewer "
                             "values a step changed, the better they would give them away.",
                             LEAST);
}

static tacit_status put_loss(tacit_ctx *cx, const tacit_work *w, json_t *out)
{
    static const tacit_param none[] = { TACIT_PARAM_END };
    static const tacit_entry entry = {
        .name = "changed", .title = "What the steps changed", .source = "", .params = none
    };
    tacit_result *loss = NULL;
    if (json_object_get(w->record, "changed") == NULL || tacit_plan_requires_privacy(w->plan))
        return TACIT_OK; /* a stream does not compare; and no mechanism told how much changed */
    TACIT_TRY(tacit_json_put(cx, out, "utility", json_array()));
    TACIT_TRY(tacit_result_new(cx, "utility", &entry, &(tacit_args){ 0 }, &loss));
    TACIT_TRY(tacit_json_add(cx, json_object_get(out, "utility"), loss));
    return fill_loss(cx, w, loss);
}

/* ---- parts that are a task's own ---- */

static tacit_status put_sections(tacit_ctx *cx, const json_t *record, json_t *out)
{
    const json_t *sections = json_object_get(record, "sections");
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "sections", list));
    for (size_t i = 0; i < json_array_size(sections); i++) {
        const json_t *part = json_array_get(sections, i);
        const char *reader = json_string_value(json_object_get(part, "reader"));
        if (reader != NULL && strcmp(reader, "public") == 0)
            TACIT_TRY(tacit_json_add(cx, list, json_deep_copy(part)));
    }
    return TACIT_OK;
}

/* ---- files ---- */

static tacit_status put_release(tacit_ctx *cx, const json_t *record, json_t *out)
{
    static const char *const kept[] = { "rows", "columns", NULL };
    const json_t *release = json_object_get(record, "protected");
    const char *uri = json_string_value(json_object_get(release, "uri"));
    json_t *to = json_pack("{s:s}", "uri", tacit_public_name(uri != NULL ? uri : ""));
    TACIT_TRY(tacit_json_put(cx, out, "protected", to));
    return copy_keys(cx, release, kept, to);
}

static tacit_status put_outputs(tacit_ctx *cx, const json_t *record, json_t *out)
{
    static const char *const kept[] = { "kind", "sha256", "bytes", "reader", NULL };
    const json_t *outputs = json_object_get(record, "outputs");
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "outputs", list));
    for (size_t i = 0; i < json_array_size(outputs); i++) {
        const json_t *output = json_array_get(outputs, i);
        const char *reader = json_string_value(json_object_get(output, "reader"));
        const char *path = json_string_value(json_object_get(output, "path"));
        if (reader == NULL || path == NULL || strcmp(reader, "public") != 0)
            continue;
        json_t *to = json_pack("{s:s}", "path", tacit_public_name(path));
        TACIT_TRY(tacit_json_add(cx, list, to));
        TACIT_TRY(copy_keys(cx, output, kept, to));
    }
    return TACIT_OK;
}

static tacit_status put_plan(tacit_ctx *cx, const tacit_plan *plan, json_t *out)
{
    tacit_buffer text = { 0 };
    tacit_status status = tacit_plan_public(cx, plan, &text);
    if (status == TACIT_OK)
        status = tacit_json_put(cx, out, "plan_text", json_string(text.text));
    tacit_buffer_free(&text);
    return status;
}

static tacit_status fill(tacit_ctx *cx, const tacit_work *w, json_t *out)
{
    static const char *const plain[] = { "tacit",   "command", "date",     "title",    "layout",
                                         "verdict", "status",  "released", "versions", NULL };
    const bool released = json_is_true(json_object_get(w->record, "released"));
    TACIT_TRY(tacit_json_put(cx, out, "reader", json_string("public")));
    TACIT_TRY(copy_keys(cx, w->record, plain, out));
    TACIT_TRY(put_requirements(cx, w, released, out));
    TACIT_TRY(put_steps(cx, w, out));
    TACIT_TRY(put_outputs(cx, w->record, out));
    TACIT_TRY(put_plan(cx, w->plan, out));
    if (!released)
        return TACIT_OK;
    TACIT_TRY(put_after(cx, w, out));
    TACIT_TRY(put_loss(cx, w, out));
    TACIT_TRY(put_sections(cx, w->record, out));
    return put_release(cx, w->record, out);
}

tacit_status tacit_public_record(tacit_ctx *cx, const tacit_work *w, json_t **out)
{
    json_t *record = json_object();
    if (record == NULL)
        return tacit_fail_memory(cx);
    const tacit_status status = fill(cx, w, record);
    if (status == TACIT_OK)
        *out = record;
    else
        json_decref(record);
    return status;
}
