/*
 * token.c - the task that makes, lists and revokes the tokens of a server.
 */
#include "server/token/token.h"

#include <time.h>

#include "base/memory.h"
#include "base/result.h"
#include "run/account.h"
#include "task/tasks.h"

enum { DO, NAME, TOKENS, ROLE, DAYS };
enum { ADD, LIST, REVOKE };

static const char *const DOINGS[] = { "add", "list", "revoke", NULL };

static tacit_status need_name(tacit_ctx *cx, const tacit_args *args, const char **out)
{
    if (!tacit_arg_given(args, NAME))
        return tacit_fail(cx, TACIT_ERR_INPUT, "Say whose token: 'tacit token %s NAME'.",
                          DOINGS[tacit_arg_choice(args, DO)]);
    *out = tacit_arg_text(args, NAME);
    return TACIT_OK;
}

static tacit_status add(tacit_ctx *cx, tacit_work *w, tacit_tokens *tokens)
{
    const tacit_args *args = &w->ask->args;
    struct timespec now = { 0 };
    tacit_token_spec spec = { .role = (tacit_caller_role)tacit_arg_choice(args, ROLE) };
    char text[TACIT_TOKEN_TEXT] = "", *says = NULL;
    TACIT_TRY(need_name(cx, args, &spec.name));
    (void)clock_gettime(CLOCK_REALTIME, &now);
    if (tacit_arg_given(args, DAYS))
        spec.expires = (int64_t)now.tv_sec + 86400 * tacit_arg_integer(args, DAYS);
    TACIT_TRY(tacit_tokens_add(cx, tokens, &spec, text));
    TACIT_TRY(tacit_scratch_format(cx, &says, "The token of %s, as %s, is shown only now:\n%s\n",
                                   spec.name, tacit_caller_role_name(spec.role), text));
    tacit_wipe(text, sizeof text);
    return tacit_json_put(cx, w->record, "says", json_string(says));
}

static tacit_status revoke(tacit_ctx *cx, tacit_work *w, tacit_tokens *tokens)
{
    const char *name = NULL;
    char *says = NULL;
    TACIT_TRY(need_name(cx, &w->ask->args, &name));
    TACIT_TRY(tacit_tokens_revoke(cx, tokens, name));
    TACIT_TRY(tacit_scratch_format(cx, &says, "Revoked the token of %s.\n", name));
    return tacit_json_put(cx, w->record, "says", json_string(says));
}

/* The day of a time, "never" for 0. */
static const char *day_of(int64_t time, char out[TACIT_NUMBER_BYTES])
{
    tacit_format_date((int32_t)(time / 86400), out);
    return time == 0 ? "never" : out;
}

static tacit_status list(tacit_ctx *cx, tacit_work *w, tacit_tokens *tokens)
{
    static const char *const columns[] = { "Name", "Role", "State", "Made", "Ends" };
    static const tacit_account_part part = { .name = "tokens", .title = "Tokens", .lead = "" };
    static const tacit_param NONE[] = { TACIT_PARAM_END };
    const tacit_entry entry = { .name = "tokens", .title = "Tokens", .source = "", .params = NONE };
    json_t *results = NULL, *table = NULL;
    tacit_result *result = NULL;
    TACIT_TRY(tacit_account_section(cx, w->record, &part, &results));
    TACIT_TRY(tacit_result_new(cx, "token", &entry, &(tacit_args){ .params = NONE }, &result));
    TACIT_TRY(tacit_json_add(cx, results, result));
    TACIT_TRY(tacit_result_table(cx, result, "tokens", "Tokens", 5, columns, &table));
    for (size_t i = 0; i < tacit_tokens_count(tokens); i++) {
        const tacit_token t = tacit_tokens_at(tokens, i);
        char made[TACIT_NUMBER_BYTES], ends[TACIT_NUMBER_BYTES];
        TACIT_TRY(tacit_result_row(cx, table, "[s, s, s, s, s]", t.name,
                                   tacit_caller_role_name(t.role),
                                   tacit_token_state_name(tacit_token_state_of(&t)),
                                   day_of(t.made, made), day_of(t.expires, ends)));
    }
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    static tacit_status (*const DO_IT[])(tacit_ctx *, tacit_work *, tacit_tokens *) = {
        [ADD] = add, [LIST] = list, [REVOKE] = revoke
    };
    const tacit_args *args = &w->ask->args;
    const size_t what = tacit_arg_choice(args, DO);
    tacit_tokens *tokens = NULL;
    TACIT_TRY(tacit_tokens_open(cx, tacit_arg_text(args, TOKENS), what == ADD, &tokens));
    const tacit_status status = DO_IT[what](cx, w, tokens);
    tacit_tokens_close(tokens);
    return status;
}

static const tacit_param PARAMS[] = {
    [DO] = { .name = "do",
             .type = TACIT_PARAM_CHOICE,
             .need = TACIT_REQUIRED,
             .choices = DOINGS,
             .help = "what to do" },
    [NAME] = { .name = "name",
               .type = TACIT_PARAM_TEXT,
               .need = TACIT_OPTIONAL,
               .help = "whose token: the analyst in the ledger and the log" },
    [TOKENS] = { .name = "tokens",
                 .type = TACIT_PARAM_FILE,
                 .need = TACIT_REQUIRED,
                 .help = "the file of tokens, which 'add' makes if it is not there" },
    [ROLE] = { .name = "role",
               .type = TACIT_PARAM_CHOICE,
               .preset = TACIT_CALLER_ANALYST,
               .choices = TACIT_CALLER_ROLES,
               .help = "an analyst asks; a custodian also sees the log and makes tokens" },
    [DAYS] = { .name = "days",
               .type = TACIT_PARAM_INTEGER,
               .need = TACIT_OPTIONAL,
               .min = 1,
               .max = 36500,
               .low = 1,
               .high = 365,
               .unit = "days",
               .help = "how long it is good; without end if not given" },
    TACIT_PARAM_END
};

const tacit_task tacit_task_token = {
    .section = { .about = { .name = "token",
                            .title = "Tokens",
                            .summary = "make, list and revoke the tokens of a server",
                            .params = PARAMS } },
    .arguments = "add|list|revoke [NAME]",
    .positions = "do name",
    .details = "A token is 256 random bits that 'tacit serve' knows a caller by. It is shown once; "
               "the file keeps only a hash of it, and what PostgreSQL clients need to use it as a "
               "password. A running server sees new and revoked tokens at once.",
    .examples =
        (const tacit_task_example[]){
            { "token add ada --tokens office.tokens --days 90", "A token for an analyst." },
            { "token revoke ada --tokens office.tokens", "It is not good any more." },
            { NULL, NULL },
        },
    .run = run,
};
