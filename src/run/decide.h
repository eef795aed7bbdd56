/*
 * decide.h - steps that decide, and the population that follows them, for run/ and task/.
 */
#ifndef TACIT_RUN_DECIDE_H
#define TACIT_RUN_DECIDE_H

#include "run/work.h"

/* Change the keys of the population as `decision` changes those of the data, so that the
 * release can be held against it.  Suppression is not followed: a blank stands for anybody.
 * What chance changes cannot be followed, nor can what was not settled; there the population
 * stays and a warning says so.  `step` is the number of the step, from 1. */
tacit_status tacit_population_follow(tacit_ctx *cx, const tacit_decision *decision,
                                     const tacit_plan_step *step, const tacit_job *job,
                                     tacit_known *known);

/* Carry out one step of a plan as `job` says, with the population following; the caller owns
 * `*out`.  What was decided is left in `job->decided` if that is not NULL. */
tacit_status tacit_step_run(tacit_ctx *cx, const tacit_plan_step *step, const tacit_job *job,
                            tacit_known *known, tacit_table **out);

/* Write the steps of the plan to `target` as they were settled: thresholds and lists instead of
 * what the data decided.  A step that needs all rows is written as the plan has it. */
tacit_status tacit_decide_write(tacit_ctx *cx, tacit_work *w, const tacit_decision *decided,
                                const char *target);

#endif
