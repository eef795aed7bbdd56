/*
 * gateway.h - a data set that is open to questions: its policy, its records, its ledger.
 *
 * Whoever asks, by the command, by HTTP or by the wire of PostgreSQL, asks here.  Whether a
 * question is well asked is decided by its text and the policy, before the secret, the ledger or
 * the data is opened.  With a ledger, what was answered before is answered again by the same bytes,
 * at no cost and without a look at the data; otherwise the cost is spent before values are looked
 * at, and the answer is stored before it is told: a run that dies in between has spent its cost and
 * told nothing.
 *
 * Threads: one opens and loads; then any number may ask at the same time, each with a context of
 * its own.  The ledger is used by one at a time.
 */
#ifndef TACIT_GATEWAY_GATEWAY_H
#define TACIT_GATEWAY_GATEWAY_H

#include "gateway/policy.h"
#include "query/grammar/grammar.h"
#include "query/ledger/ledger.h"

typedef struct tacit_gateway tacit_gateway;

/* Read the policy of a plan, and nothing else.  In scratch memory of `cx`, which must last as long
 * as the gateway; the caller closes. */
tacit_status tacit_gateway_open(tacit_ctx *cx, tacit_work *w, const tacit_plan_ask *ask,
                                tacit_gateway **out);

/* Read the secret, open the ledger and load the records now, rather than with the first question
 * that needs them, which only the thread that opened it may ask. */
tacit_status tacit_gateway_load(tacit_ctx *cx, tacit_gateway *g);

/* Accepts NULL. */
void tacit_gateway_close(tacit_gateway *g);

/* What it declares. */
const tacit_policy *tacit_gateway_policy(const tacit_gateway *g);

/* A question as it arrives. */
typedef struct tacit_asking {
    const char *analyst; /* who asks */
    const char *sql;
    const tacit_sql_values *values; /* of $1, $2, ... in it; or NULL */
    double epsilon;                 /* that the answer may spend; 0: what the policy says */
} tacit_asking;

/* What was spent of a limit. */
typedef struct tacit_query_account {
    bool limited;
    double spent, left; /* `left` only if it is limited */
} tacit_query_account;

/* What an answer cost, by the ledger. */
typedef struct tacit_query_bill {
    bool kept;   /* there is a ledger */
    bool before; /* it had been answered before */
    double paid; /* for this answer */
    tacit_query_account of[TACIT_LEDGER_SCOPES];
} tacit_query_bill;

/* A question as it is understood, and what is told.  In scratch memory. */
typedef struct tacit_reply {
    tacit_query query;
    tacit_query_cost cost;
    double error; /* the standard deviation of a count's noise; NAN if the mode has none */
    tacit_query_answer answer;
    tacit_query_bill bill;
} tacit_reply;

/* How a question is understood and what it would cost, without reading anything. */
tacit_status tacit_gateway_explain(tacit_ctx *cx, const tacit_gateway *g, const tacit_asking *a,
                                   tacit_reply *out);

/* Answer, or refuse by a code in `out->answer.refused`. */
tacit_status tacit_gateway_ask(tacit_ctx *cx, tacit_gateway *g, const tacit_asking *a,
                               tacit_reply *out);

/* Note that a stored answer was told again without asking for it here, and what the analyst has
 * spent and may still spend. */
tacit_status tacit_gateway_again(tacit_ctx *cx, tacit_gateway *g, const char *analyst,
                                 tacit_query_bill *out);

/* Figures of how the data set is asked and protected, as far as is known now, for the custodian:
 * questions and refusals since the ledger began, or of this run if there is none, and what the mode
 * measures.  Loads what is not loaded yet, so that only the thread that opened it may call it
 * first. */
tacit_status tacit_gateway_measure(tacit_ctx *cx, tacit_gateway *g, tacit_result *out);

/* What the analyst has spent and may still spend; nothing is booked. */
tacit_status tacit_gateway_bill(tacit_ctx *cx, tacit_gateway *g, const char *analyst,
                                tacit_query_bill *out);

/* Visit what was asked of the data set, by anybody, in the last `rows` rows of the ledger, in the
 * order in which it was asked; nothing if it has none.  Nobody else can ask meanwhile. */
tacit_status tacit_gateway_history(tacit_ctx *cx, tacit_gateway *g, uint64_t rows,
                                   tacit_ledger_visitor *visit, void *user);

#endif
