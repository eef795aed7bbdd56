/*
 * trim.c - blanks given back under the wildcard rule.
 *
 * Records whose blanks nobody needs any more get their values back; a choice of one key is
 * taken if it makes dearer ones needless; and records with several blanks get one of them back
 * if the matches by other blanked records, which the search left out of account, make up for
 * it.  Each step keeps all records safe.  The work of exchanges and of the last step is bounded
 * by MOST_VISITS.
 */
#include "micro/method/local_suppress/search.h"

/* Records given back in one exchange, visits in all, and records that rely on blanks of others. */
enum { MOST_BACK = 16, MOST_VISITS = 1 << 22, MOST_SHRUNK = 4096 };

/* ---- giving back ---- */

/* An act: count the classes that need every match. */
static void count_needy(tacit_suppress_cover *c, size_t p, size_t pattern, size_t place, void *user)
{
    size_t *needy = user;
    (void)pattern;
    *needy += c->left[place] > 0 && c->f[p * c->n_risk + place] <= c->s->promise[p].k;
}

/* An act: count the classes that have too few matches. */
static void count_lost(tacit_suppress_cover *c, size_t p, size_t pattern, size_t place, void *user)
{
    size_t *needy = user;
    (void)pattern;
    *needy += c->left[place] > 0 && c->f[p * c->n_risk + place] < c->s->promise[p].k;
}

/* An act: one record less matches. */
static void leave(tacit_suppress_cover *c, size_t p, size_t pattern, size_t place, void *user)
{
    (void)pattern;
    (void)user;
    c->f[p * c->n_risk + place]--;
}

/* Give the values of touched record number i back if nobody needs its blanks. */
static tacit_status give_one_back(tacit_ctx *cx, tacit_cover_search *w, size_t i)
{
    tacit_touched *t = &w->touched[i];
    const size_t x = w->c.risk.member[t->place];
    const uint64_t mask = w->sets.mask[t->mask];
    size_t needy = 0;
    for (size_t p = 0; p < w->c.s->promises; p++)
        needy += tacit_cover_at_risk(&w->c, p, t->place);
    if (needy == 0)
        TACIT_TRY(tacit_cover_visit(cx, &w->c, x, mask, count_needy, &needy));
    if (needy > 0)
        return TACIT_OK;
    TACIT_TRY(tacit_cover_visit(cx, &w->c, x, mask, leave, NULL));
    w->c.left[t->place]++;
    t->gone = true;
    return TACIT_OK;
}

/* Give the values of touched records back where nobody needs the blanks. */
static tacit_status give_back(tacit_ctx *cx, tacit_cover_search *w)
{
    for (size_t i = 0; i < w->n_touched; i++)
        if (!w->touched[i].gone)
            TACIT_TRY(give_one_back(cx, w, i));
    return TACIT_OK;
}

/* ---- exchanging ---- */

/* One that serves a class: touched record, and the next one. */
typedef struct server {
    uint32_t touched, next;
} server;

/* Who serves whom, and what an exchange visits. */
typedef struct exchange {
    tacit_cover_search *w;
    uint32_t *head; /* first server of each place, plus 1 */
    server *server;
    size_t n, room;
    uint32_t *served; /* places that the choice at hand serves */
    size_t n_served, visits;
    uint32_t by; /* the touched record whose servers are noted */
} exchange;

/* An act: count. */
static void count_served(tacit_suppress_cover *c, size_t p, size_t pattern, size_t place,
                         void *user)
{
    size_t *n = user;
    (void)c;
    (void)p;
    (void)pattern;
    (void)place;
    ++*n;
}

/* An act: note a server. */
static void note_server(tacit_suppress_cover *c, size_t p, size_t pattern, size_t place, void *user)
{
    exchange *e = user;
    (void)c;
    (void)p;
    (void)pattern;
    if (e->n < e->room) {
        e->server[e->n] = (server){ .touched = e->by, .next = e->head[place] };
        e->head[place] = (uint32_t)++e->n;
    }
}

/* An act: one record more matches, and is noted. */
static void note_served(tacit_suppress_cover *c, size_t p, size_t pattern, size_t place, void *user)
{
    exchange *e = user;
    (void)pattern;
    c->f[p * c->n_risk + place]++;
    if (e->n_served < c->n_risk)
        e->served[e->n_served++] = (uint32_t)place;
}

/* Whether a record at `place` is safe with the keys of `mask` blanked. */
static tacit_status is_safe_blanked(tacit_ctx *cx, tacit_cover_search *w, size_t place,
                                    uint64_t mask, bool *out)
{
    const tacit_suppress_space *s = w->c.s;
    const size_t x = w->c.risk.member[place];
    *out = true;
    for (size_t p = 0; p < s->promises && *out; p++) {
        uint64_t f = s->promise[p].k;
        if ((s->promise[p].set & ~(s->missing[x] | mask)) != 0)
            TACIT_TRY(tacit_cover_matches(cx, &w->c, x, mask, p, &f));
        *out = f >= s->promise[p].k;
    }
    return TACIT_OK;
}

