/*
 * init.h - a commented plan to start from.
 */
#ifndef TACIT_TASK_INIT_INIT_H
#define TACIT_TASK_INIT_INIT_H

#include <jansson.h>

#include "base/text.h"

/* A commented plan to start from, made from an inspection's record. */
tacit_status tacit_init_plan(tacit_ctx *cx, const json_t *inspection, tacit_buffer *out);

#endif
