/*
 * stage.h - outputs that appear all at once or not at all.
 *
 * An output is written under a temporary name in the folder of its final one, where only the owner
 * can read it.  Commit gives all of them their names.  POSIX renames one file at a time, so that
 * what was there before is kept until one call decides:
 *
 *   1. the new files are synced; each old file gets a second name;
 *   2. a journal with the names and inodes of both is written and synced, and so are the folders;
 *   3. the new files are renamed over the old ones, and the folders synced;
 *   4. the journal is unlinked: that decides.  Then the old files go.
 *
 * A failure before 4 puts the old files back.  After a kill or a power cut the journal is still
 * there, and tacit_staged_recover(), which every command calls for the folders that it reads or
 * writes, does the same.  A crash can be seen by another program as a mixture only until then.
 *
 * Names in a folder, where ID is six letters or digits:
 *   .tacit-ID        locked (flock) while the run lives; the journal during a commit
 *   .tacit-ID-NAME   the output NAME before the commit; it keeps the ending of the name
 *   .tacit-ID~NAME   what NAME was before, during the commit
 * Outputs in several folders have a file .tacit-ID in each; the first holds the journal, and the
 * others say where it is.
 *
 * Cost: O(bytes) to sync, a few calls a file, and a listing of each folder.
 */
#ifndef TACIT_ENGINE_STAGE_STAGE_H
#define TACIT_ENGINE_STAGE_STAGE_H

#include "base/context.h"

typedef struct tacit_staged tacit_staged;

/* No outputs yet; the caller frees. */
tacit_status tacit_staged_new(tacit_ctx *cx, tacit_staged **out);

/* Remove what was not committed, and free.  Accepts NULL. */
void tacit_staged_free(tacit_staged *s);

/* Promise an output at `target`; write it to `*path` (borrowed from `s`).  Fails if
 * the folder does not exist or cannot be written, or if `target` is a directory.  What a run that
 * died has left in the folder is cleared away first. */
tacit_status tacit_staged_add(tacit_ctx *cx, tacit_staged *s, const char *target,
                              const char **path);

/* Write `n` bytes to the staged `path`. */
tacit_status tacit_staged_write(tacit_ctx *cx, const char *path, const char *bytes, size_t n);

/* Let only the owner read the output that is written to `path`, also under its final name. */
void tacit_staged_make_private(tacit_staged *s, const char *path);

/* Remove the output that was to be written to `path`, and forget it. */
void tacit_staged_drop(tacit_staged *s, const char *path);

/* Something besides files that appears with them: `last` is called when all files have their names,
 * and if it fails they lose them again.  Between its end and the end of the commit a crash leaves
 * what it did without the files. */
void tacit_staged_then(tacit_staged *s, tacit_status (*last)(tacit_ctx *cx, void *user),
                       void *user);

/* Give all outputs their names, or none.  A link that stands at a target is replaced, not
 * followed. */
tacit_status tacit_staged_commit(tacit_ctx *cx, tacit_staged *s);

/* Undo a commit that was cut short in the folder of `path`, and remove what runs that died have
 * left there.  Runs that live are left alone; one in the middle of its commit is waited for.  Fails
 * if a commit cannot be undone.  A folder that is not there or cannot be listed has none. */
tacit_status tacit_staged_recover(tacit_ctx *cx, const char *path);

#endif
