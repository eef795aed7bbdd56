/*
 * serve.c - the task that opens a data set to analysts: it answers until it is asked to stop.
 *
 * The order matters.  The policy is read first, with all its problems; then the process locks
 * itself out of all other files, before an engine starts threads, and loads the records; then out
 * of the data too, and it listens; then all its threads lose the calls of the system that are not
 * needed any more.  Only then is anybody told where to ask.
 */
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/result.h"
#include "task/serve/own.h"
#include "task/tasks.h"

const char *tacit_serve_text(const tacit_serve *s, enum tacit_serve_arg i)
{
    return tacit_arg_given(s->args, i) ? tacit_arg_text(s->args, i) : NULL;
}

/* ---- opening ---- */

/* Tokens for this run, if there is no file of them. */
static tacit_status open_tokens(tacit_ctx *cx, tacit_serve *s)
{
    const char *path = tacit_serve_text(s, TACIT_SERVE_TOKENS);
    TACIT_TRY(tacit_tokens_open(cx, path, false, &s->tokens));
    if (path != NULL)
        return tacit_work_reads(cx, s->work, path);
    TACIT_TRY(tacit_tokens_add(
        cx, s->tokens, &(tacit_token_spec){ "analyst", TACIT_CALLER_ANALYST, 0 }, s->analyst));
    return tacit_tokens_add(
        cx, s->tokens, &(tacit_token_spec){ "custodian", TACIT_CALLER_CUSTODIAN, 0 }, s->custodian);
}

static tacit_status open_data(tacit_ctx *cx, tacit_serve *s)
{
    tacit_serve_lock_loading(cx, s);
    tacit_stage(cx, "Loading");
    for (size_t i = 0; i < s->n; i++)
        TACIT_TRY(tacit_gateway_load(cx, s->gateway[i]));
    tacit_serve_lock_answering(cx, s);
    return TACIT_OK;
}

static tacit_status open_desk(tacit_ctx *cx, tacit_serve *s)
{
    const tacit_desk_spec spec = {
        .tokens = s->tokens,
        .journal = s->journal,
        .gateway = s->gateway,
        .n = s->n,
        .rate = (double)tacit_arg_integer(s->args, TACIT_SERVE_RATE),
        .burst = (double)tacit_arg_integer(s->args, TACIT_SERVE_BURST),
        .grid = (uint32_t)tacit_arg_integer(s->args, TACIT_SERVE_GRID),
    };
    return tacit_desk_new(cx, &spec, &s->desk);
}

static size_t whole(const tacit_serve *s, enum tacit_serve_arg i)
{
    return (size_t)tacit_arg_integer(s->args, i);
}

static tacit_status open_http(tacit_ctx *cx, tacit_serve *s)
{
    const tacit_value *names = &s->args->at[TACIT_SERVE_NAMES],
                      *origins = &s->args->at[TACIT_SERVE_ORIGINS];
    const tacit_http_spec spec = {
        .address = s->address,
        .port = (uint16_t)tacit_arg_integer(s->args, TACIT_SERVE_PORT),
        .certificate = s->certificate,
        .key = s->certificate_key,
        .names = names->texts,
        .n_names = names->n,
        .origins = origins->texts,
        .n_origins = origins->n,
        .connections = whole(s, TACIT_SERVE_CONNECTIONS),
        .workers = whole(s, TACIT_SERVE_WORKERS),
        .waiting = whole(s, TACIT_SERVE_WAITING),
        .body = whole(s, TACIT_SERVE_BODY),
        .patience = (uint32_t)tacit_arg_integer(s->args, TACIT_SERVE_PATIENCE),
    };
    return tacit_http_start(cx, s->desk, &spec, &s->http);
}

/* The door for PostgreSQL clients, if it is asked for. */
static tacit_status open_wire(tacit_ctx *cx, tacit_serve *s)
{
    const tacit_wire_spec spec = {
        .address = s->address,
        .port = (uint16_t)tacit_arg_integer(s->args, TACIT_SERVE_POSTGRES),
        .certificate = s->certificate,
        .key = s->certificate_key,
        .plain_token = tacit_arg_flag(s->args, TACIT_SERVE_PLAIN),
        .connections = whole(s, TACIT_SERVE_CONNECTIONS),
    };
    return tacit_arg_given(s->args, TACIT_SERVE_POSTGRES)
               ? tacit_wire_start(cx, s->desk, &spec, &s->wire)
               : TACIT_OK;
}

static tacit_status open_all(tacit_ctx *cx, tacit_serve *s)
{
    TACIT_TRY(tacit_serve_read_tls(cx, s));
    TACIT_TRY(tacit_serve_open_sets(cx, s));
    for (size_t i = 0; i < s->n; i++)
        TACIT_TRY(tacit_serve_prepare(cx, &s->set[i]));
    TACIT_TRY(open_tokens(cx, s));
    TACIT_TRY(tacit_journal_open(cx, tacit_serve_text(s, TACIT_SERVE_LOG), &s->journal));
    TACIT_TRY(open_data(cx, s));
    TACIT_TRY(open_desk(cx, s));
    TACIT_TRY(open_http(cx, s));
    TACIT_TRY(open_wire(cx, s));
    tacit_serve_lock_calls(cx, s);
    return TACIT_OK;
}

static void close_all(tacit_serve *s)
{
    tacit_http_stop(s->http);
    tacit_wire_stop(s->wire);
    tacit_desk_free(s->desk);
    tacit_journal_close(s->journal);
    tacit_tokens_close(s->tokens);
    tacit_serve_close_sets(s);
    tacit_wipe(s->analyst, sizeof s->analyst);
    tacit_wipe(s->custodian, sizeof s->custodian);
}

