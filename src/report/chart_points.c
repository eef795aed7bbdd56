/*
 * chart_points.c - charts of points, read from JSON into plain arrays.
 *
 * A point needs a finite x and value (above 0 on a logarithmic axis); others are left out.
 * A picture has no room for tens of thousands of points: the plot is divided into cells of
 * about the size of a dot, and a series that has more than FEW_POINTS shows one point for
 * each cell; if that is still more than MOST_POINTS, every second, third ... of them.
 * O(points) and a bit a cell.
 */
#include "report/chart.h"

#include <math.h>

enum { FEW_POINTS = 200, MOST_POINTS = 2000, CELLS_ACROSS = 240, CELLS_UP = 90 };

static bool is_shown(const tacit_chart *c, size_t k)
{
    return isfinite(c->x[k]) && isfinite(c->value[k]) && !(c->log && c->value[k] <= 0.0);
}

void tacit_chart_reach(const tacit_chart *c, double *lo, double *hi)
{
    bool any = false;
    for (size_t k = 0; k < c->n * c->m; k++) {
        if (!is_shown(c, k))
            continue;
        *lo = any ? fmin(*lo, c->x[k]) : c->x[k];
        *hi = any ? fmax(*hi, c->x[k]) : c->x[k];
        any = true;
    }
}

/* ---- thinning ---- */

/* Ends of the plot, in the units that are drawn. */
typedef struct box {
    double left, right, low, high;
} box;

static size_t cell_along(double x, double lo, double hi, size_t cells)
{
    const double at = hi > lo ? (x - lo) / (hi - lo) * (double)cells : 0.0;
    return at >= (double)cells ? cells - 1 : at > 0.0 ? (size_t)at : 0;
}

static size_t cell_of(const tacit_chart *c, const box *b, size_t k)
{
    const double y = c->log ? log10(c->value[k]) : c->value[k];
    return cell_along(c->x[k], b->left, b->right, CELLS_ACROSS) * CELLS_UP +
           cell_along(y, b->low, b->high, CELLS_UP);
}

static void hide(tacit_chart *c, size_t k)
{
    c->x[k] = c->value[k] = NAN;
    c->hidden++;
}

/* Keep the first point of each cell, and of those no more than fit. */
static void thin(tacit_chart *c, const box *b, size_t s, bool *taken)
{
    size_t kept = 0;
    for (size_t k = s * c->n; k < (s + 1) * c->n; k++) {
        if (!is_shown(c, k))
            continue;
        bool *cell = &taken[cell_of(c, b, k)];
        if (*cell)
            hide(c, k);
        kept += !*cell;
        *cell = true;
    }
    const size_t every = (kept + MOST_POINTS - 1) / MOST_POINTS;
    for (size_t k = s * c->n, i = 0; every > 1 && k < (s + 1) * c->n; k++)
        if (is_shown(c, k) && i++ % every != 0)
            hide(c, k);
}

static tacit_status thin_series(tacit_ctx *cx, tacit_chart *c)
{
    box b = { 0 };
    if (!tacit_chart_range(c, &b.low, &b.high))
        return TACIT_OK;
    tacit_chart_reach(c, &b.left, &b.right);
    b.low = c->log ? log10(b.low) : b.low;
    b.high = c->log ? log10(b.high) : b.high;
    for (size_t s = 0; s < c->m; s++) {
        bool *taken = NULL;
        size_t n = 0;
        for (size_t k = s * c->n; k < (s + 1) * c->n; k++)
            n += is_shown(c, k);
        c->points += n;
        if (n <= FEW_POINTS)
            continue;
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_scratch(cx, CELLS_ACROSS * CELLS_UP, sizeof *taken, &taken));
        thin(c, &b, s, taken);
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* ---- reading ---- */

static void read_points(const json_t *series, tacit_chart *c, size_t s)
{
    const json_t *x = json_object_get(series, "x"), *y = json_object_get(series, "values");
    for (size_t i = 0; i < c->n; i++) {
        const size_t k = s * c->n + i;
        c->x[k] = tacit_chart_number(x, i);
        c->value[k] = tacit_chart_number(y, i);
        if (!is_shown(c, k))
            c->x[k] = c->value[k] = NAN;
    }
}

tacit_status tacit_chart_read_points(tacit_ctx *cx, const json_t *series, tacit_chart *c)
{
    c->m = json_array_size(series);
    for (size_t s = 0; s < c->m; s++) {
        const size_t n = json_array_size(json_object_get(json_array_get(series, s), "values"));
        c->n = n > c->n ? n : c->n;
    }
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *c->label, &c->label));
    TACIT_TRY(tacit_scratch(cx, c->m, sizeof *c->series, &c->series));
    TACIT_TRY(tacit_scratch(cx, c->n * c->m, sizeof *c->value, &c->value));
    TACIT_TRY(tacit_scratch(cx, c->n * c->m, sizeof *c->x, &c->x));
    for (size_t s = 0; s < c->m; s++) {
        c->series[s] = tacit_record_text(json_array_get(series, s), "name");
        read_points(json_array_get(series, s), c, s);
    }
    c->palette = c->m == 1;
    return thin_series(cx, c);
}
