/*
 * count.c - how many questions were refused, or answered again, for the measures.
 *
 * Answers have rows of their own in the ledger; other questions are tallied there, so that figures
 * hold for its whole life.  Anybody can have questions refused for ever, so a row is written only
 * when what is not in the ledger yet has come to a tenth of what is: n questions make some
 * 10 ln(n) rows, and a process that is killed loses a tenth of its count at most.
 */
#include <string.h>

#include "gateway/own.h"

_Static_assert((int)TACIT_REFUSALS <= (int)TACIT_LEDGER_TALLIES, "each refusal has its tally");

static uint64_t total(const uint64_t n[TACIT_LEDGER_TALLIES])
{
    uint64_t sum = 0;
    for (size_t i = 0; i < TACIT_LEDGER_TALLIES; i++)
        sum += n[i];
    return sum;
}

/* Write what is waiting.  What cannot be written is not counted: a full disk is no reason to try
 * with every question. */
static void write_tally(tacit_ctx *cx, tacit_gateway *g)
{
    if (tacit_ledger_tally(cx, g->ledger, g->policy.schema.name, g->tally) != TACIT_OK)
        tacit_ctx_reset(cx);
    memset(g->tally, 0, sizeof g->tally);
}

void tacit_gateway_count(tacit_ctx *cx, tacit_gateway *g, tacit_query_refusal refused, bool before)
{
    (void)pthread_mutex_lock(&g->lock);
    g->asked++;
    g->refused[refused]++;
    g->tally[refused] += refused != TACIT_REFUSED_NOT || before;
    if (g->ledger != NULL && !tacit_ledger_is_broken(g->ledger)) {
        const tacit_ledger_tallied kept = tacit_ledger_tally_of(g->ledger, g->policy.schema.name);
        if (total(g->tally) > total(kept.n) / 10)
            write_tally(cx, g);
    }
    (void)pthread_mutex_unlock(&g->lock);
}

void tacit_gateway_count_end(tacit_gateway *g)
{
    tacit_ctx *cx = NULL;
    if (g->ledger == NULL || tacit_ledger_is_broken(g->ledger) || total(g->tally) == 0)
        return;
    if ((cx = tacit_ctx_new()) != NULL)
        write_tally(cx, g);
    tacit_ctx_free(cx);
}
