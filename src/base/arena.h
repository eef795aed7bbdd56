/*
 * arena.h - memory taken piece by piece, given back all at once.
 */
#ifndef TACIT_BASE_ARENA_H
#define TACIT_BASE_ARENA_H

#include "base/context.h"

/* Starts as {0}; the owner ends it with tacit_arena_free(). */
typedef struct tacit_arena {
    struct tacit_arena_block *last;
} tacit_arena;

/* Zeroed memory for `n` items of `size` bytes that lives as long as `r`.  `out` is the
 * address of a pointer. */
tacit_status tacit_arena_take(tacit_ctx *cx, tacit_arena *r, size_t n, size_t size, void *out);

/* Copy of the `n` bytes at `text` with a final NUL. */
tacit_status tacit_arena_text(tacit_ctx *cx, tacit_arena *r, const char *text, size_t n,
                              const char **out);

/* Wipe and free all of it; `r` is empty after. */
void tacit_arena_free(tacit_arena *r);

#endif
