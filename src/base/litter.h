/*
 * litter.h - files and folders that must not outlive the work, wherever it is stopped.
 *
 * Whoever makes a temporary file removes it, also on failure.  Where the work cannot be waited
 * for (a second Ctrl-C, a library's call that takes minutes), another thread sweeps up what was
 * made and ends the process.  It does so before the outputs have got their names, or not at all.
 */
#ifndef TACIT_BASE_LITTER_H
#define TACIT_BASE_LITTER_H

#include "base/context.h"

/* What the work under a context has made; a part of the context. */
typedef struct tacit_litter tacit_litter;
tacit_litter *tacit_litter_new(void);
void tacit_litter_free(tacit_litter *litter);

/* Forget what was made: a new piece of work begins. */
void tacit_litter_clear(tacit_litter *litter);

/* Keep sweepers off while a file is made and noted, or while outputs get their names. */
void tacit_litter_hold(tacit_ctx *cx);

/* Let them go on.  `settled` says that the outputs were given their names, or could not be: nothing
 * is swept up any more, and the work, which is as good as done, is not ended from outside. */
void tacit_litter_release(tacit_ctx *cx, bool settled);

/* Note the file, or the folder of files, at `path`.  Called while sweepers are held off. */
tacit_status tacit_litter_add(tacit_ctx *cx, const char *path);

/* From another thread: remove all that was noted, whether or not it is still there.  The caller
 * ends the process without giving others a turn.  False if the outputs have their names. */
bool tacit_litter_sweep(tacit_ctx *cx);

/* Remove the folder at `path`, seen from the folder `base` (AT_FDCWD: the working folder), with
 * what is in it; links are not followed. */
void tacit_litter_remove_folder(int base, const char *path);

#endif
