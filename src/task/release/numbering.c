/*
 * numbering.c - 64-bit keys numbered in the order in which they come: open addressing, at most half
 * full.
 */
#include "task/release/numbering.h"

#include "base/hash.h"
#include "base/memory.h"

enum { FIRST_SLOTS = 64 };

/* The slot that has `key`, or the empty one where it belongs. */
static size_t slot_of(const tacit_numbering *all, uint64_t key)
{
    size_t s = (size_t)tacit_hash_u64(key) & (all->slots - 1);
    while (all->number[s] != 0 && all->key[s] != key)
        s = (s + 1) & (all->slots - 1);
    return s;
}

static tacit_status grow(tacit_ctx *cx, tacit_numbering *all)
{
    tacit_numbering old = *all;
    tacit_numbering wide = { .n = old.n, .slots = old.slots == 0 ? FIRST_SLOTS : 2 * old.slots };
    TACIT_TRY(tacit_alloc(cx, wide.slots, sizeof *wide.key, &wide.key));
    const tacit_status status = tacit_alloc(cx, wide.slots, sizeof *wide.number, &wide.number);
    if (status != TACIT_OK) {
        tacit_free(wide.key);
        return status;
    }
    *all = wide;
    for (size_t s = 0; s < old.slots; s++) {
        if (old.number[s] == 0)
            continue;
        const size_t to = slot_of(all, old.key[s]);
        all->key[to] = old.key[s];
        all->number[to] = old.number[s];
    }
    tacit_numbering_free(&old);
    return TACIT_OK;
}

tacit_status tacit_numbering_of(tacit_ctx *cx, tacit_numbering *all, uint64_t key, uint32_t *out)
{
    if (2 * all->n >= all->slots)
        TACIT_TRY(grow(cx, all));
    const size_t s = slot_of(all, key);
    if (all->number[s] == 0) {
        all->key[s] = key;
        all->number[s] = (uint32_t)++all->n;
    }
    *out = all->number[s] - 1;
    return TACIT_OK;
}

void tacit_numbering_free(tacit_numbering *all)
{
    tacit_free(all->key);
    tacit_free(all->number);
}
