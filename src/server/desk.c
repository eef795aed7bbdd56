/*
 * desk.c - where askers are let in: callers and their turns, questions and their answers.
 */
#include "server/desk.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <sodium.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/result.h"
#include "base/secret.h"
#include "query/grammar/tree.h"

/* When a token may make its next request (the generic cell rate algorithm, ITU-T I.371): the time
 * up to which its requests are paid for. */
typedef struct turn {
    uint64_t paid;
} turn;

/* A question that is being answered. */
typedef struct flight {
    const char *key;
    struct flight *next;
} flight;

struct tacit_desk {
    tacit_desk_spec spec;
    unsigned char secret[TACIT_SECRET_BYTES]; /* for verifiers of names that are not known */
    pthread_mutex_t lock;
    pthread_cond_t landed;
    flight *flights;
    turn *turns; /* by the id of the token */
    size_t n_turns;
    tacit_desk_counts counts;
};

/* ---- making ---- */

tacit_status tacit_desk_new(tacit_ctx *cx, const tacit_desk_spec *spec, tacit_desk **out)
{
    tacit_desk *d = NULL;
    TACIT_ASSERT(spec->n > 0 && spec->rate > 0 && spec->burst >= 1);
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *d, &d));
    d->spec = *spec;
    (void)pthread_mutex_init(&d->lock, NULL);
    (void)pthread_cond_init(&d->landed, NULL);
    const tacit_status status = tacit_random_bytes(cx, d->secret, sizeof d->secret);
    if (status != TACIT_OK) {
        tacit_desk_free(d);
        return status;
    }
    *out = d;
    return TACIT_OK;
}

void tacit_desk_free(tacit_desk *d)
{
    if (d == NULL)
        return;
    TACIT_ASSERT(d->flights == NULL);
    (void)pthread_cond_destroy(&d->landed);
    (void)pthread_mutex_destroy(&d->lock);
    tacit_wipe(d->secret, sizeof d->secret);
    tacit_free(d->turns);
    tacit_free(d);
}

size_t tacit_desk_datasets(const tacit_desk *d)
{
    return d->spec.n;
}

const tacit_policy *tacit_desk_policy(const tacit_desk *d, size_t i)
{
    TACIT_ASSERT(i < d->spec.n);
    return tacit_gateway_policy(d->spec.gateway[i]);
}

tacit_tokens *tacit_desk_tokens(tacit_desk *d)
{
    return d->spec.tokens;
}

tacit_journal *tacit_desk_journal(tacit_desk *d)
{
    return d->spec.journal;
}

tacit_desk_counts tacit_desk_counted(tacit_desk *d)
{
    (void)pthread_mutex_lock(&d->lock);
    const tacit_desk_counts counts = d->counts;
    (void)pthread_mutex_unlock(&d->lock);
    return counts;
}

/* ---- who asks ---- */

static void make_caller(const tacit_token *t, tacit_caller *out)
{
    *out = (tacit_caller){ .id = t->id, .role = t->role };
    memcpy(out->name, t->name, sizeof out->name);
}

tacit_outcome tacit_desk_admit(tacit_desk *d, const char *text, tacit_caller *out)
{
    tacit_token token;
    if (tacit_tokens_find(d->spec.tokens, text, &token) != TACIT_TOKEN_GOOD)
        return TACIT_OUTCOME_TOKEN;
    make_caller(&token, out);
    return TACIT_OUTCOME_OK;
}

/* What nobody's password gives: salt and keys follow from the name and a secret of the process. */
static void make_up(const tacit_desk *d, const char *name, tacit_scram *out)
{
    unsigned char bytes[TACIT_SCRAM_SALT + 2 * TACIT_SCRAM_KEY];
    (void)crypto_generichash(bytes, 64, (const unsigned char *)name, strlen(name), d->secret,
                             sizeof d->secret);
    (void)crypto_generichash(bytes + 64, sizeof bytes - 64, bytes, 64, d->secret, sizeof d->secret);
    memcpy(out->salt, bytes, sizeof out->salt);
    memcpy(out->stored_key, bytes + TACIT_SCRAM_SALT, sizeof out->stored_key);
    memcpy(out->server_key, bytes + TACIT_SCRAM_SALT + TACIT_SCRAM_KEY, sizeof out->server_key);
    out->iterations = TACIT_SCRAM_ITERATIONS;
}

tacit_outcome tacit_desk_verifier(tacit_desk *d, const char *name, tacit_scram *scram,
                                  tacit_caller *out)
{
    tacit_token token;
    make_up(d, name, scram);
    if (tacit_tokens_named(d->spec.tokens, name, &token) != TACIT_TOKEN_GOOD)
        return TACIT_OUTCOME_TOKEN;
    *scram = token.scram;
    make_caller(&token, out);
    return TACIT_OUTCOME_OK;
}

