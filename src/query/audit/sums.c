/*
 * sums.c - rows in reduced echelon form: a query is put in, and kept or undone.
 *
 * Reducing: the query minus the rows of the pivots that it holds.  Putting in: with w the rest,
 * divided by its value at the new pivot c, every row loses R_ic w.  Undoing adds it again, so that
 * a query that was refused leaves the very numbers that were there.
 */
#include <string.h>

#include "base/memory.h"
#include "base/secret.h"
#include "query/audit/own.h"

tacit_status tacit_sums_new(tacit_ctx *cx, uint32_t records, uint64_t k, tacit_sums **out)
{
    tacit_sums *s = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *s, &s));
    *s = (tacit_sums){ .records = records, .k = k, .atoms = records > 0, .columns = records > 0 };
    s->size[0] = records;
    tacit_status status = tacit_alloc(cx, records, sizeof *s->atom_of, &s->atom_of);
    for (size_t h = 0; h < 2 && status == TACIT_OK; h++) {
        for (size_t at = 0; at < TACIT_EXPERT_ATOMS && status == TACIT_OK; at += 32)
            status = tacit_random_bytes(cx, &s->weight[h][at], 32 * sizeof s->weight[h][at]);
        for (size_t a = 0; a < TACIT_EXPERT_ATOMS; a++)
            s->weight[h][a] = s->weight[h][a] % ((uint64_t)1 << 60) + 1;
    }
    if (status == TACIT_OK)
        status = tacit_field_draw(cx, &s->field);
    if (status == TACIT_OK)
        status = tacit_alloc(cx, TACIT_EXPERT_RANK, sizeof *s->sketch, &s->sketch);
    if (status == TACIT_OK)
        status = tacit_alloc(cx, TACIT_EXPERT_RANK, sizeof *s->before, &s->before);
    if (status == TACIT_OK)
        *out = s;
    else
        tacit_sums_free(s);
    return status;
}

void tacit_sums_free(tacit_sums *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < TACIT_EXPERT_RANK; i++)
        tacit_free(s->all.row[i]);
    tacit_free(s->all.fresh);
    tacit_free(s->atom_of);
    tacit_free(s->sketch);
    tacit_free(s->before);
    tacit_free(s);
}

/* ---- reducing ---- */

/* The rows whose pivots the query holds, filled up with the last one, of zeros, to whole threes. */
static size_t list_rows(const tacit_sums *s, const bool *in, const uint64_t *zero,
                        const uint64_t **out)
{
    size_t n = 0;
    for (size_t i = 0; i < s->rank; i++) {
        if (in[s->row_atom[i]])
            out[n++] = s->all.row[i];
    }
    while (n % 3 != 0)
        out[n++] = zero;
    return n;
}

/* w -= the sum of three rows: w + 3 p less the sum is below 4 p. */
static void subtract_three(const tacit_prime_field *f, uint64_t *w, const uint64_t *const *row,
                           size_t n)
{
    const uint64_t *one = row[0], *two = row[1], *three = row[2];
    const tacit_prime_field own = *f;
    for (size_t j = 0; j < n; j++)
        w[j] = tacit_field_fold(&own, w[j] + 3 * own.p - one[j] - two[j] - three[j]);
}

/* `fresh` = the query minus rows; `*any` if anything is left. */
static tacit_status reduce(tacit_ctx *cx, const tacit_sums *s, const bool *in, bool *any)
{
    uint64_t *w = s->all.fresh, *zero = NULL, all = 0;
    const uint64_t **row = NULL;
    TACIT_TRY(tacit_scratch(cx, s->columns, sizeof *zero, &zero));
    TACIT_TRY(tacit_scratch(cx, s->rank + 2, sizeof *row, &row));
    const size_t n = list_rows(s, in, zero, row);
    for (size_t j = 0; j < s->columns; j++)
        w[j] = in[s->column_atom[j]];
    for (size_t i = 0; i < n; i += 3)
        subtract_three(&s->field, w, row + i, s->columns);
    for (size_t j = 0; j < s->columns; j++)
        all |= w[j];
    *any = all != 0;
    return TACIT_OK;
}

/* The first column in which the rest is not 0. */
static size_t find_pivot(const tacit_sums *s)
{
    size_t j = 0;
    while (s->all.fresh[j] == 0)
        j++;
    TACIT_ASSERT(j < s->columns);
    return j;
}

