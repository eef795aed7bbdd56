/*
 * steps.h - the steps of a first plan, and the ways to what it requires that are tried.
 */
#ifndef TACIT_TASK_INIT_STEPS_H
#define TACIT_TASK_INIT_STEPS_H

#include "task/init/draft.h"
#include "task/init/way.h"

/* Append the steps that come first, whatever way is taken. */
tacit_status tacit_steps_before(tacit_ctx *cx, const tacit_init_draft *d, tacit_buffer *out);

/* List the ways to what is required and try them on the data of the work, unless that is too large;
 * `head` as in way.h.  Without keys there are none. */
tacit_status tacit_steps_try(tacit_ctx *cx, const tacit_work *w, const tacit_init_draft *d,
                             const char *head, tacit_ways *t);

/* Append all steps with comments; `t` may be NULL. */
tacit_status tacit_steps_put(tacit_ctx *cx, const tacit_init_draft *d, const tacit_ways *t,
                             tacit_buffer *out);

#endif
