/*
 * api.c - the library's public calls: plans in, JSON texts out.
 */
#include "tacit.h"

#include "api/publish.h"
#include "base/memory.h"
#include "base/pool.h"
#include "base/result.h"

static tacit_ending ending_of(tacit_status status)
{
    switch (status) {
    case TACIT_OK:
        return TACIT_DONE;
    case TACIT_ERR_INPUT:
        return TACIT_WRONG_REQUEST;
    case TACIT_ERR_DATA:
        return TACIT_WRONG_DATA;
    case TACIT_ERR_IO:
        return TACIT_WRONG_FILE;
    case TACIT_ERR_MEMORY:
    case TACIT_ERR_CANCELLED:
        break;
    }
    return TACIT_FAILED;
}

/* End a call: the record as text, and the ending, NOT_RELEASED if `verdict` in the record
 * is false.  The record is freed. */
static tacit_ending finish(tacit_ctx *cx, tacit_status status, json_t *record, const char *verdict,
                           char **out)
{
    *out = NULL;
    if (status != TACIT_OK)
        return ending_of(status);
    const bool refused = json_is_false(json_object_get(record, verdict));
    tacit_buffer text = { 0 };
    status = tacit_json_text(cx, record, JSON_INDENT(2), &text);
    json_decref(record);
    if (status != TACIT_OK) {
        tacit_buffer_free(&text);
        return ending_of(status);
    }
    *out = text.text; /* the buffer's memory is the caller's now */
    return refused ? TACIT_NOT_RELEASED : TACIT_DONE;
}

static tacit_request request_of(const char *plan)
{
    return (tacit_request){ .plan_file = "plan", .plan_text = plan };
}

void tacit_threads(unsigned n)
{
    tacit_pool_set(n);
}

tacit_ending tacit_protect(tacit_ctx *cx, const char *plan, char **record)
{
    const tacit_request request = request_of(plan);
    json_t *r = NULL;
    const tacit_status status = tacit_publish(cx, &request, &r);
    return finish(cx, status, r, "released", record);
}

tacit_ending tacit_measure(tacit_ctx *cx, const char *plan, char **record)
{
    const tacit_request request = request_of(plan);
    json_t *r = NULL;
    const tacit_status status = tacit_run_measure(cx, &request, &r);
    return finish(cx, status, r, "holds", record);
}

tacit_ending tacit_compare(tacit_ctx *cx, const char *plan, const char *path, char **record)
{
    const tacit_request request = request_of(plan);
    json_t *r = NULL;
    const tacit_status status = tacit_run_compare(cx, &request, &(tacit_other){ .uri = path }, &r);
    return finish(cx, status, r, "", record);
}

tacit_ending tacit_verify(tacit_ctx *cx, const char *path, char **record)
{
    json_t *r = NULL;
    const tacit_status status = tacit_run_verify(cx, path, 0, &r);
    return finish(cx, status, r, "verified", record);
}

void tacit_text_free(char *text)
{
    tacit_free(text);
}
