/*
 * admin.c - what a custodian sees and does: metrics, the log, tokens.
 */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/text.h"
#include "server/http/own.h"

/* ---- metrics ---- */

static tacit_status put_counts(tacit_ctx *cx, const tacit_entered *e, tacit_buffer *b)
{
    const tacit_desk_counts counts = tacit_desk_counted(e->site->desk);
    TACIT_TRY(tacit_buffer_text(cx, b,
                                "# HELP tacit_requests_total Requests by outcome.\n"
                                "# TYPE tacit_requests_total counter\n"));
    for (tacit_outcome c = 0; c < TACIT_OUTCOMES; c++)
        TACIT_TRY(tacit_buffer_format(cx, b, "tacit_requests_total{outcome=\"%s\"} %" PRIu64 "\n",
                                      tacit_outcome_name(c),
                                      (uint64_t)atomic_load(&e->site->requests[c])));
    TACIT_TRY(tacit_buffer_text(cx, b,
                                "# HELP tacit_questions_total Questions by outcome.\n"
                                "# TYPE tacit_questions_total counter\n"));
    for (tacit_outcome c = 0; c < TACIT_OUTCOMES; c++)
        if (counts.outcome[c] > 0 || c == TACIT_OUTCOME_OK)
            TACIT_TRY(tacit_buffer_format(cx, b,
                                          "tacit_questions_total{outcome=\"%s\"} %" PRIu64 "\n",
                                          tacit_outcome_name(c), counts.outcome[c]));
    return tacit_buffer_format(
        cx, b,
        "# HELP tacit_answered_before_total Answers that were stored before.\n"
        "# TYPE tacit_answered_before_total counter\n"
        "tacit_answered_before_total %" PRIu64 "\n"
        "# HELP tacit_explained_total Questions that were only explained.\n"
        "# TYPE tacit_explained_total counter\n"
        "tacit_explained_total %" PRIu64 "\n"
        "# HELP tacit_questions_flying Questions that are being answered.\n"
        "# TYPE tacit_questions_flying gauge\n"
        "tacit_questions_flying %" PRIu64 "\n",
        counts.before, counts.explained, counts.flying);
}

static tacit_status put_spending(tacit_ctx *cx, const tacit_entered *e, tacit_buffer *b)
{
    TACIT_TRY(tacit_buffer_text(cx, b,
                                "# HELP tacit_spent What was spent of each data set's budget.\n"
                                "# TYPE tacit_spent gauge\n"));
    for (size_t i = 0; i < tacit_desk_datasets(e->site->desk); i++) {
        const tacit_policy *p = tacit_desk_policy(e->site->desk, i);
        const char *name = p->schema.name;
        tacit_query_bill bill;
        if (tacit_desk_bill(cx, e->site->desk, e->caller, name, &bill) != TACIT_OUTCOME_OK ||
            !bill.kept || strpbrk(name, "\"\\\n") != NULL)
            continue;
        TACIT_TRY(tacit_buffer_format(cx, b, "tacit_spent{dataset=\"%s\",unit=\"%s\"} %.17g\n",
                                      name, tacit_mode_unit_name(p->mode->unit),
                                      bill.of[TACIT_LEDGER_DATASET].spent));
    }
    return TACIT_OK;
}

void tacit_route_metrics(tacit_ctx *cx, const tacit_entered *e, tacit_said *out)
{
    tacit_buffer b = { 0 };
    char *copy = NULL;
    out->code = TACIT_OUTCOME_SERVER;
    if (put_counts(cx, e, &b) == TACIT_OK && put_spending(cx, e, &b) == TACIT_OK &&
        tacit_scratch_text(cx, b.text, &copy) == TACIT_OK)
        *out = (tacit_said){ .text = copy };
    tacit_buffer_free(&b);
}

void tacit_route_log(tacit_ctx *cx, const tacit_entered *e, tacit_said *out)
{
    (void)cx;
    out->json = json_pack("{s:o}", "lines", tacit_journal_last(tacit_desk_journal(e->site->desk)));
}

/* ---- tokens ---- */

static void note(const tacit_entered *e, const char *what)
{
    (void)tacit_journal_write(
        tacit_desk_journal(e->site->desk),
        &(tacit_journal_line){ .who = e->caller->name,
                               .role = tacit_caller_role_name(e->caller->role),
                               .door = "http",
                               .what = what,
                               .outcome = tacit_outcome_name(TACIT_OUTCOME_OK) });
}

static json_t *token_json(const tacit_token *t)
{
    return json_pack("{s:s, s:s, s:I, s:o, s:s}", "name", t->name, "role",
                     tacit_caller_role_name(t->role), "made", (json_int_t)t->made, "expires",
                     t->expires == 0 ? json_null() : json_integer((json_int_t)t->expires), "state",
                     tacit_token_state_name(tacit_token_state_of(t)));
}

