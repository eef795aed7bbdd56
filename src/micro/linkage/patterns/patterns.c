/*
 * patterns.c - how many pairs of records show which pattern.
 *
 * Each record of the first side gets the codes of its pairs with all of the second in one
 * array (pattern_rows.h), which is then counted.  Neighbouring counts go to different
 * histograms, since most pairs agree on nothing and would wait for each other's count.
 * Counts are whole numbers, so threads do not matter.  O(pairs), near 1e9 pairs a second
 * and core for five fields; O(patterns) memory a thread.  Missing: a level of its own.
 */
#include "micro/linkage/patterns/patterns.h"

#include <omp.h>

#include "micro/linkage/pattern_rows.h"

/* Pairs between two ticks; counts of a thread in that time fit 32 bits. */
enum { PAIRS_A_BATCH = 1 << 28 };

/* Where equal records are grouped instead: cost of a row and set of fields, in pairs. */
enum { GROUP_COST = 60, GROUP_FIELDS = 12 };

/* Histograms a thread fills in turn: fewer where they are long. */
enum { WAYS = 8, WAYS_SIZE = 1 << 12 };

uint8_t tacit_link_field_level(const tacit_link_field *field, uint32_t a, uint32_t b)
{
    uint32_t level = 0;
    if (a == field->n_a || b == field->n_b)
        return field->levels;
    for (size_t r = field->from[a]; r < field->from[a + 1]; r++)
        level +=
            b - field->run[r].low < field->run[r].high - field->run[r].low ? field->run[r].add : 0;
    return (uint8_t)level;
}

uint32_t tacit_shared_value(const tacit_pattern_pairs *pairs, size_t k, size_t r)
{
    const tacit_link_field *f = &pairs->field[k];
    TACIT_ASSERT(f->exact);
    if (r >= pairs->n_a)
        return f->b[r - pairs->n_a];
    const uint32_t v = f->a[r];
    return v == f->n_a || f->from[v] == f->from[v + 1] ? f->n_b : f->run[f->from[v]].low;
}

static bool has_missing(const uint32_t *value, uint32_t missing, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (value[i] == missing)
            return true;
    return false;
}

tacit_status tacit_pattern_code_of(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                                   tacit_pattern_code *out)
{
    uint64_t size = 1;
    if (pairs->fields > TACIT_FIELDS_MAX)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%zu columns are too many to compare; at most %d can be.", pairs->fields,
                          TACIT_FIELDS_MAX);
    out->fields = pairs->fields;
    for (size_t k = 0; k < pairs->fields; k++) {
        const tacit_link_field *f = &pairs->field[k];
        const bool missing =
            has_missing(f->a, f->n_a, pairs->n_a) || has_missing(f->b, f->n_b, pairs->n_b);
        TACIT_ASSERT(f->levels >= 2 && f->levels <= TACIT_LEVELS_MAX);
        out->levels[k] = f->levels;
        out->radix[k] = (uint8_t)(f->levels + missing);
        out->stride[k] = (uint32_t)size;
        size *= out->radix[k];
        if (size > TACIT_PATTERNS_MAX)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "The comparison of %zu columns has more than %d patterns; compare "
                              "fewer columns or use fewer levels.",
                              pairs->fields, TACIT_PATTERNS_MAX);
    }
    out->size = (uint32_t)size;
    return TACIT_OK;
}

void tacit_pattern_levels(const tacit_pattern_code *c, uint32_t code, uint8_t *level)
{
    TACIT_ASSERT(code < c->size);
    for (size_t k = 0; k < c->fields; k++)
        level[k] = (uint8_t)(code / c->stride[k] % c->radix[k]);
}

uint32_t tacit_pattern_of(const tacit_pattern_code *c, const tacit_pattern_pairs *pairs, size_t i,
                          size_t j)
{
    uint32_t code = 0;
    for (size_t k = 0; k < c->fields; k++) {
        const tacit_link_field *f = &pairs->field[k];
        code += tacit_link_field_level(f, f->a[i], f->b[j]) * c->stride[k];
    }
    return code;
}

double tacit_pairs_count(const tacit_pattern_pairs *pairs)
{
    const double a = (double)pairs->n_a, b = (double)pairs->n_b;
    return pairs->within ? a * (a - 1.0) / 2.0 : a * b;
}

