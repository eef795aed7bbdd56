/*
 * others.h - columns of a first plan that have no role for certain.
 */
#ifndef TACIT_TASK_INIT_OTHERS_H
#define TACIT_TASK_INIT_OTHERS_H

#include "base/text.h"
#include "task/init/draft.h"

/* Append the columns without a sure role as comments, so that nobody overlooks one: what the
 * doubtful ones would do to uniqueness, each of them, and those without any role. */
tacit_status tacit_others_put(tacit_ctx *cx, const tacit_init_draft *d, tacit_buffer *out);

#endif
