/*
 * search.c - the search for minimal sample uniques (MSUs).
 *
 * Sets of variables are visited depth first: a set grows by variables below its lowest one,
 * in ascending order, so that every part of a set comes before the set (their masks ascend
 * as numbers).  At each set the combinations fall into groups of equal values on it.  A
 * group of one record is a sample unique; it is minimal if no set found for the record
 * before is part of this one.  Larger groups are searched further, with three savings:
 * - what follows depends on the variables below the set's lowest one alone, so combinations
 *   that agree on those are joined, and what is joined can no longer become unique;
 * - a group in which nothing can become unique is left;
 * - in a group of two, every variable in which they differ makes a candidate at once, and no
 *   larger set below can be minimal.
 * With keys of few values first, most groups shrink to a few entries at once.
 *
 * The idea of going through groups of equal values, and of leaving what cannot be unique,
 * is that of SUDA2 (Manning, Haglin and Keane 2008).
 *
 * Groups of the first variable of a set are worked on in parallel, one first variable after
 * the other; a record is in one group at a time.  The lists do not depend on threads.
 * Cost: at most O(2^keys * combinations), usually a small part of it; memory:
 * 16 bytes a combination and level, and the lists.
 */
#include "micro/risk/keys/suda/search.h"

#include <omp.h>

#include "base/memory.h"
#include "base/pool.h"
#include "micro/risk/keys/suda/group.h"
#include "micro/risk/keys/suda/list.h"

typedef tacit_suda_entry entry;
typedef tacit_suda_group group;

/* So few combinations are worked on by one thread. */
enum { ALONE = 2048 };

/* One thread's memory and lists. */
typedef struct worker {
    tacit_ctx *cx;
    tacit_suda_room room;
    entry *level[TACIT_SUDA_KEYS + 1]; /* projections, by size of the set */
    size_t n_level[TACIT_SUDA_KEYS + 1];
    tacit_suda_pieces pieces;
    tacit_status status;
} worker;

struct tacit_suda_found {
    size_t from, n;
    tacit_suda_msus **list; /* of each row */
    worker *worker;
    size_t workers;
};

/* A group of combinations that agree on `set`, and all variables of it are >= top. */
typedef struct node {
    group g;
    uint32_t set;
    size_t top;
    size_t chosen; /* variables in the set */
} node;

/* What all threads share. */
typedef struct shared {
    const tacit_ctx *caller; /* only to see whether to stop */
    const tacit_suda_search *search;
    tacit_suda_found *found;
} shared;

static void free_worker(worker *w)
{
    for (size_t k = 0; k <= TACIT_SUDA_KEYS; k++)
        tacit_free(w->level[k]);
    tacit_suda_room_free(&w->room);
    *w = (worker){ .cx = w->cx, .pieces = w->pieces };
}

void tacit_suda_found_free(tacit_suda_found *f)
{
    if (f == NULL)
        return;
    for (size_t t = 0; t < f->workers; t++) {
        free_worker(&f->worker[t]);
        tacit_suda_pieces_free(&f->worker[t].pieces);
        tacit_ctx_free(f->worker[t].cx);
    }
    tacit_free(f->worker);
    tacit_free(f->list);
    tacit_free(f);
}

const tacit_suda_msus *tacit_suda_msus_of(const tacit_suda_found *f, size_t row)
{
    TACIT_ASSERT(row >= f->from && row - f->from < f->n);
    return f->list[row - f->from];
}

static tacit_status add(worker *w, const shared *s, size_t row, uint32_t set)
{
    return tacit_suda_list_add(w->cx, &w->pieces, &s->found->list[row - s->found->from], set);
}

static tacit_status make_level(worker *w, size_t k, size_t n)
{
    if (n <= w->n_level[k])
        return TACIT_OK;
    TACIT_TRY(tacit_grow(w->cx, n + n / 2, sizeof(entry), &w->level[k]));
    w->n_level[k] = n + n / 2;
    return TACIT_OK;
}

static uint32_t code_at(const tacit_suda_space *space, const entry *e, size_t v)
{
    if (v >= space->low)
        return space->code[v][e->row];
    const uint64_t below = (UINT64_C(1) << space->shift[v + 1]) - 1;
    return (uint32_t)((e->key & below) >> space->shift[v]);
}

