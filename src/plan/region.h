/*
 * region.h - the memory of one plan: taken piece by piece, given back all at once.
 */
#ifndef TACIT_PLAN_REGION_H
#define TACIT_PLAN_REGION_H

#include "base/arena.h"

/* Starts as {0}; the owner ends it with tacit_region_free(). */
typedef tacit_arena tacit_region;

/* Zeroed memory for `n` items of `size` bytes that lives as long as `r`.  `out` is the
 * address of a pointer. */
static inline tacit_status tacit_region_take(tacit_ctx *cx, tacit_region *r, size_t n, size_t size,
                                             void *out)
{
    return tacit_arena_take(cx, r, n, size, out);
}

/* Copy of the `n` bytes at `text` with a final NUL. */
static inline tacit_status tacit_region_text(tacit_ctx *cx, tacit_region *r, const char *text,
                                             size_t n, const char **out)
{
    return tacit_arena_text(cx, r, text, n, out);
}

/* Wipe and free all of it; `r` is empty after. */
static inline void tacit_region_free(tacit_region *r)
{
    tacit_arena_free(r);
}

#endif
