/*
 * groups.h - strata that are large enough to be masked by themselves.
 */
#ifndef TACIT_MICRO_METHOD_NOISE_GROUPS_H
#define TACIT_MICRO_METHOD_NOISE_GROUPS_H

#include "micro/method/strata.h"
#include "table/take.h"

/* In scratch memory. */
typedef struct tacit_noise_groups {
    tacit_strata strata; /* those large enough, in order, and last the rest together; its
                            `row` is NULL if all rows of the table are one group */
    size_t pooled;       /* strata that were put together or joined to another */
} tacit_noise_groups;

/* The strata of `t` with at least `least` rows in which all of `cols` are present.  Smaller
 * ones are put together; if that is too small still, they join the largest, and if there is
 * none, all rows are one group.  O(rows * columns). */
tacit_status tacit_noise_groups_of(tacit_ctx *cx, const tacit_table *t, const tacit_select *cols,
                                   size_t least, tacit_noise_groups *out);

/* The rows of group `g`; none if there is no group. */
static inline tacit_row_list tacit_noise_group(const tacit_noise_groups *groups, size_t g)
{
    const tacit_strata *s = &groups->strata;
    if (g >= s->n)
        return (tacit_row_list){ 0, NULL };
    return (tacit_row_list){ s->start[g + 1] - s->start[g],
                             s->row == NULL ? NULL : s->row + s->start[g] };
}

/* The i-th of `rows`. */
static inline size_t tacit_row_at(const tacit_row_list *rows, size_t i)
{
    return rows->at == NULL ? i : rows->at[i];
}

/* Say in `told` that strata were put together, if any were. */
tacit_status tacit_noise_groups_tell(tacit_ctx *cx, const tacit_noise_groups *groups, size_t least,
                                     tacit_result *told);

#endif
