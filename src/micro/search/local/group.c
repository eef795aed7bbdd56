/*
 * group.c - groups of units: whether they are accepted, what they are released with
 * and what that costs.
 *
 * A group is released, on each axis, with the lowest label that its units share, or with
 * the range from their least to their greatest value where ranges are allowed and narrower.
 * O(units * axes) for all groups of a plan.
 */
#include "micro/search/local/own.h"

#include <string.h>

/* ---- lists ---- */

tacit_status tacit_local_lists_make(tacit_ctx *cx, const tacit_local *L, tacit_local_lists *out)
{
    *out = (tacit_local_lists){ .n = 0 };
    TACIT_TRY(tacit_scratch(cx, L->room, sizeof *out->unit, &out->unit));
    return tacit_scratch(cx, L->room + 2, sizeof *out->start, &out->start);
}

void tacit_local_lists_of(const tacit_local *L, const uint32_t *group, size_t groups,
                          tacit_local_lists *out)
{
    TACIT_ASSERT(groups <= L->room);
    size_t *start = out->start;
    memset(start, 0, (groups + 2) * sizeof *start);
    for (size_t u = 0; u < L->n; u++)
        if (group[u] != TACIT_LOCAL_NONE)
            start[group[u] + 2]++;
    for (size_t g = 0; g < groups; g++)
        start[g + 2] += start[g + 1];
    for (size_t u = 0; u < L->n; u++)
        if (group[u] != TACIT_LOCAL_NONE)
            out->unit[start[group[u] + 1]++] = (uint32_t)u;
    out->n = groups;
}

/* ---- the judge ---- */

static void mark_by_size(const tacit_local *L, const tacit_local_lists *lists, bool *marked)
{
    for (size_t c = 0; c < lists->n; c++) {
        uint64_t sum = 0;
        for (size_t i = lists->start[c]; i < lists->start[c + 1] && sum < L->least; i++)
            sum += L->size[lists->unit[i]];
        marked[c] = sum < L->least || sum == 0;
    }
}

/* Sort numbers upwards (Shell's sort); there are few. */
static void sort_values(uint32_t *x, size_t n)
{
    for (size_t gap = n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11) {
        for (size_t i = gap; i < n; i++) {
            const uint32_t key = x[i];
            size_t j = i;
            for (; j >= gap && x[j - gap] > key; j -= gap)
                x[j] = x[j - gap];
            x[j] = key;
        }
    }
}

/* Add up the counts of one class for wanted column i. */
static void show_class(tacit_local *L, const tacit_local_lists *lists, size_t c, size_t i)
{
    tacit_local_view *v = &L->view;
    const tacit_search_pairs *from = v->from[i];
    tacit_search_pairs *to = &v->pairs[i];
    size_t n = 0, at = to->start[c];
    for (size_t k = lists->start[c]; k < lists->start[c + 1]; k++) {
        const uint32_t cell = L->cell[lists->unit[k]];
        for (size_t p = from->start[cell]; p < from->start[cell + 1]; p++) {
            if (v->sum[from->value[p]] == 0)
                v->touched[n++] = from->value[p];
            v->sum[from->value[p]] += from->count[p];
        }
    }
    sort_values(v->touched, n);
    for (size_t k = 0; k < n; k++) {
        to->value[at] = v->touched[k];
        to->count[at++] = v->sum[v->touched[k]];
        v->sum[v->touched[k]] = 0;
    }
    to->start[c + 1] = at;
}

static void show_sizes(tacit_local *L, const tacit_local_lists *lists, size_t c)
{
    tacit_local_view *v = &L->view;
    v->size[c] = 0;
    if (v->population != NULL)
        v->population[c] = 0.0;
    for (size_t k = lists->start[c]; k < lists->start[c + 1]; k++) {
        v->size[c] += L->size[lists->unit[k]];
        if (v->population != NULL)
            v->population[c] += L->s->cells.population[L->cell[lists->unit[k]]];
    }
}

tacit_judge_view tacit_local_show(tacit_local *L, const tacit_local_lists *lists, uint64_t least)
{
    tacit_local_view *v = &L->view;
    for (size_t c = 0; c < lists->n; c++) {
        show_sizes(L, lists, c);
        for (size_t i = 0; i < v->n_pairs; i++) {
            v->pairs[i].start[c + 1] = v->pairs[i].start[c];
            if (v->size[c] >= least)
                show_class(L, lists, c, i);
        }
    }
    return (tacit_judge_view){
        .n = lists->n, .size = v->size, .population = v->population, .pairs = v->shown
    };
}

void tacit_local_judge(tacit_local *L, const tacit_local_lists *lists, bool *marked)
{
    const tacit_local_view *v = &L->view;
    if (L->least > 0) {
        mark_by_size(L, lists, marked);
        return;
    }
    const tacit_judge_view view = tacit_local_show(L, lists, L->floor);
    (void)tacit_judge_mark(L->judge, &view, marked);
    for (size_t c = 0; c < lists->n; c++)
        marked[c] = marked[c] || v->size[c] < L->floor || v->size[c] == 0;
}

