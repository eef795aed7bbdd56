/*
 * strict.c - few blanks under the strict rule.
 *
 * A record at risk must itself be blanked, for blanks of others never help it.  Sets of keys
 * to blank are gone through from the cheapest on; each is given to all classes at risk that it
 * makes safe, counted with all that was blanked before, so that those which share what they
 * still show are blanked alike.  A blank that would leave too few records to one who relies on
 * them is taken only if nothing else is left; then whoever it put at risk is looked at again.
 * With several promises or missing keys a second search does not put such blanks off, and the
 * cheaper result counts.
 *
 * After that, cells are shown again where this is safe, and classes with more blanks than
 * others are tried with a cheaper set: neighbours that show the same part are changed to that
 * set, if it costs them no more and nobody is harmed, until there are enough.
 *
 * O(classes * keys) for each set of keys that comes into question, O(sets) for each class at
 * risk and each change.
 */
#include "micro/method/local_suppress/shown.h"

#include <math.h>

/* Rounds after which blanks are only added, rounds of improvement, members of a group that are
 * asked to join, and changes of counts by attempts to improve and by gentle ones that come to
 * nothing. */
enum {
    FREE_ROUNDS = 3,
    MOST_IMPROVEMENTS = 6,
    MOST_ASKED = 200,
    MOST_WORK = 1 << 25,
    MOST_GENTLE = 1 << 27
};

/* A list of classes. */
typedef struct list {
    uint32_t *at;
    size_t n;
} list;

/* The work on one space. */
typedef struct bench {
    tacit_shown w;
    tacit_suppress_sets sets;
    list left;           /* at risk */
    list changed;        /* by the attempt at hand */
    uint64_t *was;       /* what they had blanked before */
    size_t work, gentle; /* changes of counts by attempts */
} bench;

static tacit_status find_left(tacit_ctx *cx, bench *b)
{
    b->left.n = 0;
    for (size_t g = 0; g < b->w.s->n; g++) {
        bool safe = false;
        TACIT_TRY(tacit_shown_is_safe(cx, &b->w, g, b->w.blank[g], &safe));
        if (!safe)
            b->left.at[b->left.n++] = (uint32_t)g;
    }
    return TACIT_OK;
}

/* Blank `mask` in class x if that makes it safe, unless `gently` and others would suffer. */
static tacit_status try_mask(tacit_ctx *cx, bench *b, size_t x, uint64_t mask, bool gently,
                             bool *done)
{
    const uint64_t old = b->w.blank[x];
    bool broken = false;
    *done = false;
    if ((mask & b->w.s->missing[x]) != 0 && mask != b->w.s->all)
        return TACIT_OK;
    if (gently && b->gentle > MOST_GENTLE)
        return TACIT_OK;
    TACIT_TRY(tacit_shown_is_safe(cx, &b->w, x, mask, done));
    if (!*done)
        return TACIT_OK;
    TACIT_TRY(tacit_shown_set(cx, &b->w, x, mask, &broken));
    if (!broken || !gently)
        return TACIT_OK;
    b->gentle += 2 * b->w.n + b->w.s->promises;
    *done = false;
    return tacit_shown_set(cx, &b->w, x, old, &broken);
}

/* Give one set of keys to all that it makes safe. */
static tacit_status give_mask(tacit_ctx *cx, bench *b, uint64_t mask, bool gently, bool add)
{
    size_t kept = 0;
    for (size_t i = 0; i < b->left.n; i++) {
        const size_t x = b->left.at[i];
        bool done = false;
        if (!add || (b->w.blank[x] & ~mask) == 0)
            TACIT_TRY(try_mask(cx, b, x, mask, gently, &done));
        if (!done)
            b->left.at[kept++] = (uint32_t)x;
    }
    b->left.n = kept;
    return TACIT_OK;
}

/* Make all safe, round by round; gently first, if that is wanted. */
static tacit_status assign(tacit_ctx *cx, bench *b, bool gently)
{
    TACIT_TRY(find_left(cx, b));
    for (int round = 0; b->left.n > 0; round++) {
        const bool add = round >= FREE_ROUNDS;
        for (size_t i = 0; i < b->sets.n && b->left.n > 0 && gently && !add; i++)
            TACIT_TRY(give_mask(cx, b, b->sets.mask[i], true, false));
        for (size_t i = 0; i < b->sets.n && b->left.n > 0; i++)
            TACIT_TRY(give_mask(cx, b, b->sets.mask[i], false, add));
        TACIT_ASSERT(b->left.n == 0);
        TACIT_TRY(find_left(cx, b));
    }
    return TACIT_OK;
}

/* ---- improvement ---- */

