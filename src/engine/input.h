/*
 * input.h - a name means a file.
 *
 * What is read is the one regular file of that name: no pattern, no folder, nothing that may
 * never end.  The file is opened once and read through the descriptor, so that no library
 * between it and us sees a name in which it could find a pattern, a scheme or a column.
 */
#ifndef TACIT_ENGINE_INPUT_H
#define TACIT_ENGINE_INPUT_H

#include "base/context.h"

/* Room for the name by which an open file can be opened again. */
enum { TACIT_INPUT_NAME = 32 };

/* An open file.  Starts as { .fd = -1 }. */
typedef struct tacit_input {
    int fd;
    char name[TACIT_INPUT_NAME]; /* opens the same file, whatever became of its name */
    uint64_t bytes;
} tacit_input;

/* Fail, saying what it is, unless `path` is a regular file.  Never waits. */
tacit_status tacit_input_check(tacit_ctx *cx, const char *path);

/* Open the regular file at `path`, which must not be empty. */
tacit_status tacit_input_open(tacit_ctx *cx, const char *path, tacit_input *out);

/* Fail if the last line, which some readers pass over in silence when it is huge, has more than
 * TACIT_INPUT_LINE bytes. */
enum { TACIT_INPUT_LINE = 16777216 };
tacit_status tacit_input_check_last_line(tacit_ctx *cx, const tacit_input *in, const char *about);

/* Close.  Accepts one that is not open. */
void tacit_input_close(tacit_input *in);

/* How a file is packed, by the ending of its name. */
typedef enum tacit_packing { TACIT_UNPACKED, TACIT_GZIP, TACIT_ZSTD } tacit_packing;
tacit_packing tacit_packing_of(const char *name);

/* Fail unless a packed file is whole: gzip members with their checksums and lengths, Zstandard
 * frames to their last block; nor may a line of a gzip file have more than TACIT_INPUT_LINE
 * bytes.  `about` names it.  O(bytes unpacked) for gzip, O(blocks) for
 * Zstandard, whose checksums are looked at by whoever unpacks. */
tacit_status tacit_packed_check(tacit_ctx *cx, const tacit_input *in, tacit_packing packing,
                                const char *about);

#endif