/* Each variable in which `e` differs from the only other entry makes it unique. */
static tacit_status add_differences(worker *w, const shared *s, const node *at, size_t which)
{
    const entry *e = &at->g.at[which], *other = &at->g.at[1 - which];
    if (e->many)
        return TACIT_OK;
    for (size_t v = 0; v < at->top; v++) {
        const uint32_t code = code_at(s->search->space, e, v);
        if (code != 0 && code != code_at(s->search->space, other, v))
            TACIT_TRY(add(w, s, e->row, at->set | UINT32_C(1) << v));
    }
    return TACIT_OK;
}

static bool any_single(const group *g)
{
    for (size_t i = 0; i < g->n; i++)
        if (!g->at[i].many)
            return true;
    return false;
}

static tacit_status visit_node(worker *w, const shared *s, node *at);

/* Visit the groups of equal codes of variable v among the entries of a projection. */
static tacit_status visit_groups(worker *w, const shared *s, const node *parent, const group *all,
                                 size_t v)
{
    const tacit_suda_space *space = s->search->space;
    for (size_t i = 0, end; i < all->n; i = end) {
        const uint64_t code = tacit_suda_code_of(space, &all->at[i], v);
        for (end = i + 1; end < all->n && tacit_suda_code_of(space, &all->at[end], v) == code;)
            end++;
        if (code == 0)
            continue;
        node child = {
            { all->at + i, end - i }, parent->set | UINT32_C(1) << v, v, parent->chosen + 1
        };
        TACIT_TRY(visit_node(w, s, &child));
    }
    return TACIT_OK;
}

/* Visit the sets that add one variable to a node's set, and all below them. */
static tacit_status grow_node(worker *w, const shared *s, const node *at)
{
    TACIT_TRY(make_level(w, at->chosen, at->g.n));
    for (size_t v = 0; v < at->top && !tacit_is_cancelled(s->caller); v++) {
        group projected = { .at = w->level[at->chosen] };
        TACIT_TRY(tacit_suda_project(w->cx, s->search->space, &w->room, &at->g, v, &projected));
        TACIT_TRY(visit_groups(w, s, at, &projected, v));
    }
    return TACIT_OK;
}

/* Visit one group.  Its entries are projected to the node's lowest variable. */
static tacit_status visit_node(worker *w, const shared *s, node *at)
{
    const tacit_suda_space *space = s->search->space;
    if (!any_single(&at->g))
        return TACIT_OK;
    if (at->g.n == 1)
        return add(w, s, at->g.at[0].row, at->set);
    if (at->top == 0 || at->chosen == s->search->depth)
        return TACIT_OK;
    for (size_t i = 0; i < at->g.n && at->top >= space->low; i++)
        at->g.at[i].key = space->packed[at->g.at[i].row];
    if (at->g.n > 2)
        return grow_node(w, s, at);
    TACIT_TRY(add_differences(w, s, at, 0));
    return add_differences(w, s, at, 1);
}

/* ---- the first variable of a set ---- */

/* Where the groups of equal codes of variable v begin; returns how many there are. */
static size_t find_starts(const tacit_suda_space *space, const group *all, size_t v, size_t *start)
{
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++)
        if (i == 0 || tacit_suda_code_of(space, &all->at[i], v) !=
                          tacit_suda_code_of(space, &all->at[i - 1], v))
            start[n++] = i;
    start[n] = all->n;
    return n;
}

/* Workers fail for want of memory alone. */
static tacit_status join_workers(tacit_ctx *cx, const tacit_suda_found *f)
{
    for (size_t t = 0; t < f->workers; t++)
        if (f->worker[t].status != TACIT_OK)
            return tacit_fail_memory(cx);
    return TACIT_OK;
}

/* Report that part k of n of the sets whose first variable is v is done.  Only the thread
 * that owns `cx` may; whether to stop is seen elsewhere. */
static void report(tacit_ctx *cx, const shared *s, size_t v, size_t k, size_t n)
{
    const uint64_t sets = UINT64_C(1) << 20 >> (s->search->space->n - v);
    if (omp_get_thread_num() == 0 && tacit_tick(cx, sets + sets * k / n, 1 << 20) != TACIT_OK)
        return;
}

