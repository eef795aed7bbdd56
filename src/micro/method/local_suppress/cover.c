/*
 * cover.c - who matches whom under the wildcard rule, while records are blanked.
 *
 * Classes are sorted by pattern (which keys are missing).  The records of one pattern that
 * match a class are those with its values in the keys present in both; they are looked up in a
 * tally of that pattern over these keys.  O(classes * keys) for each set of keys and pattern
 * that comes into question; at first each pair of patterns, one after the other.
 */
#include "micro/method/local_suppress/cover.h"

#include "base/hash.h"

/* ---- tallies ---- */

static size_t find_slot(const tacit_suppress_cover *c, uint64_t set, uint64_t pattern,
                        size_t promise)
{
    const uint64_t h = tacit_hash_u64(set ^ tacit_hash_u64(pattern ^ tacit_hash_u64(promise)));
    size_t at = h & (c->slots - 1);
    for (; c->slot[at] != 0; at = (at + 1) & (c->slots - 1)) {
        const tacit_cover_tally *t = c->tally[c->slot[at] - 1];
        if (t->set == set && t->pattern == pattern && t->promise == promise)
            break;
    }
    return at;
}

static tacit_status make_room(tacit_ctx *cx, tacit_suppress_cover *c)
{
    if (c->tallies < c->room)
        return TACIT_OK;
    tacit_cover_tally **old = c->tally;
    c->room = c->room == 0 ? 64 : 2 * c->room;
    c->slots = 2 * c->room;
    TACIT_TRY(tacit_scratch(cx, c->room, sizeof *c->tally, &c->tally));
    TACIT_TRY(tacit_scratch(cx, c->slots, sizeof *c->slot, &c->slot));
    for (size_t i = 0; i < c->tallies; i++) {
        c->tally[i] = old[i];
        c->slot[find_slot(c, old[i]->set, old[i]->pattern, old[i]->promise)] = (uint32_t)i + 1;
    }
    return TACIT_OK;
}

bool tacit_cover_at_risk(const tacit_suppress_cover *c, size_t p, size_t place)
{
    return c->f[p * c->n_risk + place] < c->s->promise[p].k;
}

/* Make the counts of a tally of classes at risk those of the records still at risk. */
static void count_at_risk(const tacit_suppress_cover *c, tacit_cover_tally *h)
{
    const size_t from = c->risk.start[h->p];
    for (size_t at = 0; at < h->t.slots; at++) {
        h->t.count[at] = 0;
        for (uint32_t i = h->t.head[at]; i != 0; i = h->t.next[i - 1])
            if (tacit_cover_at_risk(c, h->promise, from + i - 1))
                h->t.count[at] += (uint32_t)c->left[from + i - 1];
    }
}

/* The tally over `set` of the classes at risk under a promise, or of all classes if `promise` is
 * the number of promises, of pattern number `p` of these. */
static tacit_status tally_of(tacit_ctx *cx, tacit_suppress_cover *c, size_t p, uint64_t set,
                             size_t promise, tacit_cover_tally **out)
{
    const tacit_suppress_patterns *by = promise < c->s->promises ? &c->risk : &c->all;
    TACIT_TRY(make_room(cx, c));
    const size_t at = find_slot(c, set, by->missing[p], promise);
    if (c->slot[at] != 0) {
        *out = c->tally[c->slot[at] - 1];
        return TACIT_OK;
    }
    tacit_cover_tally *h = NULL;
    TACIT_TRY(tacit_tick(cx, c->tallies, 0));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *h, &h));
    *h = (tacit_cover_tally){ .set = set, .pattern = by->missing[p], .promise = promise, .p = p };
    h->t.set = set;
    TACIT_TRY(tacit_tally_new(cx, c->s, c->word, by, p, &h->t));
    if (by == &c->risk)
        count_at_risk(c, h);
    if (by == &c->risk) {
        h->next = c->first[promise * c->risk.n + p];
        c->first[promise * c->risk.n + p] = h;
    }
    c->tally[c->tallies++] = h;
    c->slot[at] = (uint32_t)c->tallies;
    *out = h;
    return TACIT_OK;
}