/* Divide the rest by its value at the pivot, and count the records that it depends on. */
static void normalise(tacit_sums *s)
{
    tacit_echelon *r = &s->all;
    const tacit_factor by =
        tacit_field_factor(&s->field, tacit_field_invert(&s->field, r->fresh[s->pivot]));
    r->fresh_records = 0;
    for (size_t j = 0; j < s->columns; j++) {
        r->fresh[j] = tacit_field_times(s->field.p, by, r->fresh[j]);
        r->fresh_records += r->fresh[j] != 0 ? s->size[s->column_atom[j]] : 0;
    }
}

/* ---- changing rows ---- */

/* What rows are changed by: the columns in which it is not 0, with their atoms' sizes. */
typedef struct change {
    size_t n;
    uint32_t *column;
    uint64_t *value;
    int64_t *size;
} change;

static tacit_status list_change(tacit_ctx *cx, const tacit_sums *s, change *out)
{
    const uint64_t *w = s->all.fresh;
    TACIT_TRY(tacit_scratch(cx, s->columns, sizeof *out->column, &out->column));
    TACIT_TRY(tacit_scratch(cx, s->columns, sizeof *out->value, &out->value));
    TACIT_TRY(tacit_scratch(cx, s->columns, sizeof *out->size, &out->size));
    out->n = 0;
    for (uint32_t j = 0; j < s->columns; j++) {
        if (w[j] == 0)
            continue;
        out->column[out->n] = j;
        out->value[out->n] = w[j];
        out->size[out->n++] = (int64_t)s->size[s->column_atom[j]];
    }
    return TACIT_OK;
}

/* row -= factor w; by how many records its support grew. */
static int64_t subtract(const tacit_prime_field *f, uint64_t *restrict row, uint64_t factor,
                        const change *w)
{
    const tacit_factor by = tacit_field_factor(f, factor);
    const uint32_t *restrict column = w->column;
    const uint64_t *restrict value = w->value;
    const int64_t *restrict size = w->size;
    const size_t n = w->n;
    const uint64_t p = f->p;
    int64_t grown = 0;
    for (size_t e = 0; e < n; e++) {
        const uint64_t x = row[column[e]], y = tacit_field_times(p, by, value[e]);
        const uint64_t z = x >= y ? x - y : x + p - y;
        row[column[e]] = z;
        if (__builtin_expect((x == 0) | (z == 0), 0))
            grown += ((z != 0) - (x != 0)) * size[e];
    }
    return grown;
}

/* Take the query's multiple out of rows 0 ... n-1, until one depends on too few records; how many
 * rows were changed. */
static size_t change_rows(tacit_sums *s, const change *w)
{
    tacit_echelon *r = &s->all;
    for (size_t i = 0; i < s->rank; i++) {
        r->factor[i] = r->row[i][s->pivot];
        if (r->factor[i] == 0)
            continue;
        r->records[i] += (uint64_t)subtract(&s->field, r->row[i], r->factor[i], w);
        if (r->records[i] < s->k)
            return i + 1;
    }
    return s->rank;
}

static void change_back(tacit_sums *s, const change *w, size_t n)
{
    tacit_echelon *r = &s->all;
    for (size_t i = 0; i < n; i++) {
        if (r->factor[i] != 0)
            r->records[i] += (uint64_t)subtract(&s->field, r->row[i], s->field.p - r->factor[i], w);
    }
}

/* Change the rows; false, and they are as before, if one would depend on too few. */
static bool change_all(tacit_sums *s, const change *w)
{
    const size_t n = change_rows(s, w);
    const bool enough = n == s->rank && (n == 0 || s->all.records[n - 1] >= s->k);
    if (!enough)
        change_back(s, w, n);
    return enough;
}

/* ---- the whole way ---- */

/* Put the query's rest in as row `rank`, which is not counted yet. */
static tacit_status stage_row(tacit_ctx *cx, tacit_sums *s)
{
    tacit_echelon *r = &s->all;
    TACIT_TRY(tacit_grow(cx, s->room, sizeof(uint64_t), &r->row[s->rank]));
    memcpy(r->row[s->rank], r->fresh, s->columns * sizeof(uint64_t));
    r->row[s->rank][s->pivot] = 0;
    r->records[s->rank] = r->fresh_records;
    s->row_atom[s->rank] = s->column_atom[s->pivot];
    s->sketch[s->rank] = tacit_sketch_of(s, r->row[s->rank]);
    const tacit_sketch whole = tacit_sketch_of(s, r->fresh);
    for (size_t i = 0; i < s->rank; i++)
        tacit_sketch_change(&s->field, &s->sketch[i], r->factor[i], &whole);
    return TACIT_OK;
}

