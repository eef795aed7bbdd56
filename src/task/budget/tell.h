/*
 * tell.h - what a budget buys, for people: tables and pictures.
 */
#ifndef TACIT_TASK_BUDGET_TELL_H
#define TACIT_TASK_BUDGET_TELL_H

#include "run/account.h"
#include "task/budget/whatif.h"

/* Put the costs by every accountant, the noise, what an attacker's odds can become, and how often
 * he must be wrong, into the record. */
tacit_status tacit_budget_tell(tacit_ctx *cx, json_t *record, const tacit_whatif *q,
                               const tacit_plan_release *one, uint64_t persons);

#endif