tacit_status tacit_cover_matches(tacit_ctx *cx, tacit_suppress_cover *c, size_t x, uint64_t mask,
                                 size_t p, uint64_t *out)
{
    const uint64_t hidden = mask | c->s->missing[x];
    *out = 0;
    for (size_t i = 0; i < c->all.n; i++) {
        const uint64_t set = c->s->promise[p].set & ~(hidden | c->all.missing[i]);
        tacit_cover_tally *h = NULL;
        TACIT_TRY(tally_of(cx, c, i, set, c->s->promises, &h));
        *out += h->t.count[tacit_tally_find(&h->t, tacit_tally_key(c->s, c->word, set, x))];
    }
    return TACIT_OK;
}

/* ---- who is at risk at first ---- */

/* Add the matches of the classes of pattern b to those of pattern a. */
static tacit_status add_matches(tacit_ctx *cx, tacit_suppress_cover *c, size_t p, size_t a,
                                size_t b, uint64_t *f)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_tally t = { .set = c->s->promise[p].set & ~(c->all.missing[a] | c->all.missing[b]) };
    TACIT_TRY(tacit_tally_new(cx, c->s, c->word, &c->all, b, &t));
    for (size_t i = c->all.start[a]; i < c->all.start[a + 1]; i++) {
        const size_t g = c->all.member[i];
        f[g] += t.count[tacit_tally_find(&t, tacit_tally_key(c->s, c->word, t.set, g))];
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Whether a record of class g shows something of promise p. */
static bool shows(const tacit_suppress_cover *c, size_t p, size_t g)
{
    return (c->s->promise[p].set & ~c->s->missing[g]) != 0;
}

/* Matches of all classes under each promise: f[p * n + g]. */
static tacit_status count_all(tacit_ctx *cx, tacit_suppress_cover *c, uint64_t *f)
{
    for (size_t p = 0; p < c->s->promises; p++)
        for (size_t a = 0; a < c->all.n; a++) {
            TACIT_TRY(tacit_tick(cx, p * c->all.n + a, c->s->promises * c->all.n));
            for (size_t b = 0; b < c->all.n; b++)
                TACIT_TRY(add_matches(cx, c, p, a, b, f + p * c->s->n));
        }
    for (size_t p = 0; p < c->s->promises; p++)
        for (size_t g = 0; g < c->s->n; g++)
            if (!shows(c, p, g))
                f[p * c->s->n + g] = UINT64_MAX / 2;
    return TACIT_OK;
}

/* List the classes at risk by pattern and keep their counts. */
static tacit_status list_risk(tacit_ctx *cx, tacit_suppress_cover *c)
{
    const tacit_suppress_space *s = c->s;
    uint64_t *f = NULL;
    uint32_t *list = NULL;
    TACIT_TRY(tacit_scratch(cx, s->promises * s->n, sizeof *f, &f));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *list, &list));
    TACIT_TRY(count_all(cx, c, f));
    for (size_t g = 0; g < s->n; g++) {
        bool risk = false;
        for (size_t p = 0; p < s->promises && !risk; p++)
            risk = f[p * s->n + g] < s->promise[p].k;
        if (risk)
            list[c->n_risk++] = (uint32_t)g;
    }
    TACIT_TRY(tacit_patterns_of(cx, s, list, c->n_risk, &c->risk));
    TACIT_TRY(tacit_scratch(cx, s->promises * c->n_risk, sizeof *c->f, &c->f));
    TACIT_TRY(tacit_scratch(cx, c->n_risk, sizeof *c->left, &c->left));
    TACIT_TRY(tacit_scratch(cx, s->promises * c->risk.n, sizeof *c->first, &c->first));
    for (size_t i = 0; i < c->n_risk; i++) {
        const size_t g = c->risk.member[i];
        c->left[i] = s->size[g];
        for (size_t p = 0; p < s->promises; p++)
            c->f[p * c->n_risk + i] = f[p * s->n + g];
    }
    return TACIT_OK;
}

tacit_status tacit_cover_new(tacit_ctx *cx, const tacit_suppress_space *s,
                             tacit_suppress_cover *out)
{
    *out = (tacit_suppress_cover){ .s = s };
    TACIT_TRY(tacit_tally_words(cx, s, &out->word));
    TACIT_TRY(tacit_patterns_of(cx, s, NULL, s->n, &out->all));
    return list_risk(cx, out);
}

