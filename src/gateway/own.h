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

/* Answer from the data. */
tacit_status tacit_gateway_answer(tacit_ctx *cx, tacit_gateway *g, const tacit_query *q,
                                  tacit_query_answer *out);

/* Answer through the ledger. */
tacit_status tacit_gateway_answer_booked(tacit_ctx *cx, tacit_gateway *g, const char *analyst,
                                         tacit_reply *out);

#endif
