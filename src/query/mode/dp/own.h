/*
 * own.h - a question as private statistics; for the files of this folder.
 */
#ifndef TACIT_QUERY_MODE_DP_OWN_H
#define TACIT_QUERY_MODE_DP_OWN_H

#include "query/mode/mode.h"
#include "query/scan.h"

/* Parameters of the mode. */
enum tacit_dp_arg {
    TACIT_DP_EPSILON,
    TACIT_DP_MOST,
    TACIT_DP_RECORDS,
    TACIT_DP_GROUPS,
    TACIT_DP_CONFIDENCE
};

/* A statistic that aggregates are told from. */
typedef struct tacit_dp_statistic {
    tacit_question question;
    const tacit_domain *domain[TACIT_SCAN_COLUMNS];
    size_t of[TACIT_SCAN_COLUMNS]; /* the same columns in the schema */
    bool persons;                  /* it counts persons */
    tacit_args args;
} tacit_dp_statistic;

/* From which figure of which statistic an aggregate is told. */
typedef struct tacit_dp_place {
    size_t statistic, figure;
} tacit_dp_place;

/* A question that was settled.  In scratch memory, but for the noise. */
typedef struct tacit_dp_plan {
    const tacit_mode_job *job;
    tacit_privacy_promise promise, once; /* of records, and of persons */
    size_t n;
    tacit_dp_statistic *statistic;
    tacit_dp_place *place; /* of each aggregate */
} tacit_dp_plan;

/* The epsilon that the asker or the policy wants, and what of it is spent: whole units of the
 * ledger, rounded down. */
double tacit_dp_epsilon(const tacit_mode_job *job);
double tacit_dp_cost(const tacit_mode_job *job);

/* Settle which statistics are asked and what each spends, by the question and the policy alone;
 * fails if it cannot be answered. */
tacit_status tacit_dp_plan_of(tacit_ctx *cx, const tacit_mode_job *job, tacit_dp_plan *out);

/* The correlation of two columns, which is in no catalog. */
extern const tacit_statistic tacit_dp_correlation;

#endif