void tacit_route_tokens(tacit_ctx *cx, const tacit_entered *e, tacit_said *out)
{
    tacit_tokens *tokens = tacit_desk_tokens(e->site->desk);
    json_t *list = json_array();
    (void)cx;
    for (size_t i = 0; i < tacit_tokens_count(tokens); i++) {
        const tacit_token one = tacit_tokens_at(tokens, i);
        (void)json_array_append_new(list, token_json(&one));
    }
    out->json = json_pack("{s:o}", "tokens", list);
}

static const tacit_said WRONG_TOKEN = {
    .code = TACIT_OUTCOME_REQUEST,
    .why = "Send {\"name\": ..., \"role\": \"analyst\" or \"custodian\", \"days\": 1 to 36500}.",
};

/* What a body asks for; false if it has not its form. */
static bool read_spec(const json_t *body, tacit_token_spec *out)
{
    const json_t *days = json_object_get(body, "days");
    const char *role = json_string_value(json_object_get(body, "role"));
    const json_int_t n = days == NULL ? 0 : json_integer_value(days);
    struct timespec now = { 0 };
    (void)clock_gettime(CLOCK_REALTIME, &now);
    const bool custodian = role != NULL && strcmp(role, "custodian") == 0;
    *out = (tacit_token_spec){ .name = json_string_value(json_object_get(body, "name")),
                               .role = custodian ? TACIT_CALLER_CUSTODIAN : TACIT_CALLER_ANALYST,
                               .expires = n == 0 ? 0 : (int64_t)now.tv_sec + 86400 * n };
    return out->name != NULL && role != NULL && (custodian || strcmp(role, "analyst") == 0) &&
           (days == NULL || (json_is_integer(days) && n >= 1 && n <= 36500)) &&
           json_object_size(body) == 2 + (size_t)(days != NULL);
}

/* A failure of what a custodian does, whose sentence names nothing but what was sent. */
static void say_failed(tacit_ctx *cx, tacit_status status, tacit_said *out)
{
    char *why = NULL;
    if (status != TACIT_ERR_INPUT || tacit_scratch_text(cx, tacit_message(cx), &why) != TACIT_OK)
        *out = (tacit_said){ .code = TACIT_OUTCOME_SERVER };
    else
        *out = (tacit_said){ .code = TACIT_OUTCOME_REQUEST, .why = why };
}

void tacit_route_token_add(tacit_ctx *cx, const tacit_entered *e, tacit_said *out)
{
    tacit_token_spec spec;
    char text[TACIT_TOKEN_TEXT] = "";
    if (!read_spec(e->body, &spec)) {
        *out = WRONG_TOKEN;
        return;
    }
    const tacit_status status = tacit_tokens_add(cx, tacit_desk_tokens(e->site->desk), &spec, text);
    if (status != TACIT_OK) {
        say_failed(cx, status, out);
        return;
    }
    note(e, "token add");
    out->json = json_pack("{s:s, s:s, s:s}", "name", spec.name, "role",
                          tacit_caller_role_name(spec.role), "token", text);
    tacit_wipe(text, sizeof text);
}

void tacit_route_token_revoke(tacit_ctx *cx, const tacit_entered *e, tacit_said *out)
{
    const char *name = json_string_value(json_object_get(e->body, "name"));
    if (name == NULL || json_object_size(e->body) != 1) {
        *out = (tacit_said){ .code = TACIT_OUTCOME_REQUEST, .why = "Send {\"name\": ...}." };
        return;
    }
    const tacit_status status = tacit_tokens_revoke(cx, tacit_desk_tokens(e->site->desk), name);
    if (status != TACIT_OK) {
        say_failed(cx, status, out);
        return;
    }
    note(e, "token revoke");
    out->json = json_pack("{s:s, s:s}", "name", name, "state", "revoked");
}

/* ---- all addresses ---- */

const tacit_route TACIT_ROUTES[] = {
    { "POST", "/v1/query", TACIT_CALLER_ANALYST, tacit_route_query },
    { "POST", "/v1/explain", TACIT_CALLER_ANALYST, tacit_route_explain },
    { "GET", "/v1/schema", TACIT_CALLER_ANALYST, tacit_route_schema },
    { "GET", "/v1/budget", TACIT_CALLER_ANALYST, tacit_route_budget },
    { "GET", "/v1/history", TACIT_CALLER_ANALYST, tacit_route_history },
    { "GET", "/v1/metrics", TACIT_CALLER_CUSTODIAN, tacit_route_metrics },
    { "GET", "/v1/log", TACIT_CALLER_CUSTODIAN, tacit_route_log },
    { "GET", "/v1/tokens", TACIT_CALLER_CUSTODIAN, tacit_route_tokens },
    { "POST", "/v1/tokens", TACIT_CALLER_CUSTODIAN, tacit_route_token_add },
    { "POST", "/v1/tokens/revoke", TACIT_CALLER_CUSTODIAN, tacit_route_token_revoke },
    { NULL, NULL, 0, NULL },
};
