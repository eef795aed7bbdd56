/*
 * refine.c - the classes of a node as groups, and units without a group taken in.
 *
 * Each unit joins the group where it adds least (local_takers.c).  Unless all must be taken
 * in, a unit stays out if that is cheaper.  O(groups * axes) for each unit taken in; after
 * MOST_LOOKS at groups the rest stays out.
 */
#include <math.h>

#include "micro/search/local/takers.h"

#define MOST_LOOKS 3e8

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

tacit_status tacit_local_take_in(tacit_ctx *cx, tacit_local *L, tacit_take what, uint32_t *group,
                                 size_t *groups)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_takers t;
    TACIT_TRY(tacit_takers_make(cx, L, group, groups, &t));
    for (size_t u = 0; u < L->n && t.looks < MOST_LOOKS; u++) {
        if (group[u] != TACIT_LOCAL_NONE || L->size[u] == 0)
            continue;
        TACIT_TRY(tacit_tick(cx, u, L->n));
        const double apart = (double)L->size[u] * L->dear[u];
        const double most = what == TACIT_TAKE_ALL ? INFINITY : apart;
        const size_t g = tacit_takers_find(&t, (uint32_t)u, most, t.groups);
        if (g == t.groups)
            continue;
        tacit_takers_join(&t, g, (uint32_t)u);
        group[u] = (uint32_t)g;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
