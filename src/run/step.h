/*
 * step.h - a step of a plan as a job for its method, and the stream that it draws from.
 *
 * A stream is keyed with the seed, the number of the step, its method and parameters, and the
 * content of the columns that the step reads.  So the same seed gives unrelated noise on other
 * data (next year's file) and with other parameters, where shared noise could be taken off by
 * subtracting one release from the other; and the same release on the same data.
 *
 * A step reads the columns that it names and those with a role, identifiers excepted; one that
 * leaves out or moves whole records reads all.  Other columns do not disturb it.
 */
#ifndef TACIT_RUN_STEP_H
#define TACIT_RUN_STEP_H

#include "run/account.h"
#include "table/content.h"

/* The job of step `i` on table `in`, with what is known; stream and account are left to the
 * caller.  In scratch memory. */
tacit_status tacit_step_job(tacit_ctx *cx, const tacit_plan *plan, size_t i, const tacit_table *in,
                            const tacit_known *known, tacit_job *out);

/* Whether the step, by what the plan says of it, masks a column: those that it names, or all keys.
 * Steps that take or move whole records mask none. */
bool tacit_step_masks(const tacit_plan *plan, const tacit_plan_step *step, const char *column);

/* Begin the account of a step, and say in it whether the plan has it by default. */
tacit_status tacit_step_tell(tacit_ctx *cx, const tacit_plan_step *step, tacit_result **out);

/* Where a step of the plan promises a model that is required and does not hold (in `record`), warn
 * of the parameters in which promise and requirement differ. */
tacit_status tacit_step_warn(tacit_ctx *cx, const tacit_plan *plan, const json_t *record);

/* What the stream of a step is keyed with, on its way; in scratch memory. */
typedef struct tacit_step_key {
    tacit_rng base;    /* keyed with all but the content */
    tacit_select read; /* the columns of job->in that the step reads; none if it draws nothing */
    tacit_content *content; /* of each */
} tacit_step_key;

/* Begin the key of step `i` of the plan under `seed`, for `job`, whose table need not have rows. */
tacit_status tacit_step_key_start(tacit_ctx *cx, const tacit_plan *plan, size_t i, uint64_t seed,
                                  const tacit_job *job, tacit_step_key *out);

/* Add rows: all, or block after block, each but the last of a multiple of TACIT_BLOCK_ROWS.
 * `shape` has the columns of the job and `rows` those that the step reads among its own. */
tacit_status tacit_step_key_add(tacit_ctx *cx, tacit_step_key *key, const tacit_table *shape,
                                const tacit_table *rows);

/* The stream, when all rows were added. */
tacit_rng tacit_step_key_end(const tacit_step_key *key);

/* All of that for a job whose table has the rows. */
tacit_status tacit_step_stream(tacit_ctx *cx, const tacit_plan *plan, size_t i, uint64_t seed,
                               const tacit_job *job, tacit_rng *out);

#endif
