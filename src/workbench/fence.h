/*
 * fence.h - no file outside of the root is read or written.
 */
#ifndef TACIT_WORKBENCH_FENCE_H
#define TACIT_WORKBENCH_FENCE_H

#include "run/task.h"

typedef struct tacit_bench_fence {
    const char *root;  /* as realpath(3) says */
    const char *known; /* the data that the custodian named at the start, wherever it is; or NULL */
} tacit_bench_fence;

/* Fail unless `path`, with all links followed, is below the root; what is not there yet counts by
 * its folder. */
tacit_status tacit_bench_fence_path(tacit_ctx *cx, const tacit_bench_fence *fence,
                                    const char *path);

/* The same for everything that `task` would read and write with the plan `text`. */
tacit_status tacit_bench_fence_plan(tacit_ctx *cx, const tacit_bench_fence *fence,
                                    const tacit_run_spec *run);

#endif
