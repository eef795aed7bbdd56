/*
 * memory.h - allocation with overflow checks, and wiping.
 *
 * Only base/, table/ and the *_new functions of objects allocate; algorithms use
 * tacit_scratch().
 */
#ifndef TACIT_BASE_MEMORY_H
#define TACIT_BASE_MEMORY_H

#include "base/context.h"

/* Zeroed memory for `n` items of `size` bytes that the caller owns and gives back
 * with tacit_free().  `out` is the address of a pointer.  n = 0 gives a valid pointer. */
tacit_status tacit_alloc(tacit_ctx *cx, size_t n, size_t size, void *out);

/* Grow `*p` (owned, may be NULL) to `n` items of `size` bytes.  On failure `*p` is
 * unchanged.  New bytes are not zeroed. */
tacit_status tacit_grow(tacit_ctx *cx, size_t n, size_t size, void *p);

/* Owned copy of `text`. */
tacit_status tacit_copy_text(tacit_ctx *cx, const char *text, char **out);

/* Give back what tacit_alloc or tacit_grow gave.  Accepts NULL. */
void tacit_free(void *p);

/* Give memory that was freed, and that the allocator keeps, back to the system. */
void tacit_give_back(void);

/* Overwrite `n` bytes at `p` so that the compiler cannot leave it out. */
void tacit_wipe(void *p, size_t n);

#endif
