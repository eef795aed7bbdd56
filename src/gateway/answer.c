/*
 * answer.c - an answer that goes through the ledger.
 *
 * The question under which an answer is kept ends with its key, which the declarations are part of,
 * so that other bins make another question; other data wants another name.
 */
#include <math.h>

#include "base/result.h"
#include "gateway/own.h"

/* ---- answers as bytes ---- */

static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

/* JSON whose numbers come back as they were (17 digits). */
tacit_status tacit_gateway_pack(tacit_ctx *cx, const tacit_query *q, const tacit_query_answer *a,
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

static tacit_status find(tacit_ctx *cx, tacit_gateway *g, const tacit_ledger_request *r,
                         tacit_ledger_answer *out)
{
    (void)pthread_mutex_lock(&g->lock);
    tacit_status status = tacit_gateway_open_ledger(cx, g);
    if (status == TACIT_OK)
        status = tacit_ledger_find(cx, g->ledger, r->dataset, r->question, r->length, out);
    (void)pthread_mutex_unlock(&g->lock);
    return status;
}

/* A reservation, and by which opening of the ledger it was made. */
typedef struct reservation {
    tacit_ledger_grant grant;
    uint64_t opening;
} reservation;

/* Spend the cost, if the mode's judge allows; from then on the data may be looked at. */
static tacit_status reserve(tacit_ctx *cx, tacit_gateway_case *c, const tacit_ledger_request *r,
                            reservation *out)
{
    tacit_gateway *g = c->gateway;
    const bool judged = g->policy.mode->judge != NULL;
    if (judged)
        TACIT_TRY(tacit_gateway_load_records(cx, g));
    (void)pthread_mutex_lock(&g->lock);
    const tacit_status status =
        tacit_ledger_reserve(cx, g->ledger, r, judged ? tacit_gateway_judge : NULL, c, &out->grant);
    if (status == TACIT_OK && out->grant.outcome == TACIT_LEDGER_GRANTED) {
        g->judged = out->grant.entry;
        tacit_ledger_touch(g->ledger, out->grant.entry);
    }
    out->opening = g->openings;
    (void)pthread_mutex_unlock(&g->lock);
    return status;
}

/* Store the answer, unless the ledger was opened anew meanwhile: then nobody owns the entry. */
static tacit_status commit(tacit_ctx *cx, tacit_gateway *g, const reservation *v,
                           const tacit_buffer *text, tacit_ledger_answer *out)
{
    (void)pthread_mutex_lock(&g->lock);
    const tacit_status status =
        v->opening == g->openings
            ? tacit_ledger_commit(cx, g->ledger, v->grant.entry, text->text, text->length, out)
            : tacit_fail(cx, TACIT_ERR_IO,
                         "The ledger was lost while the question was answered, so nothing is told "
                         "and its cost stays spent.");
    (void)pthread_mutex_unlock(&g->lock);
    return status;
}

/* Answer from the data what was reserved, and store it. */
static tacit_status answer_anew(tacit_ctx *cx, tacit_gateway_case *c, const reservation *v,
                                tacit_ledger_answer *stored)
{
    tacit_gateway *g = c->gateway;
    const bool judged = g->policy.mode->judge != NULL;
    tacit_query_answer own;
    tacit_buffer text = { 0 };
    TACIT_TRY(tacit_gateway_answer(cx, g, c->query, judged ? &c->verdict : NULL, &own));
    tacit_status status = tacit_gateway_pack(cx, c->query, &own, &text);
    if (status == TACIT_OK)
        status = commit(cx, g, v, &text, stored);
    tacit_buffer_free(&text);
    return status;
}

/* The stored answer, or one that is stored now; none if a limit or the judge does not allow it. */
static tacit_status find_answer(tacit_ctx *cx, tacit_gateway *g, const tacit_ledger_request *r,
                                tacit_reply *reply, tacit_ledger_answer *out)
{
    tacit_gateway_case c = { .gateway = g, .query = &reply->query };
    reservation v = { 0 };
    TACIT_TRY(find(cx, g, r, out));
    reply->bill.before = out->found;
    if (out->found)
        return TACIT_OK;
    TACIT_TRY(reserve(cx, &c, r, &v));
    *out = v.grant.answer;
    reply->answer.refused = v.grant.outcome == TACIT_LEDGER_REFUSED     ? c.verdict.refused
                            : v.grant.outcome == TACIT_LEDGER_EXHAUSTED ? TACIT_REFUSED_BUDGET
                                                                        : TACIT_REFUSED_NOT;
    reply->bill.before = v.grant.outcome == TACIT_LEDGER_KNOWN;
    if (v.grant.outcome != TACIT_LEDGER_GRANTED)
        return TACIT_OK;
    reply->bill.paid = reply->cost.amount;
    TACIT_TRY(answer_anew(cx, &c, &v, out));
    out->found = true;
    return TACIT_OK;
}

tacit_status tacit_gateway_answer_booked(tacit_ctx *cx, tacit_gateway *g, const char *analyst,
                                         tacit_reply *out)
{
    tacit_ledger_request r;
    tacit_ledger_answer stored = { 0 };
    TACIT_TRY(tacit_gateway_request(cx, g, analyst, &out->query, &r));
    TACIT_TRY(find_answer(cx, g, &r, out, &stored));
    (void)pthread_mutex_lock(&g->lock);
    tacit_gateway_account(g, &r, &out->bill);
    (void)pthread_mutex_unlock(&g->lock);
    TACIT_ASSERT(stored.found == (out->answer.refused == TACIT_REFUSED_NOT));
    return stored.found ? unpack(cx, &out->query, &stored, &out->answer) : TACIT_OK;
}

tacit_status tacit_gateway_bill(tacit_ctx *cx, tacit_gateway *g, const char *analyst,
                                tacit_query_bill *out)
{
    tacit_ledger_request r;
    *out = (tacit_query_bill){ 0 };
    TACIT_TRY(tacit_gateway_request(cx, g, analyst, NULL, &r));
    (void)pthread_mutex_lock(&g->lock);
    const tacit_status status = tacit_gateway_open_ledger(cx, g);
    if (status == TACIT_OK && g->ledger != NULL)
        tacit_gateway_account(g, &r, out);
    (void)pthread_mutex_unlock(&g->lock);
    return status;
}

tacit_status tacit_gateway_again(tacit_ctx *cx, tacit_gateway *g, const char *analyst,
                                 tacit_query_bill *out)
{
    TACIT_TRY(tacit_gateway_bill(cx, g, analyst, out));
    tacit_gateway_count(cx, g, TACIT_REFUSED_NOT, true);
    return TACIT_OK;
}

tacit_status tacit_gateway_history(tacit_ctx *cx, tacit_gateway *g, uint64_t rows,
                                   tacit_ledger_visitor *visit, void *user)
{
    (void)pthread_mutex_lock(&g->lock);
    tacit_status status = tacit_gateway_open_ledger(cx, g);
    if (status == TACIT_OK && g->ledger != NULL) {
        const uint64_t all = tacit_ledger_rows(g->ledger);
        status = tacit_ledger_visit(cx, g->ledger, g->policy.schema.name,
                                    all > rows ? all - rows : 0, visit, user);
    }
    (void)pthread_mutex_unlock(&g->lock);
    return status;
}
