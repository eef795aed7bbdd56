/*
 * deed.c - what the workbench can have done with a plan.
 */
#include "workbench/deed.h"

#include <string.h>

#include "base/result.h"
#include "plan/edit/edit.h"
#include "run/failure.h"

static const tacit_deed DEEDS[] = {
    { .name = "init", .task = "init" },
    { .name = "inspect", .task = "inspect" },
    { .name = "measure", .task = "measure" },
    { .name = "explore", .task = "explore" },
    { .name = "ways", .task = "explore", .finishes = true },
    { .name = "explain", .task = "explain" },
    { .name = "values", .task = "values", .asks = "column" },
    { .name = "records", .task = "records", .asks = "below" },
    { .name = "ledger", .task = "ledger", .asks = "ledger" },
    { .name = "budget", .task = "budget", .asks = "epsilon" },
    { .name = "try", .tries = true },
    { .name = "release", .releases = true },
};

/* What makes the release of a plan that has this section; the others are plans of records. */
static const struct {
    const char *section, *task;
} SHAPES[] = { { "tables", "tables" }, { "synth", "synth" }, { "statistics", "release" } };

const tacit_deed *tacit_deed_find(const char *name)
{
    for (size_t i = 0; i < sizeof DEEDS / sizeof *DEEDS; i++)
        if (strcmp(DEEDS[i].name, name) == 0)
            return &DEEDS[i];
    return NULL;
}

/* The task that makes what `text` is a plan of. */
static tacit_status task_of(tacit_ctx *cx, const char *text, const char **out)
{
    json_t *plan = NULL;
    TACIT_TRY(tacit_plan_json(cx, text, &plan));
    *out = "protect";
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++)
        if (json_object_get(plan, SHAPES[i].section) != NULL)
            *out = SHAPES[i].task;
    json_decref(plan);
    return TACIT_OK;
}

/* Set a key of the plan's root in `*text`, or remove it if `value` is NULL; `value` is stolen. */
static tacit_status set_key(tacit_ctx *cx, const char *key, json_t *value, const char **text)
{
    return tacit_plan_set(cx, text, &(tacit_plan_path){ .n = 1, .at = &key }, value);
}

/* Measure what every column looks like before and after, too: the page draws it. */
static tacit_status add_distributions(tacit_ctx *cx, const char **text)
{
    static const char *const AT[] = { "measures", "-" };
    json_t *plan = NULL;
    TACIT_TRY(tacit_plan_json(cx, *text, &plan));
    const json_t *measures = json_object_get(plan, "measures");
    bool there = !json_is_array(measures);
    for (size_t i = 0; i < json_array_size(measures); i++) {
        const char *name = json_string_value(json_array_get(measures, i));
        there = there || (name != NULL && strcmp(name, "distributions") == 0);
    }
    json_decref(plan);
    return there ? TACIT_OK
                 : tacit_plan_set(cx, text, &(tacit_plan_path){ .n = 2, .at = AT },
                                  json_string("distributions"));
}

/* The plan with its release in memory and no other output; of records also with what the page
 * draws. */
static tacit_status make_trial(tacit_ctx *cx, bool records, const char **text)
{
    static const char *const FILES[] = { "report", "certificate", "sql", "custodian_report",
                                         "write" };
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        TACIT_TRY(set_key(cx, FILES[i], NULL, text));
    if (records)
        TACIT_TRY(add_distributions(cx, text));
    return set_key(cx, "output", json_string(TACIT_MEMORY_SCHEME "trial"), text);
}

/* Exploring writes no file, and looking up what another k would cost draws no map of methods: that
 * is asked for by itself. */
static tacit_status trim_explore(tacit_ctx *cx, bool map, const char **text)
{
    static const char *const GONE[] = { "best", "report", "keys", "numbers" };
    const size_t n = sizeof GONE / sizeof *GONE - (map ? 2 : 0);
    for (size_t i = 0; i < n; i++) {
        const char *const at[] = { "explore", GONE[i] };
        TACIT_TRY(tacit_plan_set(cx, text, &(tacit_plan_path){ .n = 2, .at = at }, NULL));
    }
    return TACIT_OK;
}

