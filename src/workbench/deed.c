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
    { .name = "explain", .task = "explain" },
    { .name = "try", .task = "protect", .tries = true },
    { .name = "release", .task = "protect", .releases = true },
};

const tacit_deed *tacit_deed_find(const char *name)
{
    for (size_t i = 0; i < sizeof DEEDS / sizeof *DEEDS; i++)
        if (strcmp(DEEDS[i].name, name) == 0)
            return &DEEDS[i];
    return NULL;
}

/* Set, or remove, a key of the plan's root in `*text`, which becomes a text in scratch memory. */
static tacit_status set_key(tacit_ctx *cx, const char *key, const char *value, const char **text)
{
    tacit_buffer out = { 0 };
    char *copy = NULL;
    json_t *written = value != NULL ? json_string(value) : NULL;
    tacit_status status =
        tacit_plan_edit(cx, *text, &(tacit_plan_path){ .n = 1, .at = &key }, written, &out);
    if (status == TACIT_OK)
        status = tacit_scratch_text(cx, out.text != NULL ? out.text : "", &copy);
    if (status == TACIT_OK)
        *text = copy;
    tacit_buffer_free(&out);
    json_decref(written);
    return status;
}

/* The plan with its release in memory and no other output. */
static tacit_status make_trial(tacit_ctx *cx, const char **text)
{
    static const char *const FILES[] = { "report", "certificate", "sql", "custodian_report",
                                         "write" };
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        TACIT_TRY(set_key(cx, FILES[i], NULL, text));
    return set_key(cx, "output", TACIT_MEMORY_SCHEME "trial", text);
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

/* Check the release that `plan` has written against its certificate, by its files alone; nothing if
 * it has none. */
static tacit_status verify(tacit_ctx *cx, const tacit_deed_spec *spec, const json_t *protect,
                           json_t **out)
{
    json_t *plan = NULL;
    tacit_buffer text = { 0 };
    *out = json_null();
    if (json_integer_value(json_object_get(protect, "status")) != TACIT_DONE)
        return TACIT_OK;
    TACIT_TRY(tacit_plan_json(cx, spec->text, &plan));
    const char *file = json_string_value(json_object_get(plan, "output")),
               *certificate = json_string_value(json_object_get(plan, "certificate"));
    json_t *ask =
        file == NULL || certificate == NULL
            ? NULL
            : json_pack("{s:s, s:{s:s}}", "data", file, "verify", "certificate", certificate);
    json_decref(plan);
    if (ask == NULL)
        return TACIT_OK;
    tacit_status status = tacit_json_text(cx, ask, JSON_COMPACT, &text);
    json_decref(ask);
    if (status == TACIT_OK)
        status = run_task(cx, "verify", spec, text.text, out);
    tacit_buffer_free(&text);
    return status;
}

static tacit_status do_deed(tacit_ctx *cx, const tacit_deed *deed, const tacit_deed_spec *spec,
                            json_t **out)
{
    const char *text = spec->text;
    json_t *record = NULL, *verified = NULL;
    if (deed->tries)
        TACIT_TRY(make_trial(cx, &text));
    TACIT_TRY(run_task(cx, deed->task, spec, text, &record));
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
