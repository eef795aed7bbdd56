/*
 * query.c - the task that answers one question in SQL as a policy says.
 *
 * Whether a question is well asked is decided by its text and the policy, before the secret or the
 * data is opened.
 */
#include "base/memory.h"
#include "query/grammar/grammar.h"
#include "task/query/own.h"
#include "task/tasks.h"

tacit_status tacit_query_answer_now(tacit_ctx *cx, tacit_work *w, const tacit_policy *policy,
                                    const tacit_mode_job *job, tacit_query_answer *out)
{
    tacit_query_data data;
    TACIT_TRY(tacit_policy_load(cx, w, policy, job->secret, &data));
    tacit_stage(cx, "Answering");
    return tacit_mode_run(cx, policy->mode, job, &data, out);
}

static tacit_status answer(tacit_ctx *cx, tacit_work *w, const tacit_policy *policy,
                           const tacit_mode_job *job)
{
    tacit_query_reply reply = { 0 };
    if (tacit_arg_given(&w->ask->args, TACIT_QUERY_LEDGER))
        TACIT_TRY(tacit_query_answer_booked(cx, w, policy, job, &reply));
    else
        TACIT_TRY(tacit_query_answer_now(cx, w, policy, job, &reply.answer));
    w->verdict =
        reply.answer.refused == TACIT_REFUSED_NOT ? TACIT_VERDICT_HOLDS : TACIT_VERDICT_FAILS;
    return tacit_query_tell(cx, w, policy, job, &reply);
}

/* A limit counts what a ledger keeps. */
static tacit_status check_limit(tacit_ctx *cx, const tacit_work *w)
{
    if (!tacit_arg_given(&w->ask->args, TACIT_QUERY_LIMIT) ||
        tacit_arg_given(&w->ask->args, TACIT_QUERY_LEDGER))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "%s: a 'limit' needs a 'ledger', which remembers what was spent.",
                      w->plan->file);
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    const tacit_args *args = &w->ask->args;
    unsigned char secret[TACIT_SECRET_BYTES];
    tacit_policy policy;
    tacit_query q;
    TACIT_TRY(tacit_policy_read(cx, w, &policy));
    TACIT_TRY(check_limit(cx, w));
    if (!tacit_arg_given(args, TACIT_QUERY_ASK))
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s asks nothing; say 'ask' under 'query'.",
                          w->plan->file);
    TACIT_TRY(tacit_sql_read(cx, tacit_arg_text(args, TACIT_QUERY_ASK), &policy.schema, &q));
    const tacit_mode_job job = { .query = &q, .args = policy.args, .secret = secret };
    if (tacit_arg_flag(args, TACIT_QUERY_EXPLAIN))
        return tacit_query_tell(cx, w, &policy, &job, NULL);
    TACIT_TRY(tacit_secret_read(cx, tacit_arg_text(args, TACIT_QUERY_KEY), secret));
    const tacit_status status = answer(cx, w, &policy, &job);
    tacit_wipe(secret, sizeof secret);
    return status;
}

static const tacit_param PARAMS[] = {
    [TACIT_QUERY_ASK] = { .name = "ask",
                          .type = TACIT_PARAM_TEXT,
                          .need = TACIT_OPTIONAL,
                          .help = "the question, in SQL" },
    [TACIT_QUERY_NAME] = { .name = "name",
                           .type = TACIT_PARAM_TEXT,
                           .need = TACIT_OPTIONAL,
                           .help = "what the data is called in questions; by default as its file, "
                                   "without folder and ending" },
    [TACIT_QUERY_PERSON] = { .name = "person",
                             .type = TACIT_PARAM_COLUMN,
                             .need = TACIT_OPTIONAL,
                             .importance = TACIT_FIRST,
                             .help = "the column that tells whose a record is; each record is a "
                                     "person without it" },
    [TACIT_QUERY_KEY] = { .name = "key",
                          .type = TACIT_PARAM_FILE,
                          .need = TACIT_REQUIRED,
                          .importance = TACIT_FIRST,
                          .help =
                              "the file with the secret that noise follows from, made by 'tacit "
                              "key'" },
    [TACIT_QUERY_CELLS] = { .name = "cells",
                            .type = TACIT_PARAM_INTEGER,
                            .preset = 1000,
                            .min = 1,
                            .max = 100000,
                            TACIT_USEFUL_LOG(10, 10000, "groups"),
                            .help = "how many groups a question may have" },
    [TACIT_QUERY_LEDGER] = { .name = "ledger",
                             .type = TACIT_PARAM_FILE,
                             .need = TACIT_OPTIONAL,
                             .importance = TACIT_FIRST,
                             .help = "the file that keeps every question and its answer, made if "
                                     "it is not there; a question that it has costs nothing" },
    [TACIT_QUERY_ANALYST] = { .name = "analyst",
                              .type = TACIT_PARAM_TEXT,
                              .need = TACIT_OPTIONAL,
                              .help = "who asks, for the ledger; 'local' if not given" },
    [TACIT_QUERY_LIMIT] = { .name = "limit",
                            .type = TACIT_PARAM_INTEGER,
                            .need = TACIT_OPTIONAL,
                            .min = 0,
                            .max = 1e15,
                            TACIT_USEFUL_LOG(100, 1e6, "cells"),
                            .help = "what all answers together may cost, in what the mode counts; "
                                    "needs a ledger" },
    [TACIT_QUERY_EXPLAIN] = { .name = "explain",
                              .type = TACIT_PARAM_FLAG,
                              .help = "say what the question costs and its canonical form, without "
                                      "reading any data" },
    TACIT_PARAM_END
};

const tacit_task tacit_task_query = {
    .section = { .about = { .name = "query",
                            .title = "Answer",
                            .summary = "answer a question in SQL as a policy allows",
                            .params = PARAMS },
                 .chooses = &tacit_mode_catalog },
    .needs = TACIT_PART_DATA,
    .arguments = "PLAN QUESTION",
    .positions = "data ask",
    .details =
        "A policy is a plan that declares what may be asked: domains of columns with bins and "
        "values, hierarchies, and under 'query' a mode that protects the answers. A question is "
        "SELECT with aggregates, WHERE by declared bins and values, GROUP BY, HAVING, ORDER BY and "
        "LIMIT. What else it says is refused with the place and what would be allowed, whatever "
        "is in the data. Groups are those that are declared. --explain reads no data.",
    .examples =
        (const tacit_task_example[]){
            { "query policy.yaml \"SELECT sex, AVG(income) FROM survey GROUP BY sex\"",
              "Ask once." },
            { "query policy.yaml \"SELECT COUNT(*) FROM survey WHERE age >= 65\" --explain",
              "What would it cost, and how is it understood?" },
            { NULL, NULL },
        },
    .words = { .plain = "Explained: no data was read",
               .good = "Answered",
               .bad = "Refused",
               .open = "Answered, with protection",
               .open_meaning = "The answer is protected as the mode of the policy says.",
               .bad_meaning = "Nothing is told of this question." },
    .run = run,
};
