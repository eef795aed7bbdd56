/*
 * view.c - which rows of an answer are shown, in which order.  O(cells log cells).
 */
#include "query/view.h"

#include <math.h>

#include "base/sort.h"

/* A view on its way. */
typedef struct view {
    const tacit_query *q;
    tacit_query_released *released;
    const void *user;
    const size_t *cell; /* those that meet HAVING */
} view;

static bool meets(double x, const tacit_query_test *t)
{
    switch (t->compare) {
    case TACIT_COMPARE_LESS:
        return x < t->bound;
    case TACIT_COMPARE_AT_MOST:
        return x <= t->bound;
    case TACIT_COMPARE_EQUAL:
        return x >= t->bound && x <= t->bound;
    case TACIT_COMPARE_OTHER:
        return x < t->bound || x > t->bound;
    case TACIT_COMPARE_AT_LEAST:
        return x >= t->bound;
    case TACIT_COMPARE_MORE:
        return x > t->bound;
    }
    return false;
}

/* Where a cell stands by one part of ORDER BY; NAN if that is missing or not told. */
static double place_of(const view *v, const tacit_query_order *o, size_t cell)
{
    if (!o->is_axis)
        return v->released(v->user, cell, o->at);
    return tacit_query_cell_label(v->q, o->at, cell) != NULL
               ? (double)tacit_query_cell_number(v->q, o->at, cell)
               : (double)NAN;
}

/* Less than 0 if a comes first by one part of ORDER BY. */
static int compare(const view *v, const tacit_query_order *o, size_t a, size_t b)
{
    const double x = place_of(v, o, a), y = place_of(v, o, b);
    if (isnan(x) || isnan(y))
        return isnan(x) - isnan(y);
    const int by = (x > y) - (x < y);
    return o->falls ? -by : by;
}

static bool before(const void *user, uint32_t a, uint32_t b)
{
    const view *v = user;
    int by = 0;
    for (size_t i = 0; by == 0 && i < v->q->n_orders; i++)
        by = compare(v, &v->q->order[i], v->cell[a], v->cell[b]);
    return by <= 0;
}

tacit_status tacit_query_view(tacit_ctx *cx, const tacit_query *q, tacit_query_released *released,
                              const void *user, size_t **cells, size_t *n)
{
    size_t *kept = NULL;
    uint32_t *order = NULL;
    *n = 0;
    TACIT_TRY(tacit_scratch(cx, q->cells, sizeof *kept, &kept));
    TACIT_TRY(tacit_scratch(cx, q->cells, sizeof **cells, cells));
    for (size_t k = 0; k < q->cells; k++) {
        bool in = true;
        for (size_t i = 0; i < q->n_tests; i++)
            in = in && meets(released(user, k, q->test[i].aggregate), &q->test[i]);
        if (in)
            kept[(*n)++] = k;
    }
    const view v = { .q = q, .released = released, .user = user, .cell = kept };
    TACIT_TRY(tacit_sort_by(cx, *n, before, &v, &order));
    for (size_t i = 0; i < *n; i++)
        (*cells)[i] = kept[order[i]];
    if (q->limited && q->limit < *n)
        *n = (size_t)q->limit;
    return TACIT_OK;
}
