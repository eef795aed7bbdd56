/*
 * records.c - one-to-one links of records: on all pairs, or on lists of candidates.
 *
 * Up to ALL_PAIRS pairs the matrix of distances is made and solved (assign.c); beyond, lists
 * of the nearest and a proof (assign_lists.c).  If there are fewer columns than rows the two
 * change places.  Records are sorted before, so that which of several best assignments is
 * found does not depend on the order of the files.  Missing values: as space.h says.
 */
#include "micro/linkage/assign/assign.h"

#include "micro/linkage/assign/lists.h"
#include "micro/linkage/assign/order.h"

/* Pairs of which all distances are kept, and candidates of a row beyond that. */
enum { ALL_PAIRS = 4000000, LISTED = 12, TURN = 256 };

tacit_status tacit_assign_costs(tacit_ctx *cx, const tacit_space *space, const tacit_records *from,
                                const tacit_records *to, double *cost)
{
    for (size_t start = 0; start < from->n; start += TURN) {
        const size_t end = start + TURN < from->n ? start + TURN : from->n;
        TACIT_TRY(tacit_tick(cx, start, from->n));
#pragma omp parallel for schedule(static)
        for (size_t i = start; i < end; i++)
            for (size_t j = 0; j < to->n; j++)
                cost[i * to->n + j] = tacit_space_distance(space, from, i, to, j);
    }
    return TACIT_OK;
}

/* All pairs, `from` having at most as many records as `to`. */
static tacit_status solve_all(tacit_ctx *cx, const tacit_space *space, const tacit_records *from,
                              const tacit_records *to, uint32_t *to_of)
{
    double *cost = NULL;
    TACIT_TRY(tacit_scratch(cx, from->n * to->n, sizeof *cost, &cost));
    TACIT_TRY(tacit_assign_costs(cx, space, from, to, cost));
    return tacit_assign_dense(cx, cost, from->n, to->n, to_of);
}

/* Set to_of from the links of the other side. */
static void turn_round(const uint32_t *other, size_t n_other, uint32_t *to_of, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to_of[i] = TACIT_UNASSIGNED;
    for (size_t j = 0; j < n_other; j++)
        to_of[other[j]] = (uint32_t)j;
}

static tacit_status assign_all(tacit_ctx *cx, const tacit_space *space, const tacit_records *from,
                               const tacit_records *to, tacit_assignment *out)
{
    uint32_t *to_of = NULL, *other = NULL;
    TACIT_TRY(tacit_scratch(cx, from->n, sizeof *to_of, &to_of));
    const size_t mark = tacit_scratch_mark(cx);
    if (from->n <= to->n) {
        TACIT_TRY(solve_all(cx, space, from, to, to_of));
    } else {
        TACIT_TRY(tacit_scratch(cx, to->n, sizeof *other, &other));
        TACIT_TRY(solve_all(cx, space, to, from, other));
        turn_round(other, to->n, to_of, from->n);
    }
    tacit_scratch_release(cx, mark);
    *out = (tacit_assignment){ .to_of = to_of };
    for (size_t i = 0; i < from->n; i++)
        if (to_of[i] != TACIT_UNASSIGNED)
            out->total += tacit_space_distance(space, from, i, to, to_of[i]);
    return TACIT_OK;
}

tacit_status tacit_assign_records(tacit_ctx *cx, const tacit_space *space,
                                  const tacit_records *from, const tacit_records *to,
                                  tacit_assignment *out)
{
    uint32_t *to_of = NULL;
    tacit_ordered a, b;
    tacit_assignment found;
    TACIT_TRY(tacit_scratch(cx, from->n, sizeof *to_of, &to_of));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_order_records(cx, space, from, &a));
    TACIT_TRY(tacit_order_records(cx, space, to, &b));
    if ((double)from->n * (double)to->n <= ALL_PAIRS)
        TACIT_TRY(assign_all(cx, space, &a.records, &b.records, &found));
    else
        TACIT_TRY(tacit_assign_lists(cx, space, &a.records, &b.records, LISTED, &found));
    for (size_t i = 0; i < from->n; i++)
        to_of[a.row[i]] =
            found.to_of[i] == TACIT_UNASSIGNED ? TACIT_UNASSIGNED : b.row[found.to_of[i]];
    tacit_scratch_release(cx, mark);
    *out = (tacit_assignment){ .to_of = to_of, .total = found.total, .gap = found.gap };
    return TACIT_OK;
}
