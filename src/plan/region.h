/*
 * region.h - the memory of one plan: taken piece by piece, given back all at once.
 */
#ifndef TACIT_PLAN_REGION_H
#define TACIT_PLAN_REGION_H

#include "base/context.h"

/* Starts as {0}; the owner ends it with tacit_region_free(). */
typedef struct tacit_region {
    struct tacit_region_block *last;
} tacit_region;

/* Zeroed memory for `n` items of `size` bytes that lives as long as `r`.  `out` is the
 * address of a pointer. */
tacit_status tacit_region_take(tacit_ctx *cx, tacit_region *r, size_t n, size_t size, void *out);

/* Copy of the `n` bytes at `text` with a final NUL. */
tacit_status tacit_region_text(tacit_ctx *cx, tacit_region *r, const char *text, size_t n,
                               const char **out);

/* Wipe and free all of it; `r` is empty after. */
void tacit_region_free(tacit_region *r);

#endif
