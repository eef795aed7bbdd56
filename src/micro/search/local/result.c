/*
 * result.c - from a plan of groups to a recoding.
 *
 * O(units * axes).
 */
#include "base/hash.h"
#include "base/memory.h"
#include "micro/search/local/own.h"
#include "micro/search/loss.h"

/* ---- regions of a plan ---- */

static bool same_region(const tacit_search_region *x, const tacit_search_region *y, size_t axes)
{
    for (size_t a = 0; a < axes; a++)
        if (x[a].level != y[a].level || x[a].label != y[a].label || x[a].last != y[a].last)
            return false;
    return true;
}

static uint64_t hash_region(const tacit_search_region *x, size_t axes)
{
    uint64_t hash = 0;
    for (size_t a = 0; a < axes; a++)
        hash = tacit_hash_u64(tacit_hash_u64(hash ^ x[a].label) ^ x[a].last ^
                              (uint64_t)x[a].level << 32);
    return hash;
}

/* The narrowest region of each group that has units. */
static void find_regions(const tacit_local *L, const tacit_local_lists *lists,
                         tacit_search_region *region)
{
    for (size_t g = 0; g < lists->n; g++) {
        const size_t from = lists->start[g], n = lists->start[g + 1] - from;
        if (n == 0)
            continue;
        const bool shared = tacit_local_region(L, &lists->unit[from], n, &region[g * L->axes]);
        TACIT_ASSERT(shared);
    }
}

/* The first group with the same region, for each group that has units. */
static tacit_status find_twins(tacit_ctx *cx, const tacit_local *L, const tacit_local_lists *lists,
                               const tacit_search_region *region, uint32_t *twin)
{
    uint32_t *table = NULL;
    size_t slots = 16;
    while (slots < 2 * lists->n)
        slots *= 2;
    TACIT_TRY(tacit_scratch(cx, slots, sizeof *table, &table));
    for (size_t g = 0; g < lists->n; g++) {
        const tacit_search_region *r = &region[g * L->axes];
        size_t at = hash_region(r, L->axes) & (slots - 1);
        if (lists->start[g] == lists->start[g + 1])
            continue;
        while (table[at] != 0 && !same_region(&region[(table[at] - 1) * L->axes], r, L->axes))
            at = (at + 1) & (slots - 1);
        if (table[at] == 0)
            table[at] = (uint32_t)g + 1;
        twin[g] = table[at] - 1;
    }
    return TACIT_OK;
}

tacit_status tacit_local_settle(tacit_ctx *cx, tacit_local *L, uint32_t *group, size_t *groups)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_local_lists lists;
    tacit_search_region *region = NULL;
    uint32_t *twin = NULL;
    TACIT_TRY(tacit_local_lists_make(cx, L, &lists));
    TACIT_TRY(tacit_scratch(cx, *groups * L->axes, sizeof *region, &region));
    TACIT_TRY(tacit_scratch(cx, *groups, sizeof *twin, &twin));
    tacit_local_lists_of(L, group, *groups, &lists);
    find_regions(L, &lists, region);
    TACIT_TRY(find_twins(cx, L, &lists, region, twin));
    for (size_t u = 0; u < L->n; u++)
        if (group[u] != TACIT_LOCAL_NONE)
            group[u] = twin[group[u]];
    tacit_scratch_release(cx, mark);
    return tacit_local_keep_accepted(cx, L, group, groups);
}

/* ---- the recoding ---- */

/* The share of the domain that a region stands for. */
static double share_of(const tacit_axis *x, const tacit_search_region *r)
{
    if (r->level == TACIT_REGION_RANGE)
        return (double)(r->last - r->label + 1) / x->domain;
    return x->share[r->level][r->label];
}

/* The loss of an axis, as it would be measured on the output. */
static double axis_loss(const tacit_local *L, size_t a, const uint32_t *group,
                        const tacit_recoding *r)
{
    const tacit_axis *x = L->axis[a].x;
    double sum = 0.0, known = 0.0;
    for (size_t u = 0; u < L->n; u++) {
        if (tacit_local_values(L, u)[a] == x->missing)
            continue;
        const double share =
            group[u] == TACIT_LOCAL_NONE ? 1.0 : share_of(x, &r->region[group[u] * L->axes + a]);
        sum += share * (double)L->size[u];
        known += (double)L->size[u];
    }
    return tacit_loss_granularity(x, sum, known);
}

