/*
 * rehearsal.c - carrying a plan out to see what comes of it, and throwing the release away.
 */
#include "task/rehearsal.h"

#include "task/tasks.h"

static tacit_status put_data(tacit_ctx *cx, const tacit_work *w, tacit_session *s)
{
    tacit_table *data = NULL;
    TACIT_TRY(tacit_table_copy(cx, w->data, &data));
    return tacit_store_put(cx, s->tables, "data", data);
}

tacit_status tacit_rehearsal_open(tacit_ctx *cx, const tacit_work *w, tacit_session **out)
{
    tacit_session *s = tacit_session_new(cx);
    if (s == NULL)
        return tacit_fail_memory(cx);
    const tacit_status status = put_data(cx, w, s);
    if (status == TACIT_OK)
        *out = s;
    else
        tacit_session_free(s);
    return status;
}

/* Progress of a trial is that of the work, which may be asked to stop meanwhile. */
static int pass_on(void *user, const char *stage, uint64_t done, uint64_t total)
{
    (void)stage;
    return tacit_tick(user, done, total) != TACIT_OK || tacit_is_finishing(user);
}

tacit_status tacit_rehearsal_run(tacit_ctx *cx, tacit_session *session, const char *text,
                                 json_t **record, char **why)
{
    tacit_ctx *own = tacit_ctx_new();
    tacit_verdict verdict = TACIT_VERDICT_NONE;
    if (own == NULL)
        return tacit_fail_memory(cx);
    tacit_ctx_threads(own, tacit_ctx_threads_of(cx));
    tacit_ctx_on_progress(own, pass_on, cx);
    const tacit_run_spec spec = { .tasks = &tacit_task_catalog,
                                  .task = &tacit_task_protect,
                                  .session = session,
                                  .file = "a trial",
                                  .text = text };
    *record = NULL;
    tacit_status status = tacit_task_run(own, &spec, &verdict, record);
    const bool memory = status == TACIT_ERR_MEMORY;
    status = tacit_scratch_text(cx, status == TACIT_OK ? "" : tacit_message(own), why);
    tacit_ctx_free(own);
    if (memory)
        status = tacit_fail_memory(cx);
    else if (status == TACIT_OK && tacit_is_cancelled(cx))
        status = tacit_fail_stopped(cx);
    if (status != TACIT_OK) {
        json_decref(*record);
        *record = NULL;
    }
    return status;
}
