/*
 * seed.h - the seed of a run, for plan/ alone.
 *
 * Whoever knows the seed can draw the same noise and take it off again.  So a plan with
 * random steps and no seed gets one from the system, the seed is told to the custodian
 * and never stands in a certificate or report, and a seed that could be guessed is
 * warned of.
 */
#ifndef TACIT_PLAN_SEED_H
#define TACIT_PLAN_SEED_H

#include "plan/plan.h"
#include "plan/run.h"

/* Whether any step of the plan draws random numbers. */
bool tacit_plan_is_random(const tacit_plan *plan);

/* The seed to run with: the request's, the plan's, or a fresh one. */
tacit_status tacit_plan_seed(tacit_ctx *cx, const tacit_plan *plan, const tacit_request *request,
                             uint64_t *out);

/* Append the plan's text with the value of `seed` withheld if steps are random. */
tacit_status tacit_plan_public_text(tacit_ctx *cx, const tacit_plan *plan, tacit_buffer *out);

#endif
