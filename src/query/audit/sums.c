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
            s->weight[h][a] = s->weight[h][a] % (tacit_field_prime(1) - 1) + 1;
    }
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
    for (size_t h = 0; h < TACIT_FIELDS; h++) {
        for (size_t i = 0; i < TACIT_EXPERT_RANK; i++)
            tacit_free(s->half[h].row[i]);
        tacit_free(s->half[h].fresh);
    }
    tacit_free(s->atom_of);
    tacit_free(s->sketch);
    tacit_free(s->before);
    tacit_free(s);
}

/* ---- reducing ---- */

/* The rows whose pivots the query holds, filled up with the last one, of zeros, to whole fours. */
static size_t list_rows(const tacit_sums *s, unsigned which, const bool *in, const uint64_t *zero,
                        const uint64_t **out)
{
    size_t n = 0;
    for (size_t i = 0; i < s->rank; i++) {
        if (in[s->row_atom[i]])
            out[n++] = s->half[which].row[i];
    }
    while (n % 4 != 0)
        out[n++] = zero;
    return n;
}

/* w -= the sum of four rows, which fits in 64 bits. */
static inline void subtract_four(uint64_t *w, const uint64_t *const *row, size_t n, uint64_t c)
{
    const uint64_t *one = row[0], *two = row[1], *three = row[2], *four = row[3];
    for (size_t j = 0; j < n; j++)
        w[j] = tacit_field_subtract(w[j], tacit_field_fold(one[j] + two[j] + three[j] + four[j], c),
                                    c);
}

/* `half->fresh` = the query minus rows; `*any` if anything is left. */
static tacit_status reduce(tacit_ctx *cx, const tacit_sums *s, unsigned which, const bool *in,
                           bool *any)
{
    uint64_t *w = s->half[which].fresh, *zero = NULL, all = 0;
    const uint64_t **row = NULL;
    TACIT_TRY(tacit_scratch(cx, s->columns, sizeof *zero, &zero));
    TACIT_TRY(tacit_scratch(cx, s->rank + 3, sizeof *row, &row));
    const size_t n = list_rows(s, which, in, zero, row);
    for (size_t j = 0; j < s->columns; j++)
        w[j] = in[s->column_atom[j]];
    for (size_t i = 0; i < n; i += 4) {
        if (which == 0)
            subtract_four(w, row + i, s->columns, 1);
        else
            subtract_four(w, row + i, s->columns, 31);
    }
    for (size_t j = 0; j < s->columns; j++)
        all |= w[j];
    *any = all != 0;
    return TACIT_OK;
}

/* A column that is not 0 in either field, or `columns`. */
static size_t find_pivot(const tacit_sums *s)
{
    size_t j = 0;
    while (j < s->columns && (s->half[0].fresh[j] == 0 || s->half[1].fresh[j] == 0))
        j++;
    return j;
}

