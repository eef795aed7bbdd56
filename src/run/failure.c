/*
 * failure.c - the record of a run that failed.
 */
#include "run/failure.h"

#include <string.h>

#include "base/result.h"

tacit_ending tacit_ending_of(tacit_status status)
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

int tacit_exit_of(tacit_status status)
{
    enum { STOPPED = 130 };
    return status == TACIT_ERR_CANCELLED ? STOPPED : (int)tacit_ending_of(status);
}

/* What is wrong, as data: the problems of a plan, or the failure itself as the only one. */
static tacit_status put_problems(tacit_ctx *cx, tacit_status status, json_t *object)
{
    static const char *const codes[] = {
        [TACIT_OK] = "",
        [TACIT_ERR_MEMORY] = "memory",
        [TACIT_ERR_INPUT] = "request",
        [TACIT_ERR_DATA] = "data",
        [TACIT_ERR_IO] = "file",
        [TACIT_ERR_CANCELLED] = "cancelled",
    };
    const json_t *details = tacit_fail_details_of(cx);
    if (details != NULL)
        return tacit_json_put(cx, object, "problems", json_deep_copy(details));
    return tacit_json_put(cx, object, "problems",
                          json_pack("[{s:n,s:n,s:s,s:[],s:s}]", "line", "column", "code",
                                    codes[status], "arguments", "message", tacit_message(cx)));
}

static tacit_status fill(tacit_ctx *cx, tacit_status status, json_t *object)
{
    json_t *lines = json_array();
    TACIT_TRY(tacit_json_put(cx, object, "ok", json_false()));
    TACIT_TRY(tacit_json_put(cx, object, "error", json_string(tacit_message(cx))));
    TACIT_TRY(tacit_json_put(cx, object, "errors", lines));
    for (const char *line = tacit_message(cx); *line != '\0';) {
        const size_t n = strcspn(line, "\n");
        TACIT_TRY(tacit_json_add(cx, lines, json_stringn(line, n)));
        line += n + (line[n] == '\n');
    }
    TACIT_TRY(put_problems(cx, status, object));
    return tacit_json_put(cx, object, "status", json_integer(tacit_exit_of(status)));
}

tacit_status tacit_failure_record(tacit_ctx *cx, tacit_status status, json_t **out)
{
    json_t *object = json_object();
    const tacit_status filled = fill(cx, status, object);
    if (filled == TACIT_OK)
        *out = object;
    else
        json_decref(object);
    return filled;
}
