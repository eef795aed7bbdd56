/*
 * api.c - what the page can ask for.
 *
 *   GET    /api/catalog           everything that a plan can name
 *   GET    /api/state             the plan, its versions and problems, and the jobs
 *   POST   /api/edit              { rev, label, edits: [{ path, value }], text }: edits of the text
 *                                 that is sent, or of the one that is shown
 *   POST   /api/move              { rev, to }: another version
 *   POST   /api/save              { rev }: the plan to its file
 *   POST   /api/jobs              { rev, do, with }: have something done with the plan
 *   GET    /api/jobs/ID           the record of a job that has ended
 *   GET    /api/jobs/ID/events    what becomes of it, as it happens
 *   DELETE /api/jobs/ID           cancel it
 *
 * What changes the plan names the version that it was made for (rev) and is refused if another is
 * shown by now, so that two pages do not overwrite each other.
 */
#include <stdio.h>
#include <string.h>

#include "base/result.h"
#include "workbench/own.h"

typedef void handler(tacit_ctx *cx, tacit_bench *b, const json_t *body, tacit_bench_reply *out);

/* ---- replies ---- */

static void put_json(tacit_ctx *cx, json_t *object, unsigned status, tacit_bench_reply *out)
{
    out->status = status;
    if (object == NULL || tacit_json_text(cx, object, JSON_COMPACT, &out->body) != TACIT_OK)
        out->status = 500;
    json_decref(object);
}

void tacit_bench_refuse(tacit_ctx *cx, unsigned status, const char *why, tacit_bench_reply *out)
{
    put_json(cx, json_pack("{s:b, s:s}", "ok", false, "error", why), status, out);
}

static void refuse_failed(tacit_ctx *cx, tacit_status status, tacit_bench_reply *out)
{
    const unsigned code = status == TACIT_ERR_INPUT ? 422 : status == TACIT_ERR_DATA ? 409 : 500;
    tacit_bench_refuse(cx, code, tacit_message(cx), out);
}

/* ---- the state ---- */

static tacit_status fill_state(tacit_ctx *cx, tacit_bench *b, json_t *state)
{
    json_t *jobs = NULL;
    const bool saved = b->saved != NULL && strcmp(b->saved, tacit_document_text(b->document)) == 0;
    TACIT_TRY(tacit_jobs_json(cx, b->jobs, &jobs));
    TACIT_TRY(tacit_json_put(cx, state, "jobs", jobs));
    TACIT_TRY(tacit_json_put(cx, state, "file", json_string(b->file)));
    TACIT_TRY(tacit_json_put(cx, state, "root", json_string(b->root)));
    TACIT_TRY(tacit_json_put(cx, state, "records", json_boolean(b->records)));
    return tacit_json_put(cx, state, "saved", json_boolean(saved));
}

static void put_state(tacit_ctx *cx, tacit_bench *b, tacit_bench_reply *out)
{
    json_t *state = NULL;
    tacit_status status = tacit_document_json(cx, b->document, &state);
    if (status == TACIT_OK)
        status = fill_state(cx, b, state);
    if (status == TACIT_OK) {
        put_json(cx, state, 200, out);
        return;
    }
    json_decref(state);
    refuse_failed(cx, status, out);
}

static void get_state(tacit_ctx *cx, tacit_bench *b, const json_t *body, tacit_bench_reply *out)
{
    (void)body;
    put_state(cx, b, out);
}

static void get_catalog(tacit_ctx *cx, tacit_bench *b, const json_t *body, tacit_bench_reply *out)
{
    (void)body;
    out->status = tacit_buffer_bytes(cx, &out->body, b->catalog.text, b->catalog.length) == TACIT_OK
                      ? 200
                      : 500;
}

/* ---- changing the plan ---- */

/* Whether the request is for the version that is shown; refuses it otherwise. */
static bool is_current(tacit_ctx *cx, const tacit_bench *b, const json_t *body,
                       tacit_bench_reply *out)
{
    const json_t *rev = json_object_get(body, "rev");
    if (json_is_integer(rev) && (size_t)json_integer_value(rev) == tacit_document_now(b->document))
        return true;
    tacit_bench_refuse(cx, 409,
                       "The plan has been changed meanwhile, perhaps in another window; what is "
                       "shown now is the latest.",
                       out);
    return false;
}

