/*
 * exact.c - how many pairs show which pattern, for fields that agree or do not.
 *
 * For a set A of fields, the pairs that agree on all of A are counted by grouping records
 * that are equal on A: no pair is looked at.  Those that agree on A and on no other field
 * follow by inclusion and exclusion, one field after the other: N(disagree on k) = N(any
 * on k) - N(agree on k) (the Moebius inversion over sets of fields).  Records are told
 * apart by which of their fields are missing, so that missing comparisons are counted too.
 *
 * Sets are visited depth first; records without a partner on A have none on more fields
 * and are left behind.  O(2^fields * rows) at worst, usually far less.
 */
#include "micro/linkage/patterns/patterns.h"

#include "base/sort.h"

/* Records that have a partner on the fields so far: key is their group, rows of b follow
 * those of a; by group, then row. */
typedef struct members {
    tacit_keyed *at;
    size_t n;
} members;

typedef struct work {
    const tacit_pattern_pairs *pairs;
    const tacit_pattern_code *code;
    uint64_t *count;
    const uint32_t *missing; /* class of each record: which of its fields are missing */
    size_t classes;
    const uint64_t *lacks; /* bits of the fields that each class lacks */
    uint64_t *in_a, *in_b; /* records of each class in the group at hand */
    uint32_t *met;         /* classes that the group at hand has */
} work;

static size_t rows_of(const tacit_pattern_pairs *p)
{
    return p->n_a + (p->within ? 0 : p->n_b);
}

static uint64_t missing_bits(const tacit_pattern_pairs *p, size_t r)
{
    uint64_t bits = 0;
    for (size_t k = 0; k < p->fields; k++) {
        const tacit_link_field *f = &p->field[k];
        const bool missing = r < p->n_a ? f->a[r] == f->n_a : f->b[r - p->n_a] == f->n_b;
        bits |= (uint64_t)missing << k;
    }
    return bits;
}

/* Number the combinations of missing fields. */
static tacit_status class_records(tacit_ctx *cx, work *w)
{
    const size_t n = rows_of(w->pairs);
    tacit_keyed *order = NULL;
    uint32_t *missing = NULL;
    uint64_t *lacks = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *missing, &missing));
    for (size_t r = 0; r < n; r++)
        order[r] = (tacit_keyed){ missing_bits(w->pairs, r), r };
    TACIT_TRY(tacit_sort_keyed(cx, order, n));
    for (size_t i = 0; i < n; i++) {
        w->classes += i == 0 || order[i].key != order[i - 1].key;
        missing[order[i].row] = (uint32_t)(w->classes - 1);
    }
    TACIT_TRY(tacit_scratch(cx, w->classes, sizeof *lacks, &lacks));
    TACIT_TRY(tacit_scratch(cx, w->classes, sizeof *w->in_a, &w->in_a));
    TACIT_TRY(tacit_scratch(cx, w->classes, sizeof *w->in_b, &w->in_b));
    TACIT_TRY(tacit_scratch(cx, w->classes, sizeof *w->met, &w->met));
    for (size_t i = 0; i < n; i++)
        lacks[missing[order[i].row]] = order[i].key;
    w->missing = missing;
    w->lacks = lacks;
    return TACIT_OK;
}

/* Code that a pattern has by its missing fields. */
static uint32_t missing_code(const work *w, uint64_t lacks)
{
    uint32_t code = 0;
    for (size_t k = 0; k < w->pairs->fields; k++)
        code += (lacks >> k & 1) != 0 ? w->code->levels[k] * w->code->stride[k] : 0;
    return code;
}

/* Pairs between records of classes x and y in the group at hand; within one table each
 * pair of classes once. */
static uint64_t pairs_between(const work *w, uint32_t x, uint32_t y)
{
    if (!w->pairs->within)
        return w->in_a[x] * w->in_b[y];
    if (x == y)
        return w->in_a[x] * (w->in_a[x] - 1) / 2;
    return x < y ? w->in_a[x] * w->in_a[y] : 0;
}

