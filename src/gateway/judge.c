/*
 * judge.c - modes that reckon with what they have told: every entry of the ledger is judged once,
 * in the order of the log.
 *
 * An entry that was answered is answered again from the data and compared with what is stored:
 * other data under the same name, other parameters of the mode or other declarations would make the
 * state one that never was, and nothing is answered then.  Entries without an answer may have been
 * read for by a process that died, and void ones were judged when they were made: both are booked
 * like the others.  Cost: of an entry that of judging and answering it.
 */
#include <string.h>

#include "gateway/own.h"

/* Say that the log and the policy do not go together. */
static tacit_status fail_other(tacit_ctx *cx, const tacit_gateway *g, const char *what)
{
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "The ledger has answers about '%s' that were given by %s, so it cannot be "
                      "known what they tell together with new ones; other data, or another policy "
                      "for it, wants another 'name'.",
                      g->policy.schema.name, what);
}

/* The question of an entry: its text, and after the last blank its key. */
static tacit_status read_question(tacit_ctx *cx, const tacit_gateway *g,
                                  const tacit_ledger_entry *e, tacit_query *out)
{
    char *text = NULL;
    bool same = false;
    TACIT_TRY(tacit_scratch_text(cx, e->request.question, &text));
    char *key = strrchr(text, ' ');
    if (key != NULL) {
        *key++ = '\0';
        TACIT_TRY(tacit_query_reread(cx, &g->policy.schema, text, out, &same));
    }
    return same && strcmp(out->key, key) == 0 ? TACIT_OK
                                              : fail_other(cx, g, "other declarations of columns");
}

/* Fail unless the stored answer is what the mode tells now. */
static tacit_status compare_answer(tacit_ctx *cx, tacit_gateway *g, const tacit_ledger_entry *e,
                                   const tacit_gateway_case *c)
{
    tacit_ledger_answer stored = { 0 };
    tacit_query_answer own;
    tacit_buffer text = { 0 };
    TACIT_TRY(tacit_ledger_find(cx, g->ledger, e->request.dataset, e->request.question,
                                e->request.length, &stored));
    if (!stored.found)
        return TACIT_OK;
    if (c->verdict.refused != TACIT_REFUSED_NOT)
        return fail_other(cx, g, "another policy");
    TACIT_TRY(tacit_gateway_answer(cx, g, c->query, &c->verdict, &own));
    tacit_status status = tacit_gateway_pack(cx, c->query, &own, &text);
    if (status == TACIT_OK &&
        (text.length != stored.length || memcmp(text.text, stored.bytes, text.length) != 0))
        status = fail_other(cx, g, "another policy, or from other data");
    tacit_buffer_free(&text);
    return status;
}

/* Judge an entry of the log. */
static tacit_status recall(tacit_ctx *cx, void *user, const tacit_ledger_entry *e)
{
    tacit_gateway *g = user;
    tacit_query q;
    tacit_gateway_case c = { .gateway = g, .query = &q };
    TACIT_TRY(read_question(cx, g, e, &q));
    const tacit_mode_job job = tacit_gateway_job(g, &q);
    if (g->policy.mode->check != NULL && g->policy.mode->check(cx, &job) != TACIT_OK)
        return fail_other(cx, g, "another policy");
    TACIT_TRY(g->policy.mode->judge(cx, &job, &g->data, &c.verdict));
    TACIT_TRY(compare_answer(cx, g, e, &c));
    g->judged = e->number;
    return TACIT_OK;
}

tacit_status tacit_gateway_recall(tacit_ctx *cx, tacit_gateway *g)
{
    return tacit_ledger_visit(cx, g->ledger, g->policy.schema.name, g->judged, recall, g);
}

tacit_status tacit_gateway_judge(tacit_ctx *cx, void *user, bool *allowed)
{
    tacit_gateway_case *c = user;
    tacit_gateway *g = c->gateway;
    const tacit_mode_job job = tacit_gateway_job(g, c->query);
    TACIT_TRY(tacit_gateway_recall(cx, g));
    TACIT_TRY(g->policy.mode->judge(cx, &job, &g->data, &c->verdict));
    *allowed = c->verdict.refused == TACIT_REFUSED_NOT;
    return TACIT_OK;
}
