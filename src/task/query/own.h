/*
 * own.h - a question on its way through a policy; for the files of this folder.
 */
#ifndef TACIT_TASK_QUERY_OWN_H
#define TACIT_TASK_QUERY_OWN_H

#include "query/mode/mode.h"
#include "run/work.h"

/* Arguments of the task. */
enum tacit_query_arg {
    TACIT_QUERY_ASK,
    TACIT_QUERY_NAME,
    TACIT_QUERY_PERSON,
    TACIT_QUERY_KEY,
    TACIT_QUERY_CELLS,
    TACIT_QUERY_LEDGER,
    TACIT_QUERY_ANALYST,
    TACIT_QUERY_LIMIT,
    TACIT_QUERY_EXPLAIN,
    TACIT_QUERY_ARGS
};

/* What a policy declares. */
typedef struct tacit_policy {
    const tacit_mode *mode;
    const tacit_args *args; /* the mode's */
    tacit_query_schema schema;
} tacit_policy;

/* Read the policy out of the plan; all problems at once.  In scratch memory. */
tacit_status tacit_policy_read(tacit_ctx *cx, const tacit_work *w, tacit_policy *out);

/* The records to answer from: those of the plan's data, or their copy by the plan's steps.  Loads
 * `w->data`; in scratch memory. */
tacit_status tacit_policy_load(tacit_ctx *cx, tacit_work *w, const tacit_policy *policy,
                               const unsigned char *secret, tacit_query_data *out);

/* Answer from the data.  In scratch memory. */
tacit_status tacit_query_answer_now(tacit_ctx *cx, tacit_work *w, const tacit_policy *policy,
                                    const tacit_mode_job *job, tacit_query_answer *out);

/* What an answer cost, by the ledger. */
typedef struct tacit_query_bill {
    bool kept;   /* there is a ledger */
    double paid; /* for this answer; 0 if it had been answered before */
    double spent, left;
} tacit_query_bill;

/* What is told: an answer, and what it cost. */
typedef struct tacit_query_reply {
    tacit_query_answer answer;
    tacit_query_bill bill;
} tacit_query_reply;

/* The same through the policy's ledger: what it has is told again, what is not allowed is
 * refused. */
tacit_status tacit_query_answer_booked(tacit_ctx *cx, tacit_work *w, const tacit_policy *policy,
                                       const tacit_mode_job *job, tacit_query_reply *out);

/* Put the question, its cost and, unless it is NULL, the answer into the record. */
tacit_status tacit_query_tell(tacit_ctx *cx, tacit_work *w, const tacit_policy *policy,
                              const tacit_mode_job *job, const tacit_query_reply *reply);

#endif
