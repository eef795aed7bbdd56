/*
 * policy.h - what a plan declares for questions: the section `query`, domains, hierarchies and
 * public tables.
 */
#ifndef TACIT_GATEWAY_POLICY_H
#define TACIT_GATEWAY_POLICY_H

#include "query/mode/mode.h"
#include "run/work.h"

/* Parameters of the section `query`, and arguments for them. */
extern const tacit_param TACIT_POLICY_PARAMS[];
enum tacit_policy_arg {
    TACIT_POLICY_ASK,
    TACIT_POLICY_NAME,
    TACIT_POLICY_PERSON,
    TACIT_POLICY_KEY,
    TACIT_POLICY_CELLS,
    TACIT_POLICY_LEDGER,
    TACIT_POLICY_ANCHOR,
    TACIT_POLICY_ANALYST,
    TACIT_POLICY_LIMIT,
    TACIT_POLICY_ANALYST_LIMIT,
    TACIT_POLICY_PERIOD,
    TACIT_POLICY_PERIOD_LIMIT,
    TACIT_POLICY_ANALYST_PERIOD_LIMIT,
    TACIT_POLICY_EPSILON,
    TACIT_POLICY_EXPLAIN,
    TACIT_POLICY_MEASURES
};

/* After which limits of a period begin anew. */
typedef enum tacit_policy_period {
    TACIT_PERIOD_DAY = 0,
    TACIT_PERIOD_WEEK,
    TACIT_PERIOD_MONTH,
    TACIT_PERIOD_YEAR
} tacit_policy_period;

typedef struct tacit_policy {
    const tacit_mode *mode;
    const tacit_args *args; /* the mode's */
    tacit_query_schema schema;
} tacit_policy;

/* Read the policy that `ask`, the section `query`, and the plan of `w` declare, with its public
 * tables; all problems at once.  In scratch memory. */
tacit_status tacit_policy_read(tacit_ctx *cx, const tacit_work *w, const tacit_plan_ask *ask,
                               tacit_policy *out);

/* The records to answer from: those of the plan's data, or their copy by the plan's steps.  Loads
 * `w->data`; in scratch memory. */
tacit_status tacit_policy_load(tacit_ctx *cx, tacit_work *w, const tacit_policy *policy,
                               const unsigned char *secret, tacit_query_data *out);

#endif
