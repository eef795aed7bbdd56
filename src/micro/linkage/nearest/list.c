/*
 * list.c - the neighbours of records whose nearest tie.
 *
 * Records are classed by how many tie: 1, 2, 3 to 4, 5 to 8 and so on.  For each class as
 * many neighbours are looked for as its records need at most, a part of the class at a time.
 */
#include <string.h>

#include "micro/linkage/nearest/search.h"

/* Neighbours that are kept at once. */
enum { ROOM = 1 << 22 };

/* Some records of `from` as a set of their own. */
static tacit_status take_records(tacit_ctx *cx, const tacit_nearest_spec *spec, const uint32_t *row,
                                 size_t n, tacit_records *out)
{
    const size_t p = spec->space->p, q = spec->space->q;
    double *x = NULL;
    uint32_t *code = NULL;
    TACIT_TRY(tacit_scratch(cx, n * p, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, n * q, sizeof *code, &code));
    for (size_t i = 0; i < n; i++) {
        if (p > 0)
            memcpy(x + i * p, spec->from->x + row[i] * p, p * sizeof *x);
        if (q > 0)
            memcpy(code + i * q, spec->from->code + row[i] * q, q * sizeof *code);
    }
    *out = (tacit_records){ n, x, code };
    return TACIT_OK;
}

/* Take the record itself out of each list, or the last of the list if it is not there. */
static tacit_status drop_self(tacit_ctx *cx, const uint32_t *self, size_t n, tacit_nearest *near)
{
    const size_t k = near->k - 1;
    uint32_t *row = NULL;
    double *distance = NULL;
    TACIT_TRY(tacit_scratch(cx, n * k, sizeof *row, &row));
    TACIT_TRY(tacit_scratch(cx, n * k, sizeof *distance, &distance));
    for (size_t i = 0; i < n; i++) {
        size_t kept = 0;
        for (size_t e = i * near->k; e < (i + 1) * near->k && kept < k; e++) {
            if (near->row[e] == self[i])
                continue;
            row[i * k + kept] = near->row[e];
            distance[i * k + kept++] = near->distance[e];
        }
    }
    *near = (tacit_nearest){ k, row, distance };
    return TACIT_OK;
}

/* Find k neighbours of each of `n` records and hand them over. */
static tacit_status visit_part(tacit_ctx *cx, const tacit_tie_listing *l, const uint32_t *row,
                               size_t n, size_t k)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_records some;
    tacit_nearest_spec spec = *l->spec;
    tacit_tie_class part = { .n = n, .row = row };
    TACIT_TRY(take_records(cx, l->spec, row, n, &some));
    spec.from = &some;
    spec.k = k + spec.skip_self;
    spec.skip_self = false;
    TACIT_TRY(tacit_nearest_find(cx, &spec, &part.near));
    if (l->spec->skip_self)
        TACIT_TRY(drop_self(cx, row, n, &part.near));
    TACIT_TRY(l->each(cx, &part, l->user));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status visit_class(tacit_ctx *cx, const tacit_tie_listing *l, uint32_t low,
                                uint32_t high)
{
    const size_t mark = tacit_scratch_mark(cx), part = ROOM / (high + 2) + 1;
    uint32_t *row = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, l->spec->from->n, sizeof *row, &row));
    for (size_t i = 0; i < l->spec->from->n; i++)
        if (l->ties->count[i] >= low && l->ties->count[i] <= high)
            row[n++] = (uint32_t)i;
    for (size_t start = 0; start < n; start += part)
        TACIT_TRY(
            visit_part(cx, l, row + start, start + part < n ? part : n - start, (size_t)high + 1));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_list_ties(tacit_ctx *cx, const tacit_tie_listing *l)
{
    TACIT_ASSERT(l->least > 0);
    for (uint64_t low = l->least, high = 1; low <= l->most; low = high + 1) {
        while (high < low)
            high *= 2;
        high = high < l->most ? high : l->most;
        TACIT_TRY(visit_class(cx, l, (uint32_t)low, (uint32_t)high));
    }
    return TACIT_OK;
}
