/*
 * shown.c - how many records show the values of a class, while cells are blanked.
 *
 * Under the strict rule a record with the shown part P of a promised set is safe if c(P) >= k,
 * where c(P) is the number of records that show all keys of P with its values.  Blanking a
 * cell lowers c for all sets with that key and raises none, so that it can only harm others.
 *
 * A cut costs O(classes * keys) once and 4 bytes a class; a change costs O(cuts + promises).
 */
#include "micro/method/local_suppress/shown.h"

#include <string.h>

#include "base/hash.h"

static tacit_status list_ks(tacit_ctx *cx, const tacit_suppress_space *s, tacit_shown *w)
{
    TACIT_TRY(tacit_scratch(cx, s->promises, sizeof *w->ks, &w->ks));
    TACIT_TRY(tacit_scratch(cx, s->promises, sizeof *w->k_of, &w->k_of));
    for (size_t p = 0; p < s->promises; p++) {
        size_t i = 0;
        while (i < w->n_ks && w->ks[i] != s->promise[p].k)
            i++;
        if (i == w->n_ks)
            w->ks[w->n_ks++] = s->promise[p].k;
        w->k_of[p] = i;
    }
    return TACIT_OK;
}

/* ---- cuts ---- */

static size_t find_slot(const tacit_shown *w, uint64_t set)
{
    size_t at = tacit_hash_u64(set) & (w->slots - 1);
    while (w->slot[at] != 0 && w->cut[w->slot[at] - 1]->set != set)
        at = (at + 1) & (w->slots - 1);
    return at;
}

/* Make room for one more cut. */
static tacit_status make_room(tacit_ctx *cx, tacit_shown *w)
{
    if (w->n < w->room)
        return TACIT_OK;
    tacit_shown_cut **old = w->cut;
    w->room = w->room == 0 ? 64 : 2 * w->room;
    w->slots = 2 * w->room;
    TACIT_TRY(tacit_scratch(cx, w->room, sizeof *w->cut, &w->cut));
    TACIT_TRY(tacit_scratch(cx, w->slots, sizeof *w->slot, &w->slot));
    for (size_t i = 0; i < w->n; i++) {
        w->cut[i] = old[i];
        w->slot[find_slot(w, old[i]->set)] = (uint32_t)i + 1;
    }
    return TACIT_OK;
}

static void count_shown(const tacit_shown *w, tacit_shown_cut *c)
{
    for (size_t g = 0; g < w->s->n; g++)
        if (((w->s->missing[g] | w->blank[g]) & c->set) == 0)
            c->count[c->of[g]] += (uint32_t)w->s->size[g];
}

tacit_status tacit_shown_cut_of(tacit_ctx *cx, tacit_shown *w, uint64_t set, tacit_shown_cut **out)
{
    TACIT_TRY(make_room(cx, w));
    const size_t at = find_slot(w, set);
    if (w->slot[at] != 0) {
        *out = w->cut[w->slot[at] - 1];
        return TACIT_OK;
    }
    tacit_shown_cut *c = NULL;
    TACIT_TRY(tacit_tick(cx, w->n, 0));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *c, &c));
    c->set = set;
    TACIT_TRY(tacit_scratch(cx, w->s->n, sizeof *c->of, &c->of));
    TACIT_TRY(tacit_suppress_group(cx, w->s, set, c->of, &c->groups));
    TACIT_TRY(tacit_scratch(cx, c->groups, sizeof *c->count, &c->count));
    TACIT_TRY(tacit_scratch(cx, w->n_ks * c->groups, sizeof *c->users, &c->users));
    count_shown(w, c);
    w->cut[w->n++] = c;
    w->slot[at] = (uint32_t)w->n;
    *out = c;
    return TACIT_OK;
}

