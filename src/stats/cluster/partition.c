/*
 * partition.c - groups of points, and how far the points are from the means of their groups.
 */
#include "stats/cluster/partition.h"

tacit_status tacit_partition_new(tacit_ctx *cx, size_t n, tacit_partition *out)
{
    uint32_t *of = NULL;
    TACIT_ASSERT(n < UINT32_MAX);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *of, &of));
    *out = (tacit_partition){ .n = n, .of = of };
    return TACIT_OK;
}

tacit_status tacit_partition_grouping(tacit_ctx *cx, const tacit_partition *a, tacit_grouping *out)
{
    size_t *start = NULL, *row = NULL;
    TACIT_TRY(tacit_scratch(cx, a->groups + 2, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *row, &row));
    for (size_t i = 0; i < a->n; i++) {
        TACIT_ASSERT(a->of[i] < a->groups);
        start[a->of[i] + 2]++;
    }
    for (size_t g = 2; g < a->groups + 2; g++)
        start[g] += start[g - 1];
    for (size_t i = 0; i < a->n; i++)
        row[start[a->of[i] + 1]++] = i;
    *out = (tacit_grouping){ .start = start, .row = row };
    return TACIT_OK;
}

tacit_status tacit_partition_in_order(tacit_ctx *cx, const size_t *order, size_t n, size_t k,
                                      tacit_partition *out)
{
    TACIT_ASSERT(k > 0);
    TACIT_TRY(tacit_partition_new(cx, n, out));
    out->groups = n == 0 ? 0 : n < 2 * k ? 1 : n / k;
    for (size_t i = 0; i < n; i++)
        out->of[order[i]] = (uint32_t)(i / k < out->groups ? i / k : out->groups - 1);
    return TACIT_OK;
}

tacit_status tacit_partition_sse(tacit_ctx *cx, const tacit_points *points, const double *weight,
                                 const tacit_partition *a, double *out)
{
    const size_t mark = tacit_scratch_mark(cx), p = points->p;
    tacit_grouping g;
    double sum = 0.0;
    TACIT_TRY(tacit_partition_grouping(cx, a, &g));
    for (size_t c = 0; c < a->groups; c++)
        for (size_t j = 0; j < p; j++) {
            const double n = (double)(g.start[c + 1] - g.start[c]);
            double mean = 0.0;
            for (size_t i = g.start[c]; i < g.start[c + 1]; i++)
                mean += points->at[g.row[i] * p + j] / n;
            for (size_t i = g.start[c]; i < g.start[c + 1]; i++) {
                const double d = points->at[g.row[i] * p + j] - mean;
                sum += weight[j] * d * d;
            }
        }
    tacit_scratch_release(cx, mark);
    *out = sum;
    return TACIT_OK;
}
