/*
 * account.h - making run records.
 */
#ifndef TACIT_RUN_ACCOUNT_H
#define TACIT_RUN_ACCOUNT_H

#include "run/work.h"

/* A record with the version, the task's name and for whom it is; the caller owns it. */
tacit_status tacit_account_new(tacit_ctx *cx, const tacit_task *task, json_t **out);

/* Put the day on which the run begins into the record; that of SOURCE_DATE_EPOCH, where it is set
 * for results that are to be the same every day. */
tacit_status tacit_account_date(tacit_ctx *cx, json_t *record);

/* Put the versions of tacit and of what it is built on under "versions". */
tacit_status tacit_account_versions(tacit_ctx *cx, json_t *record);

/* Put the columns of `table` with types, roles, missing and distinct values, and where it
 * is from, under `key`; `digest` adds the file's hash. */
tacit_status tacit_account_table(tacit_ctx *cx, json_t *record, const char *key, const char *uri,
                                 const tacit_table *table, bool digest);

/* Put the plan's text as it is under "plan_text". */
tacit_status tacit_account_plan(tacit_ctx *cx, const tacit_work *w);

/* A part of a record that is a task's own: results under a title of theirs. */
typedef struct tacit_account_part {
    const char *name, *title;
    const char *lead; /* one or two sentences: what is shown */
    bool open;        /* everybody may see it, if there is a release */
} tacit_account_part;

/* Append a part without results to "sections"; `*results` is borrowed from the record. */
tacit_status tacit_account_section(tacit_ctx *cx, json_t *record, const tacit_account_part *part,
                                   json_t **results);

/* Put the seed under "secret" if the plan is random, once it was chosen. */
tacit_status tacit_account_seed(tacit_ctx *cx, const tacit_work *w);

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

/* Put what the plan's requirements rest on besides the table of `subject` under "basis", for the
 * certificate. */
tacit_status tacit_account_basis(tacit_ctx *cx, json_t *record, const tacit_plan *plan,
                                 tacit_subject *subject);

#endif
