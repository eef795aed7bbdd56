/*
 * nearest.c - exact nearest neighbours of records.
 *
 * Every record of `from` against every record of `to`: O(n m (p + q)).
 */
#include "linkage/nearest.h"

#include <math.h>

/* Records asked for between two ticks. */
enum { TURN = 4096 };

/* Distances that differ by less than this share are equal: the rounding of the sum. */
static const double TIE = 1e-12;

static bool is_skipped(const tacit_nearest_spec *spec, size_t i, size_t j)
{
    return spec->skip_self && i == j;
}

/* The k nearest of record i, sorted, by insertion. */
static void find_one(const tacit_nearest_spec *spec, size_t i, size_t k, uint32_t *row,
                     double *distance)
{
    size_t n = 0;
    for (size_t j = 0; j < spec->to->n; j++) {
        if (is_skipped(spec, i, j))
            continue;
        const double d = tacit_space_distance(spec->space, spec->from, i, spec->to, j);
        if (n == k && d >= distance[n - 1])
            continue;
        n += n < k;
        size_t at = n - 1;
        for (; at > 0 && distance[at - 1] > d; at--) {
            distance[at] = distance[at - 1];
            row[at] = row[at - 1];
        }
        distance[at] = d;
        row[at] = (uint32_t)j;
    }
}

tacit_status tacit_nearest_find(tacit_ctx *cx, const tacit_nearest_spec *spec, tacit_nearest *out)
{
    const size_t n = spec->from->n, there = spec->to->n - (spec->skip_self && spec->to->n > 0),
                 k = spec->k < there ? spec->k : there;
    uint32_t *row = NULL;
    double *distance = NULL;
    TACIT_ASSERT(spec->k > 0);
    TACIT_TRY(tacit_scratch(cx, n, k * sizeof *row, &row));
    TACIT_TRY(tacit_scratch(cx, n, k * sizeof *distance, &distance));
    for (size_t start = 0; k > 0 && start < n; start += TURN) {
        const size_t end = start + TURN < n ? start + TURN : n;
        TACIT_TRY(tacit_tick(cx, start, n));
#pragma omp parallel for schedule(dynamic, 16)
        for (size_t i = start; i < end; i++)
            find_one(spec, i, k, row + i * k, distance + i * k);
    }
    *out = (tacit_nearest){ k, row, distance };
    return TACIT_OK;
}

/* The least distance of record i, how many are that near, and the lowest of them. */
static void tie_one(const tacit_nearest_spec *spec, size_t i, double *least, uint32_t *count,
                    uint32_t *row)
{
    *least = INFINITY;
    *count = 0;
    *row = UINT32_MAX;
    for (size_t j = 0; j < spec->to->n; j++)
        if (!is_skipped(spec, i, j))
            *least = fmin(*least, tacit_space_distance(spec->space, spec->from, i, spec->to, j));
    for (size_t j = 0; j < spec->to->n; j++) {
        if (is_skipped(spec, i, j) ||
            tacit_space_distance(spec->space, spec->from, i, spec->to, j) > *least * (1.0 + TIE))
            continue;
        *row = *count == 0 ? (uint32_t)j : *row;
        (*count)++;
    }
}

tacit_status tacit_nearest_ties(tacit_ctx *cx, const tacit_nearest_spec *spec, tacit_ties *out)
{
    const size_t n = spec->from->n;
    double *distance = NULL;
    uint32_t *count = NULL, *row = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *distance, &distance));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *count, &count));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    for (size_t start = 0; start < n; start += TURN) {
        const size_t end = start + TURN < n ? start + TURN : n;
        TACIT_TRY(tacit_tick(cx, start, n));
#pragma omp parallel for schedule(dynamic, 16)
        for (size_t i = start; i < end; i++)
            tie_one(spec, i, &distance[i], &count[i], &row[i]);
    }
    *out = (tacit_ties){ distance, count, row };
    return TACIT_OK;
}