/* Divide the rest by its value at the pivot, and count the records that it depends on. */
static void normalise(tacit_sums *s, unsigned which)
{
    tacit_half *half = &s->half[which];
    const uint64_t c = tacit_field_gap(which), by = tacit_field_invert(half->fresh[s->pivot], c);
    half->fresh_records = 0;
    for (size_t j = 0; j < s->columns; j++) {
        half->fresh[j] = tacit_field_multiply(half->fresh[j], by, c);
        half->fresh_records += half->fresh[j] != 0 ? s->size[s->column_atom[j]] : 0;
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

static tacit_status list_change(tacit_ctx *cx, const tacit_sums *s, unsigned which, change *out)
{
    const uint64_t *w = s->half[which].fresh;
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

/* row -= factor w; by how many records its support grew.  `c` is a constant where it is called, so
 * that the compiler makes a loop for each. */
static inline int64_t subtract_with(uint64_t *restrict row, uint64_t factor, const change *w,
                                    uint64_t c)
{
    const uint32_t *restrict column = w->column;
    const uint64_t *restrict value = w->value;
    const int64_t *restrict size = w->size;
    const size_t n = w->n;
    int64_t grown = 0;
    for (size_t e = 0; e < n; e++) {
        const uint64_t x = row[column[e]];
        const uint64_t z = tacit_field_subtract(x, tacit_field_multiply(factor, value[e], c), c);
        row[column[e]] = z;
        if (__builtin_expect((x == 0) | (z == 0), 0))
            grown += ((z != 0) - (x != 0)) * size[e];
    }
    return grown;
}

static int64_t subtract(uint64_t *row, uint64_t factor, const change *w, unsigned which)
{
    return which == 0 ? subtract_with(row, factor, w, 1) : subtract_with(row, factor, w, 31);
}

/* Take the query's multiple out of rows 0 ... n-1 of a field, until one depends on too few records;
 * how many rows were changed. */
static size_t change_rows(tacit_sums *s, unsigned which, const change *w)
{
    tacit_half *half = &s->half[which];
    for (size_t i = 0; i < s->rank; i++) {
        half->factor[i] = half->row[i][s->pivot];
        if (half->factor[i] == 0)
            continue;
        half->records[i] += (uint64_t)subtract(half->row[i], half->factor[i], w, which);
        if (half->records[i] < s->k)
            return i + 1;
    }
    return s->rank;
}

static void change_back(tacit_sums *s, unsigned which, const change *w, size_t n)
{
    tacit_half *half = &s->half[which];
    const uint64_t c = tacit_field_gap(which);
    for (size_t i = 0; i < n; i++) {
        if (half->factor[i] != 0)
            half->records[i] += (uint64_t)subtract(
                half->row[i], tacit_field_subtract(0, half->factor[i], c), w, which);
    }
}

/* Change the rows of a field; false, and they are as before, if one would depend on too few. */
static bool change_field(tacit_sums *s, unsigned which, const change *w)
{
    const size_t n = change_rows(s, which, w);
    const bool enough = n == s->rank && (n == 0 || s->half[which].records[n - 1] >= s->k);
    if (!enough)
        change_back(s, which, w, n);
    return enough;
}

/* ---- the whole way ---- */

/* Put the query's rest in as row `rank`, which is not counted yet. */
static tacit_status stage_row(tacit_ctx *cx, tacit_sums *s)
{
    for (size_t h = 0; h < TACIT_FIELDS; h++) {
        tacit_half *half = &s->half[h];
        TACIT_TRY(tacit_grow(cx, s->room, sizeof(uint64_t), &half->row[s->rank]));
        memcpy(half->row[s->rank], half->fresh, s->columns * sizeof(uint64_t));
        half->row[s->rank][s->pivot] = 0;
        half->records[s->rank] = half->fresh_records;
    }
    s->row_atom[s->rank] = s->column_atom[s->pivot];
    s->sketch[s->rank] = tacit_sketch_of(s, s->half[0].row[s->rank]);
    const tacit_sketch whole = tacit_sketch_of(s, s->half[0].fresh);
    for (size_t i = 0; i < s->rank; i++)
        tacit_sketch_change(&s->sketch[i], s->half[0].factor[i], &whole);
    return TACIT_OK;
}

/* Put the rest of the query in, in both fields and then looking at several rows together. */
static tacit_status put_in(tacit_ctx *cx, tacit_sums *s, bool *allowed)
{
    change w[TACIT_FIELDS];
    bool small = false;
    *allowed = s->half[0].fresh_records >= s->k && s->half[1].fresh_records >= s->k;
    if (!*allowed)
        return TACIT_OK;
    TACIT_TRY(list_change(cx, s, 0, &w[0]));
    TACIT_TRY(list_change(cx, s, 1, &w[1]));
    *allowed = change_field(s, 0, &w[0]);
    if (!*allowed)
        return TACIT_OK;
    *allowed = change_field(s, 1, &w[1]);
    tacit_status status = TACIT_OK;
    if (*allowed) {
        status = stage_row(cx, s);
        if (status == TACIT_OK)
            status = tacit_support_is_small(cx, s, s->rank + 1, &small);
        if (small || status != TACIT_OK)
            change_back(s, 1, &w[1], s->rank);
        *allowed = !small && status == TACIT_OK;
    }
    if (!*allowed)
        change_back(s, 0, &w[0], s->rank);
    return status;
}

/* Reduce the query, and put it in if it is new; *allowed if it may be answered. */
static tacit_status take_query(tacit_ctx *cx, tacit_sums *s, const bool *in, bool *allowed)
{
    bool one = false, two = false;
    TACIT_TRY(reduce(cx, s, 0, in, &one));
    TACIT_TRY(reduce(cx, s, 1, in, &two));
    s->pending = TACIT_PENDING_KNOWN;
    *allowed = true;
    if (!one && !two)
        return TACIT_OK;
    const size_t pivot = find_pivot(s);
    *allowed = one && two && pivot < s->columns && s->rank < TACIT_EXPERT_RANK;
    if (!*allowed)
        return TACIT_OK;
    s->pivot = (uint32_t)pivot;
    normalise(s, 0);
    normalise(s, 1);
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
    for (size_t h = 0; h < TACIT_FIELDS; h++) {
        for (size_t i = 0; i < s->rank; i++)
            s->half[h].row[i][to] = s->half[h].row[i][last];
    }
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

/* Put row `i` of a field back to what it was before the query. */
static void put_back(tacit_sums *s, unsigned which, size_t i)
{
    tacit_half *half = &s->half[which];
    const uint64_t c = tacit_field_gap(which), factor = half->factor[i];
    if (factor == 0)
        return;
    half->records[i] = s->size[s->row_atom[i]];
    for (size_t j = 0; j < s->columns; j++) {
        uint64_t *x = &half->row[i][j];
        *x = tacit_field_add(*x, tacit_field_multiply(factor, half->fresh[j], c), c);
        half->records[i] += *x != 0 ? s->size[s->column_atom[j]] : 0;
    }
}

void tacit_sums_undo(tacit_sums *s, const tacit_query_set *set)
{
    for (unsigned h = 0; h < TACIT_FIELDS; h++) {
        for (size_t i = 0; i < s->rank && s->pending == TACIT_PENDING_ROW; i++)
            put_back(s, h, i);
    }
    tacit_atoms_merge(s, set);
    memcpy(s->sketch, s->before, s->rank * sizeof *s->sketch);
    s->pending = TACIT_PENDING_NONE;
}