/* Do one task with a plan, within the fence. */
static tacit_status run_task(tacit_ctx *cx, const char *name, const tacit_deed_spec *spec,
                             const char *text, json_t **record)
{
    tacit_session *session = tacit_session_new(cx);
    tacit_verdict verdict = TACIT_VERDICT_NONE;
    const tacit_run_spec run = { .tasks = spec->tasks,
                                 .task = tacit_catalog_get(spec->tasks, name),
                                 .session = session,
                                 .file = spec->file,
                                 .text = text,
                                 .memory = spec->memory };
    if (session == NULL)
        return tacit_fail_memory(cx);
    tacit_status status = tacit_bench_fence_plan(cx, spec->fence, &run);
    if (status == TACIT_OK)
        status = tacit_task_run(cx, &run, &verdict, record);
    tacit_session_free(session);
    return status;
}

/* The file of this kind that a run has written, or NULL. */
static const char *written_of(const json_t *record, const char *kind)
{
    const json_t *outputs = json_object_get(record, "outputs");
    for (size_t i = 0; i < json_array_size(outputs); i++) {
        const json_t *one = json_array_get(outputs, i);
        const char *is = json_string_value(json_object_get(one, "kind"));
        if (is != NULL && strcmp(is, kind) == 0)
            return json_string_value(json_object_get(one, "path"));
    }
    return NULL;
}

/* Check a release against its certificate, by its files alone; nothing if there is none, or if
 * nothing was required: then it claims nothing. */
static tacit_status verify(tacit_ctx *cx, const tacit_deed_spec *spec, const json_t *record,
                           json_t **out)
{
    const char *file = written_of(record, "data"), *certificate = written_of(record, "certificate");
    tacit_buffer text = { 0 };
    *out = json_null();
    if (file == NULL || certificate == NULL ||
        json_array_size(json_object_get(record, "requirements")) == 0)
        return TACIT_OK;
    json_t *ask = json_pack("{s:s, s:{s:s}}", "data", file, "verify", "certificate", certificate);
    tacit_status status =
        ask != NULL ? tacit_json_text(cx, ask, JSON_COMPACT, &text) : tacit_fail_memory(cx);
    json_decref(ask);
    if (status == TACIT_OK)
        status = run_task(cx, "verify", spec, text.text, out);
    tacit_buffer_free(&text);
    return status;
}

static tacit_status do_deed(tacit_ctx *cx, const tacit_deed *deed, const tacit_deed_spec *spec,
                            json_t **out)
{
    const char *text = spec->text, *task = deed->task;
    json_t *record = NULL, *verified = NULL;
    if (task == NULL)
        TACIT_TRY(task_of(cx, text, &task));
    if (deed->asks != NULL)
        TACIT_TRY(set_key(cx, task, json_deep_copy(spec->with), &text));
    if (deed->tries)
        TACIT_TRY(make_trial(cx, strcmp(task, "tables") != 0, &text));
    if (strcmp(task, "explore") == 0)
        TACIT_TRY(trim_explore(cx, deed->finishes, &text));
    TACIT_TRY(run_task(cx, task, spec, text, &record));
    if (!deed->releases) {
        *out = record;
        return TACIT_OK;
    }
    const tacit_status status = verify(cx, spec, record, &verified);
    if (status != TACIT_OK) {
        json_decref(record);
        return status;
    }
    *out = json_pack("{s:o, s:o}", "protect", record, "verify", verified);
    return *out == NULL ? tacit_fail_memory(cx) : TACIT_OK;
}

tacit_status tacit_deed_do(tacit_ctx *cx, const tacit_deed *deed, const tacit_deed_spec *spec,
                           tacit_buffer *out)
{
    json_t *record = NULL;
    const tacit_status status = do_deed(cx, deed, spec, &record);
    if (status != TACIT_OK && tacit_failure_record(cx, status, &record) != TACIT_OK)
        return status;
    const tacit_status written = tacit_json_text(cx, record, JSON_COMPACT, out);
    json_decref(record);
    return status != TACIT_OK ? status : written;
}
