/*
 * way.c - which way the rows take: loaded, or passing in blocks, or some columns each.
 */
#include "run/stream/way.h"

#include "engine/fit.h"
#include "run/stream/stream.h"
#include "run/stream/there.h"

/* The columns that the plan touches, because that was asked for. */
static tacit_status choose_columns(tacit_ctx *cx, const tacit_work *w, tacit_narrow *n)
{
    TACIT_TRY(tacit_narrow_open(cx, w, n));
    if (n->data != NULL)
        return TACIT_OK;
    return tacit_fail(
        cx, TACIT_ERR_INPUT,
        "No column can pass by: the plan touches all of them or moves the records, or "
        "data or output are in memory; leave 'stream: columns' out.");
}

/* The same because rows do not fit and are needed, for `why`. */
static tacit_status spare_memory(tacit_ctx *cx, const tacit_work *w, const char *why,
                                 tacit_narrow *n)
{
    TACIT_TRY(tacit_narrow_open(cx, w, n));
    tacit_warn(cx, "The data is large for --memory and cannot be streamed: %s%s.", why,
               n->data != NULL ? "; only the columns that the plan touches were loaded" : "");
    return TACIT_OK;
}

/* Whether the rows of a table on a server are loaded: there are few, or the plan needs all of
 * them, which has to be asked for. */
static tacit_status loads_served(tacit_ctx *cx, const tacit_work *w, bool *loads)
{
    const char *why = NULL;
    tacit_data *data = NULL;
    bool far = false;
    TACIT_TRY(tacit_work_open(cx, w, &data));
    const tacit_status status = tacit_data_is_far(cx, data, data->schema.n, &far);
    tacit_data_close(data);
    TACIT_TRY(status);
    if (far)
        TACIT_TRY(tacit_stream_refusal(cx, w->plan, &why));
    *loads = !far || why != NULL;
    return TACIT_OK;
}

tacit_status tacit_way_loads(tacit_ctx *cx, const tacit_work *w, tacit_way asked, bool *loads)
{
    *loads = false;
    if (tacit_data_is_served(w->plan->output))
        return TACIT_OK;
    if (asked == TACIT_WAY_AUTO && tacit_data_is_served(w->plan->data))
        return loads_served(cx, w, loads);
    *loads = asked == TACIT_WAY_LOADED ||
             (asked == TACIT_WAY_AUTO && !tacit_data_is_large(w->plan->data, w->memory));
    return TACIT_OK;
}

tacit_status tacit_way_choose(tacit_ctx *cx, const tacit_work *w, tacit_way asked, bool *stream,
                              tacit_narrow *n)
{
    const char *why = NULL;
    bool loads = false;
    *stream = false;
    if (tacit_data_is_served(w->plan->output))
        return tacit_there_check(cx, w->plan, stream);
    if (asked == TACIT_WAY_COLUMNS)
        return choose_columns(cx, w, n);
    TACIT_TRY(tacit_way_loads(cx, w, asked, &loads));
    if (loads)
        return TACIT_OK;
    TACIT_TRY(tacit_stream_refusal(cx, w->plan, &why));
    *stream = why == NULL;
    if (*stream || (asked == TACIT_WAY_AUTO && tacit_data_is_served(w->plan->data)))
        return TACIT_OK;
    if (asked == TACIT_WAY_BLOCKS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The plan cannot be streamed: %s.", why);
    return spare_memory(cx, w, why, n);
}
