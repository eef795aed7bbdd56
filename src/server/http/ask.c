/*
 * ask.c - questions by HTTP: asking, explaining, what was spent, what was asked.
 */
#include <math.h>
#include <string.h>

#include "base/result.h"
#include "server/http/own.h"

static const tacit_said NO_MEMORY = { .code = TACIT_OUTCOME_SERVER };

/* ---- the request ---- */

/* The question in a body; false if the body has not its form. */
static bool read_question(const tacit_entered *e, tacit_desk_question *out, tacit_said *said)
{
    const json_t *sql = json_object_get(e->body, "sql"),
                 *dataset = json_object_get(e->body, "dataset"),
                 *epsilon = json_object_get(e->body, "epsilon");
    const size_t known = (size_t)(sql != NULL) + (dataset != NULL) + (epsilon != NULL);
    *out = (tacit_desk_question){ .caller = e->caller,
                                  .door = "http",
                                  .dataset = json_string_value(dataset),
                                  .sql = json_string_value(sql),
                                  .epsilon = json_number_value(epsilon) };
    if (out->sql != NULL && (dataset == NULL || out->dataset != NULL) &&
        (epsilon == NULL || out->epsilon > 0) && json_object_size(e->body) == known)
        return true;
    *said = (tacit_said){ .code = TACIT_OUTCOME_REQUEST,
                          .why = "Send {\"sql\": \"SELECT ...\"}, perhaps with \"dataset\", and "
                                 "with \"epsilon\", a number above 0." };
    return false;
}

/* ---- the answer ---- */

static json_t *columns_json(const tacit_sheet *s)
{
    static const char *const
        TYPE[] = { [TACIT_SHEET_TEXT] = "text",
                   [TACIT_SHEET_WHOLE] = "integer",
                   [TACIT_SHEET_REAL] = "number" },
        *const PART[] = {
            [TACIT_SHEET_VALUE] = "value", [TACIT_SHEET_LOW] = "low", [TACIT_SHEET_HIGH] = "high"
        };
    json_t *all = json_array();
    for (size_t j = 0; j < s->columns; j++) {
        const tacit_sheet_column *c = &s->column[j];
        (void)json_array_append_new(all, json_pack("{s:s, s:s, s:s}", "name", c->name, "type",
                                                   TYPE[c->type], "part", PART[c->part]));
    }
    return all;
}

static json_t *rows_json(tacit_ctx *cx, const tacit_sheet *s)
{
    json_t *rows = json_array();
    if (tacit_sheet_rows(cx, s, rows) == TACIT_OK)
        return rows;
    json_decref(rows);
    return NULL;
}

/* A number, or null where there is none. */
static json_t *number_json(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static const char *kind_name(tacit_answer_kind kind)
{
    static const char *const NAMES[] = { [TACIT_ANSWER_EXACT] = "exact",
                                         [TACIT_ANSWER_NOISE] = "noise",
                                         [TACIT_ANSWER_INTERVAL] = "interval",
                                         [TACIT_ANSWER_COPY] = "copy" };
    return NAMES[kind];
}

/* How a question is understood. */
static json_t *question_json(const tacit_desk_answer *a)
{
    const tacit_mode *mode = a->policy->mode;
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:I, s:o}", "dataset", a->policy->schema.name,
                     "question", a->reply.query.text, "key", a->reply.query.key, "mode",
                     mode->about.name, "kind", kind_name(mode->kind), "groups",
                     (json_int_t)a->reply.query.cells, "error", number_json(a->reply.error));
}

static json_t *cost_json(const tacit_desk_answer *a)
{
    return json_pack("{s:s, s:f, s:f}", "unit", tacit_mode_unit_name(a->policy->mode->unit),
                     "amount", a->reply.cost.amount, "delta", a->reply.cost.delta);
}

/* What is told of a question for ever, by the same bytes for everybody. */
static tacit_status answer_text(tacit_ctx *cx, const tacit_desk_answer *a, tacit_buffer *out)
{
    json_t *answer = question_json(a);
    tacit_status status = answer == NULL ? tacit_fail_memory(cx) : TACIT_OK;
    if (status == TACIT_OK)
        status = tacit_json_put(cx, answer, "cost", cost_json(a));
    if (status == TACIT_OK)
        status = tacit_json_put(cx, answer, "columns", columns_json(&a->sheet));
    if (status == TACIT_OK)
        status = tacit_json_put(cx, answer, "rows", rows_json(cx, &a->sheet));
    if (status == TACIT_OK)
        status = tacit_json_text(cx, answer, JSON_COMPACT | JSON_REAL_PRECISION(17), out);
    json_decref(answer);
    return status;
}

json_t *tacit_bill_json(const tacit_policy *policy, const tacit_query_bill *bill)
{
    static const char *const SCOPE[TACIT_LEDGER_SCOPES] = {
        [TACIT_LEDGER_DATASET] = "all",
        [TACIT_LEDGER_ANALYST] = "analyst",
        [TACIT_LEDGER_PERIOD] = "period",
        [TACIT_LEDGER_ANALYST_PERIOD] = "analyst_period",
    };
    json_t *accounts = json_array();
    for (size_t s = 0; bill->kept && s < TACIT_LEDGER_SCOPES; s++)
        (void)json_array_append_new(
            accounts,
            json_pack("{s:s, s:f, s:o}", "scope", SCOPE[s], "spent", bill->of[s].spent, "left",
                      bill->of[s].limited ? json_real(bill->of[s].left) : json_null()));
    return json_pack("{s:s, s:b, s:o}", "unit", tacit_mode_unit_name(policy->mode->unit), "kept",
                     bill->kept, "accounts", accounts);
}

