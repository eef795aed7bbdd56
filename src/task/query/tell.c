/*
 * tell.c - a question and its answer, for people and as data.
 */
#include <math.h>

#include "query/view.h"
#include "run/account.h"
#include "task/query/own.h"

static const tacit_param NO_PARAMS[] = { TACIT_PARAM_END };

static tacit_status begin_result(tacit_ctx *cx, const char *name, const char *title,
                                 json_t *results, tacit_result **out)
{
    const tacit_entry entry = { .name = name, .title = title, .source = "", .params = NO_PARAMS };
    const tacit_args none = { .params = NO_PARAMS };
    TACIT_TRY(tacit_result_new(cx, "query", &entry, &none, out));
    return tacit_json_add(cx, results, *out);
}

/* ---- what is asked ---- */

static tacit_status tell_form(tacit_ctx *cx, const tacit_policy *policy, const tacit_query *q,
                              tacit_result *result)
{
    static const char *const heads[] = { "What", "is" };
    json_t *table = NULL;
    TACIT_TRY(
        tacit_result_table(cx, result, "form", "How the question is understood", 2, heads, &table));
    TACIT_TRY(tacit_result_row(cx, table, "[s,s]", "question", q->text));
    TACIT_TRY(tacit_result_row(cx, table, "[s,s]", "its key", q->key));
    TACIT_TRY(tacit_result_row(cx, table, "[s,s]", "mode", policy->mode->about.name));
    TACIT_TRY(tacit_result_row(cx, table, "[s,s]", "its answers", policy->mode->tells));
    return tacit_result_row(cx, table, "[s,s]", "not promised", policy->mode->lacks);
}

static tacit_status tell_question(tacit_ctx *cx, const tacit_policy *policy,
                                  const tacit_mode_job *job, json_t *results)
{
    const tacit_query_cost cost = policy->mode->cost(job);
    tacit_result *result = NULL;
    char *title = NULL;
    double error = 0;
    TACIT_TRY(begin_result(cx, "question", "What is asked", results, &result));
    TACIT_TRY(tacit_result_figure(cx, result, "cells", "groups of the answer",
                                  (double)job->query->cells, TACIT_UNIT_COUNT,
                                  "as the policy declares them, whether or not there are records"));
    TACIT_TRY(tacit_scratch_format(cx, &title, "cost, in %s", cost.unit));
    TACIT_TRY(tacit_result_figure(cx, result, "cost", title, cost.amount, TACIT_UNIT_NUMBER,
                                  "follows from the question and the policy alone",
                                  .better = TACIT_BETTER_LOWER));
    if (policy->mode->error != NULL) {
        TACIT_TRY(policy->mode->error(cx, job, &error));
        TACIT_TRY(tacit_result_figure(
            cx, result, "error", "standard deviation of a count's noise", error, TACIT_UNIT_NUMBER,
            "of all layers together, known before anything is read", .better = TACIT_BETTER_LOWER));
    }
    return tell_form(cx, policy, job->query, result);
}

/* What the ledger says of it. */
static tacit_status tell_bill(tacit_ctx *cx, const tacit_query_bill *bill, json_t *results)
{
    tacit_result *result = NULL;
    TACIT_TRY(begin_result(cx, "bill", "In the ledger", results, &result));
    TACIT_TRY(tacit_result_figure(cx, result, "paid", "paid for this answer", bill->paid,
                                  TACIT_UNIT_NUMBER, "nothing if it had been answered before",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "spent", "spent on this data so far", bill->spent,
                                  TACIT_UNIT_NUMBER, "by everybody", .better = TACIT_BETTER_LOWER));
    if (!isfinite(bill->left))
        return TACIT_OK;
    return tacit_result_figure(cx, result, "left", "left", bill->left, TACIT_UNIT_NUMBER,
                               "of the limit", .better = TACIT_BETTER_HIGHER);
}

/* ---- the answer ---- */

/* An answer to a question. */
typedef struct shown_answer {
    const tacit_query *q;
    const tacit_query_answer *answer;
} shown_answer;

static const tacit_query_told *told_of(const shown_answer *r, size_t cell, size_t aggregate)
{
    return &r->answer->told[cell * r->q->n_aggregates + aggregate];
}

static double released(const void *user, size_t cell, size_t aggregate)
{
    return told_of(user, cell, aggregate)->value;
}

