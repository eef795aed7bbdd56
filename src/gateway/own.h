/*
 * own.h - what an open gateway is; for the files of this folder.
 */
#ifndef TACIT_GATEWAY_OWN_H
#define TACIT_GATEWAY_OWN_H

#include <pthread.h>

#include "gateway/gateway.h"

struct tacit_gateway {
    tacit_work *work;
    const tacit_plan_ask *ask;
    tacit_policy policy;
    unsigned char secret[TACIT_SECRET_BYTES];
    bool armed;  /* the secret was read */
    bool loaded; /* the records are there */
    bool kept;   /* no output may replace the ledger */
    tacit_query_data data;
    pthread_mutex_t lock; /* held while the ledger is used */
    tacit_ledger *ledger; /* NULL: the policy has none, or it was not needed yet */
    uint64_t openings;    /* of the ledger: what one reserved cannot be settled by the next */
    void *state;          /* the mode's, or NULL */
    uint64_t judged;      /* the last entry of the ledger that the state reckons with */
    uint64_t asked, refused[TACIT_REFUSALS]; /* questions of this run, under `lock` */
    uint64_t tally[TACIT_LEDGER_TALLIES];    /* those that the ledger has no row of yet */
};

/* The text of an argument of the policy, or NULL if it is not given. */
const char *tacit_gateway_text(const tacit_gateway *g, enum tacit_policy_arg i);

/* A question with its place in the ledger: who asks, what it costs, within which limits. */
tacit_status tacit_gateway_request(tacit_ctx *cx, const tacit_gateway *g, const char *analyst,
                                   const tacit_query *q, tacit_ledger_request *out);

/* Open the ledger if the policy has one and it is not open, or refuses since something failed. */
tacit_status tacit_gateway_open_ledger(tacit_ctx *cx, tacit_gateway *g);

/* What the ledger says of the accounts that a request is booked on. */
void tacit_gateway_account(const tacit_gateway *g, const tacit_ledger_request *r,
                           tacit_query_bill *out);

/* Load the records, and open the state of the mode. */
tacit_status tacit_gateway_load_records(tacit_ctx *cx, tacit_gateway *g);

/* A question to the mode. */
tacit_mode_job tacit_gateway_job(const tacit_gateway *g, const tacit_query *q);

/* Answer from the data what the mode's judge, if it has one, said `verdict` of. */
tacit_status tacit_gateway_answer(tacit_ctx *cx, tacit_gateway *g, const tacit_query *q,
                                  const tacit_mode_verdict *verdict, tacit_query_answer *out);

/* What is told as the bytes that a ledger keeps. */
tacit_status tacit_gateway_pack(tacit_ctx *cx, const tacit_query *q, const tacit_query_answer *a,
                                tacit_buffer *out);

/* Count a question for the measures: refused, or if it was not, answered (`before`: again). */
void tacit_gateway_count(tacit_ctx *cx, tacit_gateway *g, tacit_query_refusal refused, bool before);

/* Write what was counted and is not in the ledger yet. */
void tacit_gateway_count_end(tacit_gateway *g);

/* ---- modes with a judge (judge.c) ---- */

/* Judge all entries of the ledger that the state does not reckon with yet. */
tacit_status tacit_gateway_recall(tacit_ctx *cx, tacit_gateway *g);

/* A question that is being judged; for tacit_gateway_judge(). */
typedef struct tacit_gateway_case {
    tacit_gateway *gateway;
    const tacit_query *query;
    tacit_mode_verdict verdict;
} tacit_gateway_case;

/* A tacit_ledger_judge of a case. */
tacit_status tacit_gateway_judge(tacit_ctx *cx, void *user, bool *allowed);

/* Answer through the ledger. */
tacit_status tacit_gateway_answer_booked(tacit_ctx *cx, tacit_gateway *g, const char *analyst,
                                         tacit_reply *out);

#endif
