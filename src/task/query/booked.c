/*
 * booked.c - an answer that goes through the ledger.
 *
 * What was answered before is answered again by the same bytes, at no cost and without a look at
 * the data.  Otherwise the cost is spent before the data is opened, and the answer is stored before
 * it is told: a run that dies in between has spent its cost and told nothing.  The question under
 * which an answer is kept ends with its key, which the declarations are part of, so that other bins
 * make another question; other data wants another name.
 */
#include <math.h>
#include <string.h>

#include "base/result.h"
#include "query/ledger/ledger.h"
#include "task/query/own.h"

/* ---- answers as bytes ---- */

static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

/* What is told, as JSON whose numbers come back as they were (17 digits). */
static tacit_status pack(tacit_ctx *cx, const tacit_query *q, const tacit_query_answer *a,
                         tacit_buffer *out)
{
    json_t *list = json_array();
    tacit_status status = list == NULL ? tacit_fail_memory(cx) : TACIT_OK;
    for (size_t i = 0; status == TACIT_OK && i < q->cells * q->n_aggregates; i++) {
        const double x[] = { a->told[i].value, a->told[i].low, a->told[i].high };
        for (size_t k = 0; status == TACIT_OK && k < 3; k++)
            status = tacit_json_add(cx, list, number(x[k]));
    }
    if (status == TACIT_OK)
        status = tacit_json_text(cx, list, JSON_COMPACT | JSON_REAL_PRECISION(17), out);
    json_decref(list);
    return status;
}

static double number_at(const json_t *list, size_t i)
{
    const json_t *x = json_array_get(list, i);
    return json_is_number(x) ? json_number_value(x) : NAN;
}

static tacit_status unpack(tacit_ctx *cx, const tacit_query *q, const tacit_ledger_answer *stored,
                           tacit_query_answer *out)
{
    const size_t n = q->cells * q->n_aggregates;
    json_t *list = json_loadb(stored->bytes, stored->length, 0, NULL);
    const bool fits = json_is_array(list) && json_array_size(list) == 3 * n;
    tacit_status status = fits ? tacit_scratch(cx, n, sizeof *out->told, &out->told)
                               : tacit_fail(cx, TACIT_ERR_DATA,
                                            "The ledger has an answer to this question that is not "
                                            "one of 'tacit query'; 'tacit ledger' shows it.");
    for (size_t i = 0; status == TACIT_OK && i < n; i++)
        out->told[i] = (tacit_query_told){ number_at(list, 3 * i), number_at(list, 3 * i + 1),
                                           number_at(list, 3 * i + 2) };
    json_decref(list);
    return status;
}

/* ---- the way through the ledger ---- */

/* A question with its place in the ledger. */
typedef struct booking {
    tacit_ledger *ledger;
    const tacit_policy *policy;
    const tacit_mode_job *job;
    tacit_ledger_request request;
} booking;

static tacit_status make_request(tacit_ctx *cx, const tacit_work *w, booking *b)
{
    const tacit_args *args = &w->ask->args;
    const tacit_query *q = b->job->query;
    char *text = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &text, "%s %s", q->text, q->key));
    b->request = (tacit_ledger_request){
        .dataset = b->policy->schema.name,
        .analyst = tacit_arg_given(args, TACIT_QUERY_ANALYST)
                       ? tacit_arg_text(args, TACIT_QUERY_ANALYST)
                       : "local",
        .question = text,
        .length = strlen(text),
        .cost = { .count = (uint64_t)b->policy->mode->cost(b->job).amount },
    };
    for (size_t s = 0; s < TACIT_LEDGER_SCOPES; s++)
        b->request.limit[s] = TACIT_LEDGER_ANY;
    if (tacit_arg_given(args, TACIT_QUERY_LIMIT))
        b->request.limit[TACIT_LEDGER_DATASET].count =
            (uint64_t)tacit_arg_integer(args, TACIT_QUERY_LIMIT);
    return TACIT_OK;
}

/* Answer from the data what was reserved as `entry`, and store it. */
static tacit_status answer_anew(tacit_ctx *cx, tacit_work *w, const booking *b, uint64_t entry,
                                tacit_ledger_answer *stored)
{
    tacit_query_answer own;
    tacit_buffer text = { 0 };
    tacit_ledger_touch(b->ledger, entry);
    TACIT_TRY(tacit_query_answer_now(cx, w, b->policy, b->job, &own));
    tacit_status status = pack(cx, b->job->query, &own, &text);
    if (status == TACIT_OK)
        status = tacit_ledger_commit(cx, b->ledger, entry, text.text, text.length, stored);
    tacit_buffer_free(&text);
    return status;
}

/* The stored answer, or one that is stored now; none if the limit does not allow it. */
static tacit_status find_answer(tacit_ctx *cx, tacit_work *w, booking *b, tacit_query_bill *bill,
                                tacit_ledger_answer *out)
{
    tacit_ledger_grant grant = { 0 };
    TACIT_TRY(tacit_ledger_find(cx, b->ledger, b->request.dataset, b->request.question,
                                b->request.length, out));
    if (out->found)
        return TACIT_OK;
    TACIT_TRY(tacit_ledger_reserve(cx, b->ledger, &b->request, NULL, NULL, &grant));
    *out = grant.answer;
    if (grant.outcome != TACIT_LEDGER_GRANTED)
        return TACIT_OK;
    bill->paid = (double)b->request.cost.count;
    TACIT_TRY(answer_anew(cx, w, b, grant.entry, out));
    out->found = true;
    return TACIT_OK;
}

static tacit_status answer(tacit_ctx *cx, tacit_work *w, booking *b, tacit_query_reply *out)
{
    tacit_query_bill *bill = &out->bill;
    tacit_ledger_answer stored = { 0 };
    TACIT_TRY(make_request(cx, w, b));
    TACIT_TRY(find_answer(cx, w, b, bill, &stored));
    const tacit_ledger_account all =
        tacit_ledger_account_of(b->ledger, TACIT_LEDGER_DATASET, &b->request);
    const uint64_t limit = b->request.limit[TACIT_LEDGER_DATASET].count;
    bill->kept = true;
    bill->spent = (double)all.spent.count;
    bill->left = limit == TACIT_UNITS_MOST ? INFINITY
                 : limit > all.spent.count ? (double)(limit - all.spent.count)
                                           : 0;
    if (stored.found)
        return unpack(cx, b->job->query, &stored, &out->answer);
    out->answer.refused = TACIT_REFUSED_BUDGET;
    return TACIT_OK;
}

tacit_status tacit_query_answer_booked(tacit_ctx *cx, tacit_work *w, const tacit_policy *policy,
                                       const tacit_mode_job *job, tacit_query_reply *out)
{
    booking b = { .policy = policy, .job = job };
    const char *path = tacit_arg_text(&w->ask->args, TACIT_QUERY_LEDGER);
    TACIT_TRY(tacit_work_reads(cx, w, path));
    TACIT_TRY(tacit_ledger_open(cx, path, TACIT_LEDGER_WRITE, &b.ledger));
    const tacit_status status = answer(cx, w, &b, out);
    tacit_ledger_close(b.ledger);
    return status;
}
