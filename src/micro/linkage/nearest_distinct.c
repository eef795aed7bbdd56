/*
 * nearest_distinct.c - the distinct records of a set.
 *
 * Microaggregated and generalised files have many records that are equal.  Looking at each
 * only once keeps the search from counting thousands of equal neighbours one by one.
 */
#include "micro/linkage/nearest_distinct.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/sort.h"

static uint64_t hash_record(const tacit_space *s, const tacit_records *r, size_t i)
{
    const double *x = r->x + i * s->p;
    const uint32_t *code = r->code + i * s->q;
    uint64_t h = 0;
    for (size_t c = 0; c < s->p; c++) {
        const double value = x[c] + 0.0; /* -0 counts as 0 */
        uint64_t bits = UINT64_MAX;
        if (!isnan(value))
            memcpy(&bits, &value, sizeof bits);
        h = tacit_hash_u64(h * 31 + bits);
    }
    for (size_t c = 0; c < s->q; c++)
        h = tacit_hash_u64(h * 31 + code[c]);
    return h;
}

static bool is_equal(const tacit_space *s, const tacit_records *r, size_t i, size_t j)
{
    const double *x = r->x + i * s->p, *y = r->x + j * s->p;
    for (size_t c = 0; c < s->p; c++)
        if (x[c] < y[c] || x[c] > y[c] || isnan(x[c]) != isnan(y[c]))
            return false;
    return s->q == 0 || memcmp(r->code + i * s->q, r->code + j * s->q, s->q * sizeof *r->code) == 0;
}

/* Groups while they are made. */
typedef struct grouping {
    const tacit_space *space;
    const tacit_records *records;
    uint32_t *of, *start, *row;
    size_t n, placed;
} grouping;

enum { NO_GROUP = UINT32_MAX };

/* Put the records of `a`, `n` of one hash, into groups: one unless hashes collide. */
static void group_run(grouping *g, const tacit_keyed *a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (g->of[a[i].row] != NO_GROUP)
            continue;
        g->start[g->n] = (uint32_t)g->placed;
        for (size_t j = i; j < n; j++) {
            if (g->of[a[j].row] != NO_GROUP || !is_equal(g->space, g->records, a[i].row, a[j].row))
                continue;
            g->of[a[j].row] = (uint32_t)g->n;
            g->row[g->placed++] = (uint32_t)a[j].row;
        }
        g->n++;
    }
}

static tacit_status start_groups(tacit_ctx *cx, const tacit_records *r, grouping *g)
{
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *g->of, &g->of));
    TACIT_TRY(tacit_scratch(cx, r->n + 1, sizeof *g->start, &g->start));
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *g->row, &g->row));
    return TACIT_OK;
}

static tacit_status group_records(tacit_ctx *cx, grouping *g)
{
    const size_t mark = tacit_scratch_mark(cx), n = g->records->n;
    tacit_keyed *a = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *a, &a));
    for (size_t i = 0; i < n; i++) {
        a[i] = (tacit_keyed){ hash_record(g->space, g->records, i), i };
        g->of[i] = NO_GROUP;
    }
    TACIT_TRY(tacit_sort_keyed(cx, a, n));
    for (size_t i = 0, end = 0; i < n; i = end) {
        while (end < n && a[end].key == a[i].key)
            end++;
        group_run(g, a + i, end - i);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_distinct_of(tacit_ctx *cx, const tacit_space *s, const tacit_records *r,
                               tacit_distinct *out)
{
    grouping g = { .space = s, .records = r };
    TACIT_TRY(start_groups(cx, r, &g));
    TACIT_TRY(group_records(cx, &g));
    TACIT_ASSERT(g.placed == r->n);
    g.start[g.n] = (uint32_t)r->n;
    *out = (tacit_distinct){ g.n, g.of, g.start, g.row };
    return TACIT_OK;
}

tacit_status tacit_distinct_none(tacit_ctx *cx, const tacit_records *r, tacit_distinct *out)
{
    grouping g = { .n = r->n };
    TACIT_TRY(start_groups(cx, r, &g));
    for (size_t i = 0; i < r->n; i++)
        g.of[i] = g.start[i] = g.row[i] = (uint32_t)i;
    g.start[r->n] = (uint32_t)r->n;
    *out = (tacit_distinct){ g.n, g.of, g.start, g.row };
    return TACIT_OK;
}
