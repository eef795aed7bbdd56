/*
 * dry.h - what a task would do, without doing it.
 */
#ifndef TACIT_RUN_DRY_DRY_H
#define TACIT_RUN_DRY_DRY_H

#include "run/work.h"

/* Open the plan's data, check the plan's columns against it, and put into the record which steps
 * would be done ("steps"), that none was ("dry_run"), and all of it in words ("says").  Reads no
 * record and writes nothing. */
tacit_status tacit_dry_tell(tacit_ctx *cx, const tacit_work *w);

#endif
