/*
 * sums.c - tallies of many records each, from what the engine added up.
 *
 * A row is the only record of its kind if it counts one; it is then told from others by its number,
 * which is the same in all cubes.  O(rows * largest).
 */
#include <math.h>
#include <string.h>

#include "task/tables/take.h"

/* The columns of one sum. */
typedef struct reading {
    const tacit_table *data;
    size_t k;
    double scale;                                 /* units of one */
    const tacit_column *n, *units, *bulk, *least; /* all but the first NULL for counts */
    const tacit_column *top[TACIT_TALLY_MOST];
    uint32_t n_top;
} reading;

static tacit_status find(tacit_ctx *cx, const reading *r, const char *what,
                         const tacit_column **out)
{
    char *name = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &name, "%zu%s", r->k, what));
    const size_t j = tacit_table_find(r->data, name);
    *out = j < tacit_table_columns(r->data) ? tacit_table_column(r->data, j) : NULL;
    return TACIT_OK;
}

static tacit_status open_sum(tacit_ctx *cx, reading *r, uint32_t n_top)
{
    TACIT_TRY(find(cx, r, TACIT_SUM_N, &r->n));
    TACIT_TRY(find(cx, r, TACIT_SUM_UNITS, &r->units));
    TACIT_TRY(find(cx, r, TACIT_SUM_BULK, &r->bulk));
    TACIT_TRY(find(cx, r, TACIT_SUM_LEAST, &r->least));
    for (r->n_top = 0; r->n_top < n_top; r->n_top++) {
        char *name = NULL;
        TACIT_TRY(tacit_scratch_format(cx, &name, "%s%u", TACIT_SUM_TOP, r->n_top + 1));
        TACIT_TRY(find(cx, r, name, &r->top[r->n_top]));
    }
    return TACIT_OK;
}

static double number(const tacit_column *c, size_t i)
{
    return c == NULL || tacit_column_is_missing(c, i) ? 0 : tacit_column_number(c, i);
}

/* The largest records of row i, each of weight w; counts have records of size 1. */
static void read_top(const reading *r, size_t i, double w, tacit_cell_tally *t)
{
    for (uint32_t k = 0; k < r->n_top; k++) {
        const tacit_column *c = r->top[k];
        if (c == NULL ? k >= t->n : tacit_column_is_missing(c, i))
            return;
        t->top[t->n_top++] =
            (tacit_contribution){ .size = c != NULL ? tacit_column_number(c, i) : 1, .weight = w };
    }
}

static void read_row(const reading *r, size_t i, double w, tacit_cell_tally *t)
{
    t->n = (uint64_t)number(r->n, i);
    t->owner = t->n == 1 ? i + 1 : 0;
    t->count = w * (double)t->n;
    t->sum = r->units != NULL ? w * number(r->units, i) : t->count * r->scale;
    t->bulk = r->bulk != NULL ? w * number(r->bulk, i) : t->count * r->scale;
    t->size = t->bulk / r->scale;
    t->least = r->least != NULL ? number(r->least, i) : 1;
    read_top(r, i, w, t);
}

/* Tallies of all rows. */
static tacit_status read_rows(tacit_ctx *cx, const reading *r, const tacit_column *weight,
                              tacit_cube_records *out)
{
    tacit_cell_tally *ready = NULL;
    tacit_contribution *top = NULL;
    uint64_t *valid = NULL;
    TACIT_TRY(tacit_scratch(cx, out->rows, sizeof *ready, &ready));
    TACIT_TRY(tacit_scratch(cx, out->rows * r->n_top, sizeof *top, &top));
    TACIT_TRY(tacit_scratch(cx, out->rows / 64 + 1, sizeof *valid, &valid));
    for (size_t i = 0; i < out->rows; i++) {
        const double w = weight != NULL ? tacit_column_number(weight, i) : 1;
        ready[i].top = top + i * r->n_top;
        read_row(r, i, w, &ready[i]);
        if (out->asks != NULL && out->asks[i] > 0 && out->holding == NULL && ready[i].n_top > 0)
            ready[i].asked[out->asks[i] - 1] = ready[i].top[0].size;
        out->uneven = out->uneven || w > floor(w);
        if (ready[i].n > 0 && tacit_valid_at(out->valid, i)) /* else nobody is there */
            valid[i / 64] |= UINT64_C(1) << (i % 64);
    }
    out->valid = valid;
    out->ready = ready;
    return TACIT_OK;
}

static size_t sum_of(const tacit_loaded *l, const char *response)
{
    size_t k = 0;
    while (k < l->n && ((l->response[k] == NULL) != (response == NULL) ||
                        (response != NULL && strcmp(l->response[k], response) != 0)))
        k++;
    return k;
}

static tacit_status check_negative(tacit_ctx *cx, const tacit_taking *from, const tacit_cube *cube,
                                   const tacit_column_range *range)
{
    if (range->empty > 0)
        tacit_warn(cx,
                   "Column '%s' has %llu missing values; those records are left out of the "
                   "tables of it.",
                   cube->response, (unsigned long long)range->empty);
    return range->least < 0 ? tacit_take_refuse(cx, from->table, cube->response) : TACIT_OK;
}

tacit_status tacit_take_sums(tacit_ctx *cx, const tacit_taking *from, tacit_cube *cube,
                             tacit_cube_records *out)
{
    const size_t weight = tacit_table_role_column(from->data, TACIT_ROLE_WEIGHT);
    reading r = { .data = from->data, .k = sum_of(from->loaded, cube->response) };
    TACIT_ASSERT(r.k < from->loaded->n);
    TACIT_TRY(tacit_take_rows(cx, from, cube, out));
    TACIT_TRY(check_negative(cx, from, cube, &from->loaded->range[r.k]));
    cube->decimals = from->loaded->sum[r.k].decimals;
    r.scale = tacit_cube_scale(cube);
    TACIT_TRY(open_sum(cx, &r, from->loaded->sum[r.k].n_top));
    TACIT_TRY(read_rows(
        cx, &r,
        weight < tacit_table_columns(from->data) ? tacit_table_column(from->data, weight) : NULL,
        out));
    out->negative = from->loaded->range[r.k].least < 0;
    cube->room = tacit_take_room(from->plan, out->holding != NULL, 1);
    cube->room.records = r.n_top > cube->room.records ? r.n_top : cube->room.records;
    return TACIT_OK;
}
