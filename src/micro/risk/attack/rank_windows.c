/*
 * rank_windows.c - protected records as windows of ranks among the original values.
 *
 * Rank swapping with parameter p exchanges a value for another whose rank differs by at most
 * p per cent of n (Moore 1996), so who knows p knows that the original record is within that
 * of the masked one in every column (Nin, Herranz and Torra 2008).
 */
#include "micro/risk/attack/rank_windows.h"

#include <math.h>

#include "base/sort.h"
#include "stats/quantile.h"

/* The present values of a column, sorted upwards. */
typedef struct column_values {
    double *sorted;
    size_t n;
} column_values;

static tacit_status sort_values(tacit_ctx *cx, const tacit_column *column, column_values *out)
{
    TACIT_TRY(tacit_column_present(cx, column, &out->sorted, &out->n));
    return tacit_sort_reals(cx, out->sorted, out->n);
}

/* First place whose value is not below x, or with `past` above x. */
static size_t place_of(const column_values *v, double x, bool past)
{
    size_t low = 0, high = v->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (v->sorted[middle] < x || (past && v->sorted[middle] <= x))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* What is being filled: ends of windows, n * p. */
typedef struct filling {
    int32_t *low, *high;
    size_t p;
} filling;

/* Fill column c with the ranks of the values of `column` among the sorted ones. */
static void fill_ranks(const tacit_column *column, const column_values *v, size_t c, filling *f)
{
    for (size_t i = 0; i < tacit_column_length(column); i++) {
        const size_t at = i * f->p + c;
        f->low[at] = TACIT_WINDOW_LEAST;
        f->high[at] = TACIT_WINDOW_MOST;
        if (tacit_column_is_missing(column, i))
            continue;
        const double x = tacit_column_number(column, i);
        f->low[at] = (int32_t)place_of(v, x, false);
        f->high[at] = (int32_t)place_of(v, x, true) - 1;
    }
}

static bool is_missing(const tacit_windows *w, size_t at)
{
    return w->low[at] == TACIT_WINDOW_LEAST && w->high[at] == TACIT_WINDOW_MOST;
}

/* Ranks between original and masked value at cell `at`; 0 if one is missing. */
static double gap(const tacit_rank_windows *w, size_t at)
{
    if (is_missing(&w->original, at) || is_missing(&w->masked, at))
        return 0.0;
    const int32_t below = w->masked.low[at] - w->original.high[at],
                  above = w->original.low[at] - w->masked.high[at],
                  most = below > above ? below : above;
    return most > 0 ? (double)most : 0.0;
}

static tacit_status fill_distances(tacit_ctx *cx, tacit_rank_windows *w)
{
    const size_t n = w->original.n, p = w->original.p;
    double *distance = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *distance, &distance));
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < p; c++)
            if (w->present[c] > 0.0)
                distance[i] = fmax(distance[i], 100.0 * gap(w, i * p + c) / w->present[c]);
    w->distance = distance;
    return TACIT_OK;
}

static tacit_status make_filling(tacit_ctx *cx, size_t n, size_t p, filling *f)
{
    f->p = p;
    TACIT_TRY(tacit_scratch(cx, n * p, sizeof *f->low, &f->low));
    return tacit_scratch(cx, n * p, sizeof *f->high, &f->high);
}

tacit_status tacit_rank_windows_of(tacit_ctx *cx, const tacit_numeric *numeric,
                                   tacit_rank_windows *out)
{
    const size_t n = numeric->rows, p = numeric->n;
    filling original, masked;
    double *present = NULL;
    TACIT_TRY(make_filling(cx, n, p, &original));
    TACIT_TRY(make_filling(cx, n, p, &masked));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *present, &present));
    for (size_t c = 0; c < p; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        column_values v;
        TACIT_TRY(tacit_tick(cx, c, p));
        TACIT_TRY(sort_values(cx, numeric->original[c], &v));
        fill_ranks(numeric->original[c], &v, c, &original);
        fill_ranks(numeric->masked[c], &v, c, &masked);
        present[c] = (double)v.n;
        tacit_scratch_release(cx, mark);
    }
    *out = (tacit_rank_windows){ .original = { n, p, original.low, original.high },
                                 .masked = { n, p, masked.low, masked.high },
                                 .present = present };
    return fill_distances(cx, out);
}

