/*
 * wildcard.c - few blanks under the wildcard rule.
 *
 * A record with blanks matches all that agree with it in the other keys, so that one blanked
 * record can make many others safe.  This is a cover problem: a choice (record, set of keys to
 * blank) serves the records at risk that it comes to match, and itself.  Only records at risk
 * are blanked, and only so that they become safe themselves.  Choices of one key come first,
 * then of two, and so on, each the one that serves most for its cost (Chvatal 1979, A greedy
 * heuristic for the set-covering problem); counts are brought up to date after each choice.
 * Afterwards records whose blanks are not needed any more get their values back, and choices of
 * one key are taken if they make dearer ones needless.
 *
 * Blanks are kept to few a record on purpose: a record blanked in all keys would match every
 * other, and k - 1 of them would keep the letter of any promise and protect nobody.
 *
 * Counts: f of a record at risk without blanks is exact.  For one with blanks the matches by
 * other blanked records are left out, which errs on the safe side.  O(classes * keys) for
 * each set that comes into question, plus what the choices serve.
 */
#include "micro/method/local_suppress/search.h"

#include <math.h>
#include <string.h>

/* Turns of the search: as said above, with the last classes of equal score first, with the last
 * sets first, and with what a choice does for its own record counted half.  Above so many
 * classes at risk there is but the first. */
enum { AS_SAID, LAST_CLASSES, LAST_SETS, HALF, TURNS, MOST_TURNED = 4096 };

/* ---- choices by score ---- */

/* Whether `a` comes before `b`: more served, or the same by a cheaper set or an earlier class;
 * other turns take the last sets, or the last classes, first. */
static bool is_before(const tacit_cover_search *w, const tacit_suppress_option *a,
                      const tacit_suppress_option *b)
{
    if (a->score > b->score || a->score < b->score)
        return a->score > b->score;
    if (a->mask != b->mask)
        return (a->mask < b->mask) != (w->turn == LAST_SETS);
    return (a->place < b->place) != (w->turn == LAST_CLASSES);
}

static tacit_status push(tacit_ctx *cx, tacit_cover_search *w, tacit_suppress_option o)
{
    if (w->n == w->room) {
        tacit_suppress_option *old = w->heap;
        w->room = w->room == 0 ? 1024 : 2 * w->room;
        TACIT_TRY(tacit_scratch(cx, w->room, sizeof *w->heap, &w->heap));
        for (size_t i = 0; i < w->n; i++)
            w->heap[i] = old[i];
    }
    size_t i = w->n++;
    for (; i > 0 && is_before(w, &o, &w->heap[(i - 1) / 2]); i = (i - 1) / 2)
        w->heap[i] = w->heap[(i - 1) / 2];
    w->heap[i] = o;
    return TACIT_OK;
}

static tacit_suppress_option pop(tacit_cover_search *w)
{
    const tacit_suppress_option top = w->heap[0], last = w->heap[--w->n];
    size_t i = 0;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= w->n)
            break;
        if (child + 1 < w->n && is_before(w, &w->heap[child + 1], &w->heap[child]))
            child++;
        if (!is_before(w, &w->heap[child], &last))
            break;
        w->heap[i] = w->heap[child];
        i = child;
    }
    w->heap[i] = last;
    return top;
}

/* ---- looking at a choice ---- */

/* Whether untouched records at `place` are at risk under some promise. */
static bool in_danger(const tacit_cover_search *w, size_t place)
{
    bool risk = false;
    for (size_t p = 0; p < w->c.s->promises && !risk; p++)
        risk = tacit_cover_at_risk(&w->c, p, place);
    return risk && w->c.left[place] > 0;
}

/* What a choice does for its own record; 0 if that would not be safe by itself under all
 * promises. */