/* ---- answering ---- */

/* Say where to ask, and if tokens were made for this run, show them: in the part of an address that
 * a browser keeps to itself. */
static void tell_address(tacit_ctx *cx, const tacit_serve *s)
{
    const bool six = strchr(s->address, ':') != NULL;
    const char *name =
        s->args->at[TACIT_SERVE_NAMES].n > 0 ? s->args->at[TACIT_SERVE_NAMES].texts[0] : s->address;
    const char *first = tacit_gateway_policy(s->gateway[0])->schema.name;
    char *at = NULL;
    if (tacit_scratch_format(cx, &at, "%s://%s%s%s:%u/", s->certificate != NULL ? "https" : "http",
                             six && name == s->address ? "[" : "", name,
                             six && name == s->address ? "]" : "",
                             (unsigned)tacit_http_port(s->http)) != TACIT_OK)
        return;
    tacit_tell(cx, "Answering questions to %s", first);
    for (size_t i = 1; i < s->n; i++)
        tacit_tell(cx, ", %s", tacit_gateway_policy(s->gateway[i])->schema.name);
    tacit_tell(cx, " at %s\n", at);
    if (s->analyst[0] != '\0')
        tacit_tell(cx,
                   "Tokens for this run, shown only here:\n"
                   "  analyst    %s\n"
                   "  custodian  %s\n"
                   "Open the page as the analyst: %s#t=%s\n",
                   s->analyst, s->custodian, at, s->analyst);
    if (s->wire != NULL)
        tacit_tell(cx,
                   "PostgreSQL clients: psql 'host=%s port=%u user=%s dbname=%s', the token as "
                   "password\n",
                   name, (unsigned)tacit_wire_port(s->wire),
                   s->analyst[0] != '\0' ? "analyst" : "NAME", first);
    tacit_tell(cx, "Ctrl-C stops it.\n");
}

void tacit_serve_wait(tacit_ctx *cx, bool (*is_wanted)(const void *user), const void *user)
{
    const struct timespec moment = { .tv_nsec = 50000000 };
    tacit_finish_allow_any(cx);
    while (!tacit_is_finishing(cx) && !tacit_is_cancelled(cx) &&
           (is_wanted == NULL || is_wanted(user)))
        (void)nanosleep(&moment, NULL);
    (void)tacit_finish_end(cx);
}

static tacit_status say_end(tacit_ctx *cx, tacit_serve *s)
{
    const tacit_desk_counts counts = tacit_desk_counted(s->desk);
    uint64_t asked = 0;
    char *says = NULL;
    for (tacit_outcome c = 0; c < TACIT_OUTCOMES; c++)
        asked += counts.outcome[c];
    TACIT_TRY(tacit_scratch_format(cx, &says, "Stopped. Of %llu questions %llu were answered.\n",
                                   (unsigned long long)asked,
                                   (unsigned long long)counts.outcome[TACIT_OUTCOME_OK]));
    return tacit_json_put(cx, s->work->record, "says", json_string(says));
}

/* Answer questions, as the policy says. */
static tacit_status run_gateway(tacit_ctx *cx, tacit_work *w)
{
    tacit_serve s = { .work = w, .args = &w->ask->args };
    const char *listen = tacit_serve_text(&s, TACIT_SERVE_LISTEN);
    s.address = listen != NULL ? listen : "127.0.0.1";
    tacit_status status = open_all(cx, &s);
    if (status == TACIT_OK) {
        tell_address(cx, &s);
        tacit_serve_wait(cx, NULL, NULL);
        tacit_http_stop(s.http);
        s.http = NULL;
        tacit_wire_stop(s.wire);
        s.wire = NULL;
        status = say_end(cx, &s);
    }
    close_all(&s);
    return status;
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    const bool policy = tacit_plan_asked(w->plan, &tacit_task_query.section)->place.line > 0;
    if (!policy || tacit_arg_flag(&w->ask->args, TACIT_SERVE_EDIT))
        return tacit_serve_bench(cx, w);
    if (w->plan->data == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s: a policy names its 'data'.", w->plan->file);
    return run_gateway(cx, w);
}

const tacit_task tacit_task_serve = {
    .section = { .about = { .name = "serve",
                            .title = "Server",
                            .summary = "work on a plan in the browser; or answer analysts' "
                                       "questions, as a policy allows",
                            .params = TACIT_SERVE_PARAMS } },
    .arguments = "[DATA|PLAN] [PLAN...]",
    .positions = "data also",
    .details =
        "With data or a plan, or nothing for a survey to try things on, opens the workbench: a "
        "page on which the plan is made, seen and released; on this machine alone, for whoever has "
        "the address that is printed, with files of the current folder. With policies (plans that "
        "have a section 'query'): opens the data of one or more of them, as 'tacit query' reads "
        "them, to analysts: a JSON "
        "API and a page "
        "for the browser, on this machine alone unless 'listen' and a certificate say otherwise. "
        "Every request needs a token; without a file of tokens two are made for this run and "
        "shown. "
        "All records are loaded first; then the process locks itself out of the data and of other "
        "files. Ctrl-C stops it when what is being answered is answered.",
    .examples =
        (const tacit_task_example[]){
            { "serve", "Try the workbench on a survey that is made up." },
            { "serve survey.csv", "Make a plan for a file in the browser." },
            { "serve examples/policy.yaml", "Ask the example survey in the browser." },
            { "serve examples/policy.yaml --edit", "Work on the policy itself." },
            { "serve policy.yaml --tokens office.tokens --log office.log",
              "With tokens that last, and a log." },
            { NULL, NULL },
        },
    .words = { .plain = "Served" },
    .run = run,
};