/* Put the rest of the query in, and then look at several rows together. */
static tacit_status put_in(tacit_ctx *cx, tacit_sums *s, bool *allowed)
{
    change w;
    bool small = false;
    *allowed = s->all.fresh_records >= s->k;
    if (!*allowed)
        return TACIT_OK;
    TACIT_TRY(list_change(cx, s, &w));
    *allowed = change_all(s, &w);
    if (!*allowed)
        return TACIT_OK;
    tacit_status status = stage_row(cx, s);
    if (status == TACIT_OK)
        status = tacit_support_is_small(cx, s, s->rank + 1, &small);
    *allowed = !small && status == TACIT_OK;
    if (!*allowed)
        change_back(s, &w, s->rank);
    return status;
}

/* Reduce the query, and put it in if it is new; *allowed if it may be answered. */
static tacit_status take_query(tacit_ctx *cx, tacit_sums *s, const bool *in, bool *allowed)
{
    bool any = false;
    TACIT_TRY(reduce(cx, s, in, &any));
    s->pending = TACIT_PENDING_KNOWN;
    *allowed = !any || s->rank < TACIT_EXPERT_RANK;
    if (!any || !*allowed)
        return TACIT_OK;
    s->pivot = (uint32_t)find_pivot(s);
    normalise(s);
    s->pending = TACIT_PENDING_ROW;
    return put_in(cx, s, allowed);
}

tacit_status tacit_sums_try(tacit_ctx *cx, tacit_sums *s, const tacit_query_set *set, bool *allowed)
{
    const size_t mark = tacit_scratch_mark(cx);
    bool *in = NULL, fits = true;
    TACIT_ASSERT(s->pending == TACIT_PENDING_NONE);
    *allowed = false;
    memcpy(s->before, s->sketch, s->rank * sizeof *s->sketch);
    tacit_status status = tacit_atoms_split(cx, s, set, &in, &fits);
    if (status == TACIT_OK && fits)
        status = take_query(cx, s, in, allowed);
    if (status != TACIT_OK)
        *allowed = false;
    if (!*allowed && fits) {
        tacit_atoms_merge(s, set);
        memcpy(s->sketch, s->before, s->rank * sizeof *s->sketch);
    }
    if (!*allowed)
        s->pending = TACIT_PENDING_NONE;
    tacit_scratch_release(cx, mark);
    return status;
}

/* Take the pivot's column out: the last one gets its place. */
static void drop_column(tacit_sums *s)
{
    const uint32_t last = (uint32_t)--s->columns, to = s->pivot;
    for (size_t i = 0; i < s->rank; i++)
        s->all.row[i][to] = s->all.row[i][last];
    s->column_atom[to] = s->column_atom[last];
    s->place[s->column_atom[to]] = to;
}

void tacit_sums_keep(tacit_sums *s)
{
    if (s->pending == TACIT_PENDING_ROW) {
        const uint32_t atom = s->row_atom[s->rank];
        s->rank++;
        drop_column(s);
        s->is_pivot[atom] = true;
        s->place[atom] = (uint32_t)s->rank - 1;
    }
    s->pending = TACIT_PENDING_NONE;
}

/* Put row `i` back to what it was before the query. */
static void put_back(tacit_sums *s, size_t i)
{
    const tacit_prime_field *f = &s->field;
    tacit_echelon *r = &s->all;
    if (r->factor[i] == 0)
        return;
    const tacit_factor by = tacit_field_factor(f, r->factor[i]);
    r->records[i] = s->size[s->row_atom[i]];
    for (size_t j = 0; j < s->columns; j++) {
        uint64_t *x = &r->row[i][j];
        *x = tacit_field_add(f, *x, tacit_field_times(f->p, by, r->fresh[j]));
        r->records[i] += *x != 0 ? s->size[s->column_atom[j]] : 0;
    }
}

void tacit_sums_undo(tacit_sums *s, const tacit_query_set *set)
{
    for (size_t i = 0; i < s->rank && s->pending == TACIT_PENDING_ROW; i++)
        put_back(s, i);
    tacit_atoms_merge(s, set);
    memcpy(s->sketch, s->before, s->rank * sizeof *s->sketch);
    s->pending = TACIT_PENDING_NONE;
}