static tacit_status serve_itself(tacit_ctx *cx, tacit_cover_search *w, size_t place, uint64_t mask,
                                 double *out)
{
    const tacit_suppress_space *s = w->c.s;
    const size_t x = w->c.risk.member[place];
    const double each = w->turn == HALF ? 0.5 : 1.0;
    double served = 0.0;
    *out = 0.0;
    for (size_t p = 0; p < s->promises; p++) {
        uint64_t f = s->promise[p].k;
        if ((s->promise[p].set & ~(s->missing[x] | mask)) != 0)
            TACIT_TRY(tacit_cover_matches(cx, &w->c, x, mask, p, &f));
        if (f < s->promise[p].k)
            return TACIT_OK;
        if (tacit_cover_at_risk(&w->c, p, place))
            served += each * (double)(s->promise[p].k - w->c.f[p * w->c.n_risk + place]);
    }
    *out = served;
    return TACIT_OK;
}

/* Score a choice: what it serves for its cost; 0 if its own record would not be safe. */
static tacit_status look_at(tacit_ctx *cx, tacit_cover_search *w, tacit_suppress_option *o)
{
    const size_t x = w->c.risk.member[o->place];
    const uint64_t mask = w->sets.mask[o->mask];
    TACIT_TRY(serve_itself(cx, w, o->place, mask, &o->score));
    if (o->score <= 0.0)
        return TACIT_OK;
    for (size_t p = 0; p < w->c.s->promises; p++) {
        uint64_t served = 0;
        TACIT_TRY(tacit_cover_served(cx, &w->c, x, mask, p, &served));
        o->score += (double)served;
    }
    o->score /= w->sets.cost[o->mask];
    return TACIT_OK;
}

/* Look at a choice and put it among the others if it is of use. */
static tacit_status offer(tacit_ctx *cx, tacit_cover_search *w, tacit_suppress_option o)
{
    TACIT_TRY(look_at(cx, w, &o));
    return o.score > 0.0 ? push(cx, w, o) : TACIT_OK;
}

/* ---- choosing ---- */

tacit_status tacit_cover_remember(tacit_ctx *cx, tacit_cover_search *w,
                                  const tacit_suppress_option *o)
{
    if (w->n_touched == w->room_touched) {
        tacit_touched *old = w->touched;
        w->room_touched = w->room_touched == 0 ? 1024 : 2 * w->room_touched;
        TACIT_TRY(tacit_scratch(cx, w->room_touched, sizeof *w->touched, &w->touched));
        for (size_t i = 0; i < w->n_touched; i++)
            w->touched[i] = old[i];
    }
    w->touched[w->n_touched++] = (tacit_touched){ .place = o->place, .mask = o->mask };
    return TACIT_OK;
}

static tacit_status take(tacit_ctx *cx, tacit_cover_search *w, const tacit_suppress_option *o)
{
    TACIT_TRY(tacit_cover_remember(cx, w, o));
    TACIT_TRY(tacit_cover_visit(cx, &w->c, w->c.risk.member[o->place], w->sets.mask[o->mask],
                                tacit_cover_serve, NULL));
    tacit_cover_take(&w->c, w->pattern[o->place], o->place);
    return TACIT_OK;
}

/* Offer all choices of `keys` keys. */
static tacit_status offer_all(tacit_ctx *cx, tacit_cover_search *w, int keys)
{
    const tacit_suppress_space *s = w->c.s;
    for (size_t i = 0; i < w->c.n_risk; i++) {
        if (!in_danger(w, i))
            continue;
        for (size_t m = 0; m < w->sets.n; m++) {
            if (__builtin_popcountll(w->sets.mask[m]) != keys ||
                ((w->sets.mask[m] & s->missing[w->c.risk.member[i]]) != 0 &&
                 w->sets.mask[m] != s->all))
                continue;
            TACIT_TRY(
                offer(cx, w, (tacit_suppress_option){ .place = (uint32_t)i, .mask = (uint32_t)m }));
        }
    }
    return TACIT_OK;
}