/* Show cells of class x again where it stays safe, dearest first; of equal cost, those that
 * are blanked last. */
static tacit_status restore(tacit_ctx *cx, bench *b, size_t x, bool *better)
{
    const tacit_suppress_space *s = b->w.s;
    bool safe = true;
    while (safe && b->w.blank[x] != 0) {
        size_t best = s->keys;
        for (size_t i = s->keys; i-- > 0;) {
            const size_t j = s->order[i];
            if ((b->w.blank[x] >> j & 1) == 0 || (best < s->keys && s->cost[j] <= s->cost[best]))
                continue;
            TACIT_TRY(
                tacit_shown_is_safe(cx, &b->w, x, b->w.blank[x] & ~(UINT64_C(1) << j), &safe));
            best = safe ? j : best;
        }
        safe = best < s->keys;
        bool broken = false;
        if (safe)
            TACIT_TRY(
                tacit_shown_set(cx, &b->w, x, b->w.blank[x] & ~(UINT64_C(1) << best), &broken));
        *better |= safe;
        TACIT_ASSERT(!broken);
    }
    return TACIT_OK;
}

/* Change a class and remember what it was. */
static tacit_status change(tacit_ctx *cx, bench *b, size_t x, uint64_t mask, bool *broken)
{
    b->changed.at[b->changed.n] = (uint32_t)x;
    b->was[b->changed.n++] = b->w.blank[x];
    b->work += 2 * b->w.n + b->w.s->promises;
    return tacit_shown_set(cx, &b->w, x, mask, broken);
}

static tacit_status take_back(tacit_ctx *cx, bench *b, size_t to)
{
    while (b->changed.n > to) {
        bool broken = false;
        b->changed.n--;
        TACIT_TRY(
            tacit_shown_set(cx, &b->w, b->changed.at[b->changed.n], b->was[b->changed.n], &broken));
    }
    return TACIT_OK;
}

/* Ask the members of a group that do not show its set to blank `mask` instead, until `k`
 * records show it. */
static tacit_status gather(tacit_ctx *cx, bench *b, tacit_shown_cut *c, size_t group, uint64_t mask,
                           uint64_t k)
{
    const double cost = tacit_suppress_cost(b->w.s, mask);
    TACIT_TRY(tacit_shown_members(cx, &b->w, c));
    const size_t from = c->start[group];
    size_t to = c->start[group + 1];
    to = to - from > MOST_ASKED ? from + MOST_ASKED : to;
    for (size_t i = from; i < to && c->count[group] < k; i++) {
        const size_t y = c->member[i], before = b->changed.n;
        bool broken = false;
        if ((b->w.blank[y] & c->set) == 0 || (b->w.s->missing[y] & (c->set | mask)) != 0 ||
            tacit_suppress_cost(b->w.s, b->w.blank[y]) < cost)
            continue;
        TACIT_TRY(change(cx, b, y, mask, &broken));
        if (broken)
            TACIT_TRY(take_back(cx, b, before));
    }
    return TACIT_OK;
}

/* Whether all that the attempt changed are safe. */
static tacit_status check_changed(tacit_ctx *cx, bench *b, bool *safe)
{
    *safe = true;
    for (size_t i = 0; i < b->changed.n && *safe; i++) {
        const size_t x = b->changed.at[i];
        TACIT_TRY(tacit_shown_is_safe(cx, &b->w, x, b->w.blank[x], safe));
    }
    return TACIT_OK;
}

/* Try class x with a cheaper set, with the help of others. */
static tacit_status try_cheaper(tacit_ctx *cx, bench *b, size_t x, uint64_t mask, bool *better)
{
    const tacit_suppress_space *s = b->w.s;
    bool broken = false, safe = false;
    b->changed.n = 0;
    TACIT_TRY(change(cx, b, x, mask, &broken));
    for (size_t p = 0; p < s->promises && !broken; p++) {
        const uint64_t part = s->promise[p].set & ~(s->missing[x] | mask);
        tacit_shown_cut *c = NULL;
        if (part == 0)
            continue;
        TACIT_TRY(tacit_shown_cut_of(cx, &b->w, part, &c));
        if (c->count[c->of[x]] < s->promise[p].k)
            TACIT_TRY(gather(cx, b, c, c->of[x], mask, s->promise[p].k));
        broken = c->count[c->of[x]] < s->promise[p].k;
    }
    if (!broken)
        TACIT_TRY(check_changed(cx, b, &safe));
    *better = safe;
    return safe ? TACIT_OK : take_back(cx, b, 0);
}

