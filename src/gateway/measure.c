/*
 * measure.c - how a data set is asked and protected, for the custodian.
 */
#include "gateway/own.h"

/* Questions of this run, and why they were refused. */
static tacit_status measure_run(tacit_ctx *cx, const tacit_gateway *g, tacit_result *out)
{
    static const char *const heads[] = { "Code", "Questions" };
    const double asked = (double)g->asked, refused = asked - (double)g->refused[TACIT_REFUSED_NOT];
    json_t *table = NULL;
    TACIT_TRY(tacit_result_figure(cx, out, "asked", "questions of this run", asked,
                                  TACIT_UNIT_COUNT, "well asked ones, answered or refused"));
    TACIT_TRY(tacit_result_figure(cx, out, "refused", "refused of them",
                                  asked > 0 ? refused / asked : 0, TACIT_UNIT_SHARE,
                                  "by a limit or by the mode", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(
        tacit_result_table(cx, out, "refusals", "Refused questions of this run", 2, heads, &table));
    for (unsigned r = TACIT_REFUSED_BUDGET; r < TACIT_REFUSALS; r++)
        TACIT_TRY(tacit_result_row(cx, table, "[s,I]", tacit_query_refusal_code(r),
                                   (json_int_t)g->refused[r]));
    return TACIT_OK;
}

/* How many entries the ledger has of the data set. */
static tacit_status measure_ledger(tacit_ctx *cx, const tacit_gateway *g, tacit_result *out)
{
    tacit_ledger_request r;
    TACIT_TRY(tacit_gateway_request(cx, g, "", NULL, &r));
    const tacit_ledger_account all = tacit_ledger_account_of(g->ledger, TACIT_LEDGER_DATASET, &r);
    return tacit_result_figure(cx, out, "answered", "questions in the ledger", (double)all.entries,
                               TACIT_UNIT_COUNT, "of everybody, ever");
}

/* The digest of the mode's state, by which processes can be compared. */
static tacit_status measure_state(tacit_ctx *cx, const tacit_gateway *g, tacit_result *out)
{
    static const char *const heads[] = { "What", "is" };
    unsigned char digest[TACIT_SHA256_BYTES];
    char text[2 * TACIT_SHA256_BYTES + 1];
    json_t *table = NULL;
    TACIT_TRY(g->policy.mode->digest(cx, g->state, digest));
    (void)sodium_bin2hex(text, sizeof text, digest, sizeof digest);
    TACIT_TRY(tacit_result_table(cx, out, "state", "What the mode keeps", 2, heads, &table));
    return tacit_result_row(cx, table, "[s,s]", "digest", text);
}

static tacit_status measure(tacit_ctx *cx, tacit_gateway *g, tacit_result *out)
{
    const tacit_mode *mode = g->policy.mode;
    TACIT_TRY(tacit_gateway_load(cx, g));
    TACIT_TRY(measure_run(cx, g, out));
    if (g->ledger != NULL)
        TACIT_TRY(measure_ledger(cx, g, out));
    if (mode->digest != NULL)
        TACIT_TRY(measure_state(cx, g, out));
    return mode->measure != NULL ? mode->measure(cx, g->policy.args, g->state, out) : TACIT_OK;
}

tacit_status tacit_gateway_measure(tacit_ctx *cx, tacit_gateway *g, tacit_result *out)
{
    (void)pthread_mutex_lock(&g->lock);
    const tacit_status status = measure(cx, g, out);
    (void)pthread_mutex_unlock(&g->lock);
    return status;
}
