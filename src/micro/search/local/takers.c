/*
 * takers.c - groups that take units in and let them go.
 *
 * A unit joins the group where it adds least, the labels of which are widened so that they
 * cover it (the distance of Xu, Wang, Pei, Wang, Shi and Fu 2006, utility-based
 * anonymization by local recoding: the weighted certainty penalty that a merger adds):
 *
 *     records of group * (cost after - cost before) + records of unit * cost after.
 *
 * Where a class may be spoilt by what joins it, the judge is asked, for the MOST_TRIES
 * groups that it would cost least.
 *
 * Cost: O(groups * axes) for each unit, most of it cut off early.
 */
#include "micro/search/local/takers.h"

#include <string.h>

enum { MOST_TRIES = 40 };

/* Widen a range or a value of an axis to cover value `v` too. */
static void widen_range(uint32_t own, uint32_t v, tacit_search_region *r)
{
    if (r->level != TACIT_REGION_RANGE)
        *r = (tacit_search_region){ .level = TACIT_REGION_RANGE, .label = own, .last = own };
    r->label = v < r->label ? v : r->label;
    r->last = v > r->last ? v : r->last;
}

/* Widen a region of an axis that covers value `own` to cover `v` too; false if it cannot. */
static bool widen(const tacit_local_axis *axis, uint32_t own, uint32_t v, tacit_search_region *r)
{
    const tacit_axis *x = axis->x;
    const bool range = r->level == TACIT_REGION_RANGE;
    const bool known = own != x->missing && v != x->missing;
    if (!range && x->label[r->level][own] == x->label[r->level][v])
        return true;
    if (axis->range && known && (range || r->level == 0)) {
        widen_range(own, v, r);
        return true;
    }
    size_t l = range ? x->high : r->level;
    while (l <= x->high && x->label[l][own] != x->label[l][v])
        l++;
    if (l <= x->high)
        *r = (tacit_search_region){ .level = (uint8_t)l, .label = x->label[l][v] };
    return l <= x->high;
}

double tacit_takers_added(const tacit_takers *t, size_t g, uint32_t u, double most)
{
    const tacit_local *L = t->L;
    const uint32_t *own = tacit_local_values(L, t->first[g]), *v = tacit_local_values(L, u);
    double sum = 0.0;
    for (size_t a = 0; a < L->axes && sum < most; a++) {
        const tacit_local_axis *axis = &L->axis[a];
        tacit_search_region r = t->region[g * L->axes + a];
        const double before = tacit_local_region_cost(axis, &r, own[a]);
        if (!widen(axis, own[a], v[a], &r))
            return -1.0;
        sum += (double)t->size[g] * (tacit_local_region_cost(axis, &r, own[a]) - before) +
               (double)L->size[u] * tacit_local_region_cost(axis, &r, v[a]);
    }
    return sum < most ? sum : -1.0;
}

void tacit_takers_join(tacit_takers *t, size_t g, uint32_t u)
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

void tacit_takers_undo(tacit_takers *t, size_t g, const tacit_search_region *before)
{
    const tacit_local *L = t->L;
    const uint32_t u = t->next[t->first[g]];
    memcpy(&t->region[g * L->axes], before, L->axes * sizeof *before);
    t->next[t->first[g]] = t->next[u];
    t->size[g] -= L->size[u];
}

size_t tacit_takers_list(tacit_takers *t, size_t g)
{
    size_t n = 0;
    for (uint32_t u = t->first[g]; u != TACIT_LOCAL_NONE; u = t->next[u])
        t->unit[n++] = u;
    return n;
}

void tacit_takers_set(tacit_takers *t, size_t g, const uint32_t *unit, size_t n)
{
    t->first[g] = TACIT_LOCAL_NONE;
    t->size[g] = 0;
    for (size_t i = n; i-- > 0;) {
        t->next[unit[i]] = t->first[g];
        t->first[g] = unit[i];
        t->size[g] += t->L->size[unit[i]];
    }
    if (n == 0)
        return;
    const bool shared = tacit_local_region(t->L, unit, n, &t->region[g * t->L->axes]);
    TACIT_ASSERT(shared);
}

/* Whether group g with unit u is accepted. */
static bool may_join(tacit_takers *t, size_t g, uint32_t u)
{
    if ((t->L->traits & TACIT_JUDGE_MONOTONE) != 0)
        return true;
    const size_t n = tacit_takers_list(t, g);
    t->unit[n] = u;
    return tacit_local_accepts(t->L, t->unit, n + 1);
}

/* The group that adds least of those not tried yet; the number of groups if none is left. */
static size_t least_added(const tacit_takers *t)
{
    size_t best = t->groups;
    for (size_t g = 0; g < t->groups; g++)
        if (t->adds[g] >= 0.0 && (best == t->groups || t->adds[g] < t->adds[best]))
            best = g;
    return best;
}

size_t tacit_takers_find(tacit_takers *t, uint32_t u, double most, size_t not_this)
{
    const bool sure = (t->L->traits & TACIT_JUDGE_MONOTONE) != 0;
    double limit = most;
    t->looks += (double)t->groups;
    for (size_t g = 0; g < t->groups; g++) {
        const bool open = g != not_this && t->first[g] != TACIT_LOCAL_NONE;
        t->adds[g] = open ? tacit_takers_added(t, g, u, limit) : -1.0;
        if (sure && t->adds[g] >= 0.0)
            limit = t->adds[g];
    }
    for (int i = 0; i < MOST_TRIES; i++) {
        const size_t best = least_added(t);
        if (best == t->groups || may_join(t, best, u))
            return best;
        t->adds[best] = -1.0;
    }
    return t->groups;
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

tacit_status tacit_takers_make(tacit_ctx *cx, tacit_local *L, uint32_t *group, size_t *groups,
                               tacit_takers *out)
{
    tacit_local_lists lists;
    TACIT_TRY(drop_empty(cx, L, group, groups));
    tacit_takers *t = out;
    *t = (tacit_takers){ .L = L, .groups = *groups };
    TACIT_TRY(tacit_local_lists_make(cx, L, &lists));
    TACIT_TRY(tacit_scratch(cx, t->groups * L->axes, sizeof *t->region, &t->region));
    TACIT_TRY(tacit_scratch(cx, t->groups, sizeof *t->size, &t->size));
    TACIT_TRY(tacit_scratch(cx, t->groups, sizeof *t->first, &t->first));
    TACIT_TRY(tacit_scratch(cx, t->groups, sizeof *t->adds, &t->adds));
    TACIT_TRY(tacit_scratch(cx, L->n, sizeof *t->next, &t->next));
    TACIT_TRY(tacit_scratch(cx, L->n + 1, sizeof *t->unit, &t->unit));
    tacit_local_lists_of(L, group, t->groups, &lists);
    for (size_t g = 0; g < t->groups; g++)
        tacit_takers_set(t, g, &lists.unit[lists.start[g]], lists.start[g + 1] - lists.start[g]);
    return TACIT_OK;
}
