/*
 * local_refine.c - the classes of a node as groups, and records without a group taken in.
 *
 * Taking in: a unit joins the group where it adds least, the labels of which are widened so
 * that they cover it (the distance of Xu, Wang, Pei, Wang, Shi and Fu 2006, utility-based
 * anonymization by local recoding: the weighted certainty penalty that a merger adds):
 *
 *     records of group * (cost after - cost before) + records of unit * cost after.
 *
 * Where a class may be spoilt by what joins it, the judge is asked, for the MOST_TRIES
 * groups that it would cost least.  Unless all must be taken in, a unit stays out
 * if that is cheaper.
 *
 * Cost: O(groups * axes) for each unit that is taken in, most of it cut off early.
 */
#include "search/local_own.h"

#include <math.h>

enum { MOST_TRIES = 40 };

/* ---- the classes of a node ---- */

/* The part of the tree of labels in which classes are found: hash table of class + 1. */
static uint32_t find_class(const tacit_local *L, const uint8_t *level, uint32_t u, uint32_t *table,
                           size_t slots)
{
    const uint32_t *v = tacit_local_values(L, u);
    uint64_t hash = 0;
    for (size_t a = 0; a < L->axes; a++)
        hash += L->axis[a].mix[level[a]][v[a]];
    size_t at = (hash >> 20) & (slots - 1);
    while (table[at] != 0 && !tacit_local_alike(L, table[at] - 1, u, level))
        at = (at + 1) & (slots - 1);
    if (table[at] == 0)
        table[at] = u + 1;
    return table[at] - 1;
}