/* Take choices, best first, until none is of use. */
static tacit_status choose_all(tacit_ctx *cx, tacit_cover_search *w)
{
    for (size_t step = 0; w->n > 0; step++) {
        tacit_suppress_option o = pop(w);
        const double was = o.score;
        if (step % 1024 == 0)
            TACIT_TRY(tacit_tick(cx, step, 0));
        if (!in_danger(w, o.place))
            continue;
        TACIT_TRY(look_at(cx, w, &o));
        if (o.score <= 0.0)
            continue;
        if (!(o.score < was)) {
            TACIT_TRY(take(cx, w, &o));
            if (in_danger(w, o.place))
                TACIT_TRY(offer(cx, w, o));
        } else {
            TACIT_TRY(push(cx, w, o));
        }
    }
    return TACIT_OK;
}

/* ---- all ---- */

/* Write what is blanked into the rows: the first records of each class are the touched ones. */
static tacit_status write_blanks(tacit_ctx *cx, const tacit_cover_search *w, tacit_suppression *out)
{
    const tacit_suppress_space *s = w->c.s;
    uint32_t *first = NULL, *next = NULL;
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *first, &first));
    TACIT_TRY(tacit_scratch(cx, w->n_touched + 1, sizeof *next, &next));
    for (size_t i = w->n_touched; i-- > 0;) {
        const size_t g = w->c.risk.member[w->touched[i].place];
        if (w->touched[i].gone)
            continue;
        next[i] = first[g];
        first[g] = (uint32_t)i + 1;
    }
    for (size_t i = 0; i < s->rows; i++) {
        const size_t g = s->of_row[i], t = first[g];
        if (t == 0)
            continue;
        out->blank[i] = w->sets.mask[w->touched[t - 1].mask] & ~s->missing[g];
        first[g] = next[t - 1];
    }
    return TACIT_OK;
}

static tacit_status start(tacit_ctx *cx, const tacit_suppress_space *s, tacit_cover_search *w)
{
    TACIT_TRY(tacit_cover_new(cx, s, &w->c));
    TACIT_TRY(tacit_suppress_masks(cx, s, &w->sets));
    TACIT_TRY(tacit_scratch(cx, w->c.n_risk, sizeof *w->pattern, &w->pattern));
    for (size_t p = 0; p < w->c.risk.n; p++)
        for (size_t i = w->c.risk.start[p]; i < w->c.risk.start[p + 1]; i++)
            w->pattern[i] = p;
    return TACIT_OK;
}

/* One search, by the rules of a turn; `cost` is that of what it blanks. */
static tacit_status search_once(tacit_ctx *cx, const tacit_suppress_space *s, size_t turn,
                                tacit_suppression *out, size_t *risk)
{
    tacit_cover_search w = { .turn = turn };
    TACIT_TRY(start(cx, s, &w));
    for (int keys = 1; keys <= __builtin_popcountll(s->all); keys++) {
        TACIT_TRY(offer_all(cx, &w, keys));
        TACIT_TRY(choose_all(cx, &w));
    }
    TACIT_TRY(tacit_cover_trim(cx, &w));
    *risk = w.c.n_risk;
    return write_blanks(cx, &w, out);
}

static double cost_of(const tacit_suppress_space *s, const uint64_t *blank)
{
    double cost = 0.0;
    for (size_t i = 0; i < s->rows; i++)
        if (blank[i] != 0)
            cost += tacit_suppress_cost(s, blank[i]);
    return cost;
}

tacit_status tacit_suppress_wildcard(tacit_ctx *cx, const tacit_suppress_space *s,
                                     tacit_suppression *out)
{
    tacit_suppression other = { 0 };
    double least = INFINITY;
    size_t risk = 0;
    TACIT_TRY(tacit_scratch(cx, s->rows, sizeof *other.blank, &other.blank));
    for (size_t turn = 0; turn < TURNS && (turn == 0 || risk <= MOST_TURNED); turn++) {
        const size_t mark = tacit_scratch_mark(cx);
        memset(other.blank, 0, s->rows * sizeof *other.blank);
        TACIT_TRY(search_once(cx, s, turn, &other, &risk));
        const double cost = cost_of(s, other.blank);
        if (cost < least)
            memcpy(out->blank, other.blank, s->rows * sizeof *other.blank);
        least = fmin(least, cost);
        tacit_scratch_release(cx, mark);
    }
    out->bound = NAN;
    return TACIT_OK;
}
