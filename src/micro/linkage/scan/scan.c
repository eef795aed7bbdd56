/*
 * scan.c - going over pairs of records: all of them, or those that blocking lets through.
 *
 * Picking goes over the pairs twice: once to count what each record keeps, once to write it
 * where it belongs, so that threads do not matter and no pair that is not kept takes memory.
 * Records that keep nothing are left out the second time.
 */
#include "micro/linkage/scan/scan.h"

#include <omp.h>

#include "micro/linkage/scan/narrow.h"
#include "micro/linkage/pattern_rows.h"

/* Rows of a between two ticks. */
enum { ROWS_A_BATCH = 4096 };

/* What a thread works with. */
typedef struct scanning {
    const tacit_scan *scan;
    const tacit_pattern_code *code;
    const tacit_pattern_rows *rows; /* NULL with blocks */
    const uint8_t *keep;
    uint32_t *codes, *partners; /* n_b a thread */
} scanning;

static tacit_status make_scanning(tacit_ctx *cx, scanning *s, tacit_pattern_rows *rows)
{
    const tacit_pattern_pairs *pairs = s->scan->pairs;
    const size_t room = (size_t)omp_get_max_threads() * pairs->n_b;
    TACIT_TRY(tacit_scratch(cx, room, sizeof *s->codes, &s->codes));
    if (s->scan->blocks != NULL)
        return tacit_scratch(cx, room, sizeof *s->partners, &s->partners);
    s->rows = rows;
    return tacit_pattern_rows_make(cx, pairs, rows);
}

/* The codes of row i: of its partners, or of all rows from `*first` on.  Their number. */
static size_t codes_of_row(const scanning *s, size_t i, size_t *first)
{
    const tacit_pattern_pairs *p = s->scan->pairs;
    const size_t offset = (size_t)omp_get_thread_num() * p->n_b;
    uint32_t *code = s->codes + offset;
    *first = p->within && s->rows != NULL ? i + 1 : 0;
    if (s->rows != NULL) {
        tacit_pattern_rows_fill(s->rows, i, *first, code);
        return p->n_b;
    }
    const size_t n = tacit_blocks_partners(s->scan->blocks, i, s->partners + offset);
    for (size_t k = 0; k < n; k++)
        code[k] = tacit_pattern_of(s->code, p, i, s->partners[offset + k]);
    return n;
}

/* ---- counting ---- */

static void count_row(const scanning *s, size_t i, uint64_t *count)
{
    size_t first;
    const size_t found = codes_of_row(s, i, &first);
    const size_t thread = (size_t)omp_get_thread_num();
    const uint32_t *codes = s->codes + thread * s->scan->pairs->n_b;
    for (size_t k = first; k < found; k++)
        count[thread * s->code->size + codes[k]]++;
}

/* The patterns of the pairs that blocking lets through. */
static tacit_status count_blocked(tacit_ctx *cx, const tacit_scan *scan,
                                  const tacit_pattern_code *code, uint64_t *count)
{
    const size_t threads = (size_t)omp_get_max_threads(), n = scan->pairs->n_a;
    scanning s = { .scan = scan, .code = code };
    uint64_t *seen = NULL;
    TACIT_TRY(make_scanning(cx, &s, NULL));
    TACIT_TRY(tacit_scratch(cx, threads * code->size, sizeof *seen, &seen));
    for (size_t from = 0; from < n; from += ROWS_A_BATCH) {
        const size_t to = n - from < ROWS_A_BATCH ? n : from + ROWS_A_BATCH;
        TACIT_TRY(tacit_tick(cx, from, n));
#pragma omp parallel for schedule(dynamic, 16)
        for (size_t i = from; i < to; i++)
            count_row(&s, i, seen);
    }
    for (size_t t = 0; t < threads; t++)
        for (uint32_t c = 0; c < code->size; c++)
            count[c] += seen[t * code->size + c];
    return TACIT_OK;
}

tacit_status tacit_scan_count(tacit_ctx *cx, const tacit_scan *scan, tacit_patterns *out)
{
    tacit_pattern_code code;
    uint64_t *count = NULL;
    if (scan->blocks == NULL)
        return tacit_patterns_count(cx, scan->pairs, out);
    TACIT_TRY(tacit_pattern_code_of(cx, scan->pairs, &code));
    TACIT_TRY(tacit_scratch(cx, code.size, sizeof *count, &count));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(count_blocked(cx, scan, &code, count));
    tacit_scratch_release(cx, mark);
    return tacit_patterns_from(cx, &code, count, out);
}

/* ---- picking ---- */

static size_t count_kept(const scanning *s, size_t i)
{
    size_t first, kept = 0;
    const size_t n = codes_of_row(s, i, &first);
    const uint32_t *code = s->codes + (size_t)omp_get_thread_num() * s->scan->pairs->n_b;
    for (size_t k = first; k < n; k++)
        kept += s->keep[code[k]];
    return kept;
}

/* Where picked pairs are written. */
typedef struct slots {
    size_t *start; /* of each row of a */
    uint32_t *a, *b, *code;
} slots;

