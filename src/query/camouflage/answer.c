/*
 * answer.c - sums, means, slopes, counts and order statistics over the polytope.
 */
#include <math.h>

#include "base/sort.h"
#include "query/camouflage/own.h"

tacit_camouflage_range tacit_camouflage_record(const tacit_camouflage *c, uint32_t i)
{
    tacit_camouflage_range r = { tacit_camouflage_at(c, 0, i), tacit_camouflage_at(c, 0, i) };
    for (size_t j = 1; j < c->k; j++) {
        const int64_t x = tacit_camouflage_at(c, j, i);
        r.least = x < r.least ? x : r.least;
        r.most = x > r.most ? x : r.most;
    }
    return r;
}

tacit_camouflage_range tacit_camouflage_sum(const tacit_camouflage *c,
                                            const tacit_camouflage_set *set)
{
    tacit_camouflage_range r = { 0, 0 };
    for (size_t j = 0; j < c->k; j++) {
        tacit_i128 sum = 0;
        for (size_t e = 0; e < set->n; e++)
            sum += tacit_camouflage_at(c, j, set->at[e]);
        r.least = j == 0 || sum < r.least ? sum : r.least;
        r.most = j == 0 || sum > r.most ? sum : r.most;
    }
    const tacit_i128 slack = (tacit_i128)c->slack * (tacit_i128)set->n;
    return (tacit_camouflage_range){ r.least - slack, r.most + slack };
}

tacit_camouflage_range tacit_camouflage_mean(const tacit_camouflage *c,
                                             const tacit_camouflage_set *set)
{
    const tacit_camouflage_range sum = tacit_camouflage_sum(c, set);
    return (tacit_camouflage_range){ tacit_floor_divide(sum.least, (tacit_i128)set->n),
                                     tacit_ceil_divide(sum.most, (tacit_i128)set->n) };
}

tacit_camouflage_range tacit_camouflage_count(const tacit_camouflage *c,
                                              const tacit_camouflage_set *set, int64_t from)
{
    tacit_camouflage_range r = { 0, 0 };
    for (size_t e = 0; e < set->n; e++) {
        const tacit_camouflage_range of = tacit_camouflage_record(c, set->at[e]);
        r.least += of.least - c->slack >= from;
        r.most += of.most + c->slack >= from;
    }
    return r;
}

/* What floating-point sums of so many terms of such a size may be wrong by, generously:
 * coefficients have a few roundings of 2^-53 each. */
#define SLACK 0x1p-46L

tacit_status tacit_camouflage_slope(tacit_ctx *cx, const tacit_camouflage *c,
                                    const tacit_camouflage_set *set, const double *x,
                                    tacit_camouflage_range *out)
{
    long double mean = 0, squares = 0, size = 0;
    for (size_t e = 0; e < set->n; e++)
        mean += (long double)x[e] / (long double)set->n;
    for (size_t e = 0; e < set->n; e++) {
        squares += ((long double)x[e] - mean) * ((long double)x[e] - mean);
        size += (long double)x[e] * (long double)x[e];
    }
    if (!(squares > size * SLACK) || !isfinite((double)squares))
        return tacit_fail(cx, TACIT_ERR_DATA, "There is no slope on values that are all the same.");
    for (size_t j = 0; j < c->k; j++) {
        long double sum = 0, terms = 0, off = 0;
        for (size_t e = 0; e < set->n; e++) {
            off += fabsl(((long double)x[e] - mean) / squares) * (long double)c->slack;
            const long double term = ((long double)x[e] - mean) / squares *
                                     (long double)tacit_camouflage_at(c, j, set->at[e]);
            sum += term;
            terms += fabsl(term);
        }
        const tacit_i128 least = (tacit_i128)floorl(sum - terms * SLACK - off);
        const tacit_i128 most = (tacit_i128)ceill(sum + terms * SLACK + off);
        out->least = j == 0 || least < out->least ? least : out->least;
        out->most = j == 0 || most > out->most ? most : out->most;
    }
    return TACIT_OK;
}

/* Twice the mean of two order statistics of the least or of the greatest values. */
static tacit_status two_orders(tacit_ctx *cx, const tacit_camouflage *c,
                               const tacit_camouflage_set *set, const size_t order[2],
                               tacit_camouflage_range *out)
{
    tacit_keyed *low = NULL, *high = NULL;
    TACIT_TRY(tacit_scratch(cx, set->n, sizeof *low, &low));
    TACIT_TRY(tacit_scratch(cx, set->n, sizeof *high, &high));
    for (size_t e = 0; e < set->n; e++) {
        const tacit_camouflage_range r = tacit_camouflage_record(c, set->at[e]);
        low[e] = (tacit_keyed){ tacit_sort_key_integer((int64_t)r.least), set->at[e] };
        high[e] = (tacit_keyed){ tacit_sort_key_integer((int64_t)r.most), set->at[e] };
    }
    TACIT_TRY(tacit_sort_keyed(cx, low, set->n));
    TACIT_TRY(tacit_sort_keyed(cx, high, set->n));
    *out = (tacit_camouflage_range){ 0, 0 };
    for (size_t s = 0; s < 2; s++) {
        TACIT_ASSERT(order[s] >= 1 && order[s] <= set->n);
        out->least += tacit_camouflage_record(c, (uint32_t)low[order[s] - 1].row).least;
        out->most += tacit_camouflage_record(c, (uint32_t)high[order[s] - 1].row).most;
    }
    return TACIT_OK;
}

tacit_status tacit_camouflage_order(tacit_ctx *cx, const tacit_camouflage *c,
                                    const tacit_camouflage_set *set, const size_t order[2],
                                    tacit_camouflage_range *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_camouflage_range twice = { 0, 0 };
    const tacit_status status = two_orders(cx, c, set, order, &twice);
    tacit_scratch_release(cx, mark);
    *out = (tacit_camouflage_range){ tacit_floor_divide(twice.least, 2) - c->slack,
                                     tacit_ceil_divide(twice.most, 2) + c->slack };
    return status;
}
