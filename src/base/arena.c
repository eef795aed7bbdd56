/*
 * arena.c - memory taken piece by piece, given back all at once.
 *
 * Pieces lie end to end in blocks; a piece that does not fit starts a new block.  O(1)
 * a piece besides zeroing.  What is kept may be values of the data (members of groups),
 * so blocks are wiped.
 */
#include "base/arena.h"

#include <stdalign.h>
#include <string.h>

#include "base/memory.h"

enum { BLOCK_BYTES = 16384 };

struct tacit_arena_block {
    struct tacit_arena_block *before;
    size_t used, room;
    alignas(max_align_t) char bytes[];
};

/* Round up, so that any type may follow. */
static size_t aligned(size_t n)
{
    const size_t a = alignof(max_align_t);
    return (n + a - 1) / a * a;
}

static tacit_status add_block(tacit_ctx *cx, tacit_arena *r, size_t need)
{
    const size_t room = need > BLOCK_BYTES ? need : BLOCK_BYTES;
    struct tacit_arena_block *b = NULL;
    TACIT_TRY(tacit_alloc(cx, sizeof *b + room, 1, &b));
    b->before = r->last;
    b->room = room;
    r->last = b;
    return TACIT_OK;
}

tacit_status tacit_arena_take(tacit_ctx *cx, tacit_arena *r, size_t n, size_t size, void *out)
{
    size_t bytes = 0;
    if (__builtin_mul_overflow(n > 0 ? n : 1, size, &bytes) || bytes > SIZE_MAX / 2)
        return tacit_fail_memory(cx);
    bytes = aligned(bytes);
    if (r->last == NULL || r->last->room - r->last->used < bytes)
        TACIT_TRY(add_block(cx, r, bytes));
    void *p = r->last->bytes + r->last->used;
    r->last->used += bytes;
    TACIT_ASSERT(r->last->used <= r->last->room);
    memcpy(out, &p, sizeof p);
    return TACIT_OK;
}

tacit_status tacit_arena_text(tacit_ctx *cx, tacit_arena *r, const char *text, size_t n,
                              const char **out)
{
    char *copy = NULL;
    TACIT_TRY(tacit_arena_take(cx, r, n + 1, 1, &copy));
    if (n > 0)
        memcpy(copy, text, n);
    *out = copy;
    return TACIT_OK;
}

void tacit_arena_free(tacit_arena *r)
{
    while (r->last != NULL) {
        struct tacit_arena_block *b = r->last;
        r->last = b->before;
        tacit_wipe(b->bytes, b->used);
        tacit_free(b);
    }
}
