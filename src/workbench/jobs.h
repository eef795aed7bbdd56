/*
 * jobs.h - tasks done in the background, one at a time, in the order in which they were asked for.
 *
 * A job outlives the page that asked for it: who comes back finds it in the list.  A new job takes
 * the place of earlier ones of its kind, whose answer nobody waits for any more; a release is never
 * displaced, and refused while there is another.  Any thread may call.
 */
#ifndef TACIT_WORKBENCH_JOBS_H
#define TACIT_WORKBENCH_JOBS_H

#include "workbench/fence.h"

typedef struct tacit_jobs_spec {
    const tacit_catalog *tasks;
    tacit_bench_fence fence;
    const char *file; /* the plan's name in messages */
    uint64_t memory;
    size_t threads; /* of a job, as in tacit_ctx_threads() */
} tacit_jobs_spec;

typedef struct tacit_jobs tacit_jobs;

/* Begin to work; what `spec` points to must outlive it. */
tacit_status tacit_jobs_open(tacit_ctx *cx, const tacit_jobs_spec *spec, tacit_jobs **out);

/* Cancel everything and wake who waits; then nothing is done any more. */
void tacit_jobs_stop(tacit_jobs *jobs);

/* Free, when nobody waits any more.  Accepts NULL. */
void tacit_jobs_close(tacit_jobs *jobs);

/* What is asked for. */
typedef struct tacit_job_ask {
    const char *what;   /* the name of a deed */
    const char *text;   /* the plan */
    size_t rev;         /* which version of it that is */
    const json_t *with; /* what a deed is asked with, or NULL */
} tacit_job_ask;

/* Have it done; `*id` counts from 1. */
tacit_status tacit_jobs_add(tacit_ctx *cx, tacit_jobs *jobs, const tacit_job_ask *ask,
                            unsigned *id);

/* Whether anything is being done, or waits. */
bool tacit_jobs_work(tacit_jobs *jobs);

/* Cancel it at its next step, or have it end with what it has; false if there is none. */
bool tacit_jobs_cancel(tacit_jobs *jobs, unsigned id);

/* All that are remembered: [{ "id", "do", "rev", "with", "state", "stage", "done", "total" }]; a
 * state is waiting, running, done, failed or cancelled.  The caller owns it. */
tacit_status tacit_jobs_json(tacit_ctx *cx, tacit_jobs *jobs, json_t **out);

/* Append the record of a job that has ended; false if there is none. */
bool tacit_jobs_record(tacit_ctx *cx, tacit_jobs *jobs, unsigned id, tacit_buffer *out);

/* Wait until job `id` has changed since `*seen`, a few seconds at most, and say what it is like now
 * (NULL: nothing new).  False at its end, once that was said, or if there is none. */
bool tacit_jobs_wait(tacit_jobs *jobs, unsigned id, uint64_t *seen, json_t **out);

#endif