/* Give back whom the choice at hand makes needless; returns their cost in `saved` and their
 * numbers in `back`. */
static tacit_status give_needless_back(tacit_ctx *cx, exchange *e, uint32_t *back, size_t *n,
                                       double *saved)
{
    tacit_cover_search *w = e->w;
    for (size_t i = 0; i < e->n_served; i++)
        for (uint32_t v = e->head[e->served[i]]; v != 0 && *n < MOST_BACK;
             v = e->server[v - 1].next) {
            const uint32_t t = e->server[v - 1].touched;
            e->visits++;
            if (w->touched[t].gone)
                continue;
            TACIT_TRY(give_one_back(cx, w, t));
            if (!w->touched[t].gone)
                continue;
            back[(*n)++] = t;
            *saved += w->sets.cost[w->touched[t].mask];
        }
    return TACIT_OK;
}

/* Blank again what was given back, and take the choice at hand away. */
static tacit_status undo(tacit_ctx *cx, exchange *e, const tacit_suppress_option *o,
                         const uint32_t *back, size_t n)
{
    tacit_cover_search *w = e->w;
    for (size_t i = 0; i < n; i++) {
        tacit_touched *t = &w->touched[back[i]];
        t->gone = false;
        w->c.left[t->place]--;
        TACIT_TRY(tacit_cover_visit(cx, &w->c, w->c.risk.member[t->place], w->sets.mask[t->mask],
                                    tacit_cover_serve, NULL));
    }
    w->c.left[o->place]++;
    return tacit_cover_visit(cx, &w->c, w->c.risk.member[o->place], w->sets.mask[o->mask], leave,
                             NULL);
}

/* Take a choice if it makes dearer ones needless. */
static tacit_status try_exchange(tacit_ctx *cx, exchange *e, const tacit_suppress_option *o)
{
    tacit_cover_search *w = e->w;
    const size_t x = w->c.risk.member[o->place];
    uint32_t back[MOST_BACK];
    size_t n = 0;
    double saved = 0.0;
    bool safe = false;
    TACIT_TRY(is_safe_blanked(cx, w, o->place, w->sets.mask[o->mask], &safe));
    if (!safe)
        return TACIT_OK;
    e->n_served = 0;
    TACIT_TRY(tacit_cover_visit(cx, &w->c, x, w->sets.mask[o->mask], note_served, e));
    e->visits += 1 + e->n_served;
    w->c.left[o->place]--;
    TACIT_TRY(give_needless_back(cx, e, back, &n, &saved));
    if (!(saved > w->sets.cost[o->mask] * (1.0 + 1e-9)))
        return undo(cx, e, o, back, n);
    e->by = (uint32_t)w->n_touched;
    TACIT_TRY(tacit_cover_remember(cx, w, o));
    return tacit_cover_visit(cx, &w->c, x, w->sets.mask[o->mask], note_server, e);
}

/* Try all choices of one key that are not taken. */
static tacit_status exchange_all(tacit_ctx *cx, tacit_cover_search *w)
{
    exchange e = { .w = w, .room = 1024 };
    for (size_t i = 0; i < w->n_touched; i++)
        if (!w->touched[i].gone)
            TACIT_TRY(tacit_cover_visit(cx, &w->c, w->c.risk.member[w->touched[i].place],
                                        w->sets.mask[w->touched[i].mask], count_served, &e.room));
    e.room = e.room < MOST_VISITS ? 2 * e.room : MOST_VISITS;
    TACIT_TRY(tacit_scratch(cx, w->c.n_risk, sizeof *e.head, &e.head));
    TACIT_TRY(tacit_scratch(cx, w->c.n_risk, sizeof *e.served, &e.served));
    TACIT_TRY(tacit_scratch(cx, e.room, sizeof *e.server, &e.server));
    for (; e.by < w->n_touched; e.by++)
        if (!w->touched[e.by].gone)
            TACIT_TRY(tacit_cover_visit(cx, &w->c, w->c.risk.member[w->touched[e.by].place],
                                        w->sets.mask[w->touched[e.by].mask], note_server, &e));
    for (size_t i = 0; i < w->c.n_risk; i++) {
        TACIT_TRY(tacit_tick(cx, i, w->c.n_risk));
        for (size_t m = 0; m < w->sets.n && e.visits < MOST_VISITS; m++)
            if (w->c.left[i] > 0 && __builtin_popcountll(w->sets.mask[m]) == 1 &&
                (w->sets.mask[m] & w->c.s->missing[w->c.risk.member[i]]) == 0)
                TACIT_TRY(try_exchange(cx, &e,
                                       &(tacit_suppress_option){ 0.0, (uint32_t)i, (uint32_t)m }));
    }
    return TACIT_OK;
}

/* ---- fewer blanks in a record ---- */

