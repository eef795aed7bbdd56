/*
 * groups.c - insensitive microaggregation.
 */
#include "micro/method/private/groups.h"

#include "base/sort.h"

size_t tacit_private_group_count(size_t rows, size_t k)
{
    return k == 1 ? rows : rows / k > 0 ? rows / k : 1;
}

/* Records as the order sees them. */
typedef struct line {
    const tacit_private_points *points;
    double *place;
} line;

/* Whether record a comes before b or is equal: by the place, then by the values. */
static bool comes_before(const void *user, uint32_t a, uint32_t b)
{
    const line *l = user;
    if (l->place[a] < l->place[b] || l->place[a] > l->place[b])
        return l->place[a] < l->place[b];
    for (size_t c = 0; c < l->points->columns; c++) {
        const tacit_i128 *value = l->points->column[c].value;
        if (value[a] != value[b])
            return value[a] < value[b];
    }
    return true;
}

/* The records in their order, in scratch memory. */
static tacit_status put_in_line(tacit_ctx *cx, const tacit_private_points *points, uint32_t **out)
{
    line l = { .points = points };
    TACIT_TRY(tacit_scratch(cx, points->rows, sizeof *l.place, &l.place));
    for (size_t i = 0; i < points->rows; i++)
        for (size_t c = 0; c < points->columns; c++) {
            const tacit_value_lattice *on = &points->column[c].lattice;
            l.place[i] +=
                (double)(points->column[c].value[i] - on->lower) / (double)(on->upper - on->lower);
        }
    return tacit_sort_by(cx, points->rows, comes_before, &l, out);
}

tacit_status tacit_private_group(tacit_ctx *cx, const tacit_private_points *points, size_t k,
                                 tacit_private_groups *out)
{
    uint32_t *order = NULL;
    out->n = tacit_private_group_count(points->rows, k);
    TACIT_TRY(tacit_scratch(cx, points->rows, sizeof *out->of, &out->of));
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->size, &out->size));
    if (k > 1)
        TACIT_TRY(put_in_line(cx, points, &order));
    for (size_t p = 0; p < points->rows; p++) {
        const size_t g = p / k < out->n ? p / k : out->n - 1;
        out->of[order != NULL ? order[p] : p] = g;
        out->size[g]++;
    }
    return TACIT_OK;
}