/* ---- records at risk that a blanked record serves ---- */

tacit_status tacit_cover_served(tacit_ctx *cx, tacit_suppress_cover *c, size_t x, uint64_t mask,
                                size_t p, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < c->risk.n; i++) {
        const uint64_t before = c->s->promise[p].set & ~(c->s->missing[x] | c->risk.missing[i]);
        tacit_cover_tally *with = NULL, *without = NULL;
        if ((before & mask) == 0)
            continue;
        TACIT_TRY(tally_of(cx, c, i, before & ~mask, p, &with));
        TACIT_TRY(tally_of(cx, c, i, before, p, &without));
        *out += with->t.count[tacit_tally_find(&with->t,
                                               tacit_tally_key(c->s, c->word, before & ~mask, x))];
        *out -=
            without->t
                .count[tacit_tally_find(&without->t, tacit_tally_key(c->s, c->word, before, x))];
    }
    return TACIT_OK;
}

bool tacit_cover_agree(const tacit_suppress_space *s, size_t x, size_t y, uint64_t set)
{
    for (uint64_t bits = set; bits != 0; bits &= bits - 1) {
        const uint32_t *code = s->code + (size_t)__builtin_ctzll(bits) * s->n;
        if (code[x] != code[y])
            return false;
    }
    return true;
}

/* Records of the class at `place` are no more (or not so many) at risk under promise p. */
static void lower(tacit_suppress_cover *c, size_t p, size_t pattern, size_t place, uint64_t by)
{
    const size_t g = c->risk.member[place];
    for (tacit_cover_tally *h = c->first[p * c->risk.n + pattern]; h != NULL; h = h->next)
        h->t.count[tacit_tally_find(&h->t, tacit_tally_key(c->s, c->word, h->set, g))] -=
            (uint32_t)by;
}

/* A visit: by a record of class x with the keys of `mask` blanked. */
typedef struct visit {
    size_t x;
    uint64_t mask;
    tacit_cover_act *act;
    void *user;
} visit;

/* Visit the classes of one pattern under one promise. */
static tacit_status visit_pattern(tacit_ctx *cx, tacit_suppress_cover *c, const visit *by, size_t p,
                                  size_t pattern)
{
    const uint64_t before =
        c->s->promise[p].set & ~(c->s->missing[by->x] | c->risk.missing[pattern]);
    const uint64_t after = before & ~by->mask;
    tacit_cover_tally *h = NULL;
    if (before == after)
        return TACIT_OK;
    TACIT_TRY(tally_of(cx, c, pattern, after, p, &h));
    const size_t at = tacit_tally_find(&h->t, tacit_tally_key(c->s, c->word, after, by->x));
    for (uint32_t v = h->t.head[at]; v != 0; v = h->t.next[v - 1]) {
        const size_t place = c->risk.start[pattern] + v - 1;
        if (!tacit_cover_agree(c->s, by->x, c->risk.member[place], before))
            by->act(c, p, pattern, place, by->user);
    }
    return TACIT_OK;
}

tacit_status tacit_cover_visit(tacit_ctx *cx, tacit_suppress_cover *c, size_t x, uint64_t mask,
                               tacit_cover_act *act, void *user)
{
    const visit by = { .x = x, .mask = mask, .act = act, .user = user };
    for (size_t p = 0; p < c->s->promises; p++)
        for (size_t i = 0; i < c->risk.n; i++)
            TACIT_TRY(visit_pattern(cx, c, &by, p, i));
    return TACIT_OK;
}

void tacit_cover_serve(tacit_suppress_cover *c, size_t p, size_t pattern, size_t place, void *user)
{
    const uint64_t k = c->s->promise[p].k;
    (void)user;
    if (++c->f[p * c->n_risk + place] == k)
        lower(c, p, pattern, place, c->left[place]);
}

void tacit_cover_take(tacit_suppress_cover *c, size_t pattern, size_t place)
{
    TACIT_ASSERT(c->left[place] > 0);
    for (size_t p = 0; p < c->s->promises; p++)
        if (tacit_cover_at_risk(c, p, place))
            lower(c, p, pattern, place, 1);
    c->left[place]--;
}