static tacit_status improve_class(tacit_ctx *cx, bench *b, size_t x, bool *better)
{
    const double now = tacit_suppress_cost(b->w.s, b->w.blank[x]);
    bool found = false;
    for (size_t i = 0; i < b->sets.n && b->sets.cost[i] < now && !found; i++)
        if ((b->sets.mask[i] & b->w.s->missing[x]) == 0 && b->work < MOST_WORK)
            TACIT_TRY(try_cheaper(cx, b, x, b->sets.mask[i], &found));
    *better |= found;
    return TACIT_OK;
}

static tacit_status improve(tacit_ctx *cx, bench *b)
{
    bool better = true;
    for (int round = 0; round < MOST_IMPROVEMENTS && better; round++) {
        better = false;
        for (size_t g = 0; g < b->w.s->n; g++) {
            if (b->w.blank[g] == 0)
                continue;
            TACIT_TRY(restore(cx, b, g, &better));
            if (b->w.blank[g] != 0)
                TACIT_TRY(improve_class(cx, b, g, &better));
        }
    }
    return TACIT_OK;
}

/* What no way can do without: for each class the cheapest set that would do if nobody else
 * blanked anything, or one key where not all sets are known. */
static tacit_status find_bound(tacit_ctx *cx, bench *b, double *bound)
{
    TACIT_TRY(find_left(cx, b));
    *bound = 0.0;
    for (size_t i = 0; i < b->left.n; i++) {
        const size_t x = b->left.at[i];
        bool safe = false;
        size_t m = 0;
        for (; m < b->sets.n && !safe; m++)
            TACIT_TRY(tacit_shown_is_safe(cx, &b->w, x, b->sets.mask[m], &safe));
        const double least =
            b->sets.all ? tacit_suppress_cost(b->w.s, b->sets.mask[m - 1] & ~b->w.s->missing[x])
                        : b->sets.cost[0];
        *bound += (double)b->w.s->size[x] * least;
    }
    return TACIT_OK;
}

/* Nothing is blanked yet. */
static tacit_status start(tacit_ctx *cx, const tacit_suppress_space *s, bench *b)
{
    *b = (bench){ 0 };
    TACIT_TRY(tacit_shown_new(cx, s, &b->w));
    TACIT_TRY(tacit_suppress_masks(cx, s, &b->sets));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *b->left.at, &b->left.at));
    TACIT_TRY(tacit_scratch(cx, s->n + 1, sizeof *b->changed.at, &b->changed.at));
    return tacit_scratch(cx, s->n + 1, sizeof *b->was, &b->was);
}

tacit_status tacit_suppress_strict_bound(tacit_ctx *cx, const tacit_suppress_space *s,
                                         double *bound)
{
    const size_t mark = tacit_scratch_mark(cx);
    bench b;
    TACIT_TRY(start(cx, s, &b));
    TACIT_TRY(find_bound(cx, &b, bound));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* One search; `gently` is whether blanks that harm others are put off. */
static tacit_status search_once(tacit_ctx *cx, const tacit_suppress_space *s, bool gently,
                                uint64_t *blank, tacit_suppression *out)
{
    bench b;
    TACIT_TRY(start(cx, s, &b));
    TACIT_TRY(find_bound(cx, &b, &out->bound));
    TACIT_TRY(assign(cx, &b, gently));
    TACIT_TRY(improve(cx, &b));
    for (size_t g = 0; g < s->n; g++)
        blank[g] = b.w.blank[g] & ~s->missing[g];
    return TACIT_OK;
}

/* Whether blanks of one record can harm others that are not at risk. */
static bool can_harm(const tacit_suppress_space *s)
{
    bool harm = s->promises > 1;
    for (size_t g = 0; g < s->n && !harm; g++)
        harm = (s->missing[g] & s->all) != 0;
    return harm;
}

tacit_status tacit_suppress_strict(tacit_ctx *cx, const tacit_suppress_space *s,
                                   tacit_suppression *out)
{
    const int turns = can_harm(s) ? 2 : 1;
    double least = INFINITY;
    uint64_t *blank = NULL;
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *blank, &blank));
    for (int turn = 0; turn < turns; turn++) {
        const size_t mark = tacit_scratch_mark(cx);
        double cost = 0.0;
        TACIT_TRY(search_once(cx, s, turn == 0, blank, out));
        tacit_scratch_release(cx, mark);
        for (size_t g = 0; g < s->n; g++)
            if (blank[g] != 0)
                cost += (double)s->size[g] * tacit_suppress_cost(s, blank[g]);
        for (size_t i = 0; i < s->rows && cost < least; i++)
            out->blank[i] = blank[s->of_row[i]];
        least = fmin(least, cost);
    }
    return TACIT_OK;
}