/* What an answer cost this time. */
static json_t *paid_json(const tacit_policy *policy, const tacit_query_bill *bill)
{
    return json_pack("{s:f, s:b, s:o}", "paid", bill->paid, "before", bill->before, "bill",
                     tacit_bill_json(policy, bill));
}

static void say_refused(const tacit_desk_answer *a, tacit_said *out)
{
    *out = (tacit_said){ .code = a->code, .why = a->why, .line = a->line, .column = a->column };
}

/* Tell what is remembered of the same words; false if nothing is.  What names an epsilon is asked
 * anew: the words alone do not tell it. */
static bool say_again(tacit_ctx *cx, const tacit_entered *e, const tacit_desk_question *q,
                      tacit_said *out)
{
    tacit_memo_answer known = { 0 };
    tacit_query_bill bill;
    tacit_desk_question again = *q;
    if (q->epsilon > 0 || !tacit_memo_find(cx, e->site->memo, q->dataset, q->sql, &known))
        return false;
    again.dataset = known.policy->schema.name;
    out->answer = known.text;
    out->code = tacit_desk_again(cx, e->site->desk, &again, known.key, &bill);
    out->json = paid_json(known.policy, &bill);
    return true;
}

void tacit_route_query(tacit_ctx *cx, const tacit_entered *e, tacit_said *out)
{
    tacit_desk_question q;
    tacit_desk_answer a;
    tacit_buffer text = { 0 };
    char *copy = NULL;
    if (!read_question(e, &q, out) || say_again(cx, e, &q, out))
        return;
    tacit_desk_ask(cx, e->site->desk, &q, &a);
    if (a.code != TACIT_OUTCOME_OK) {
        say_refused(&a, out);
        return;
    }
    *out = NO_MEMORY;
    if (answer_text(cx, &a, &text) == TACIT_OK &&
        tacit_scratch_text(cx, text.text, &copy) == TACIT_OK)
        *out = (tacit_said){ .answer = copy, .json = paid_json(a.policy, &a.reply.bill) };
    tacit_memo_answer kept = { .text = copy, .policy = a.policy };
    memcpy(kept.key, a.reply.query.key, sizeof kept.key);
    if (copy != NULL && !(q.epsilon > 0))
        tacit_memo_keep(e->site->memo, q.dataset, q.sql, &kept);
    tacit_buffer_free(&text);
}

void tacit_route_explain(tacit_ctx *cx, const tacit_entered *e, tacit_said *out)
{
    tacit_desk_question q;
    tacit_desk_answer a;
    if (!read_question(e, &q, out))
        return;
    tacit_desk_explain(cx, e->site->desk, &q, &a);
    if (a.code != TACIT_OUTCOME_OK) {
        say_refused(&a, out);
        return;
    }
    out->json = question_json(&a);
    (void)json_object_set_new(out->json, "cost", cost_json(&a));
}

/* ---- what was spent and asked ---- */

void tacit_route_budget(tacit_ctx *cx, const tacit_entered *e, tacit_said *out)
{
    json_t *sets = json_array();
    for (size_t i = 0; i < tacit_desk_datasets(e->site->desk); i++) {
        const tacit_policy *p = tacit_desk_policy(e->site->desk, i);
        tacit_query_bill bill;
        out->code = tacit_desk_bill(cx, e->site->desk, e->caller, p->schema.name, &bill);
        if (out->code != TACIT_OUTCOME_OK)
            break;
        (void)json_array_append_new(sets, json_pack("{s:s, s:o}", "dataset", p->schema.name, "bill",
                                                    tacit_bill_json(p, &bill)));
    }
    out->json = json_pack("{s:s, s:s, s:o}", "name", e->caller->name, "role",
                          tacit_caller_role_name(e->caller->role), "datasets", sets);
}

/* The latest entries, of which there can be many.  A question stands there with its key behind it,
 * after a blank. */
enum { SHOWN = 200 };

static tacit_status add_entry(tacit_ctx *cx, void *user, const tacit_ledger_entry *entry)
{
    const tacit_ledger_request *r = &entry->request;
    json_t *list = user;
    const bool epsilon = r->cost.epsilon > 0;
    const size_t key = TACIT_DIGEST_BYTES, n = r->length > key ? r->length - key : r->length;
    if (json_array_size(list) == SHOWN)
        (void)json_array_remove(list, 0);
    return tacit_json_add(
        cx, list,
        json_pack("{s:I, s:s, s:I, s:s, s:s, s:s%, s:f}", "entry", (json_int_t)entry->number,
                  "state", tacit_ledger_state_name(entry->state), "time", (json_int_t)entry->time,
                  "dataset", r->dataset, "analyst", r->analyst, "question", r->question, n, "cost",
                  epsilon ? tacit_units_real(r->cost.epsilon) : (double)r->cost.count));
}

void tacit_route_history(tacit_ctx *cx, const tacit_entered *e, tacit_said *out)
{
    json_t *list = json_array();
    out->code = tacit_desk_history(cx, e->site->desk, e->caller, add_entry, list);
    out->json = json_pack("{s:o}", "entries", list);
}