static tacit_status visit_first(tacit_ctx *cx, const shared *s, const group *all, size_t v)
{
    const node root = { .top = s->search->space->n };
    tacit_suda_found *f = s->found;
    size_t *start = NULL;
    TACIT_TRY(tacit_scratch(cx, all->n + 1, sizeof *start, &start));
    const size_t n = find_starts(s->search->space, all, v, start);
#pragma omp parallel for schedule(dynamic) if (all->n > ALONE)
    for (size_t k = 0; k < n; k++) {
        worker *w = &f->worker[omp_get_thread_num()];
        const group part = { all->at + start[k], start[k + 1] - start[k] };
        if (w->status != TACIT_OK || tacit_is_cancelled(cx))
            continue;
        w->status = visit_groups(w, s, &root, &part, v);
        report(cx, s, v, k, n);
    }
    return join_workers(cx, f);
}

static tacit_status add_values(const shared *s)
{
    const tacit_suda_search *q = s->search;
    for (size_t g = q->from; g < q->to; g++)
        for (size_t v = 0; v < q->space->n; v++)
            if ((q->space->single[g] >> v & 1) != 0)
                TACIT_TRY(add(&s->found->worker[0], s, g, UINT32_C(1) << v));
    return TACIT_OK;
}

/* Visit all sets.  One projection is in the hands of the workers at a time. */
static tacit_status visit_all(tacit_ctx *cx, const shared *s)
{
    const tacit_suda_search *q = s->search;
    group root = { .n = q->space->rows }, all = { 0 };
    tacit_suda_room *room = &s->found->worker[0].room;
    TACIT_TRY(tacit_scratch(cx, root.n, sizeof(entry), &root.at));
    TACIT_TRY(tacit_scratch(cx, root.n, sizeof(entry), &all.at));
    for (size_t g = 0; g < root.n; g++)
        root.at[g] = (entry){ q->space->packed[g], (uint32_t)g,
                              q->size[g] > 1 || g < q->from || g >= q->to };
    for (size_t v = 0; v < q->space->n; v++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, UINT64_C(1) << 20 >> (q->space->n - v), 1 << 20));
        TACIT_TRY(tacit_suda_project(cx, q->space, room, &root, v, &all));
        TACIT_TRY(visit_first(cx, s, &all, v));
        tacit_scratch_release(cx, mark);
    }
    return tacit_tick(cx, 1, 1);
}

static tacit_status make_found(tacit_ctx *cx, const tacit_suda_search *search, tacit_suda_found *f)
{
    f->from = search->from;
    f->n = search->to - search->from;
    TACIT_TRY(tacit_alloc(cx, f->n, sizeof(tacit_suda_msus *), &f->list));
    TACIT_TRY(tacit_alloc(cx, tacit_pool_threads(), sizeof *f->worker, &f->worker));
    for (size_t t = 0; t < tacit_pool_threads(); t++) {
        f->worker[t].cx = tacit_ctx_new();
        if (f->worker[t].cx == NULL)
            return tacit_fail_memory(cx);
        f->workers++;
    }
    return TACIT_OK;
}

static tacit_status find(tacit_ctx *cx, const shared *s)
{
    TACIT_TRY(make_found(cx, s->search, s->found));
    if (add_values(s) != TACIT_OK)
        return tacit_fail_memory(cx);
    if (s->search->depth > 1)
        TACIT_TRY(visit_all(cx, s));
    for (size_t t = 0; t < s->found->workers; t++)
        free_worker(&s->found->worker[t]);
    return TACIT_OK;
}

tacit_status tacit_suda_find(tacit_ctx *cx, const tacit_suda_search *search, tacit_suda_found **out)
{
    shared s = { .caller = cx, .search = search };
    TACIT_ASSERT(search->from <= search->to && search->to <= search->space->rows);
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *s.found, &s.found));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = find(cx, &s);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK) {
        tacit_suda_found_free(s.found);
        return status;
    }
    *out = s.found;
    return TACIT_OK;
}
