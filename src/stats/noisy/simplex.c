/*
 * simplex.c - the nearest shares to numbers that may be negative.
 */
#include "stats/noisy/simplex.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"

tacit_status tacit_simplex_project(tacit_ctx *cx, const double *x, size_t n, double *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *sorted = NULL, sum = 0.0, by = 0.0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *sorted, &sorted));
    memcpy(sorted, x, n * sizeof *sorted);
    TACIT_TRY(tacit_sort_reals(cx, sorted, n));
    for (size_t k = 1; k <= n; k++) { /* the k largest stay above 0 */
        const double next = sorted[n - k];
        sum += next;
        if (next - (sum - 1.0) / (double)k > 0.0)
            by = (sum - 1.0) / (double)k;
    }
    for (size_t i = 0; i < n; i++)
        out[i] = fmax(x[i] - by, 0.0);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