static void post_edit(tacit_ctx *cx, tacit_bench *b, const json_t *body, tacit_bench_reply *out)
{
    const char *text = json_string_value(json_object_get(body, "text")),
               *label = json_string_value(json_object_get(body, "label"));
    const json_t *edits = json_object_get(body, "edits");
    tacit_status status = TACIT_OK;
    if (!is_current(cx, b, body, out))
        return;
    if (text == NULL && !json_is_array(edits))
        status = tacit_fail(cx, TACIT_ERR_INPUT, "Send a 'text', a list of 'edits', or both.");
    else
        status = tacit_document_edit(cx, b->document, text, edits, label != NULL ? label : "");
    if (status == TACIT_OK)
        put_state(cx, b, out);
    else
        refuse_failed(cx, status, out);
}

static void post_move(tacit_ctx *cx, tacit_bench *b, const json_t *body, tacit_bench_reply *out)
{
    const json_t *to = json_object_get(body, "to");
    tacit_status status = TACIT_OK;
    if (!is_current(cx, b, body, out))
        return;
    if (!json_is_integer(to) || json_integer_value(to) < 0)
        status = tacit_fail(cx, TACIT_ERR_INPUT, "'to' is the number of a version.");
    else
        status = tacit_document_move(cx, b->document, (size_t)json_integer_value(to));
    if (status == TACIT_OK)
        put_state(cx, b, out);
    else
        refuse_failed(cx, status, out);
}

static void post_save(tacit_ctx *cx, tacit_bench *b, const json_t *body, tacit_bench_reply *out)
{
    if (!is_current(cx, b, body, out))
        return;
    const tacit_status status = tacit_bench_save(cx, b);
    if (status == TACIT_OK)
        put_state(cx, b, out);
    else
        refuse_failed(cx, status, out);
}

/* ---- jobs ---- */

static void post_job(tacit_ctx *cx, tacit_bench *b, const json_t *body, tacit_bench_reply *out)
{
    const char *what = json_string_value(json_object_get(body, "do"));
    const json_t *with = json_object_get(body, "with");
    unsigned id = 0;
    if (!is_current(cx, b, body, out))
        return;
    const tacit_job_ask ask = { .what = what != NULL ? what : "",
                                .text = tacit_document_text(b->document),
                                .rev = tacit_document_now(b->document),
                                .with = json_is_object(with) ? with : NULL };
    const tacit_status status = tacit_jobs_add(cx, b->jobs, &ask, &id);
    if (status == TACIT_OK)
        put_json(cx, json_pack("{s:i}", "job", (int)id), 202, out);
    else
        refuse_failed(cx, status, out);
}

/* A request for one job; what is behind its number in `rest`. */
static void answer_job(tacit_ctx *cx, tacit_bench *b, const tacit_bench_request *r, unsigned id,
                       const char *rest, tacit_bench_reply *out)
{
    const bool get = strcmp(r->method, "GET") == 0;
    if (get && strcmp(rest, "/events") == 0) {
        out->status = 200;
        out->events = id;
    } else if (get && rest[0] == '\0') {
        out->status = tacit_jobs_record(cx, b->jobs, id, &out->body) ? 200 : 404;
    } else if (strcmp(r->method, "DELETE") == 0 && rest[0] == '\0') {
        out->status = tacit_jobs_cancel(b->jobs, id) ? 200 : 404;
    } else {
        out->status = 404;
    }
    if (out->events == 0 && out->body.text == NULL)
        put_json(cx, json_pack("{s:b}", "ok", out->status == 200), out->status, out);
}

/* ---- all ---- */

static const struct {
    const char *method, *path;
    handler *handle;
} ROUTES[] = {
    { "GET", "/api/catalog", get_catalog }, { "GET", "/api/state", get_state },
    { "POST", "/api/edit", post_edit },     { "POST", "/api/move", post_move },
    { "POST", "/api/save", post_save },     { "POST", "/api/jobs", post_job },
};

void tacit_bench_answer(tacit_ctx *cx, tacit_bench *b, const tacit_bench_request *r,
                        tacit_bench_reply *out)
{
    unsigned id = 0;
    int n = 0;
    for (size_t i = 0; i < sizeof ROUTES / sizeof *ROUTES; i++) {
        if (strcmp(ROUTES[i].path, r->path) != 0 || strcmp(ROUTES[i].method, r->method) != 0)
            continue;
        (void)pthread_mutex_lock(&b->lock);
        ROUTES[i].handle(cx, b, r->body, out);
        (void)pthread_mutex_unlock(&b->lock);
        return;
    }
    if (sscanf(r->path, "/api/jobs/%9u%n", &id, &n) == 1)
        answer_job(cx, b, r, id, r->path + n, out);
    else
        tacit_bench_refuse(cx, 404, "There is nothing at this address.", out);
}
