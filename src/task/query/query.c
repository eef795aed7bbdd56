/*
 * query.c - the task that answers one question in SQL as a policy says.
 */
#include "task/query/own.h"
#include "task/tasks.h"

/* Who asks where nothing says so. */
#define LOCAL "local"

static tacit_status answer(tacit_ctx *cx, tacit_work *w, tacit_gateway *g, const tacit_asking *a)
{
    tacit_reply reply;
    if (tacit_arg_flag(&w->ask->args, TACIT_POLICY_EXPLAIN)) {
        TACIT_TRY(tacit_gateway_explain(cx, g, a, &reply));
        return tacit_query_tell(cx, w, tacit_gateway_policy(g), &reply, false);
    }
    TACIT_TRY(tacit_gateway_ask(cx, g, a, &reply));
    w->verdict =
        reply.answer.refused == TACIT_REFUSED_NOT ? TACIT_VERDICT_HOLDS : TACIT_VERDICT_FAILS;
    return tacit_query_tell(cx, w, tacit_gateway_policy(g), &reply, true);
}

/* Answer, if anything is asked, and measure, if that is. */
static tacit_status work(tacit_ctx *cx, tacit_work *w, tacit_gateway *g)
{
    const tacit_args *args = &w->ask->args;
    const bool measures = tacit_arg_flag(args, TACIT_POLICY_MEASURES);
    const tacit_asking a = {
        .analyst = tacit_arg_given(args, TACIT_POLICY_ANALYST)
                       ? tacit_arg_text(args, TACIT_POLICY_ANALYST)
                       : LOCAL,
        .sql =
            tacit_arg_given(args, TACIT_POLICY_ASK) ? tacit_arg_text(args, TACIT_POLICY_ASK) : NULL,
        .epsilon = tacit_arg_given(args, TACIT_POLICY_EPSILON)
                       ? tacit_arg_real(args, TACIT_POLICY_EPSILON)
                       : 0,
    };
    if (a.sql == NULL && !measures)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s asks nothing; say 'ask' under 'query'.",
                          w->plan->file);
    if (a.sql != NULL)
        TACIT_TRY(answer(cx, w, g, &a));
    return measures ? tacit_query_tell_measures(cx, w, g) : TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    tacit_gateway *g = NULL;
    TACIT_TRY(tacit_gateway_open(cx, w, w->ask, &g));
    const tacit_status status = work(cx, w, g);
    tacit_gateway_close(g);
    return status;
}

const tacit_task tacit_task_query = {
    .section = { .about = { .name = "query",
                            .title = "Answer",
                            .summary = "answer a question in SQL as a policy allows",
                            .params = TACIT_POLICY_PARAMS },
                 .chooses = &tacit_mode_catalog },
    .needs = TACIT_PART_DATA,
    .arguments = "PLAN [QUESTION]",
    .positions = "data ask",
    .details =
        "A policy is a plan that declares what may be asked: domains of columns with bins and "
        "values, hierarchies, and under 'query' a mode that protects the answers. A question is "
        "SELECT with aggregates, WHERE by declared bins and values, GROUP BY, HAVING, ORDER BY and "
        "LIMIT. What else it says is refused with the place and what would be allowed, whatever "
        "is in the data. Groups are those that are declared. --explain reads no data; --measures "
        "is "
        "for the custodian, who learns how much the answers tell together.",
    .examples =
        (const tacit_task_example[]){
            { "query policy.yaml \"SELECT sex, AVG(income) FROM survey GROUP BY sex\"",
              "Ask once." },
            { "query policy.yaml \"SELECT COUNT(*) FROM survey WHERE age >= 65\" --explain",
              "What would it cost, and how is it understood?" },
            { "query policy.yaml --measures", "What do the answers so far add up to?" },
            { NULL, NULL },
        },
    .words = { .plain = "Nothing was asked of the data",
               .good = "Answered",
               .bad = "Refused",
               .open = "Answered, with protection",
               .open_meaning = "The answer is protected as the mode of the policy says.",
               .bad_meaning = "Nothing is told of this question." },
    .run = run,
};
