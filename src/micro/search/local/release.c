/*
 * release.c - what becomes of the units that no group has taken in.
 *
 * They are shown to the judge as one class more, which is marked; model/release.c says whether
 * they can be blanked, or go with which groups.  O(units + pairs).
 */
#include "micro/search/local/own.h"

/* Whether all keys of unit u are missing, and stay so. */
static bool is_blank(const tacit_local *L, size_t u)
{
    for (size_t a = 0; a < L->axes; a++) {
        const tacit_axis *x = L->axis[a].x;
        if (tacit_local_values(L, u)[a] != x->missing ||
            (x->low > 0 && tacit_axis_text(x, x->low, x->label[x->low][x->missing]) != NULL))
            return false;
    }
    return true;
}

/* The group that is released with all keys missing; `groups` if there is none. */
static size_t find_blank(const tacit_local *L, const uint32_t *group, size_t groups)
{
    size_t blank = groups;
    for (size_t u = 0; u < L->n; u++)
        if (group[u] != TACIT_LOCAL_NONE && is_blank(L, u))
            blank = group[u];
    for (size_t u = 0; u < L->n && blank < groups; u++)
        if (group[u] == blank && !is_blank(L, u))
            return groups;
    return blank;
}

/* Take their group from the units of marked groups, and number the rest anew. */
static void forget(const tacit_local *L, const bool *marked, uint32_t *number, uint32_t *group,
                   size_t *groups)
{
    size_t n = 0;
    for (size_t g = 0; g < *groups; g++)
        number[g] = marked[g] ? TACIT_LOCAL_NONE : (uint32_t)n++;
    for (size_t u = 0; u < L->n; u++)
        if (group[u] != TACIT_LOCAL_NONE)
            group[u] = number[group[u]];
    *groups = n;
}

/* If the sizes of classes are all that is required. */
static void release_by_size(const tacit_local *L, const uint32_t *group, size_t groups,
                            tacit_release *out)
{
    const size_t blank = find_blank(L, group, groups);
    uint64_t blanks = out->records;
    for (size_t u = 0; u < L->n; u++)
        blanks += blank < groups && group[u] == blank ? L->size[u] : 0;
    out->keeps = blanks >= L->least;
    if (L->spec->release == TACIT_RELEASE_REMOVE ||
        (L->spec->release == TACIT_RELEASE_AUTO && !out->keeps)) {
        out->removed = true;
        out->keeps = out->records < L->records;
    }
}

tacit_status tacit_local_release(tacit_ctx *cx, tacit_local *L, uint32_t *group, size_t *groups,
                                 tacit_release *out)
{
    const size_t mark = tacit_scratch_mark(cx), n = *groups;
    tacit_local_lists lists;
    bool *marked = NULL;
    uint32_t *number = NULL;
    *out = (tacit_release){ .keeps = true };
    for (size_t u = 0; u < L->n; u++)
        out->records += group[u] == TACIT_LOCAL_NONE ? L->size[u] : 0;
    if (out->records == 0 || L->spec->release == TACIT_RELEASE_UNJUDGED)
        return TACIT_OK;
    if (L->least > 0) {
        release_by_size(L, group, n, out);
        return TACIT_OK;
    }
    const size_t blank = find_blank(L, group, n);
    TACIT_TRY(tacit_judge_reserve(cx, L->judge, n + 1));
    TACIT_TRY(tacit_local_lists_make(cx, L, &lists));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *marked, &marked));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *number, &number));
    for (size_t u = 0; u < L->n; u++)
        group[u] = group[u] == TACIT_LOCAL_NONE ? (uint32_t)n : group[u];
    tacit_local_lists_of(L, group, n + 1, &lists);
    marked[n] = true;
    tacit_judge_view view = tacit_local_show(L, &lists, 0);
    view.blank = blank < n ? &blank : NULL;
    *out = tacit_judge_release(L->judge, &view, L->spec->release, out->records, marked);
    *groups = n + 1;
    forget(L, marked, number, group, groups);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
