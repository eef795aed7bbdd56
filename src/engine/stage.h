/*
 * stage.h - outputs that appear all at once or not at all.
 *
 * Each output is written under a temporary name beside its final one.  Commit syncs
 * and renames them in the order they were added; abort, or freeing an uncommitted
 * stage, removes them.  A killed process leaves the old outputs untouched.
 */
#ifndef TACIT_ENGINE_STAGE_H
#define TACIT_ENGINE_STAGE_H

#include "base/context.h"

typedef struct tacit_staged tacit_staged;

/* No outputs yet; the caller frees. */
tacit_status tacit_staged_new(tacit_ctx *cx, tacit_staged **out);

/* Remove what was not committed, and free.  Accepts NULL. */
void tacit_staged_free(tacit_staged *s);

/* Promise an output at `target`; write it to `*path` (borrowed from `s`).  Fails if
 * the folder does not exist or cannot be written, or if `target` is a directory. */
tacit_status tacit_staged_add(tacit_ctx *cx, tacit_staged *s, const char *target,
                              const char **path);

/* Write `n` bytes to the staged `path`. */
tacit_status tacit_staged_write(tacit_ctx *cx, const char *path, const char *bytes, size_t n);

/* Sync all outputs to the disk and give them their final names. */
tacit_status tacit_staged_commit(tacit_ctx *cx, tacit_staged *s);

#endif
