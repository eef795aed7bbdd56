/*
 * order.c - records in an order that their values alone decide.
 *
 * Several assignments may have the same least total.  Which of them is found depends on the
 * order of the records; sorting them first makes it depend on their values alone.
 */
#include "micro/linkage/assign/order.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"

/* The key of column c of record i: coordinates first, then codes. */
static uint64_t key_of(const tacit_space *space, const tacit_records *r, size_t c, size_t i)
{
    if (c >= space->p)
        return r->code[i * space->q + c - space->p];
    const double x = r->x[i * space->p + c];
    return isnan(x) ? UINT64_MAX : tacit_sort_key_real(x + 0.0); /* -0 counts as 0 */
}

/* Sort rows by the last column first, so that the first decides in the end. */
static tacit_status sort_rows(tacit_ctx *cx, const tacit_space *space, const tacit_records *r,
                              tacit_keyed *order)
{
    for (size_t i = 0; i < r->n; i++)
        order[i].row = i;
    for (size_t c = space->p + space->q; c-- > 0;) {
        for (size_t i = 0; i < r->n; i++)
            order[i].key = key_of(space, r, c, order[i].row);
        TACIT_TRY(tacit_sort_keyed(cx, order, r->n));
    }
    return TACIT_OK;
}

tacit_status tacit_order_records(tacit_ctx *cx, const tacit_space *space, const tacit_records *r,
                                 tacit_ordered *out)
{
    double *x = NULL;
    uint32_t *code = NULL, *row = NULL;
    tacit_keyed *order = NULL;
    TACIT_TRY(tacit_scratch(cx, r->n * space->p, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, r->n * space->q, sizeof *code, &code));
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *row, &row));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *order, &order));
    TACIT_TRY(sort_rows(cx, space, r, order));
    for (size_t i = 0; i < r->n; i++) {
        row[i] = (uint32_t)order[i].row;
        if (space->p > 0)
            memcpy(x + i * space->p, r->x + row[i] * space->p, space->p * sizeof *x);
        if (space->q > 0)
            memcpy(code + i * space->q, r->code + row[i] * space->q, space->q * sizeof *code);
    }
    tacit_scratch_release(cx, mark);
    *out = (tacit_ordered){ .records = { .n = r->n, .x = x, .code = code }, .row = row };
    return TACIT_OK;
}
