/*
 * failure.h - the record of a run that failed.
 */
#ifndef TACIT_RUN_FAILURE_H
#define TACIT_RUN_FAILURE_H

#include <jansson.h>

#include "base/context.h"
#include "tacit.h"

/* How a run with this status ended; the numbers are the command's exit statuses. */
tacit_ending tacit_ending_of(tacit_status status);

/* { "ok": false, "error", "errors": [...], "problems": [...], "status" } for the context's
 * message, which `status` came with; "status" is what the command exits with.  The caller owns
 * it. */
tacit_status tacit_failure_record(tacit_ctx *cx, tacit_status status, json_t **out);

/* The exit status of the command for a status of the library. */
int tacit_exit_of(tacit_status status);

#endif