/* Add the pairs of one group, which agree on the fields of code `agree`. */
static void count_group(const work *w, const tacit_keyed *at, size_t n, uint32_t agree)
{
    size_t met = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t x = w->missing[at[i].row];
        if (w->in_a[x] + w->in_b[x] == 0)
            w->met[met++] = x;
        *(at[i].row < w->pairs->n_a ? &w->in_a[x] : &w->in_b[x]) += 1;
    }
    for (size_t i = 0; i < met; i++)
        for (size_t j = 0; j < met; j++) {
            const uint64_t pairs = pairs_between(w, w->met[i], w->met[j]);
            const uint64_t lacks = w->lacks[w->met[i]] | w->lacks[w->met[j]];
            if (pairs > 0)
                w->count[agree + missing_code(w, lacks)] += pairs;
        }
    for (size_t i = 0; i < met; i++)
        w->in_a[w->met[i]] = w->in_b[w->met[i]] = 0;
}

/* Whether the sorted group has a pair: two records, or one of each table. */
static bool has_pair(const work *w, const tacit_keyed *at, size_t n)
{
    return w->pairs->within ? n > 1 : at[0].row < w->pairs->n_a && at[n - 1].row >= w->pairs->n_a;
}

/* Count each group and keep those with pairs, numbered from 0. */
static void count_groups(const work *w, members *m, uint32_t agree)
{
    size_t kept = 0;
    uint64_t group = 0;
    for (size_t i = 0, end = 0; i < m->n; i = end) {
        for (end = i + 1; end < m->n && m->at[end].key == m->at[i].key;)
            end++;
        if (!has_pair(w, m->at + i, end - i))
            continue;
        count_group(w, m->at + i, end - i, agree);
        for (size_t r = i; r < end; r++)
            m->at[kept++] = (tacit_keyed){ group, m->at[r].row };
        group++;
    }
    m->n = kept;
}

/* The groups of `m` parted by field k. */
static tacit_status part(tacit_ctx *cx, const work *w, const members *m, size_t k, members *out)
{
    const uint32_t none = w->pairs->field[k].n_b;
    TACIT_TRY(tacit_scratch(cx, m->n, sizeof *out->at, &out->at));
    out->n = 0;
    for (size_t i = 0; i < m->n; i++) {
        const uint32_t v = tacit_shared_value(w->pairs, k, (size_t)m->at[i].row);
        if (v != none)
            out->at[out->n++] = (tacit_keyed){ m->at[i].key * none + v, m->at[i].row };
    }
    return tacit_sort_keyed(cx, out->at, out->n);
}

/* Count the pairs that agree on the fields of code `agree`, then with each set of fields
 * from `next` on added. */
static tacit_status visit(tacit_ctx *cx, const work *w, members m, size_t next, uint32_t agree)
{
    count_groups(w, &m, agree);
    for (size_t k = next; m.n > 0 && k < w->pairs->fields; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        members parted;
        TACIT_TRY(tacit_tick(cx, 0, 0));
        TACIT_TRY(part(cx, w, &m, k, &parted));
        TACIT_TRY(visit(cx, w, parted, k + 1, agree + w->code->stride[k]));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* From "agree on k or not" to "do not agree on k", for each field. */
static void invert(const tacit_pattern_code *c, uint64_t *count)
{
    for (size_t k = 0; k < c->fields; k++)
        for (uint32_t code = 0; code < c->size; code++)
            if (code / c->stride[k] % c->radix[k] == 0)
                count[code] -= count[code + c->stride[k]];
}

tacit_status tacit_patterns_count_exact(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                                        const tacit_pattern_code *c, uint64_t *count)
{
    work w = { .pairs = pairs, .code = c, .count = count };
    members all = { .n = rows_of(pairs) };
    if (pairs->n_a == 0 || pairs->n_b == 0)
        return TACIT_OK;
    TACIT_TRY(class_records(cx, &w));
    TACIT_TRY(tacit_scratch(cx, all.n, sizeof *all.at, &all.at));
    for (size_t r = 0; r < all.n; r++)
        all.at[r] = (tacit_keyed){ 0, r };
    TACIT_TRY(visit(cx, &w, all, 0, 0));
    invert(c, count);
    return TACIT_OK;
}
