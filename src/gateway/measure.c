/*
 * measure.c - how a data set is asked and protected, for the custodian.
 */
#include "gateway/own.h"

/* Questions by what became of them: in this run, or with a ledger since that began. */
typedef struct counted {
    double asked, refused[TACIT_REFUSALS];
    double answered; /* entries of the ledger */
} counted;

static tacit_status count_all(tacit_ctx *cx, const tacit_gateway *g, counted *out)
{
    tacit_ledger_request r;
    *out = (counted){ .asked = (double)g->asked };
    for (size_t i = 0; i < TACIT_REFUSALS; i++)
        out->refused[i] = (double)g->refused[i];
    if (g->ledger == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_gateway_request(cx, g, "", NULL, &r));
    const tacit_ledger_tallied kept = tacit_ledger_tally_of(g->ledger, g->policy.schema.name);
    out->answered = (double)tacit_ledger_account_of(g->ledger, TACIT_LEDGER_DATASET, &r).entries;
    out->asked = out->answered;
    for (size_t i = 0; i < TACIT_REFUSALS; i++) {
        out->refused[i] = (double)kept.n[i] + (double)g->tally[i];
        out->asked += out->refused[i]; /* place 0: answered again */
    }
    return TACIT_OK;
}

/* How many questions there were, and why they were refused. */
static tacit_status measure_questions(tacit_ctx *cx, const tacit_gateway *g, tacit_result *out)
{
    static const char *const heads[] = { "Code", "Questions" };
    const bool kept = g->ledger != NULL;
    double refused = 0;
    counted n;
    json_t *table = NULL;
    TACIT_TRY(count_all(cx, g, &n));
    for (unsigned r = TACIT_REFUSED_BUDGET; r < TACIT_REFUSALS; r++)
        refused += n.refused[r];
    TACIT_TRY(
        tacit_result_figure(cx, out, "asked", kept ? "questions so far" : "questions of this run",
                            n.asked, TACIT_UNIT_COUNT,
                            kept ? "well asked ones since the ledger began, answered or refused"
                                 : "well asked ones, answered or refused"));
    TACIT_TRY(tacit_result_figure(cx, out, "refused", "refused of them",
                                  n.asked > 0 ? refused / n.asked : 0, TACIT_UNIT_SHARE,
                                  "by a limit or by the mode", .better = TACIT_BETTER_LOWER));
    if (kept)
        TACIT_TRY(tacit_result_figure(cx, out, "answered", "questions in the ledger", n.answered,
                                      TACIT_UNIT_COUNT, "of everybody, ever"));
    TACIT_TRY(tacit_result_table(cx, out, "refusals", "Refused questions", 2, heads, &table));
    for (unsigned r = TACIT_REFUSED_BUDGET; r < TACIT_REFUSALS; r++)
        TACIT_TRY(tacit_result_row(cx, table, "[s,I]", tacit_query_refusal_code(r),
                                   (json_int_t)n.refused[r]));
    return TACIT_OK;
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
    TACIT_TRY(measure_questions(cx, g, out));
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
