/*
 * ready.h - tables that are there already: read, audited, judged; for the tasks of tables.
 */
#ifndef TACIT_TASK_TABLES_READY_H
#define TACIT_TASK_TABLES_READY_H

#include "run/work.h"
#include "tabular/audit.h"
#include "tabular/protection/protection.h"

/* Whether a path names a ready table: a JJ file. */
bool tacit_ready_is(const char *path);

/* Read it; the caller frees.  Fails if its values do not add up. */
tacit_status tacit_ready_read(tacit_ctx *cx, const char *path, tacit_system **out);

/* Audit the system to `audit`, in scratch memory, unless that is `done`; put what was found among
 * the requirements of the record, and let the work's verdict fail if a cell is not safe. */
tacit_status tacit_ready_audit(tacit_ctx *cx, tacit_work *w, const tacit_system *s, bool done,
                               tacit_audit *audit);

/* The same of a changed system; `distance`: what is shown of sensitive cells was promised to be
 * away from their values, instead of leaving intervals. */
tacit_status tacit_ready_audit_shown(tacit_ctx *cx, tacit_work *w, const tacit_system *s,
                                     bool distance);

/* The same of one that was changed by noise, which the protection itself can check. */
tacit_status tacit_ready_audit_noise(tacit_ctx *cx, tacit_work *w,
                                     const tacit_protection *protection,
                                     const tacit_protection_job *job);

#endif