/* Whether intervals of an aggregate are told. */
static bool has_range(const shown_answer *r, const tacit_query_shown *shown)
{
    bool has = false;
    for (size_t k = 0; !has && !shown->is_axis && k < r->q->cells; k++)
        has = isfinite(told_of(r, k, shown->at)->low);
    return has;
}

static json_t *number_json(const shown_answer *r, size_t aggregate, double x)
{
    const tacit_aggregate_kind kind = r->q->aggregate[aggregate].kind;
    if (!isfinite(x))
        return json_null();
    return kind == TACIT_AGGREGATE_COUNT || kind == TACIT_AGGREGATE_PERSONS
               ? json_integer((json_int_t)llround(x))
               : json_real(x);
}

static tacit_status add_row(tacit_ctx *cx, const shown_answer *r, size_t cell, json_t *rows)
{
    json_t *row = json_array();
    TACIT_TRY(tacit_json_add(cx, rows, row));
    for (size_t i = 0; i < r->q->n_shown; i++) {
        const tacit_query_shown *s = &r->q->shown[i];
        if (s->is_axis) {
            TACIT_TRY(
                tacit_json_add(cx, row, json_string(tacit_query_cell_label(r->q, s->at, cell))));
            continue;
        }
        const tacit_query_told *t = told_of(r, cell, s->at);
        TACIT_TRY(tacit_json_add(cx, row, number_json(r, s->at, t->value)));
        if (!has_range(r, s))
            continue;
        TACIT_TRY(tacit_json_add(cx, row, number_json(r, s->at, t->low)));
        TACIT_TRY(tacit_json_add(cx, row, number_json(r, s->at, t->high)));
    }
    return TACIT_OK;
}

static tacit_status tell_answer(tacit_ctx *cx, const shown_answer *r, json_t *results)
{
    const char *heads[3 * TACIT_QUERY_SHOWN];
    size_t *cells = NULL, n = 0, rows = 0;
    tacit_result *result = NULL;
    json_t *table = NULL;
    TACIT_TRY(begin_result(cx, "answer", "Answer", results, &result));
    for (size_t i = 0; i < r->q->n_shown; i++) {
        heads[n++] = r->q->shown[i].name;
        if (!has_range(r, &r->q->shown[i]))
            continue;
        heads[n++] = "at least";
        heads[n++] = "at most";
    }
    TACIT_TRY(tacit_query_view(cx, r->q, released, r, &cells, &rows));
    TACIT_TRY(tacit_result_table(cx, result, "answer", "Answer", n, heads, &table));
    for (size_t i = 0; i < rows; i++)
        TACIT_TRY(add_row(cx, r, cells[i], json_object_get(table, "rows")));
    return TACIT_OK;
}

static tacit_status tell_refusal(tacit_ctx *cx, tacit_query_refusal refused, json_t *results)
{
    static const char *const heads[] = { "Code", "Why" };
    tacit_result *result = NULL;
    json_t *table = NULL;
    TACIT_TRY(begin_result(cx, "answer", "No answer", results, &result));
    TACIT_TRY(tacit_result_table(cx, result, "refusal", "Refused", 2, heads, &table));
    return tacit_result_row(cx, table, "[s,s]", tacit_query_refusal_code(refused),
                            tacit_query_refusal_why(refused));
}

tacit_status tacit_query_tell(tacit_ctx *cx, tacit_work *w, const tacit_policy *policy,
                              const tacit_mode_job *job, const tacit_query_reply *reply)
{
    static const tacit_account_part part = {
        .name = "query",
        .title = "A question",
        .lead = "What was asked, what it costs, and the answer that protects who is in the data.",
        .open = true,
    };
    json_t *results = NULL;
    TACIT_TRY(tacit_account_section(cx, w->record, &part, &results));
    if (reply == NULL)
        return tell_question(cx, policy, job, results);
    const shown_answer r = { .q = job->query, .answer = &reply->answer };
    if (reply->answer.refused != TACIT_REFUSED_NOT)
        TACIT_TRY(tell_refusal(cx, reply->answer.refused, results));
    else
        TACIT_TRY(tell_answer(cx, &r, results));
    if (reply->bill.kept)
        TACIT_TRY(tell_bill(cx, &reply->bill, results));
    return tell_question(cx, policy, job, results);
}
