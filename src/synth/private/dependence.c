/*
 * dependence.c - how far a column is from being independent of others, in whole numbers.
 */
#include "synth/private/dependence.h"

/* Counts of a column and its parents, and where they stand. */
typedef struct joint {
    size_t xs, ps;
    tacit_i128 *count, *of_x, *of_p;
    size_t *x_at, *p_at;
} joint;

static tacit_status count_joint(tacit_ctx *cx, const tacit_private_table *t, size_t column,
                                tacit_scope parents, joint *j)
{
    const tacit_scope own = TACIT_SCOPE_OF(column), all = own | parents;
    *j = (joint){ .xs = t->size[column], .ps = tacit_scope_cells(t->size, parents) };
    TACIT_TRY(tacit_private_count(cx, t, all, &j->count));
    TACIT_TRY(tacit_scratch(cx, j->xs, sizeof *j->of_x, &j->of_x));
    TACIT_TRY(tacit_scratch(cx, j->ps, sizeof *j->of_p, &j->of_p));
    TACIT_TRY(tacit_scratch(cx, j->xs, sizeof *j->x_at, &j->x_at));
    TACIT_TRY(tacit_scratch(cx, j->ps, sizeof *j->p_at, &j->p_at));
    tacit_scope_places(t->size, all, own, j->x_at);
    tacit_scope_places(t->size, all, parents, j->p_at);
    for (size_t x = 0; x < j->xs; x++)
        for (size_t p = 0; p < j->ps; p++) {
            j->of_x[x] += j->count[j->x_at[x] + j->p_at[p]];
            j->of_p[p] += j->count[j->x_at[x] + j->p_at[p]];
        }
    return TACIT_OK;
}

tacit_status tacit_private_dependence(tacit_ctx *cx, const tacit_private_table *t, size_t column,
                                      tacit_scope parents, tacit_i128 *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    joint j;
    tacit_i128 sum = 0;
    TACIT_TRY(count_joint(cx, t, column, parents, &j));
    for (size_t x = 0; x < j.xs; x++)
        for (size_t p = 0; p < j.ps; p++) {
            const tacit_i128 off =
                (tacit_i128)t->rows * j.count[j.x_at[x] + j.p_at[p]] - j.of_x[x] * j.of_p[p];
            sum += off < 0 ? -off : off;
        }
    *out = sum;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

uint64_t tacit_private_dependence_moves(size_t rows)
{
    return 6 * (uint64_t)rows + 4;
}