/* Room for the turns of token `id`; under the lock. */
static bool grow_turns(tacit_desk *d, size_t id)
{
    if (id < d->n_turns)
        return true;
    const size_t room = 2 * id + 16;
    tacit_ctx *cx = tacit_ctx_new();
    const bool grown = cx != NULL && tacit_grow(cx, room, sizeof *d->turns, &d->turns) == TACIT_OK;
    tacit_ctx_free(cx);
    if (!grown)
        return false;
    memset(d->turns + d->n_turns, 0, (room - d->n_turns) * sizeof *d->turns);
    d->n_turns = room;
    return true;
}

tacit_outcome tacit_desk_turn(tacit_desk *d, const tacit_caller *caller, double *seconds)
{
    const uint64_t now = tacit_desk_now(), step = (uint64_t)(60e9 / d->spec.rate),
                   ahead = (uint64_t)((d->spec.burst - 1) * (double)step);
    const tacit_token token = tacit_tokens_at(d->spec.tokens, caller->id);
    tacit_outcome code = TACIT_OUTCOME_OK;
    *seconds = 0;
    if (tacit_token_state_of(&token) != TACIT_TOKEN_GOOD)
        return TACIT_OUTCOME_TOKEN;
    (void)pthread_mutex_lock(&d->lock);
    if (!grow_turns(d, caller->id))
        code = TACIT_OUTCOME_SERVER;
    turn *t = code == TACIT_OUTCOME_OK ? &d->turns[caller->id] : NULL;
    if (t != NULL && t->paid > now + ahead) {
        *seconds = 1e-9 * (double)(t->paid - now - ahead);
        code = TACIT_OUTCOME_RATE;
    } else if (t != NULL) {
        t->paid = (t->paid > now ? t->paid : now) + step;
    }
    (void)pthread_mutex_unlock(&d->lock);
    return code;
}

/* ---- counting and noting ---- */

/* Note what became of a question.  An answer that cannot be noted is not told. */
static void note(tacit_desk *d, const tacit_desk_question *q, const char *what, const char *failure,
                 tacit_desk_answer *a)
{
    const bool asked = strcmp(what, "query") == 0;
    const tacit_journal_line line = {
        .who = q->caller->name,
        .role = tacit_caller_role_name(q->caller->role),
        .door = q->door,
        .what = what,
        .dataset = a->policy != NULL ? a->policy->schema.name : NULL,
        .key = a->reply.query.text != NULL ? a->reply.query.key : NULL,
        .outcome = tacit_outcome_name(a->code),
        .failure = failure,
        .paid = a->reply.bill.paid,
    };
    if (!tacit_journal_write(d->spec.journal, &line) && a->code == TACIT_OUTCOME_OK) {
        a->code = TACIT_OUTCOME_SERVER;
        a->why = tacit_outcome_why(a->code);
    }
    (void)pthread_mutex_lock(&d->lock);
    d->counts.explained += !asked;
    d->counts.outcome[a->code] += asked;
    d->counts.before += asked && a->code == TACIT_OUTCOME_OK && a->reply.bill.before;
    (void)pthread_mutex_unlock(&d->lock);
}

/* ---- one flight for a question ---- */

static bool is_flying(const tacit_desk *d, const char *key)
{
    for (const flight *f = d->flights; f != NULL; f = f->next)
        if (strcmp(f->key, key) == 0)
            return true;
    return false;
}

/* Wait until nobody else is being answered the same, then be the one who is. */
static void take_off(tacit_desk *d, flight *own)
{
    (void)pthread_mutex_lock(&d->lock);
    while (is_flying(d, own->key))
        (void)pthread_cond_wait(&d->landed, &d->lock);
    own->next = d->flights;
    d->flights = own;
    d->counts.flying++;
    (void)pthread_mutex_unlock(&d->lock);
}

static void land(tacit_desk *d, const flight *own)
{
    (void)pthread_mutex_lock(&d->lock);
    flight **at = &d->flights;
    while (*at != own)
        at = &(*at)->next;
    *at = own->next;
    d->counts.flying--;
    (void)pthread_cond_broadcast(&d->landed);
    (void)pthread_mutex_unlock(&d->lock);
}

/* ---- asking ---- */

static tacit_gateway *find_gateway(const tacit_desk *d, const char *dataset)
{
    for (size_t i = 0; i < d->spec.n; i++) {
        const tacit_policy *p = tacit_gateway_policy(d->spec.gateway[i]);
        if (dataset == NULL || strcmp(p->schema.name, dataset) == 0)
            return d->spec.gateway[i];
    }
    return NULL;
}

