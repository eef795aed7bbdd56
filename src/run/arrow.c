/*
 * arrow.c - tables of a session in and out as Arrow streams.
 */
#include "run/failure.h"
#include "run/session.h"
#include "table/arrow/arrow.h"

/* Fail unless a host gave a session, a name and a stream. */
static tacit_status check(tacit_ctx *cx, const tacit_session *session, const char *name,
                          const struct ArrowArrayStream *stream)
{
    if (session != NULL && name != NULL && name[0] != '\0' && stream != NULL)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "A table in memory needs a session, a name and a stream.");
}

tacit_ending tacit_session_put(tacit_ctx *cx, tacit_session *session, const char *name,
                               struct ArrowArrayStream *in)
{
    tacit_table *t = NULL;
    if (cx == NULL)
        return TACIT_FAILED;
    tacit_ctx_reset(cx);
    tacit_status status = check(cx, session, name, in);
    if (status == TACIT_OK)
        status = tacit_arrow_read(cx, in, &t);
    else if (in != NULL && in->release != NULL)
        in->release(in);
    if (status == TACIT_OK)
        status = tacit_store_put(cx, session->tables, name, t);
    if (status == TACIT_OK)
        tacit_table_free(tacit_store_take(session->released, name)); /* it is another table now */
    tacit_ctx_resume(cx);
    return tacit_ending_of(status);
}

tacit_ending tacit_session_get(tacit_ctx *cx, tacit_session *session, const char *name,
                               struct ArrowArrayStream *out)
{
    if (cx == NULL)
        return TACIT_FAILED;
    tacit_ctx_reset(cx);
    const tacit_status status = check(cx, session, name, out);
    if (status != TACIT_OK)
        return tacit_ending_of(status);
    const tacit_table *t = tacit_store_find(session->released, name);
    if (t == NULL)
        return tacit_ending_of(tacit_fail(cx, TACIT_ERR_INPUT,
                                          "No run has released a table called '%s'; originals do "
                                          "not come out again.",
                                          name));
    return tacit_ending_of(tacit_arrow_write(cx, t, out));
}
