/*
 * account.h - making run records, for plan/ alone.
 */
#ifndef TACIT_PLAN_ACCOUNT_H
#define TACIT_PLAN_ACCOUNT_H

#include "plan/plan.h"
#include "plan/run.h"

/* A record with the version and the command's name; the caller owns it. */
tacit_status tacit_account_new(tacit_ctx *cx, const char *command, json_t **out);

/* Put the versions of tacit and of what it is built on under "versions". */
tacit_status tacit_account_versions(tacit_ctx *cx, json_t *record);

/* Put the columns of `table` with types, roles, missing and distinct values, and where it
 * is from, under `key`; `digest` adds the file's hash. */
tacit_status tacit_account_table(tacit_ctx *cx, json_t *record, const char *key, const char *uri,
                                 const tacit_table *table, bool digest);

/* Put the context's warnings under "warnings". */
tacit_status tacit_account_warnings(tacit_ctx *cx, json_t *record);

/* Measure the plan's models and risks on `subject` and put them under `key` of `record`
 * as { "models": [...], "risks": [...] }. */
tacit_status tacit_account_measures(tacit_ctx *cx, json_t *record, const char *key,
                                    const tacit_plan *plan, tacit_subject *subject);

/* Measure the plan's utilities and put them under "utility". */
tacit_status tacit_account_utility(tacit_ctx *cx, json_t *record, const tacit_plan *plan,
                                   const tacit_pair *pair);

/* Check the plan's requirements on `subject`, put them under "requirements", and say
 * whether all hold. */
tacit_status tacit_account_requirements(tacit_ctx *cx, json_t *record, const tacit_plan *plan,
                                        tacit_subject *subject, bool *hold);

/* Copy what "requirements" holds to the models under `key`, so that a guarantee is seen
 * before and after. */
tacit_status tacit_account_claims(tacit_ctx *cx, json_t *record, const char *key);

/* Give the columns of `table` the plan's roles; a role of a column that is not there is
 * passed over. */
void tacit_plan_set_roles(const tacit_plan *plan, tacit_table *table);

/* What a command does with a plan, filling the record. */
typedef tacit_status tacit_plan_work(tacit_ctx *cx, const tacit_request *request,
                                     const tacit_plan *plan, void *user, json_t *record);

/* Parse the request's plan, make a record for `command` and do the work; the caller owns
 * the record. */
tacit_status tacit_request_run(tacit_ctx *cx, const tacit_request *request, const char *command,
                               tacit_plan_work *work, void *user, json_t **record);

/* Open the plan's data and check the plan's columns against it. */
tacit_status tacit_plan_open(tacit_ctx *cx, const tacit_plan *plan, uint64_t memory,
                             tacit_data **out);

/* What is known besides the data: loaded from the plan's population, made from its
 * hierarchies (in scratch memory). */
typedef struct tacit_plan_known {
    tacit_table *population; /* histogram of the keys, or NULL */
    tacit_table *control;    /* the plan's control, once it was loaded */
    tacit_subject_extra extra;
} tacit_plan_known;

/* Find out what is known but for the control; the caller ends with tacit_plan_forget(). */
tacit_status tacit_plan_know(tacit_ctx *cx, const tacit_plan *plan, uint64_t memory,
                             tacit_plan_known *out);

/* Load the plan's control, if it names one, into `known`. */
tacit_status tacit_plan_control(tacit_ctx *cx, const tacit_plan *plan, uint64_t memory,
                                tacit_plan_known *known);

/* Free the tables of `known`. */
void tacit_plan_forget(tacit_plan_known *known);

#endif
