/*
 * spill.h - the folder for what does not fit into memory.
 *
 * A folder `tacit-spill-XXXXXX` in TMPDIR (/tmp if that is not set), for the owner alone, and
 * locked (flock on the folder itself) while the process lives.  It goes with the source that it
 * was made for.  What a process left that was killed goes when the next one makes a folder there:
 * those of one's own whose lock is free.
 */
#ifndef TACIT_ENGINE_SPILL_H
#define TACIT_ENGINE_SPILL_H

#include "base/context.h"

typedef struct tacit_spill {
    char *path; /* NULL if there is no folder */
    int fd;     /* the folder, locked */
} tacit_spill;

/* Make a folder.  Fails if TMPDIR is set and none can be made there; where it is not set and /tmp
 * cannot be written, there is none. */
tacit_status tacit_spill_open(tacit_ctx *cx, tacit_spill *out);

/* A name of the folder that any text of SQL can hold, whatever TMPDIR is: /proc/self/fd/N, or
 * nothing if there is no folder. */
enum { TACIT_SPILL_NAME = 32 };
void tacit_spill_name(const tacit_spill *spill, char out[TACIT_SPILL_NAME]);

/* Remove the folder with what is in it.  Accepts a zeroed one. */
void tacit_spill_close(tacit_spill *spill);

#endif
