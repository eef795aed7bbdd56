/*
 * tell.c - a question and its answer, for people and as data.
 */
#include <math.h>

#include "gateway/sheet.h"
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
                                  const tacit_reply *reply, json_t *results)
{
    const tacit_mode *mode = policy->mode;
    tacit_result *result = NULL;
    char *title = NULL;
    TACIT_TRY(begin_result(cx, "question", "What is asked", results, &result));
    TACIT_TRY(tacit_result_figure(cx, result, "cells", "groups of the answer",
                                  (double)reply->query.cells, TACIT_UNIT_COUNT,
                                  "as the policy declares them, whether or not there are records"));
    TACIT_TRY(tacit_scratch_format(cx, &title, "cost, in %s", tacit_mode_unit_name(mode->unit)));
    TACIT_TRY(tacit_result_figure(cx, result, "cost", title, reply->cost.amount, TACIT_UNIT_NUMBER,
                                  "follows from the question and the policy alone",
                                  .better = TACIT_BETTER_LOWER));
    if (isfinite(reply->error))
        TACIT_TRY(tacit_result_figure(cx, result, "error", "standard deviation of a count's noise",
                                      reply->error, TACIT_UNIT_NUMBER,
                                      "of all layers together, known before anything is read",
                                      .better = TACIT_BETTER_LOWER));
    return tell_form(cx, policy, &reply->query, result);
}

/* What the ledger says of it. */
static tacit_status tell_bill(tacit_ctx *cx, const tacit_query_bill *bill, json_t *results)
{
    static const struct {
        const char *left, *title, *of;
    } SCOPE[TACIT_LEDGER_SCOPES] = {
        [TACIT_LEDGER_DATASET] = { "left", "left", "of the limit" },
        [TACIT_LEDGER_ANALYST] = { "left_analyst", "left to you", "of an analyst's limit" },
        [TACIT_LEDGER_PERIOD] = { "left_period", "left in this period", "of the period's limit" },
        [TACIT_LEDGER_ANALYST_PERIOD] = { "left_analyst_period", "left to you in this period",
                                          "of an analyst's limit for the period" },
    };
    const tacit_query_account *all = &bill->of[TACIT_LEDGER_DATASET];
    tacit_result *result = NULL;
    TACIT_TRY(begin_result(cx, "bill", "In the ledger", results, &result));
    TACIT_TRY(tacit_result_figure(cx, result, "paid", "paid for this answer", bill->paid,
                                  TACIT_UNIT_NUMBER, "nothing if it had been answered before",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "spent", "spent on this data so far", all->spent,
                                  TACIT_UNIT_NUMBER, "by everybody", .better = TACIT_BETTER_LOWER));
    for (size_t s = 0; s < TACIT_LEDGER_SCOPES; s++)
        if (bill->of[s].limited)
            TACIT_TRY(tacit_result_figure(cx, result, SCOPE[s].left, SCOPE[s].title,
                                          bill->of[s].left, TACIT_UNIT_NUMBER, SCOPE[s].of,
                                          .better = TACIT_BETTER_HIGHER));
    return TACIT_OK;
}

/* ---- the answer ---- */

static tacit_status tell_answer(tacit_ctx *cx, const tacit_reply *reply, json_t *results)
{
    static const char *const RANGE[] = {
        [TACIT_SHEET_LOW] = "at least", [TACIT_SHEET_HIGH] = "at most"
    };
    const char *heads[3 * TACIT_QUERY_SHOWN];
    tacit_sheet sheet;
    tacit_result *result = NULL;
    json_t *table = NULL;
    TACIT_TRY(begin_result(cx, "answer", "Answer", results, &result));
    TACIT_TRY(tacit_sheet_of(cx, reply, TACIT_SHEET_RANGES, &sheet));
    for (size_t j = 0; j < sheet.columns; j++)
        heads[j] = sheet.column[j].part == TACIT_SHEET_VALUE ? sheet.column[j].name
                                                             : RANGE[sheet.column[j].part];
    TACIT_TRY(tacit_result_table(cx, result, "answer", "Answer", sheet.columns, heads, &table));
    return tacit_sheet_rows(cx, &sheet, json_object_get(table, "rows"));
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
                              const tacit_reply *reply, bool asked)
{
    static const tacit_account_part part = {
        .name = "query",
        .title = "A question",
        .lead = "What was asked, what it costs, and the answer that protects who is in the data.",
        .open = true,
    };
    json_t *results = NULL;
    TACIT_TRY(tacit_account_section(cx, w->record, &part, &results));
    if (asked && reply->answer.refused != TACIT_REFUSED_NOT)
        TACIT_TRY(tell_refusal(cx, reply->answer.refused, results));
    else if (asked)
        TACIT_TRY(tell_answer(cx, reply, results));
    if (reply->bill.kept)
        TACIT_TRY(tell_bill(cx, &reply->bill, results));
    return tell_question(cx, policy, reply, results);
}

tacit_status tacit_query_tell_measures(tacit_ctx *cx, tacit_work *w, tacit_gateway *g)
{
    static const tacit_account_part part = {
        .name = "measures",
        .title = "The answers so far",
        .lead = "How the data is asked and protected, for its custodian and not for who asks.",
    };
    json_t *results = NULL;
    tacit_result *result = NULL;
    TACIT_TRY(tacit_account_section(cx, w->record, &part, &results));
    TACIT_TRY(begin_result(cx, "measures", "What is measured", results, &result));
    return tacit_gateway_measure(cx, g, result);
}