/* Put the pairs of one row in the order of rows of b: few of them, so by insertion. */
static void insert_pair(const slots *to, size_t from, size_t at, uint32_t b, uint32_t code)
{
    for (; at > from && to->b[at - 1] > b; at--) {
        to->b[at] = to->b[at - 1];
        to->code[at] = to->code[at - 1];
    }
    to->b[at] = b;
    to->code[at] = code;
}

static void write_kept(const scanning *s, size_t i, const slots *to)
{
    size_t first, at = to->start[i];
    const size_t n = codes_of_row(s, i, &first);
    const size_t offset = (size_t)omp_get_thread_num() * s->scan->pairs->n_b;
    for (size_t k = first; k < n; k++) {
        const uint32_t code = s->codes[offset + k];
        if (!s->keep[code])
            continue;
        to->a[at] = (uint32_t)i;
        insert_pair(to, to->start[i], at, s->rows != NULL ? (uint32_t)k : s->partners[offset + k],
                    code);
        at++;
    }
    TACIT_ASSERT(at == to->start[i + 1]);
}

static tacit_status pick(tacit_ctx *cx, const scanning *s, tacit_picked *out)
{
    const size_t n = s->scan->pairs->n_a;
    slots to = { 0 };
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *to.start, &to.start));
    for (size_t from = 0; from < n; from += ROWS_A_BATCH) {
        const size_t end = n - from < ROWS_A_BATCH ? n : from + ROWS_A_BATCH;
        TACIT_TRY(tacit_tick(cx, from, n));
#pragma omp parallel for schedule(dynamic, 16)
        for (size_t i = from; i < end; i++)
            to.start[i + 1] = count_kept(s, i);
    }
    for (size_t i = 0; i < n; i++)
        to.start[i + 1] += to.start[i];
    TACIT_TRY(tacit_scratch(cx, to.start[n], sizeof *to.a, &to.a));
    TACIT_TRY(tacit_scratch(cx, to.start[n], sizeof *to.b, &to.b));
    TACIT_TRY(tacit_scratch(cx, to.start[n], sizeof *to.code, &to.code));
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < n; i++)
        if (to.start[i + 1] > to.start[i])
            write_kept(s, i, &to);
    *out = (tacit_picked){ to.start[n], to.a, to.b, to.code };
    return TACIT_OK;
}

tacit_status tacit_scan_pick(tacit_ctx *cx, const tacit_scan *scan, const tacit_pattern_code *code,
                             const uint8_t *keep, tacit_picked *out)
{
    tacit_pattern_rows rows;
    tacit_scan narrow = *scan;
    tacit_blocks *blocks = NULL;
    scanning s = { .scan = &narrow, .code = code, .keep = keep };
    if (scan->blocks == NULL) {
        TACIT_TRY(tacit_scratch(cx, 1, sizeof *blocks, &blocks));
        TACIT_TRY(tacit_narrow(cx, scan->pairs, code, keep, blocks));
        narrow.blocks = blocks->n > 0 ? blocks : NULL;
    }
    TACIT_TRY(make_scanning(cx, &s, &rows));
    return pick(cx, &s, out);
}

/* ---- the best of each record ---- */

typedef struct best_row {
    uint32_t rank, ties;
} best_row;

static best_row best_of(const uint32_t *code, size_t n, const uint32_t *rank)
{
    best_row best = { 0 };
    for (size_t j = 0; j < n; j++) {
        const uint32_t r = rank[code[j]];
        if (r < best.rank)
            continue;
        best.ties = r > best.rank ? 1 : best.ties + 1;
        best.rank = r;
    }
    return best;
}

tacit_status tacit_scan_best(tacit_ctx *cx, const tacit_pattern_pairs *pairs, const uint32_t *rank,
                             const uint32_t *same, tacit_best *out)
{
    const size_t n = pairs->n_a;
    const tacit_scan scan = { .pairs = pairs };
    tacit_pattern_rows rows;
    scanning s = { .scan = &scan };
    uint32_t *best = NULL, *ties = NULL;
    bool *hit = NULL;
    TACIT_ASSERT(!pairs->within);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *best, &best));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *ties, &ties));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *hit, &hit));
    TACIT_TRY(make_scanning(cx, &s, &rows));
    for (size_t from = 0; from < n; from += ROWS_A_BATCH) {
        const size_t to = n - from < ROWS_A_BATCH ? n : from + ROWS_A_BATCH;
        TACIT_TRY(tacit_tick(cx, from, n));
#pragma omp parallel for schedule(dynamic, 16)
        for (size_t i = from; i < to; i++) {
            size_t first;
            const size_t found = codes_of_row(&s, i, &first);
            const uint32_t *code = s.codes + (size_t)omp_get_thread_num() * pairs->n_b;
            const best_row b = best_of(code, found, rank);
            best[i] = b.rank;
            ties[i] = b.ties;
            hit[i] = rank[code[same[i]]] == b.rank;
        }
    }
    *out = (tacit_best){ best, ties, hit };
    return TACIT_OK;
}
