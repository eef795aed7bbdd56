/*
 * rescue.c - records that no group can take in, rescued by giving up groups (own
 * design).
 *
 * Where what is required depends on sensitive values, a cascade releases the classes that
 * are easy and leaves records whose sensitive values are too much alike to be accepted even
 * all together.  Groups are then given up, those first whose records cost most already and
 * so have least to lose, until they and the records left are accepted as one group, with
 * the highest labels; splitting makes the best of it afterwards.  If all groups are given up
 * and the judge still refuses, nothing is changed.
 *
 * Groups are given up in steps of at least a fiftieth of the records gathered so far, so
 * the judge is asked O(log) times: O(units * log(units)).
 */
#include "base/sort.h"
#include "micro/search/local/own.h"

enum { STEP = 50 };

/* Groups by cost of a record, dearest first. */
static tacit_status order_groups(tacit_ctx *cx, const tacit_local *L, const uint32_t *group,
                                 size_t groups, tacit_keyed **out)
{
    double *cost = NULL;
    uint64_t *size = NULL;
    TACIT_TRY(tacit_scratch(cx, groups, sizeof **out, out));
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *cost, &cost));
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *size, &size));
    TACIT_TRY(tacit_local_costs(cx, L, group, groups, cost));
    for (size_t u = 0; u < L->n; u++)
        if (group[u] != TACIT_LOCAL_NONE)
            size[group[u]] += L->size[u];
    for (size_t g = 0; g < groups; g++) {
        const double mean = size[g] > 0 ? cost[g] / (double)size[g] : 0.0;
        (*out)[g] = (tacit_keyed){ tacit_sort_key_real(-mean), g };
    }
    return tacit_sort_keyed(cx, *out, groups);
}

/* Units gathered to be one group. */
typedef struct gathering {
    tacit_local *L;
    uint32_t *unit;
    size_t n;
    uint64_t size;
} gathering;

static void gather(gathering *g, uint32_t u)
{
    g->unit[g->n++] = u;
    g->size += g->L->size[u];
}

/* Gather groups in this order until the judge accepts; false if it never does. */
static bool gather_groups(gathering *g, const tacit_local_lists *lists, const tacit_keyed *order)
{
    uint64_t asked = 0;
    for (size_t i = 0; i < lists->n; i++) {
        const uint64_t k = order[i].row;
        for (size_t j = lists->start[k]; j < lists->start[k + 1]; j++)
            gather(g, lists->unit[j]);
        if (i + 1 < lists->n && g->size - asked < asked / STEP)
            continue;
        asked = g->size;
        if (tacit_local_accepts(g->L, g->unit, g->n))
            return true;
    }
    return false;
}

tacit_status tacit_local_rescue(tacit_ctx *cx, tacit_local *L, uint32_t *group, size_t *groups)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_local_lists lists;
    tacit_keyed *order = NULL;
    tacit_search_region *region = NULL;
    gathering g = { .L = L };
    TACIT_TRY(tacit_local_lists_make(cx, L, &lists));
    TACIT_TRY(tacit_scratch(cx, L->n, sizeof *g.unit, &g.unit));
    TACIT_TRY(tacit_scratch(cx, L->axes, sizeof *region, &region));
    TACIT_TRY(order_groups(cx, L, group, *groups, &order));
    tacit_local_lists_of(L, group, *groups, &lists);
    for (size_t u = 0; u < L->n; u++)
        if (group[u] == TACIT_LOCAL_NONE)
            gather(&g, (uint32_t)u);
    if (gather_groups(&g, &lists, order) && tacit_local_region(L, g.unit, g.n, region)) {
        for (size_t i = 0; i < g.n; i++)
            group[g.unit[i]] = (uint32_t)*groups;
        ++*groups;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
