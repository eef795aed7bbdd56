/*
 * rehearsal.h - carrying a plan out to see what comes of it, and throwing the release away.
 */
#ifndef TACIT_TASK_REHEARSAL_H
#define TACIT_TASK_REHEARSAL_H

#include "run/work.h"

/* A session whose memory:data is the data of the work; the caller frees it. */
tacit_status tacit_rehearsal_open(tacit_ctx *cx, const tacit_work *w, tacit_session **out);

/* Protect as the plan `text` says, which writes to memory, in a context of its own: warnings and
 * failures of a trial are none of the work's.  It stops when the work is asked to stop or to end
 * with what it has.  `*record` is the caller's; NULL if it could not be done, and then `*why`, in
 * scratch memory, says why.  Fails only if memory ran out or the work was cancelled. */
tacit_status tacit_rehearsal_run(tacit_ctx *cx, tacit_session *session, const char *text,
                                 json_t **record, char **why);

#endif