tacit_status tacit_local_keep_accepted(tacit_ctx *cx, tacit_local *L, uint32_t *group,
                                       size_t *groups)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_local_lists lists;
    bool *marked = NULL;
    uint32_t *number = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_local_lists_make(cx, L, &lists));
    TACIT_TRY(tacit_scratch(cx, *groups, sizeof *marked, &marked));
    TACIT_TRY(tacit_scratch(cx, *groups, sizeof *number, &number));
    tacit_local_lists_of(L, group, *groups, &lists);
    tacit_local_judge(L, &lists, marked);
    for (size_t g = 0; g < *groups; g++)
        number[g] = marked[g] ? TACIT_LOCAL_NONE : (uint32_t)n++;
    for (size_t u = 0; u < L->n; u++)
        if (group[u] != TACIT_LOCAL_NONE)
            group[u] = number[group[u]];
    *groups = n;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_local_node(tacit_ctx *cx, tacit_local *L, const uint8_t *level, uint32_t *group,
                              size_t *groups)
{
    const size_t mark = tacit_scratch_mark(cx);
    uint32_t *table = NULL, *number = NULL;
    size_t slots = 16;
    while (slots < 2 * L->n)
        slots *= 2;
    TACIT_TRY(tacit_scratch(cx, slots, sizeof *table, &table));
    TACIT_TRY(tacit_scratch(cx, L->n, sizeof *number, &number));
    for (size_t u = 0; u < L->n; u++) {
        if (group[u] != TACIT_LOCAL_NONE)
            continue;
        const uint32_t first = find_class(L, level, (uint32_t)u, table, slots);
        if (first == u)
            number[u] = (uint32_t)(*groups)++;
        group[u] = number[first];
    }
    TACIT_TRY(tacit_local_keep_accepted(cx, L, group, groups));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- taking in ---- */

typedef struct takers {
    tacit_local *L;
    size_t groups;
    tacit_region *region; /* groups * axes */
    uint64_t *size;
    uint32_t *first; /* unit of each group; then `next` */
    uint32_t *next;
    double *adds;   /* what the unit at hand would add to each group; negative: tried */
    uint32_t *unit; /* room for the units of a group */
} takers;

/* Widen a region of an axis that covers value `own` to cover `v` too; false if it cannot. */
static bool widen(const tacit_local_axis *axis, uint32_t own, uint32_t v, tacit_region *r)
{
    const tacit_axis *x = axis->x;
    const bool known = own != x->missing && v != x->missing;
    size_t l = r->level == TACIT_REGION_RANGE ? x->low : r->level;
    if (axis->range && known) {
        const bool range = r->level == TACIT_REGION_RANGE;
        if (!range && x->label[l][own] == x->label[l][v])
            return true;
        if (range || l == 0) {
            const uint32_t low = range ? r->label : own, high = range ? r->last : own;
            *r = (tacit_region){ .level = TACIT_REGION_RANGE,
                                 .label = v < low ? v : low,
                                 .last = v > high ? v : high };
            return true;
        }
    }
    if (r->level == TACIT_REGION_RANGE)
        l = x->high;
    while (l <= x->high && x->label[l][own] != x->label[l][v])
        l++;
    if (l > x->high)
        return false;
    *r = (tacit_region){ .level = (uint8_t)l, .label = x->label[l][v] };
    return true;
}

/* What unit u would add to group g; negative if it cannot join or adds more than `most`. */
static double added(const takers *t, size_t g, uint32_t u, double most)
{
    const tacit_local *L = t->L;
    const uint32_t *own = tacit_local_values(L, t->first[g]), *v = tacit_local_values(L, u);
    double sum = 0.0;
    for (size_t a = 0; a < L->axes && sum <= most; a++) {
        const tacit_local_axis *axis = &L->axis[a];
        tacit_region r = t->region[g * L->axes + a];
        const double before = tacit_local_region_cost(axis, &r, own[a]);
        if (!widen(axis, own[a], v[a], &r))
            return -1.0;
        sum += (double)t->size[g] * (tacit_local_region_cost(axis, &r, own[a]) - before) +
               (double)L->size[u] * tacit_local_region_cost(axis, &r, v[a]);
    }
    return sum <= most ? sum : -1.0;
}

static void join(takers *t, size_t g, uint32_t u)
{
    const tacit_local *L = t->L;
    const uint32_t *own = tacit_local_values(L, t->first[g]), *v = tacit_local_values(L, u);
    for (size_t a = 0; a < L->axes; a++) {
        const bool can = widen(&L->axis[a], own[a], v[a], &t->region[g * L->axes + a]);
        TACIT_ASSERT(can);
    }
    t->size[g] += L->size[u];
    t->next[u] = t->next[t->first[g]];
    t->next[t->first[g]] = u;
}

/* Whether group g with unit u is accepted. */
static bool may_join(takers *t, size_t g, uint32_t u)
{
    size_t n = 0;
    if ((t->L->traits & TACIT_JUDGE_MONOTONE) != 0)
        return true;
    t->unit[n++] = u;
    for (uint32_t w = t->first[g]; w != TACIT_LOCAL_NONE; w = t->next[w])
        t->unit[n++] = w;
    return tacit_local_accepts(t->L, t->unit, n);
}

/* The group that takes unit u in at no more than `most`; the number of groups if none. */
static size_t find_taker(takers *t, uint32_t u, double most)
{
    const bool sure = (t->L->traits & TACIT_JUDGE_MONOTONE) != 0;
    size_t best = t->groups;
    double limit = most;
    for (size_t g = 0; g < t->groups; g++) {
        t->adds[g] = added(t, g, u, limit);
        if (t->adds[g] < 0.0 || (best < t->groups && t->adds[g] >= t->adds[best]))
            continue;
        best = g;
        limit = sure ? t->adds[g] : most;
    }
    for (int i = 0; i < MOST_TRIES && best < t->groups; i++) {
        if (may_join(t, best, u))
            return best;
        t->adds[best] = -1.0;
        best = t->groups;
        for (size_t g = 0; g < t->groups; g++)
            if (t->adds[g] >= 0.0 && (best == t->groups || t->adds[g] < t->adds[best]))
                best = g;
    }
    return t->groups;
}

static tacit_status make_takers(tacit_ctx *cx, takers *t, const uint32_t *group)
{
    const tacit_local *L = t->L;
    tacit_local_lists lists;
    TACIT_TRY(tacit_local_lists_make(cx, L, &lists));
    TACIT_TRY(tacit_scratch(cx, t->groups * L->axes, sizeof *t->region, &t->region));
    TACIT_TRY(tacit_scratch(cx, t->groups, sizeof *t->size, &t->size));
    TACIT_TRY(tacit_scratch(cx, t->groups, sizeof *t->first, &t->first));
    TACIT_TRY(tacit_scratch(cx, t->groups, sizeof *t->adds, &t->adds));
    TACIT_TRY(tacit_scratch(cx, L->n, sizeof *t->next, &t->next));
    TACIT_TRY(tacit_scratch(cx, L->n + 1, sizeof *t->unit, &t->unit));
    tacit_local_lists_of(L, group, t->groups, &lists);
    for (size_t g = 0; g < t->groups; g++) {
        const size_t from = lists.start[g], to = lists.start[g + 1];
        TACIT_ASSERT(to > from);
        const bool shared =
            tacit_local_region(L, &lists.unit[from], to - from, &t->region[g * L->axes]);
        TACIT_ASSERT(shared);
        t->first[g] = lists.unit[from];
        for (size_t i = from; i < to; i++) {
            t->next[lists.unit[i]] = i + 1 < to ? lists.unit[i + 1] : TACIT_LOCAL_NONE;
            t->size[g] += L->size[lists.unit[i]];
        }
    }
    return TACIT_OK;
}

/* Drop group numbers that no unit has. */
static tacit_status drop_empty(tacit_ctx *cx, const tacit_local *L, uint32_t *group, size_t *groups)
{
    uint32_t *number = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, *groups, sizeof *number, &number));
    for (size_t u = 0; u < L->n; u++)
        if (group[u] != TACIT_LOCAL_NONE && number[group[u]] == 0)
            number[group[u]] = (uint32_t)++n;
    for (size_t u = 0; u < L->n; u++)
        if (group[u] != TACIT_LOCAL_NONE)
            group[u] = number[group[u]] - 1;
    *groups = n;
    return TACIT_OK;
}

tacit_status tacit_local_take_in(tacit_ctx *cx, tacit_local *L, tacit_take what, uint32_t *group,
                                 size_t *groups)
{
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(drop_empty(cx, L, group, groups));
    takers t = { .L = L, .groups = *groups };
    TACIT_TRY(make_takers(cx, &t, group));
    for (size_t u = 0; u < L->n; u++) {
        if (group[u] != TACIT_LOCAL_NONE || L->size[u] == 0)
            continue;
        TACIT_TRY(tacit_tick(cx, u, L->n));
        const double apart = (double)L->size[u] * L->dear[u];
        const size_t g = find_taker(&t, (uint32_t)u, what == TACIT_TAKE_ALL ? INFINITY : apart);
        if (g == t.groups)
            continue;
        join(&t, g, (uint32_t)u);
        group[u] = (uint32_t)g;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
