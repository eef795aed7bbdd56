/*
 * rank_interval.c - rank-interval disclosure of one column.
 *
 * Domingo-Ferrer and Torra (2001), A quantitative comparison of disclosure control methods
 * for microdata: with n masked values sorted, y at rank r (from 0, the lowest among equals),
 * the original x is disclosed for p per cent if it lies between the values at ranks
 * floor(r - p n / 100) and ceil(r + p n / 100), cut off at the ends, ends included.
 *
 * Missing values: a cell without an original value is left out, one without a masked value is
 * not disclosed.  O(n log n).
 */
#include "micro/linkage/rank_interval.h"

#include <math.h>

#include "base/sort.h"
#include "stats/moments.h"

tacit_status tacit_ranked_of(tacit_ctx *cx, const tacit_column *c, tacit_ranked *out)
{
    tacit_keyed *order = NULL;
    double *sorted = NULL;
    size_t *rank = NULL, n = 0;
    const size_t rows = tacit_column_length(c);
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *sorted, &sorted));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *rank, &rank));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *order, &order));
    for (size_t i = 0; i < rows; i++) {
        if (tacit_column_is_missing(c, i))
            continue;
        const double x = tacit_column_number(c, i) + 0.0; /* -0 counts as 0 */
        sorted[n] = x;
        order[n++] = (tacit_keyed){ tacit_sort_key_real(x), i };
    }
    const double sd = tacit_moments_of(sorted, n).sd;
    TACIT_TRY(tacit_sort_keyed(cx, order, n));
    for (size_t k = 0, lowest = 0; k < n; k++) {
        lowest = order[k].key == order[lowest].key ? lowest : k;
        rank[order[k].row] = lowest;
    }
    TACIT_TRY(tacit_sort_reals(cx, sorted, n));
    *out = (tacit_ranked){ sorted, rank, n, sd };
    return TACIT_OK;
}

/* Whether `x` lies within p per cent of ranks around the rank of row i. */
static bool in_ranks(const tacit_ranked *r, size_t i, double x, size_t p)
{
    const double by = (double)p * (double)r->n / 100.0, rank = (double)r->rank[i];
    const double low = floor(rank - by), high = ceil(rank + by), last = (double)(r->n - 1);
    return x >= r->sorted[low > 0.0 ? (size_t)low : 0] &&
           x <= r->sorted[high < last ? (size_t)high : r->n - 1];
}

double tacit_ranked_share(const tacit_ranked *r, size_t i, double x, size_t most)
{
    size_t p = 1; /* the least that discloses; larger ones do as well */
    while (p <= most && !in_ranks(r, i, x, p))
        p++;
    return (double)(most + 1 - p) / (double)most;
}

tacit_status tacit_rank_disclosure_of(tacit_ctx *cx, const tacit_column *original,
                                      const tacit_column *masked, size_t most,
                                      tacit_rank_disclosure *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_ranked r;
    TACIT_TRY(tacit_ranked_of(cx, masked, &r));
    *out = (tacit_rank_disclosure){ 0 };
    for (size_t i = 0; i < tacit_column_length(original); i++) {
        if (tacit_column_is_missing(original, i))
            continue;
        out->cells++;
        if (!tacit_column_is_missing(masked, i))
            out->sum += tacit_ranked_share(&r, i, tacit_column_number(original, i), most);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
