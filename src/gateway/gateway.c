/*
 * gateway.c - opening a data set to questions, and asking.
 */
#include "gateway/gateway.h"

#include <math.h>

#include "base/memory.h"
#include "gateway/own.h"

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
    if (tacit_gateway_text(g, TACIT_POLICY_LEDGER) != NULL)
        TACIT_TRY(tacit_ledger_check_path(cx, tacit_gateway_text(g, TACIT_POLICY_LEDGER)));
    if (pthread_mutex_init(&g->lock, NULL) != 0)
        return tacit_fail_memory(cx);
    *out = g;
    return TACIT_OK;
}

void tacit_gateway_close(tacit_gateway *g)
{
    if (g == NULL)
        return;
    tacit_gateway_count_end(g);
    if (g->state != NULL)
        g->policy.mode->close(g->state);
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
    const tacit_ledger_place place = { .path = tacit_gateway_text(g, TACIT_POLICY_LEDGER),
                                       .anchor = tacit_gateway_text(g, TACIT_POLICY_ANCHOR) };
    tacit_ledger *opened = NULL;
    if (place.path == NULL || (g->ledger != NULL && !tacit_ledger_is_broken(g->ledger)))
        return TACIT_OK;
    if (!g->kept && tacit_ledger_is_file(place.path))
        TACIT_TRY(tacit_work_reads(cx, g->work, place.path));
    if (!g->kept && place.anchor != NULL)
        TACIT_TRY(tacit_work_reads(cx, g->work, place.anchor));
    g->kept = true;
    TACIT_TRY(tacit_ledger_open_at(cx, &place, TACIT_LEDGER_WRITE, &opened));
    tacit_ledger_close(g->ledger); /* its disk had failed, or its connection was lost */
    g->ledger = opened;
    g->openings++;
    return TACIT_OK;
}

static tacit_status open_state(tacit_ctx *cx, tacit_gateway *g)
{
    const tacit_mode_setup setup = { .schema = &g->policy.schema,
                                     .data = &g->data,
                                     .args = g->policy.args };
    tacit_stage(cx, "Opening");
    TACIT_TRY(tacit_args_check(cx, g->policy.mode->about.name, g->policy.args));
    return g->policy.mode->open(cx, &setup, &g->state);
}

tacit_status tacit_gateway_load_records(tacit_ctx *cx, tacit_gateway *g)
{
    if (g->loaded)
        return TACIT_OK;
    TACIT_TRY(arm(cx, g));
    TACIT_TRY(tacit_policy_load(cx, g->work, &g->policy, g->secret, &g->data));
    if (g->policy.mode->open != NULL)
        TACIT_TRY(open_state(cx, g));
    g->loaded = true;
    return TACIT_OK;
}

tacit_status tacit_gateway_load(tacit_ctx *cx, tacit_gateway *g)
{
    TACIT_TRY(tacit_gateway_open_ledger(cx, g));
    TACIT_TRY(tacit_gateway_load_records(cx, g));
    return g->policy.mode->judge != NULL ? tacit_gateway_recall(cx, g) : TACIT_OK;
}

/* ---- questions ---- */

tacit_status tacit_gateway_explain(tacit_ctx *cx, const tacit_gateway *g, const tacit_asking *a,
                                   tacit_reply *out)
{
    const tacit_mode *mode = g->policy.mode;
    *out = (tacit_reply){ .error = NAN };
    TACIT_TRY(tacit_sql_read_bound(cx, a->sql, a->values, &g->policy.schema, &out->query));
    out->query.epsilon = a->epsilon;
    TACIT_TRY(tacit_mode_settle(cx, mode, g->policy.args, &out->query));
    const tacit_mode_job job = { .query = &out->query, .args = g->policy.args };
    if (mode->check != NULL)
        TACIT_TRY(mode->check(cx, &job));
    out->cost = mode->cost(&job);
    out->cost.amount = tacit_units_shown(out->cost.amount);
    return mode->error == NULL ? TACIT_OK : mode->error(cx, &job, &out->error);
}

tacit_mode_job tacit_gateway_job(const tacit_gateway *g, const tacit_query *q)
{
    return (tacit_mode_job){ .query = q,
                             .args = g->policy.args,
                             .secret = g->policy.mode->keyed ? g->secret : NULL,
                             .state = g->state };
}

tacit_status tacit_gateway_answer(tacit_ctx *cx, tacit_gateway *g, const tacit_query *q,
                                  const tacit_mode_verdict *verdict, tacit_query_answer *out)
{
    TACIT_TRY(tacit_gateway_load_records(cx, g));
    tacit_mode_job job = tacit_gateway_job(g, q);
    job.verdict = verdict;
    tacit_stage(cx, "Answering");
    return tacit_mode_run(cx, g->policy.mode, &job, &g->data, out);
}

tacit_status tacit_gateway_ask(tacit_ctx *cx, tacit_gateway *g, const tacit_asking *a,
                               tacit_reply *out)
{
    TACIT_TRY(tacit_gateway_explain(cx, g, a, out));
    if (tacit_gateway_text(g, TACIT_POLICY_LEDGER) == NULL)
        TACIT_TRY(tacit_gateway_answer(cx, g, &out->query, NULL, &out->answer));
    else
        TACIT_TRY(tacit_gateway_answer_booked(cx, g, a->analyst, out));
    tacit_gateway_count(cx, g, out->answer.refused, out->bill.before);
    return TACIT_OK;
}
