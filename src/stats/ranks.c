/*
 * ranks.c - average ranks, by sorting; equal numbers share the mean of their ranks.
 */
#include "stats/ranks.h"

#include "base/sort.h"

tacit_status tacit_ranks_of(tacit_ctx *cx, double *x, size_t n, size_t step)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_keyed *order = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *order, &order));
    for (size_t i = 0; i < n; i++)
        order[i] = (tacit_keyed){ tacit_sort_key_real(x[i * step] + 0.0), i }; /* -0 is 0 */
    TACIT_TRY(tacit_sort_keyed(cx, order, n));
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first; end < n && order[end].key == order[first].key; end++)
            continue;
        const double rank = (double)(first + end + 1) / 2.0;
        for (size_t i = first; i < end; i++)
            x[order[i].row * step] = rank;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