/* Widen the windows of the attacked records by p per cent of ranks. */
static void widen(const tacit_rank_windows *w, double p, const tacit_attacked *attacked, filling *f)
{
    for (size_t k = 0; k < attacked->n; k++)
        for (size_t c = 0; c < f->p; c++) {
            const size_t at = attacked->row[k] * f->p + c, to = k * f->p + c;
            const int32_t by = (int32_t)floor(p * w->present[c] / 100.0 + 1e-9);
            const bool any = is_missing(&w->masked, at);
            f->low[to] = w->masked.low[at] - (any ? 0 : by);
            f->high[to] = w->masked.high[at] + (any ? 0 : by);
        }
}

/* The originals that overlap each of the filled windows. */
static tacit_status find_candidates(tacit_ctx *cx, const tacit_windows *original, const filling *f,
                                    const tacit_attacked *attacked, tacit_candidates *out)
{
    const tacit_windows queries = { attacked->n, f->p, f->low, f->high };
    uint32_t *size = NULL;
    bool *has = NULL;
    TACIT_TRY(tacit_scratch(cx, attacked->n, sizeof *size, &size));
    TACIT_TRY(tacit_scratch(cx, attacked->n, sizeof *has, &has));
    TACIT_TRY(tacit_windows_count(cx, original, &queries, size));
    for (size_t k = 0; k < attacked->n; k++)
        has[k] = tacit_windows_overlap(&queries, k, original, attacked->row[k]);
    *out = (tacit_candidates){ attacked->n, size, has };
    return TACIT_OK;
}

tacit_status tacit_rank_windows_attack(tacit_ctx *cx, const tacit_rank_windows *w, double p,
                                       const tacit_attacked *attacked, tacit_candidates *out)
{
    filling f;
    TACIT_TRY(make_filling(cx, attacked->n, w->original.p, &f));
    widen(w, p, attacked, &f);
    return find_candidates(cx, &w->original, &f, attacked, out);
}

/* Fill column c with the ranks that lie in the windows of values of the attacked records. */
static void fill_values(const tacit_column *masked, const column_values *v,
                        const tacit_value_window *window, const tacit_attacked *attacked, size_t c,
                        filling *f)
{
    for (size_t k = 0; k < attacked->n; k++) {
        const size_t at = k * f->p + c;
        f->low[at] = TACIT_WINDOW_LEAST;
        f->high[at] = TACIT_WINDOW_MOST;
        if (tacit_column_is_missing(masked, attacked->row[k]))
            continue;
        const double y = tacit_column_number(masked, attacked->row[k]),
                     x = window->centre + window->stretch * (y - window->centre),
                     by = window->half + 1e-12 * (window->half + fabs(x));
        f->low[at] = (int32_t)place_of(v, x - by, false);
        f->high[at] = (int32_t)place_of(v, x + by, true) - 1;
    }
}

tacit_status tacit_value_windows_attack(tacit_ctx *cx, const tacit_numeric *numeric,
                                        const tacit_value_window *window,
                                        const tacit_attacked *attacked, tacit_candidates *out)
{
    const size_t p = numeric->n;
    filling original, f;
    TACIT_TRY(make_filling(cx, numeric->rows, p, &original));
    TACIT_TRY(make_filling(cx, attacked->n, p, &f));
    for (size_t c = 0; c < p; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        column_values v;
        TACIT_TRY(sort_values(cx, numeric->original[c], &v));
        fill_ranks(numeric->original[c], &v, c, &original);
        fill_values(numeric->masked[c], &v, &window[c], attacked, c, &f);
        tacit_scratch_release(cx, mark);
    }
    const tacit_windows items = { numeric->rows, p, original.low, original.high };
    return find_candidates(cx, &items, &f, attacked, out);
}

tacit_status tacit_rank_windows_least(tacit_ctx *cx, const tacit_rank_windows *w, double share,
                                      double *p)
{
    const size_t mark = tacit_scratch_mark(cx), n = w->original.n;
    double *sorted = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *sorted, &sorted));
    for (size_t i = 0; i < n; i++)
        sorted[i] = w->distance[i];
    TACIT_TRY(tacit_sort_reals(cx, sorted, n));
    const double keep = ceil(share * (double)n - 1e-9);
    *p = n == 0 ? NAN : sorted[keep >= 1.0 ? (size_t)keep - 1 : 0];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