bool tacit_local_accepts(tacit_local *L, uint32_t *unit, size_t n)
{
    size_t start[2] = { 0, n };
    bool marked = false;
    tacit_local_judge(L, &(tacit_local_lists){ .n = 1, .unit = unit, .start = start }, &marked);
    return !marked;
}

/* ---- regions ---- */

double tacit_local_region_cost(const tacit_local_axis *a, const tacit_search_region *r,
                               uint32_t value)
{
    if (value == a->x->missing)
        return 0.0;
    if (r->level != TACIT_REGION_RANGE)
        return a->cost[r->level][value];
    return a->scale * (double)(r->last - r->label) / (a->x->domain - 1.0);
}

/* The lowest level at which the units have one label; above `high` if there is none. */
static size_t shared_level(const tacit_local *L, size_t a, const uint32_t *unit, size_t n)
{
    const tacit_axis *x = L->axis[a].x;
    const uint32_t first = tacit_local_values(L, unit[0])[a];
    size_t l = x->low;
    for (size_t i = 1; i < n && l <= x->high; i++) {
        const uint32_t v = tacit_local_values(L, unit[i])[a];
        while (l <= x->high && x->label[l][v] != x->label[l][first])
            l++;
    }
    return l;
}

/* The range of the units' values; false if one of them is missing. */
static bool find_range(const tacit_local *L, size_t a, const uint32_t *unit, size_t n,
                       tacit_search_region *out)
{
    *out = (tacit_search_region){ .level = TACIT_REGION_RANGE, .label = UINT32_MAX };
    for (size_t i = 0; i < n; i++) {
        const uint32_t v = tacit_local_values(L, unit[i])[a];
        if (v == L->axis[a].x->missing)
            return false;
        out->label = v < out->label ? v : out->label;
        out->last = v > out->last ? v : out->last;
    }
    return true;
}

static bool find_region(const tacit_local *L, size_t a, const uint32_t *unit, size_t n,
                        tacit_search_region *out)
{
    const tacit_local_axis *axis = &L->axis[a];
    const uint32_t first = tacit_local_values(L, unit[0])[a];
    const size_t l = shared_level(L, a, unit, n);
    const bool has = l <= axis->x->high;
    tacit_search_region range;
    if (has)
        *out = (tacit_search_region){ .level = (uint8_t)l, .label = axis->x->label[l][first] };
    if (!axis->range || (has && l == 0) || !find_range(L, a, unit, n, &range))
        return has;
    const double cost = tacit_local_region_cost(axis, &range, first);
    if (!has || cost < tacit_local_region_cost(axis, out, first))
        *out = range;
    return true;
}

bool tacit_local_region(const tacit_local *L, const uint32_t *unit, size_t n,
                        tacit_search_region *out)
{
    TACIT_ASSERT(n > 0);
    for (size_t a = 0; a < L->axes; a++)
        if (!find_region(L, a, unit, n, &out[a]))
            return false;
    return true;
}

/* ---- loss ---- */

double tacit_local_group_cost(const tacit_local *L, const uint32_t *unit, size_t n,
                              tacit_search_region *region)
{
    double sum = 0.0;
    const bool shared = tacit_local_region(L, unit, n, region);
    TACIT_ASSERT(shared);
    for (size_t i = 0; i < n; i++) {
        const uint32_t *v = tacit_local_values(L, unit[i]);
        double cost = 0.0;
        for (size_t a = 0; a < L->axes; a++)
            cost += tacit_local_region_cost(&L->axis[a], &region[a], v[a]);
        sum += cost * (double)L->size[unit[i]];
    }
    return sum;
}

tacit_status tacit_local_costs(tacit_ctx *cx, const tacit_local *L, const uint32_t *group,
                               size_t groups, double *cost)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_local_lists lists;
    tacit_search_region *region = NULL;
    TACIT_TRY(tacit_local_lists_make(cx, L, &lists));
    TACIT_TRY(tacit_scratch(cx, L->axes, sizeof *region, &region));
    tacit_local_lists_of(L, group, groups, &lists);
    for (size_t g = 0; g < groups; g++) {
        const size_t from = lists.start[g], n = lists.start[g + 1] - from;
        cost[g] = n > 0 ? tacit_local_group_cost(L, &lists.unit[from], n, region) : 0.0;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_local_total(tacit_ctx *cx, const tacit_local *L, const uint32_t *group,
                               size_t groups, double *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *cost = NULL;
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *cost, &cost));
    TACIT_TRY(tacit_local_costs(cx, L, group, groups, cost));
    *out = 0.0;
    for (size_t g = 0; g < groups; g++)
        *out += cost[g];
    for (size_t u = 0; u < L->n; u++)
        if (group[u] == TACIT_LOCAL_NONE)
            *out += L->dear[u] * (double)L->size[u];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
