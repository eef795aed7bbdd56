/*
 * init.h - a commented plan to start from.
 */
#ifndef TACIT_TASK_INIT_INIT_H
#define TACIT_TASK_INIT_INIT_H

#include "task/init/way.h"

/* A commented plan to start from, made from an inspection's record and from what was tried (NULL:
 * nothing). */
tacit_status tacit_init_plan(tacit_ctx *cx, const json_t *inspection, const tacit_ways *trials,
                             tacit_buffer *out);

/* Try ways to what the plan for an inspected work requires. */
tacit_status tacit_init_try(tacit_ctx *cx, const tacit_work *w, tacit_ways *out);

#endif