static void find_loss(const tacit_local *L, const uint32_t *group, tacit_recoding *r)
{
    const double *weight = L->spec->weight;
    double weights = 0.0;
    for (size_t a = 0; a < L->axes; a++) {
        const double w = weight != NULL ? weight[a] : 1.0;
        r->by_axis[a] = axis_loss(L, a, group, r);
        r->loss += w * r->by_axis[a];
        weights += w;
    }
    r->loss = weights > 0.0 ? r->loss / weights : 0.0;
    for (size_t u = 0; u < L->n; u++)
        r->suppressed += group[u] == TACIT_LOCAL_NONE ? L->size[u] : 0;
}

/* Count the units of each cell: those of divided cells are parts. */
static tacit_status list_parts(tacit_ctx *cx, const tacit_local *L, const uint32_t *group,
                               tacit_recoding *r)
{
    uint32_t *units = NULL;
    size_t *place = NULL;
    const size_t cells = L->s->cells.n;
    TACIT_TRY(tacit_scratch(cx, cells, sizeof *units, &units));
    TACIT_TRY(tacit_scratch(cx, cells + 1, sizeof *place, &place));
    for (size_t u = 0; u < L->n; u++)
        units[L->cell[u]]++;
    for (size_t c = 0; c < cells; c++) {
        place[c] = r->n_parts;
        r->n_parts += units[c] > 1 ? units[c] : 0;
    }
    TACIT_TRY(tacit_alloc(cx, r->n_parts, sizeof *r->part, &r->part));
    for (size_t u = 0; u < L->n; u++) {
        const uint32_t c = L->cell[u];
        const uint32_t g = group[u] == TACIT_LOCAL_NONE ? (uint32_t)r->n : group[u];
        r->group[c] = g;
        if (units[c] > 1)
            r->part[place[c]++] = (tacit_cell_part){ c, g, L->size[u] };
    }
    return TACIT_OK;
}

static tacit_status fill(tacit_ctx *cx, const tacit_local *L, const uint32_t *group,
                         tacit_recoding *r)
{
    tacit_local_lists lists;
    TACIT_TRY(tacit_local_lists_make(cx, L, &lists));
    TACIT_TRY(tacit_alloc(cx, L->s->cells.n, sizeof *r->group, &r->group));
    TACIT_TRY(tacit_alloc(cx, r->n * L->axes, sizeof *r->region, &r->region));
    TACIT_TRY(tacit_alloc(cx, L->axes, sizeof *r->by_axis, &r->by_axis));
    for (size_t c = 0; c < L->s->cells.n; c++)
        r->group[c] = (uint32_t)r->n;
    tacit_local_lists_of(L, group, r->n, &lists);
    find_regions(L, &lists, r->region);
    find_loss(L, group, r);
    return list_parts(cx, L, group, r);
}

tacit_status tacit_local_result(tacit_ctx *cx, const tacit_local *L, const uint32_t *group,
                                size_t groups, tacit_recoding **out)
{
    tacit_recoding *r = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *r, &r));
    r->n = groups;
    const tacit_status status = fill(cx, L, group, r);
    if (status != TACIT_OK) {
        tacit_recoding_free(r);
        return status;
    }
    *out = r;
    return TACIT_OK;
}

tacit_status tacit_recoding_rows(tacit_ctx *cx, const tacit_search_space *s,
                                 const tacit_recoding *r, uint32_t *group_of_row)
{
    const size_t mark = tacit_scratch_mark(cx);
    size_t *at = NULL; /* part + 1 that takes the next record of each cell */
    uint64_t *left = NULL;
    TACIT_TRY(tacit_scratch(cx, r->n_parts > 0 ? s->cells.n : 0, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, r->n_parts, sizeof *left, &left));
    for (size_t p = r->n_parts; p-- > 0;) {
        at[r->part[p].cell] = p + 1;
        left[p] = r->part[p].records;
    }
    for (size_t i = 0; i < s->rows; i++) {
        const uint32_t cell = s->cell_of_row[i];
        group_of_row[i] = r->group[cell];
        if (r->n_parts == 0 || at[cell] == 0)
            continue;
        while (left[at[cell] - 1] == 0)
            at[cell]++;
        group_of_row[i] = r->part[at[cell] - 1].group;
        left[at[cell] - 1]--;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

void tacit_recoding_free(tacit_recoding *r)
{
    if (r == NULL)
        return;
    tacit_free(r->group);
    tacit_free(r->region);
    tacit_free(r->by_axis);
    tacit_free(r->part);
    tacit_free(r);
}
