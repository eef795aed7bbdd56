/*
 * gateway.c - opening a data set to questions, and asking.
 */
#include "gateway/gateway.h"

#include <math.h>

#include "base/memory.h"
#include "gateway/own.h"
#include "query/grammar/grammar.h"

const char *tacit_gateway_text(const tacit_gateway *g, enum tacit_policy_arg i)
{
    return tacit_arg_given(&g->ask->args, i) ? tacit_arg_text(&g->ask->args, i) : NULL;
}

tacit_status tacit_gateway_open(tacit_ctx *cx, tacit_work *w, const tacit_plan_ask *ask,
                                tacit_gateway **out)
{
    tacit_gateway *g = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *g, &g));
    g->work = w;
    g->ask = ask;
    TACIT_TRY(tacit_policy_read(cx, w, ask, &g->policy));
    if (pthread_mutex_init(&g->lock, NULL) != 0)
        return tacit_fail_memory(cx);
    *out = g;
    return TACIT_OK;
}

void tacit_gateway_close(tacit_gateway *g)
{
    if (g == NULL)
        return;
    tacit_ledger_close(g->ledger);
    (void)pthread_mutex_destroy(&g->lock);
    tacit_wipe(g->secret, sizeof g->secret);
}

const tacit_policy *tacit_gateway_policy(const tacit_gateway *g)
{
    return &g->policy;
}

/* ---- what is opened when it is needed ---- */

static tacit_status arm(tacit_ctx *cx, tacit_gateway *g)
{
    if (g->armed || !g->policy.mode->keyed)
        return TACIT_OK;
    TACIT_TRY(tacit_secret_read(cx, tacit_gateway_text(g, TACIT_POLICY_KEY), g->secret));
    g->armed = true;
    return TACIT_OK;
}

tacit_status tacit_gateway_open_ledger(tacit_ctx *cx, tacit_gateway *g)
{
    const char *path = tacit_gateway_text(g, TACIT_POLICY_LEDGER);
    if (g->ledger != NULL || path == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_work_reads(cx, g->work, path));
    return tacit_ledger_open(cx, path, TACIT_LEDGER_WRITE, &g->ledger);
}

static tacit_status load_records(tacit_ctx *cx, tacit_gateway *g)
{
    if (g->loaded)
        return TACIT_OK;
    TACIT_TRY(arm(cx, g));
    TACIT_TRY(tacit_policy_load(cx, g->work, &g->policy, g->secret, &g->data));
    g->loaded = true;
    return TACIT_OK;
}

tacit_status tacit_gateway_load(tacit_ctx *cx, tacit_gateway *g)
{
    TACIT_TRY(tacit_gateway_open_ledger(cx, g));
    return load_records(cx, g);
}

/* ---- questions ---- */

tacit_status tacit_gateway_explain(tacit_ctx *cx, const tacit_gateway *g, const tacit_asking *a,
                                   tacit_reply *out)
{
    const tacit_mode *mode = g->policy.mode;
    *out = (tacit_reply){ .error = NAN };
    TACIT_TRY(tacit_sql_read(cx, a->sql, &g->policy.schema, &out->query));
    const tacit_mode_job job = { .query = &out->query, .args = g->policy.args };
    out->cost = mode->cost(&job);
    return mode->error == NULL ? TACIT_OK : mode->error(cx, &job, &out->error);
}

tacit_status tacit_gateway_answer(tacit_ctx *cx, tacit_gateway *g, const tacit_query *q,
                                  tacit_query_answer *out)
{
    const tacit_mode *mode = g->policy.mode;
    const tacit_mode_job job = { .query = q,
                                 .args = g->policy.args,
                                 .secret = mode->keyed ? g->secret : NULL };
    TACIT_TRY(load_records(cx, g));
    tacit_stage(cx, "Answering");
    return tacit_mode_run(cx, mode, &job, &g->data, out);
}

tacit_status tacit_gateway_ask(tacit_ctx *cx, tacit_gateway *g, const tacit_asking *a,
                               tacit_reply *out)
{
    TACIT_TRY(tacit_gateway_explain(cx, g, a, out));
    if (tacit_gateway_text(g, TACIT_POLICY_LEDGER) == NULL)
        return tacit_gateway_answer(cx, g, &out->query, &out->answer);
    return tacit_gateway_answer_booked(cx, g, a->analyst, out);
}
