/*
 * guard.h - no input is ever replaced, and nothing else that is not a result of ours.
 *
 * One list of all files that a request reads and one of those that it writes, for every task, and
 * one check before anything is read or written.  Files are the same if their device and inode are,
 * after following links; names that are not there yet, if their folders are the same and they are.
 *
 * A file that is there is replaced without being asked if it is empty, or
 *   - as a report, if it is a report of tacit;
 *   - as a certificate, if it is one for the same name of the data;
 *   - as a release, if its certificate names it with its size and SHA-256;
 *   - as another output, if it is a text by tacit that is marked as such (SQL, a picture, a page, a
 *     signature), or a table that has no columns but those that the task gives its tables
 *     (tacit_task).
 * Plans, hierarchies and keys are kept: people change them or need them.  --force replaces anything
 * but inputs.
 *
 * Cost: a few calls a file, and a release that is replaced is hashed.
 */
#ifndef TACIT_RUN_GUARD_H
#define TACIT_RUN_GUARD_H

#include "run/work.h"

/* Undo commits that were cut short in the folders of all inputs and outputs, and fail if an output
 * is an input, another output, no place for a file, or there and not ours. */
tacit_status tacit_guard_request(tacit_ctx *cx, const tacit_work *w);

/* The same for one output that is about to be staged, with what was read meanwhile
 * (tacit_work_reads) and against what was staged before it. */
tacit_status tacit_guard_output(tacit_ctx *cx, const tacit_work *w, const char *target);

#endif