tacit_status tacit_patterns_from(tacit_ctx *cx, const tacit_pattern_code *c, const uint64_t *count,
                                 tacit_patterns *out)
{
    uint8_t *level = NULL;
    double *counts = NULL;
    size_t n = 0;
    for (uint32_t code = 0; code < c->size; code++)
        n += count[code] > 0;
    TACIT_TRY(tacit_scratch(cx, n * c->fields, 1, &level));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *counts, &counts));
    *out = (tacit_patterns){ .fields = c->fields, .level = level, .count = counts };
    for (size_t k = 0; k < c->fields; k++)
        out->levels[k] = c->levels[k];
    for (uint32_t code = 0; code < c->size; code++) {
        if (count[code] == 0)
            continue;
        tacit_pattern_levels(c, code, level + out->n * c->fields);
        counts[out->n++] = (double)count[code];
    }
    return TACIT_OK;
}

/* ---- the loop over records ---- */

/* What each thread has of its own. */
typedef struct counting {
    const tacit_pattern_rows *rows;
    uint32_t *code; /* n_b codes a thread */
    uint32_t *seen; /* ways * size counts a thread */
    uint32_t ways, size;
} counting;

static void count_codes(const uint32_t *restrict code, size_t n, const counting *c,
                        uint32_t *restrict seen)
{
    size_t j = 0;
    if (c->ways == WAYS)
        for (; j + WAYS <= n; j += WAYS)
            for (size_t w = 0; w < WAYS; w++)
                seen[w * c->size + code[j + w]]++;
    for (; j < n; j++)
        seen[code[j]]++;
}

static void count_batch(const counting *c, size_t from, size_t to)
{
    const tacit_pattern_pairs *p = c->rows->pairs;
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = from; i < to; i++) {
        const size_t thread = (size_t)omp_get_thread_num(), first = p->within ? i + 1 : 0;
        uint32_t *code = c->code + thread * p->n_b;
        tacit_pattern_rows_fill(c->rows, i, first, code);
        count_codes(code + first, p->n_b - first, c, c->seen + thread * (size_t)c->ways * c->size);
    }
}

/* Move what `threads` threads have seen to `count`. */
static void collect(const counting *c, size_t threads, uint64_t *count)
{
    for (size_t t = 0; t < threads * c->ways; t++)
        for (uint32_t code = 0; code < c->size; code++) {
            count[code] += c->seen[t * c->size + code];
            c->seen[t * c->size + code] = 0;
        }
}

static tacit_status count_rows(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                               const tacit_pattern_code *code, uint64_t *count)
{
    const size_t threads = (size_t)omp_get_max_threads();
    const size_t batch = 1 + PAIRS_A_BATCH / (pairs->n_b + 1);
    const uint32_t ways = code->size <= WAYS_SIZE ? WAYS : 1;
    tacit_pattern_rows rows;
    counting c = { .rows = &rows, .ways = ways, .size = code->size };
    TACIT_TRY(tacit_pattern_rows_make(cx, pairs, &rows));
    TACIT_TRY(tacit_scratch(cx, threads * pairs->n_b, sizeof *c.code, &c.code));
    TACIT_TRY(tacit_scratch(cx, threads * ways * code->size, sizeof *c.seen, &c.seen));
    for (size_t i = 0; i < pairs->n_a; i += batch) {
        TACIT_TRY(tacit_tick(cx, i, pairs->n_a));
        count_batch(&c, i, pairs->n_a - i < batch ? pairs->n_a : i + batch);
        collect(&c, threads, count);
    }
    return TACIT_OK;
}

/* Whether grouping equal records is cheaper than looking at all pairs. */
static bool is_cheaper_grouped(const tacit_pattern_pairs *pairs)
{
    for (size_t k = 0; k < pairs->fields; k++)
        if (!pairs->field[k].exact)
            return false;
    const double rows = (double)(pairs->n_a + (pairs->within ? 0 : pairs->n_b));
    return pairs->fields <= GROUP_FIELDS &&
           (double)(1u << pairs->fields) * rows * GROUP_COST < tacit_pairs_count(pairs);
}

tacit_status tacit_patterns_count(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                                  tacit_patterns *out)
{
    tacit_pattern_code code;
    uint64_t *count = NULL;
    TACIT_TRY(tacit_pattern_code_of(cx, pairs, &code));
    TACIT_TRY(tacit_scratch(cx, code.size, sizeof *count, &count));
    const size_t mark = tacit_scratch_mark(cx);
    if (is_cheaper_grouped(pairs))
        TACIT_TRY(tacit_patterns_count_exact(cx, pairs, &code, count));
    else
        TACIT_TRY(count_rows(cx, pairs, &code, count));
    tacit_scratch_release(cx, mark);
    return tacit_patterns_from(cx, &code, count, out);
}
