/*
 * pattern_rows.c - the patterns of one record with all records of the other side.
 *
 * A run of values costs about one store for each of its rows if it is scattered, and a
 * fraction of that for each row of the table if it is compared with all: so runs that
 * cover more than a SHARE of the rows are compared.  Rows whose own value is missing start
 * with the missing level; a missing value of the first side raises all others to it.
 * O(rows) memory a field, O(agreements + rows * long runs) time a record.
 */
#include "micro/linkage/pattern_rows.h"

#include <string.h>

/* Runs of more than 1 / SHARE of the rows are compared, not scattered. */
enum { SHARE = 6 };

/* Rows by value, and where the rows of each value start; missing ones come last. */
static tacit_status order_rows(tacit_ctx *cx, const tacit_link_field *f, size_t n,
                               const uint32_t **start, const uint32_t **row)
{
    uint32_t *at = NULL, *rows = NULL, *next = NULL;
    TACIT_TRY(tacit_scratch(cx, (size_t)f->n_b + 2, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, (size_t)f->n_b + 2, sizeof *next, &next));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *rows, &rows));
    for (size_t j = 0; j < n; j++)
        at[f->b[j] + 1]++;
    for (size_t v = 0; v <= f->n_b; v++)
        at[v + 1] += at[v];
    memcpy(next, at, ((size_t)f->n_b + 1) * sizeof *next);
    for (size_t j = 0; j < n; j++)
        rows[next[f->b[j]]++] = (uint32_t)j;
    *start = at;
    *row = rows;
    return TACIT_OK;
}

tacit_status tacit_pattern_rows_make(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                                     tacit_pattern_rows *out)
{
    const size_t n = pairs->n_b;
    uint32_t *base = NULL;
    TACIT_ASSERT(n <= UINT32_MAX);
    *out = (tacit_pattern_rows){ .pairs = pairs };
    TACIT_TRY(tacit_pattern_code_of(cx, pairs, &out->code));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *base, &base));
    for (size_t k = 0; k < pairs->fields; k++) {
        const tacit_link_field *f = &pairs->field[k];
        const uint32_t missing = f->levels * out->code.stride[k];
        uint32_t *present = NULL;
        TACIT_TRY(order_rows(cx, f, n, &out->start[k], &out->row[k]));
        if (out->code.radix[k] == f->levels)
            continue;
        TACIT_TRY(tacit_scratch(cx, n, sizeof *present, &present));
        for (size_t j = 0; j < n; j++) {
            base[j] += f->b[j] == f->n_b ? missing : 0;
            present[j] = f->b[j] == f->n_b ? 0 : missing;
        }
        out->present[k] = present;
    }
    out->base = base;
    return TACIT_OK;
}

static void add_all(const uint32_t *restrict what, size_t from, size_t to, uint32_t *restrict code)
{
    for (size_t j = from; j < to; j++)
        code[j] += what[j];
}

/* Add to those of `n` rows whose value is in the run. */
static void add_compared(const uint32_t *restrict value, const tacit_run *run, uint32_t add,
                         size_t n, uint32_t *restrict code)
{
    const uint32_t low = run->low, length = run->high - run->low;
    for (size_t j = 0; j < n; j++)
        code[j] += value[j] - low < length ? add : 0;
}

static void add_scattered(const uint32_t *restrict row, size_t from, size_t to, uint32_t add,
                          uint32_t *restrict code)
{
    for (size_t r = from; r < to; r++)
        code[row[r]] += add;
}

void tacit_pattern_rows_fill(const tacit_pattern_rows *r, size_t i, size_t first, uint32_t *code)
{
    const tacit_pattern_pairs *p = r->pairs;
    memcpy(code + first, r->base + first, (p->n_b - first) * sizeof *code);
    for (size_t k = 0; k < p->fields; k++) {
        const tacit_link_field *f = &p->field[k];
        const uint32_t v = f->a[i], *start = r->start[k];
        if (v == f->n_a) {
            add_all(r->present[k], first, p->n_b, code);
            continue;
        }
        for (size_t at = f->from[v]; at < f->from[v + 1]; at++) {
            const tacit_run *run = &f->run[at];
            const uint32_t add = run->add * r->code.stride[k];
            const size_t rows = start[run->high] - start[run->low];
            if (rows > (p->n_b - first) / SHARE)
                add_compared(f->b + first, run, add, p->n_b - first, code + first);
            else
                add_scattered(r->row[k], start[run->low], start[run->high], add, code);
        }
    }
}