/* The data set of a question: where it is not named, the one that the text reads, else the first,
 * whose refusal says what is wrong. */
static tacit_gateway *gateway_of(tacit_ctx *cx, const tacit_desk *d, const tacit_desk_question *q)
{
    tacit_gateway *found = find_gateway(d, q->dataset);
    json_t *tree = NULL;
    if (q->dataset != NULL || d->spec.n == 1 || tacit_sql_tree(cx, q->sql, &tree) != TACIT_OK)
        return found;
    const json_t *first = json_array_get(json_object_get(tree, "stmts"), 0);
    for (size_t i = d->spec.n; i-- > 0;)
        if (tacit_sql_reads(json_object_get(first, "stmt"), tacit_desk_policy(d, i)->schema.name))
            found = d->spec.gateway[i];
    json_decref(tree);
    return found;
}

/* The code of a question that the grammar refused: what it cannot read is syntax, what it can read
 * and the policy does not have is the schema. */
static tacit_outcome code_of(const json_t *details)
{
    static const char *const READING[] = { "syntax",    "encoding",      "empty",
                                           "too_large", "not_supported", "too_many" };
    const char *kind = json_string_value(json_object_get(json_array_get(details, 0), "code"));
    for (size_t i = 0; kind != NULL && i < sizeof READING / sizeof *READING; i++)
        if (strcmp(kind, READING[i]) == 0)
            return TACIT_OUTCOME_SYNTAX;
    return TACIT_OUTCOME_SCHEMA;
}

static int place_of(const json_t *details, const char *what)
{
    return (int)json_integer_value(json_object_get(json_array_get(details, 0), what));
}

/* Turn a failure into what may be told.  Only what the grammar says of the question itself, which
 * has details, is passed on. */
static void tell_failure(tacit_ctx *cx, tacit_status status, tacit_desk_answer *out)
{
    const json_t *details = tacit_fail_details_of(cx);
    char *why = NULL;
    out->code = TACIT_OUTCOME_SERVER;
    out->why = tacit_outcome_why(out->code);
    if (status != TACIT_ERR_INPUT || details == NULL)
        return;
    out->code = code_of(details);
    out->line = place_of(details, "line");
    out->column = place_of(details, "column");
    if (tacit_scratch_text(cx, tacit_message(cx), &why) == TACIT_OK)
        out->why = why;
}

static void tell_refusal(tacit_desk_answer *out)
{
    static const tacit_outcome CODE[] = { [TACIT_REFUSED_NOT] = TACIT_OUTCOME_OK,
                                          [TACIT_REFUSED_BUDGET] = TACIT_OUTCOME_BUDGET,
                                          [TACIT_REFUSED_AUDIT] = TACIT_OUTCOME_AUDIT,
                                          [TACIT_REFUSED_SIZE] = TACIT_OUTCOME_SIZE };
    out->code = CODE[out->reply.answer.refused];
    if (out->code != TACIT_OUTCOME_OK)
        out->why = tacit_query_refusal_why(out->reply.answer.refused);
}

/* Ask the gateway, alone with this question. */
static tacit_status ask_alone(tacit_ctx *cx, tacit_desk *d, tacit_gateway *g,
                              const tacit_asking *asking, tacit_desk_answer *out)
{
    TACIT_TRY(tacit_gateway_explain(cx, g, asking, &out->reply));
    flight own = { .key = out->reply.query.key };
    take_off(d, &own);
    tacit_reply reply;
    const tacit_status status = tacit_gateway_ask(cx, g, asking, &reply);
    land(d, &own);
    out->reply.bill = reply.bill; /* also of a failure: what was paid stays paid */
    TACIT_TRY(status);
    out->reply = reply;
    tell_refusal(out);
    return out->code == TACIT_OUTCOME_OK
               ? tacit_sheet_of(cx, &out->reply, TACIT_SHEET_RANGES, &out->sheet)
               : TACIT_OK;
}

/* Begin an answer: false if there is no such data set. */
static bool begin(tacit_ctx *cx, const tacit_desk *d, const tacit_desk_question *q,
                  tacit_gateway **g, tacit_desk_answer *out)
{
    *out = (tacit_desk_answer){ .code = TACIT_OUTCOME_OK };
    out->reply.error = NAN;
    *g = gateway_of(cx, d, q);
    tacit_ctx_reset(cx); /* of a text that cannot be read */
    if (*g != NULL)
        out->policy = tacit_gateway_policy(*g);
    else
        out->code = TACIT_OUTCOME_SCHEMA, out->why = "There is no data set of this name here.";
    return *g != NULL;
}