/* Whether touched records a and b match under promise p, and did not before b was touched. */
static bool is_new_match(const tacit_cover_search *w, const tacit_touched *a, uint64_t mask,
                         const tacit_touched *b, size_t p)
{
    const tacit_suppress_space *s = w->c.s;
    const size_t x = w->c.risk.member[a->place], y = w->c.risk.member[b->place];
    const uint64_t both = s->promise[p].set & ~(s->missing[x] | s->missing[y] | mask);
    return s->code[s->keys * s->n + x] == s->code[s->keys * s->n + y] &&
           tacit_cover_agree(s, x, y, both & ~w->sets.mask[b->mask]) &&
           !tacit_cover_agree(s, x, y, both);
}

/* Whether a touched record is safe with the keys of `mask` blanked, all matches counted. */
static tacit_status is_safe_now(tacit_ctx *cx, const tacit_cover_search *w, tacit_suppress_cover *c,
                                size_t t, uint64_t mask, bool *out)
{
    const tacit_touched *own = &w->touched[t];
    const size_t x = c->risk.member[own->place];
    *out = true;
    for (size_t p = 0; p < c->s->promises && *out; p++) {
        const uint64_t k = c->s->promise[p].k;
        uint64_t f = k;
        if ((c->s->promise[p].set & ~(c->s->missing[x] | mask)) != 0)
            TACIT_TRY(tacit_cover_matches(cx, c, x, mask, p, &f));
        for (size_t i = 0; i < w->n_touched && f < k; i++)
            f += i != t && !w->touched[i].gone && is_new_match(w, own, mask, &w->touched[i], p);
        *out = f >= k;
    }
    return TACIT_OK;
}

/* Whether all records that rely on other touched ones are safe. */
static tacit_status check_reliant(tacit_ctx *cx, tacit_cover_search *w, const uint32_t *reliant,
                                  size_t n, bool *safe)
{
    for (size_t i = 0; i < n && *safe; i++)
        TACIT_TRY(
            is_safe_now(cx, w, &w->c, reliant[i], w->sets.mask[w->touched[reliant[i]].mask], safe));
    return TACIT_OK;
}

/* Give touched record t the blanks number `to` instead; the others' counts follow. */
static tacit_status change_mask(tacit_ctx *cx, tacit_cover_search *w, size_t t, size_t to)
{
    tacit_touched *own = &w->touched[t];
    const size_t x = w->c.risk.member[own->place];
    TACIT_TRY(tacit_cover_visit(cx, &w->c, x, w->sets.mask[own->mask], leave, NULL));
    own->mask = to;
    return tacit_cover_visit(cx, &w->c, x, w->sets.mask[to], tacit_cover_serve, NULL);
}

/* Try to blank set number m in touched record t, a part of what it has blanked. */
static tacit_status try_part(tacit_ctx *cx, tacit_cover_search *w, size_t t, size_t m,
                             uint32_t *reliant, size_t *n)
{
    const size_t old = w->touched[t].mask, x = w->c.risk.member[w->touched[t].place];
    size_t needy = 0;
    bool safe = false;
    TACIT_TRY(is_safe_now(cx, w, &w->c, t, w->sets.mask[m], &safe));
    if (!safe)
        return TACIT_OK;
    TACIT_TRY(change_mask(cx, w, t, m));
    TACIT_TRY(tacit_cover_visit(cx, &w->c, x, w->sets.mask[old], count_lost, &needy));
    safe = needy == 0;
    reliant[*n] = (uint32_t)t;
    TACIT_TRY(check_reliant(cx, w, reliant, *n + 1, &safe));
    *n += safe;
    return safe ? TACIT_OK : change_mask(cx, w, t, old);
}

/* Give touched record t some of its blanks back, if it has several. */
static tacit_status shrink(tacit_ctx *cx, tacit_cover_search *w, size_t t, uint32_t *reliant,
                           size_t *n)
{
    const uint64_t had = w->sets.mask[w->touched[t].mask];
    if (w->touched[t].gone || __builtin_popcountll(had) < 2)
        return TACIT_OK;
    for (size_t m = 0; m < w->sets.n && w->sets.mask[w->touched[t].mask] == had; m++)
        if (w->sets.mask[m] != had && (w->sets.mask[m] & ~had) == 0)
            TACIT_TRY(try_part(cx, w, t, m, reliant, n));
    return TACIT_OK;
}

/* Give records with several blanks some of them back, until there is nothing more to give. */
static tacit_status shrink_all(tacit_ctx *cx, tacit_cover_search *w)
{
    uint32_t *reliant = NULL;
    size_t n = 0, before = SIZE_MAX, work = 0;
    TACIT_TRY(tacit_scratch(cx, MOST_SHRUNK, sizeof *reliant, &reliant));
    while (n != before) {
        before = n;
        for (size_t t = 0; t < w->n_touched && work < MOST_VISITS && n + 1 < MOST_SHRUNK; t++) {
            work += __builtin_popcountll(w->sets.mask[w->touched[t].mask]) > 1 ? w->n_touched : 1;
            TACIT_TRY(shrink(cx, w, t, reliant, &n));
        }
    }
    return TACIT_OK;
}

tacit_status tacit_cover_trim(tacit_ctx *cx, tacit_cover_search *w)
{
    TACIT_TRY(give_back(cx, w));
    TACIT_TRY(exchange_all(cx, w));
    return shrink_all(cx, w);
}
