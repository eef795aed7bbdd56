/*
 * step.h - a step of a plan as a job for its method, for plan/ alone.
 */
#ifndef TACIT_PLAN_STEP_H
#define TACIT_PLAN_STEP_H

#include "plan/account.h"

/* The job of step `i` on table `in`, with what is known; stream and account are left to the
 * caller.  In scratch memory. */
tacit_status tacit_step_job(tacit_ctx *cx, const tacit_plan *plan, size_t i, const tacit_table *in,
                            const tacit_plan_known *known, tacit_job *out);

/* The stream that step `i` draws from: one of its own, so that steps do not disturb each
 * other. */
tacit_rng tacit_step_stream(uint64_t seed, size_t i);

#endif