tacit_status tacit_shown_members(tacit_ctx *cx, const tacit_shown *w, tacit_shown_cut *c)
{
    const size_t n = w->s->n;
    uint32_t *next = NULL;
    if (c->member != NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *c->member, &c->member));
    TACIT_TRY(tacit_scratch(cx, c->groups + 1, sizeof *c->start, &c->start));
    TACIT_TRY(tacit_scratch(cx, c->groups, sizeof *next, &next));
    for (size_t g = 0; g < n; g++)
        c->start[c->of[g] + 1]++;
    for (size_t h = 0; h < c->groups; h++) {
        c->start[h + 1] += c->start[h];
        next[h] = c->start[h];
    }
    for (size_t g = 0; g < n; g++)
        c->member[next[c->of[g]]++] = (uint32_t)g;
    return TACIT_OK;
}

/* ---- classes ---- */

/* What class x shows of promise p with the keys of `mask` blanked. */
static uint64_t shown_part(const tacit_shown *w, size_t p, size_t x, uint64_t mask)
{
    return w->s->promise[p].set & ~(w->s->missing[x] | mask);
}

/* Say that class x relies (or no more, with -1) on what it shows. */
static tacit_status rely(tacit_ctx *cx, tacit_shown *w, size_t x, uint32_t by)
{
    for (size_t p = 0; p < w->s->promises && !w->idle[x]; p++) {
        const uint64_t part = shown_part(w, p, x, w->blank[x]);
        tacit_shown_cut *c = NULL;
        if (part == 0)
            continue;
        TACIT_TRY(tacit_shown_cut_of(cx, w, part, &c));
        c->users[w->k_of[p] * c->groups + c->of[x]] += by;
    }
    return TACIT_OK;
}

tacit_status tacit_shown_new(tacit_ctx *cx, const tacit_suppress_space *s, tacit_shown *out)
{
    *out = (tacit_shown){ .s = s };
    TACIT_TRY(list_ks(cx, s, out));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *out->blank, &out->blank));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *out->idle, &out->idle));
    for (size_t g = 0; g < s->n; g++)
        TACIT_TRY(rely(cx, out, g, 1));
    return TACIT_OK;
}

tacit_status tacit_shown_set_idle(tacit_ctx *cx, tacit_shown *w, size_t x, bool idle)
{
    if (w->idle[x] == idle)
        return TACIT_OK;
    if (idle)
        TACIT_TRY(rely(cx, w, x, UINT32_MAX));
    w->idle[x] = idle;
    return idle ? TACIT_OK : rely(cx, w, x, 1);
}

tacit_status tacit_shown_is_safe(tacit_ctx *cx, tacit_shown *w, size_t x, uint64_t mask, bool *out)
{
    *out = true;
    for (size_t p = 0; p < w->s->promises && *out; p++) {
        const uint64_t part = shown_part(w, p, x, mask);
        tacit_shown_cut *c = NULL;
        if (part == 0)
            continue;
        TACIT_TRY(tacit_shown_cut_of(cx, w, part, &c));
        const uint64_t own = (w->blank[x] & part) != 0 ? w->s->size[x] : 0;
        *out = c->count[c->of[x]] + own >= w->s->promise[p].k;
    }
    return TACIT_OK;
}

/* Whether too few records are left for those that rely on a group. */
static bool is_broken(const tacit_shown *w, const tacit_shown_cut *c, size_t group)
{
    for (size_t i = 0; i < w->n_ks; i++)
        if (c->users[i * c->groups + group] > 0 && c->count[group] < w->ks[i])
            return true;
    return false;
}

tacit_status tacit_shown_set(tacit_ctx *cx, tacit_shown *w, size_t x, uint64_t mask, bool *broken)
{
    const uint64_t old = w->blank[x], hidden = w->s->missing[x];
    const uint32_t size = (uint32_t)w->s->size[x];
    *broken = false;
    TACIT_TRY(rely(cx, w, x, UINT32_MAX));
    for (size_t i = 0; i < w->n; i++) {
        tacit_shown_cut *c = w->cut[i];
        const bool was = (c->set & (hidden | old)) == 0, is = (c->set & (hidden | mask)) == 0;
        if (was == is)
            continue;
        c->count[c->of[x]] += is ? size : 0u - size;
        *broken |= was && is_broken(w, c, c->of[x]);
    }
    w->blank[x] = mask;
    return rely(cx, w, x, 1);
}
