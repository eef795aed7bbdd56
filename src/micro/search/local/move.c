/*
 * move.c - units moved to better groups, and groups dissolved (own design).
 *
 * Groups are gone through from the dearest a record downwards, again and again until a
 * round changes nothing.  A group is dissolved if its units, one after the other, can join
 * other groups for less in all than the group costs.  Otherwise single units leave it if
 * what they add elsewhere is less than what the group saves without them, and the judge
 * accepts what remains.  If the exact loss is not less in the end, nothing is changed.
 *
 * Cost: O(groups * axes) for each unit that is tried, so without a time limit only
 * MOST_LOOKS groups are looked at: enough for all of a small table, and for the dearest
 * groups of a large one; and O(units of the group * axes) for each unit of it, up to
 * MOST_WEIGHED in all.
 */
#include <string.h>

#include "base/sort.h"
#include "micro/search/local/takers.h"

enum { MOST_ROUNDS = 20 };

/* Looks at groups, and units of groups that are weighed, if no time is given. */
#define MOST_LOOKS 1e6
#define MOST_WEIGHED 2e7

/* A saving must be more than rounding. */
#define LEAST_SAVING 1e-9

typedef struct mover {
    tacit_ctx *cx;
    tacit_local *L;
    tacit_takers t;
    uint32_t *group;             /* of each unit */
    uint32_t *member;            /* of the group at hand */
    uint32_t *went;              /* where each of them joined */
    tacit_search_region *before; /* what the groups that they joined had: members * axes */
    size_t room;                 /* members that `before` has room for */
    size_t moves;
    double weighed; /* units of groups whose cost was found again */
} mover;

static bool is_over(const mover *m)
{
    if (m->L->deadline > 0.0)
        return tacit_local_is_late(m->L);
    return m->t.looks >= MOST_LOOKS || m->weighed >= MOST_WEIGHED;
}

/* Let the members of group g join others for less than the group costs, or none of them. */
static bool dissolve(mover *m, size_t g, size_t n, double cost)
{
    const size_t axes = m->L->axes;
    double left = cost - LEAST_SAVING;
    size_t joined = 0;
    if (n > m->room)
        return false;
    for (; joined < n; joined++) {
        const uint32_t u = m->member[joined];
        const size_t h = tacit_takers_find(&m->t, u, left, g);
        if (h == m->t.groups)
            break;
        left -= tacit_takers_added(&m->t, h, u, left);
        memcpy(&m->before[joined * axes], &m->t.region[h * axes], axes * sizeof *m->before);
        m->went[joined] = (uint32_t)h;
        tacit_takers_join(&m->t, h, u);
    }
    const bool all = joined == n;
    while (!all && joined-- > 0)
        tacit_takers_undo(&m->t, m->went[joined], &m->before[joined * axes]);
    for (size_t i = 0; all && i < n; i++)
        m->group[m->member[i]] = m->went[i];
    tacit_takers_set(&m->t, g, m->member, all ? 0 : n);
    return all;
}

/* Let member i of group g leave, if that saves; whether it did.  `cost` is the group's. */
static bool let_go(mover *m, size_t g, size_t i, size_t n, double *cost)
{
    const uint32_t u = m->member[i];
    m->member[i] = m->member[n - 1];
    m->member[n - 1] = u;
    m->weighed += (double)n;
    const double rest = tacit_local_group_cost(m->L, m->member, n - 1, m->before);
    const double gain = *cost - rest - LEAST_SAVING;
    if (gain <= 0.0 || !tacit_local_accepts(m->L, m->member, n - 1))
        return false;
    const size_t h = tacit_takers_find(&m->t, u, gain, g);
    if (h == m->t.groups)
        return false;
    tacit_takers_set(&m->t, g, m->member, n - 1);
    tacit_takers_join(&m->t, h, u);
    m->group[u] = (uint32_t)h;
    *cost = rest;
    return true;
}

/* Dissolve group g or let some of its units go. */
static void improve(mover *m, size_t g)
{
    size_t n = tacit_takers_list(&m->t, g);
    memcpy(m->member, m->t.unit, n * sizeof *m->member);
    double cost = tacit_local_group_cost(m->L, m->member, n, m->before);
    if (dissolve(m, g, n, cost)) {
        m->moves++;
        return;
    }
    for (size_t i = n; i-- > 0 && n > 1 && !is_over(m);) {
        if (i >= n || !let_go(m, g, i, n, &cost))
            continue;
        m->moves++;
        n--;
    }
}

/* One round through all groups, the dearest first. */
static tacit_status go_round(mover *m)
{
    const size_t mark = tacit_scratch_mark(m->cx);
    const size_t groups = m->t.groups;
    tacit_keyed *order = NULL;
    double *cost = NULL;
    TACIT_TRY(tacit_scratch(m->cx, groups, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(m->cx, groups, sizeof *cost, &cost));
    TACIT_TRY(tacit_local_costs(m->cx, m->L, m->group, groups, cost));
    for (size_t g = 0; g < groups; g++) {
        const double size = (double)(m->t.size[g] > 0 ? m->t.size[g] : 1);
        order[g] = (tacit_keyed){ tacit_sort_key_real(-cost[g] / size), g };
    }
    TACIT_TRY(tacit_sort_keyed(m->cx, order, groups));
    m->moves = 0;
    for (size_t i = 0; i < groups && !is_over(m); i++) {
        const size_t g = (size_t)order[i].row;
        if (cost[g] > LEAST_SAVING && m->t.first[g] != TACIT_LOCAL_NONE)
            improve(m, g);
        TACIT_TRY(tacit_tick(m->cx, i, groups));
    }
    tacit_scratch_release(m->cx, mark);
    return TACIT_OK;
}

static tacit_status make_mover(tacit_ctx *cx, mover *m, size_t *groups)
{
    const size_t axes = m->L->axes;
    TACIT_TRY(tacit_takers_make(cx, m->L, m->group, groups, &m->t));
    m->room = m->L->n < 4096 ? m->L->n : 4096;
    TACIT_TRY(tacit_scratch(cx, m->L->n, sizeof *m->member, &m->member));
    TACIT_TRY(tacit_scratch(cx, m->L->n, sizeof *m->went, &m->went));
    return tacit_scratch(cx, (m->room + 1) * axes, sizeof *m->before, &m->before);
}

tacit_status tacit_local_move(tacit_ctx *cx, tacit_local *L, uint32_t *group, size_t *groups)
{
    const size_t mark = tacit_scratch_mark(cx);
    mover m = { .cx = cx, .L = L, .group = group };
    uint32_t *old = NULL;
    double before = 0.0, after = 0.0;
    TACIT_TRY(make_mover(cx, &m, groups));
    TACIT_TRY(tacit_scratch(cx, L->n, sizeof *old, &old));
    memcpy(old, group, L->n * sizeof *old);
    TACIT_TRY(tacit_local_total(cx, L, group, *groups, &before));
    for (int i = 0; i < MOST_ROUNDS && !is_over(&m); i++) {
        TACIT_TRY(go_round(&m));
        if (m.moves == 0)
            break;
    }
    TACIT_TRY(tacit_local_total(cx, L, group, *groups, &after));
    if (after > before)
        memcpy(group, old, L->n * sizeof *old);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