static tacit_asking asking_of(const tacit_desk_question *q)
{
    return (tacit_asking){
        .analyst = q->caller->name, .sql = q->sql, .values = q->values, .epsilon = q->epsilon
    };
}

void tacit_desk_ask(tacit_ctx *cx, tacit_desk *d, const tacit_desk_question *q,
                    tacit_desk_answer *out)
{
    const tacit_asking asking = asking_of(q);
    tacit_gateway *g = NULL;
    const char *failure = NULL;
    tacit_ctx_reset(cx);
    if (begin(cx, d, q, &g, out)) {
        const tacit_status status = ask_alone(cx, d, g, &asking, out);
        if (status != TACIT_OK)
            tell_failure(cx, status, out);
        failure = out->code == TACIT_OUTCOME_SERVER ? tacit_message(cx) : NULL;
    }
    note(d, q, "query", failure, out);
}

void tacit_desk_explain(tacit_ctx *cx, tacit_desk *d, const tacit_desk_question *q,
                        tacit_desk_answer *out)
{
    const tacit_asking asking = asking_of(q);
    tacit_gateway *g = NULL;
    tacit_ctx_reset(cx);
    if (begin(cx, d, q, &g, out)) {
        const tacit_status status = tacit_gateway_explain(cx, g, &asking, &out->reply);
        if (status != TACIT_OK)
            tell_failure(cx, status, out);
    }
    note(d, q, "explain", out->code == TACIT_OUTCOME_SERVER ? tacit_message(cx) : NULL, out);
}

tacit_outcome tacit_desk_bill(tacit_ctx *cx, tacit_desk *d, const tacit_caller *caller,
                              const char *dataset, tacit_query_bill *out)
{
    tacit_gateway *g = find_gateway(d, dataset);
    if (g == NULL)
        return TACIT_OUTCOME_SCHEMA;
    return tacit_gateway_bill(cx, g, caller->name, out) == TACIT_OK ? TACIT_OUTCOME_OK
                                                                    : TACIT_OUTCOME_SERVER;
}

tacit_outcome tacit_desk_again(tacit_ctx *cx, tacit_desk *d, const tacit_desk_question *q,
                               const char *key, tacit_query_bill *out)
{
    tacit_gateway *g = find_gateway(d, q->dataset);
    tacit_desk_answer a = { .code = TACIT_OUTCOME_SCHEMA };
    if (g != NULL)
        a.code = tacit_gateway_again(cx, g, q->caller->name, out) == TACIT_OK
                     ? TACIT_OUTCOME_OK
                     : TACIT_OUTCOME_SERVER;
    out->before = true;
    a.policy = g == NULL ? NULL : tacit_gateway_policy(g);
    a.reply.bill = *out;
    (void)strncpy(a.reply.query.key, key, sizeof a.reply.query.key - 1);
    a.reply.query.text = a.reply.query.key; /* there is a key */
    note(d, q, "query", NULL, &a);
    return a.code;
}

/* ---- what was asked ---- */

typedef struct own_entries {
    const tacit_caller *caller;
    tacit_ledger_visitor *visit;
    void *user;
} own_entries;

static tacit_status visit_own(tacit_ctx *cx, void *user, const tacit_ledger_entry *e)
{
    const own_entries *own = user;
    return own->caller->role == TACIT_CALLER_CUSTODIAN ||
                   strcmp(e->request.analyst, own->caller->name) == 0
               ? own->visit(cx, own->user, e)
               : TACIT_OK;
}

tacit_outcome tacit_desk_history(tacit_ctx *cx, tacit_desk *d, const tacit_caller *caller,
                                 tacit_ledger_visitor *visit, void *user)
{
    enum { LOOKED_AT = 5000 };
    own_entries own = { caller, visit, user };
    for (size_t i = 0; i < d->spec.n; i++)
        if (tacit_gateway_history(cx, d->spec.gateway[i], LOOKED_AT, visit_own, &own) != TACIT_OK)
            return TACIT_OUTCOME_SERVER;
    return TACIT_OUTCOME_OK;
}

/* ---- time ---- */

enum { SECOND = 1000000000, MILLISECOND = 1000000 };

uint64_t tacit_desk_now(void)
{
    struct timespec t = { 0 };
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

uint64_t tacit_desk_due(const tacit_desk *d, uint64_t arrived)
{
    const uint64_t quantum = (uint64_t)d->spec.grid * MILLISECOND, now = tacit_desk_now();
    if (quantum == 0)
        return now;
    return arrived + ((now - arrived) / quantum + 1) * quantum;
}

void tacit_desk_wait(uint64_t due)
{
    const struct timespec t = { .tv_sec = (time_t)(due / SECOND), .tv_nsec = (long)(due % SECOND) };
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
        continue;
}
