/*
 * field_shares.c - how often all pairs of records show each level of one field.
 *
 * With c(v) rows of value v on one side and d(w) on the other, a run of value v covers c(v)
 * sum d(w) pairs.  Where runs nest, the levels of the pieces between their ends are summed
 * up piece by piece.  Within one table each pair is met from both of its records, and each
 * record meets itself.  O(rows + values + runs^2 of a value).
 */
#include "micro/linkage/compare.h"

/* Rows up to each value of b. */
static tacit_status count_up(tacit_ctx *cx, const uint32_t *value, size_t rows, uint32_t n,
                             double **out)
{
    TACIT_TRY(tacit_scratch(cx, (size_t)n + 2, sizeof **out, out));
    for (size_t i = 0; i < rows; i++)
        (*out)[value[i] + 1] += 1.0;
    for (size_t v = 0; v <= n; v++)
        (*out)[v + 1] += (*out)[v];
    return TACIT_OK;
}

/* Add `weight` times the rows of b at each level with value v, up from level 1.  Runs are
 * ordered by `low` and either nest or are apart. */
static void add_levels(const tacit_link_field *f, uint32_t v, const double *up, double weight,
                       double *seen)
{
    uint32_t level = 0;
    for (size_t r = f->from[v]; r < f->from[v + 1]; r++) {
        const tacit_run *run = &f->run[r];
        const bool nested = r > f->from[v] && run->low < f->run[r - 1].high;
        const double rows = weight * (up[run->high] - up[run->low]);
        if (nested)
            seen[level] -= rows;
        level = nested ? level + run->add : run->add;
        seen[level] += rows;
    }
}

tacit_status tacit_link_field_shares(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                                     const tacit_link_field *field, double share[TACIT_LEVELS_MAX])
{
    const size_t mark = tacit_scratch_mark(cx);
    double *a = NULL, *b = NULL, total = 0.0, agree = 0.0;
    for (size_t l = 0; l < TACIT_LEVELS_MAX; l++)
        share[l] = 0.0;
    TACIT_TRY(count_up(cx, field->a, pairs->n_a, field->n_a, &a));
    TACIT_TRY(count_up(cx, field->b, pairs->n_b, field->n_b, &b));
    for (uint32_t v = 0; v < field->n_a; v++)
        add_levels(field, v, b, a[v + 1] - a[v], share);
    const double present = a[field->n_a];
    total = present * b[field->n_b];
    if (pairs->within) {
        share[field->levels - 1] -= present;
        total -= present;
    }
    for (size_t l = 1; l < field->levels; l++) {
        agree += share[l];
        share[l] = total > 0.0 ? share[l] / total : 0.0;
    }
    share[0] = total > 0.0 ? (total - agree) / total : 0.0;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
