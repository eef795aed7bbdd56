/*
 * sets.c - how often each set of keys is a minimal sample unique.
 *
 * Open addressing in a table that is at most half full; O(1) for each count.
 */
#include "micro/risk/keys/suda/sets.h"

#include "base/hash.h"

enum { FIRST_ROOM = 1024 };

/* The place of `mask`, or the empty place where it belongs. */
static size_t place_of(const tacit_suda_sets *s, uint32_t mask)
{
    size_t i = tacit_hash_u64(mask) & (s->room - 1);
    while (s->at[i].mask != 0 && s->at[i].mask != mask)
        i = (i + 1) & (s->room - 1);
    return i;
}

static tacit_status widen(tacit_ctx *cx, tacit_suda_sets *s)
{
    tacit_suda_sets wide = { .room = s->room > 0 ? 2 * s->room : FIRST_ROOM, .n = s->n };
    TACIT_TRY(tacit_scratch(cx, wide.room, sizeof *wide.at, &wide.at));
    for (size_t i = 0; i < s->room; i++)
        if (s->at[i].mask != 0)
            wide.at[place_of(&wide, s->at[i].mask)] = s->at[i];
    *s = wide;
    return TACIT_OK;
}

tacit_status tacit_suda_sets_count(tacit_ctx *cx, tacit_suda_sets *s, uint32_t mask)
{
    TACIT_ASSERT(mask != 0);
    if (2 * s->n >= s->room)
        TACIT_TRY(widen(cx, s));
    tacit_suda_set *set = &s->at[place_of(s, mask)];
    s->n += set->mask == 0;
    set->mask = mask;
    set->msus++;
    return TACIT_OK;
}

static bool comes_before(const tacit_suda_set *a, const tacit_suda_set *b)
{
    return a->msus != b->msus ? a->msus > b->msus : a->mask < b->mask;
}

size_t tacit_suda_sets_top(const tacit_suda_sets *s, size_t most, tacit_suda_set *out)
{
    size_t n = 0;
    for (size_t i = 0; i < s->room; i++) {
        const tacit_suda_set set = s->at[i];
        if (set.mask == 0 || (n == most && !comes_before(&set, &out[n - 1])))
            continue;
        size_t at = n < most ? n++ : n - 1;
        for (; at > 0 && comes_before(&set, &out[at - 1]); at--)
            out[at] = out[at - 1];
        out[at] = set;
    }
    return n;
}
