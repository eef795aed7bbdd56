/*
 * api.c - the library's public call: a plan in, a verdict and a JSON text out.
 */
#include "tacit.h"

#include "base/memory.h"
#include "base/pool.h"
#include "base/result.h"
#include "run/failure.h"
#include "task/tasks.h"

/* The record as text that the caller owns; the record is freed. */
static tacit_status give_text(tacit_ctx *cx, json_t *record, char **out)
{
    tacit_buffer text = { 0 };
    const tacit_status status = tacit_json_text(cx, record, JSON_INDENT(2), &text);
    json_decref(record);
    if (status == TACIT_OK)
        *out = text.text; /* the buffer's memory is the caller's now */
    else
        tacit_buffer_free(&text);
    return status;
}

/* Whether there is no option but those that are known. */
static bool is_known(const json_t *options)
{
    const size_t known = (json_object_get(options, "memory") != NULL) +
                         (size_t)(json_object_get(options, "file") != NULL) +
                         (size_t)(json_object_get(options, "fetch") != NULL) +
                         (size_t)(json_object_get(options, "force") != NULL);
    return json_object_size(options) == known;
}

/* What the options say besides the plan. */
static tacit_status read_options(tacit_ctx *cx, const char *options, json_t **out)
{
    if (options == NULL)
        return TACIT_OK;
    *out = json_loads(options, JSON_REJECT_DUPLICATES, NULL);
    const json_t *memory = json_object_get(*out, "memory"), *file = json_object_get(*out, "file");
    const json_t *force = json_object_get(*out, "force"), *fetch = json_object_get(*out, "fetch");
    const bool right =
        json_is_object(*out) && is_known(*out) && (force == NULL || json_is_boolean(force)) &&
        (fetch == NULL || json_is_boolean(fetch)) && (memory == NULL || json_is_integer(memory)) &&
        json_integer_value(memory) >= 0 && (file == NULL || json_is_string(file));
    if (!right)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Options are a JSON object such as {\"memory\": 2000000000, \"file\": "
                          "\"plan.yaml\", \"force\": true}.");
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, tacit_run_spec *spec, const char *what, const char *options,
                        tacit_verdict *verdict, json_t **record)
{
    json_t *read = NULL;
    tacit_status status = read_options(cx, options, &read);
    const char *file = json_string_value(json_object_get(read, "file"));
    spec->file = file != NULL ? file : "plan";
    spec->memory = (uint64_t)json_integer_value(json_object_get(read, "memory"));
    spec->fetch = json_is_true(json_object_get(read, "fetch"));
    spec->force = json_is_true(json_object_get(read, "force"));
    spec->task = what != NULL ? tacit_task_find(what) : NULL;
    if (status == TACIT_OK && (what == NULL || spec->text == NULL))
        status = tacit_fail(cx, TACIT_ERR_INPUT, "A run needs the name of a task and a plan.");
    if (status == TACIT_OK && spec->task == NULL)
        status = tacit_fail(cx, TACIT_ERR_INPUT, "There is no task '%s'.", what);
    if (status == TACIT_OK)
        status = tacit_task_run(cx, spec, verdict, record);
    json_decref(read);
    return status;
}

/* Give the record, or that of the failure, as text. */
static tacit_status give_record(tacit_ctx *cx, tacit_status status, json_t *r, char **record)
{
    if (status != TACIT_OK && tacit_failure_record(cx, status, &r) != TACIT_OK)
        return status;
    if (record != NULL)
        return give_text(cx, r, record);
    json_decref(r);
    return TACIT_OK;
}

tacit_ending tacit_run(tacit_ctx *cx, tacit_session *session, const char *what, const char *plan,
                       const char *options, tacit_verdict *verdict, char **record)
{
    tacit_run_spec spec = { .tasks = &tacit_task_catalog, .session = session, .text = plan };
    tacit_verdict own = TACIT_VERDICT_NONE;
    json_t *r = NULL;
    if (verdict != NULL)
        *verdict = own;
    if (record != NULL)
        *record = NULL;
    if (cx == NULL)
        return TACIT_FAILED;
    tacit_ctx_reset(cx);
    const size_t threads = tacit_pool_enter(cx);
    tacit_status status = run(cx, &spec, what, options, &own, &r);
    tacit_pool_leave(threads);
    tacit_ctx_resume(cx);
    const tacit_ending ending =
        own == TACIT_VERDICT_FAILS ? TACIT_NOT_RELEASED : tacit_ending_of(status);
    if (verdict != NULL)
        *verdict = own;
    status = give_record(cx, status, r, record);
    return status == TACIT_ERR_MEMORY ? TACIT_FAILED : ending;
}

tacit_ending tacit_describe(tacit_ctx *cx, char **catalog)
{
    json_t *all = NULL;
    if (catalog != NULL)
        *catalog = NULL;
    if (cx == NULL || catalog == NULL)
        return cx == NULL ? TACIT_FAILED : TACIT_WRONG_REQUEST;
    tacit_ctx_reset(cx);
    tacit_status status = tacit_catalogs_json(cx, &all);
    if (status == TACIT_OK)
        status = give_text(cx, all, catalog);
    return tacit_ending_of(status);
}

void tacit_text_free(char *text)
{
    tacit_free(text);
}
