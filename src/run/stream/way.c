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

bool tacit_way_loads(const tacit_work *w, tacit_way asked)
{
    if (tacit_data_is_served(w->plan->output))
        return false;
    return asked == TACIT_WAY_LOADED ||
           (asked == TACIT_WAY_AUTO && !tacit_data_is_large(w->plan->data, w->memory));
}

tacit_status tacit_way_choose(tacit_ctx *cx, const tacit_work *w, tacit_way asked, bool *stream,
                              tacit_narrow *n)
{
    const char *why = NULL;
    *stream = false;
    if (tacit_data_is_served(w->plan->output))
        return tacit_there_check(cx, w->plan, stream);
    if (asked == TACIT_WAY_COLUMNS)
        return choose_columns(cx, w, n);
    if (tacit_way_loads(w, asked))
        return TACIT_OK;
    TACIT_TRY(tacit_stream_refusal(cx, w->plan, &why));
    *stream = why == NULL;
    if (*stream)
        return TACIT_OK;
    if (asked == TACIT_WAY_BLOCKS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The plan cannot be streamed: %s.", why);
    return spare_memory(cx, w, why, n);
}
