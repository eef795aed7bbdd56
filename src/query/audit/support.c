/*
 * support.c - several rows that together depend on few records.
 *
 * A combination of rows T with all coefficients other than 0 has the pivots of T in its support,
 * and besides the columns that do not cancel.  Only rows whose pivots have few records come into
 * question.
 *
 * Pairs: at most d = k - 1 - (records of both pivots) columns do not cancel.  Of the blocks, which
 * are more than d, those without such a column cancel as a whole: there both rows are multiples of
 * each other, or both are 0.  So either they have the same ratio of hashes in a block in which they
 * are not 0, or both are 0 in all but d blocks; the first are found by sorting, the second are
 * looked at one by one.  A candidate pair has a factor, by which its hashes tell in how many blocks
 * it does not cancel; only if those are few, its columns are counted.
 *
 * More rows: a set S of atoms is the support of some vector if the rows of its pivots are dependent
 * outside S.  All sets of fewer than k records are tried where they are few; otherwise all sets of
 * up to k - 1 rows with the same support, as far as a bound allows.
 *
 * Cost: pairs O(rank * blocks), and O(columns) for each candidate; more rows a bounded number of
 * small eliminations.
 */
#include <string.h>

#include "base/hash.h"
#include "base/sort.h"
#include "query/audit/own.h"

enum { MOST_CANDIDATES = 40000, MOST_COUNTS = 400, MOST_SPARSE = 200, MOST_SETS = 4000 };
enum { MOST_ROWS = 8, MOST_WORK = 1 << 18 };

/* ---- hashes ---- */

tacit_sketch tacit_sketch_of(const tacit_sums *s, const uint64_t *row)
{
    const tacit_prime_field *f = &s->field;
    tacit_sketch k = { { 0 }, { 0 } };
    for (size_t j = 0; j < s->columns; j++) {
        if (row[j] == 0)
            continue;
        const uint32_t a = s->column_atom[j];
        const size_t b = a % TACIT_EXPERT_BLOCKS;
        k.one[b] = tacit_field_add(f, k.one[b], tacit_field_multiply(f, row[j], s->weight[0][a]));
        k.two[b] = tacit_field_add(f, k.two[b], tacit_field_multiply(f, row[j], s->weight[1][a]));
    }
    return k;
}

void tacit_sketch_change(const tacit_prime_field *f, tacit_sketch *target, uint64_t factor,
                         const tacit_sketch *other)
{
    if (factor == 0)
        return;
    const tacit_factor by = tacit_field_factor(f, factor);
    for (size_t b = 0; b < TACIT_EXPERT_BLOCKS; b++) {
        target->one[b] =
            tacit_field_subtract(f, target->one[b], tacit_field_times(f->p, by, other->one[b]));
        target->two[b] =
            tacit_field_subtract(f, target->two[b], tacit_field_times(f->p, by, other->two[b]));
    }
}

static bool is_zero(const tacit_sketch *k, size_t b)
{
    return k->one[b] == 0 && k->two[b] == 0;
}

/* ---- pairs ---- */

/* The search: which rows come into question, and what it may still cost. */
typedef struct search {
    const tacit_sums *s;
    size_t n;      /* rows */
    uint32_t *row; /* those whose pivots have few records */
    size_t rows;
    uint32_t *small; /* atoms of fewer than k records */
    size_t smalls;
    size_t candidates, counts, work;
    bool found;
} search;

static uint64_t pivot_size(const search *v, size_t i)
{
    return v->s->size[v->s->row_atom[i]];
}

/* How many more records a pair may depend on and be too few; -1 if it has enough already. */
static int64_t room_of(const search *v, size_t i, size_t j)
{
    return (int64_t)v->s->k - 1 - (int64_t)(pivot_size(v, i) + pivot_size(v, j));
}

/* Whether row i - factor row j depends on too few records. */
static bool counts_small(search *v, size_t i, size_t j, uint64_t factor)
{
    const tacit_sums *s = v->s;
    const uint64_t *a = s->all.row[i], *b = s->all.row[j];
    int64_t room = room_of(v, i, j);
    v->counts++;
    for (size_t c = 0; c < s->columns && room >= 0; c++) {
        if (a[c] != tacit_field_multiply(&s->field, factor, b[c]))
            room -= (int64_t)s->size[s->column_atom[c]];
    }
    return room >= 0;
}

/* A pair that cancels in block `b`. */
static void try_block(search *v, size_t i, size_t j, size_t b)
{
    const tacit_prime_field *f = &v->s->field;
    const tacit_sketch *x = &v->s->sketch[i], *y = &v->s->sketch[j];
    const int64_t room = room_of(v, i, j);
    int64_t left = 0;
    if (room < 0)
        return;
    v->candidates++;
    /* x.one[b] = f y.one[b]: compare x y.one[b] with y x.one[b] without dividing. */
    const uint64_t p = y->one[b], q = x->one[b];
    for (size_t c = 0; c < TACIT_EXPERT_BLOCKS && left <= room; c++)
        left += tacit_field_multiply(f, x->one[c], p) != tacit_field_multiply(f, y->one[c], q);
    if (left > room)
        return;
    const uint64_t factor = tacit_field_multiply(f, q, tacit_field_invert(f, p));
    v->found = v->found || counts_small(v, i, j, factor);
}

/* Whether the search goes on: nothing was found, and it has not become too long. */
static bool goes_on(search *v)
{
    v->found = v->found || v->candidates > MOST_CANDIDATES || v->counts > MOST_COUNTS;
    return !v->found;
}

/* The ratio of the hashes of block b: by a common denominator, since one division costs as much as
 * a hundred products. */
static tacit_status find_ratios(tacit_ctx *cx, const search *v, size_t b, tacit_keyed *out,
                                size_t *n)
{
    const tacit_prime_field *f = &v->s->field;
    uint64_t *before = NULL, all = 1;
    TACIT_TRY(tacit_scratch(cx, v->rows + 1, sizeof *before, &before));
    *n = 0;
    for (size_t e = 0; e < v->rows; e++) {
        const tacit_sketch *k = &v->s->sketch[v->row[e]];
        if (k->one[b] == 0 || k->two[b] == 0)
            continue; /* nothing there, but for a chance of 2^-60 */
        before[*n] = all;
        all = tacit_field_multiply(f, all, k->two[b]);
        out[(*n)++].row = v->row[e];
    }
    uint64_t rest = tacit_field_invert(f, all);
    for (size_t e = *n; e-- > 0;) {
        const tacit_sketch *k = &v->s->sketch[out[e].row];
        out[e].key = tacit_field_multiply(f, tacit_field_multiply(f, rest, before[e]), k->one[b]);
        rest = tacit_field_multiply(f, rest, k->two[b]);
    }
    return TACIT_OK;
}

/* All pairs with the same ratio in block b. */
static tacit_status search_block(tacit_ctx *cx, search *v, size_t b)
{
    tacit_keyed *at = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, v->rows, sizeof *at, &at));
    TACIT_TRY(find_ratios(cx, v, b, at, &n));
    TACIT_TRY(tacit_sort_keyed(cx, at, n));
    for (size_t e = 0; e < n; e++) {
        for (size_t f = e + 1; f < n && at[f].key == at[e].key && goes_on(v); f++)
            try_block(v, (size_t)at[e].row, (size_t)at[f].row, b);
    }
    return TACIT_OK;
}

/* Whether the row is 0 in all but `most` blocks, and not in all. */
static bool is_sparse(const tacit_sketch *k, int64_t most)
{
    int64_t full = 0;
    for (size_t b = 0; b < TACIT_EXPERT_BLOCKS; b++)
        full += !is_zero(k, b);
    return full > 0 && full <= most;
}

/* All factors by which two sparse rows cancel in some column. */
static void try_columns(search *v, size_t i, size_t j)
{
    const tacit_prime_field *f = &v->s->field;
    const uint64_t *a = v->s->all.row[i], *b = v->s->all.row[j];
    if (room_of(v, i, j) < 0)
        return;
    for (size_t c = 0; c < v->s->columns && goes_on(v); c++) {
        if (a[c] == 0 || b[c] == 0)
            continue;
        const uint64_t factor = tacit_field_multiply(f, a[c], tacit_field_invert(f, b[c]));
        v->found = v->found || counts_small(v, i, j, factor);
    }
}

static tacit_status search_sparse(tacit_ctx *cx, search *v)
{
    uint32_t *at = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, v->rows, sizeof *at, &at));
    for (size_t e = 0; e < v->rows; e++) {
        if (is_sparse(&v->s->sketch[v->row[e]], (int64_t)v->s->k - 3))
            at[n++] = v->row[e];
    }
    v->found = v->found || n > MOST_SPARSE;
    for (size_t e = 0; e < n; e++) {
        for (size_t f = e + 1; f < n && goes_on(v); f++)
            try_columns(v, at[e], at[f]);
    }
    return TACIT_OK;
}

/* ---- more rows ---- */

/* Whether the `n` rows in `t` are dependent outside the columns that `free` marks, by eliminating
 * columns one after another in the n coefficients. */
static bool are_dependent(search *v, const uint32_t *t, size_t n, const bool *free_column)
{
    const tacit_prime_field *f = &v->s->field;
    uint64_t base[MOST_ROWS][MOST_ROWS];
    size_t lead[MOST_ROWS], rank = 0;
    v->work += v->s->columns;
    for (size_t c = 0; c < v->s->columns && rank < n; c++) {
        uint64_t x[MOST_ROWS];
        size_t at = 0;
        if (free_column[c])
            continue;
        for (size_t i = 0; i < n; i++)
            x[i] = v->s->all.row[t[i]][c];
        for (size_t r = 0; r < rank; r++) {
            const uint64_t by = x[lead[r]];
            for (size_t i = 0; i < n && by != 0; i++)
                x[i] = tacit_field_subtract(f, x[i], tacit_field_multiply(f, by, base[r][i]));
        }
        while (at < n && x[at] == 0)
            at++;
        if (at == n)
            continue;
        const uint64_t by = tacit_field_invert(f, x[at]);
        for (size_t i = 0; i < n; i++)
            base[rank][i] = tacit_field_multiply(f, x[i], by);
        lead[rank++] = at;
    }
    return rank < n;
}

/* A set of atoms in the making: rows of its pivots, marks of its other columns. */
typedef struct atom_set {
    uint32_t row[MOST_ROWS];
    size_t rows;
    bool *free_column;
    uint64_t records;
} atom_set;

/* The row whose pivot the atom is, or `n`: the row that is being put in is the last. */
static size_t row_of(const search *v, size_t atom)
{
    const tacit_sums *s = v->s;
    return s->is_pivot[atom] ? s->place[atom] : atom == s->row_atom[v->n - 1] ? v->n - 1 : v->n;
}

/* Try `set` with every set of the small atoms from `from` on, up to k - 1 records. */
static void try_sets(search *v, atom_set *set, size_t from)
{
    for (size_t e = from; e < v->smalls && !v->found && set->records + 1 < v->s->k; e++) {
        const uint32_t a = v->small[e];
        const size_t row = row_of(v, a);
        const bool pivot = row < v->n;
        if (set->records + v->s->size[a] >= v->s->k || (pivot && set->rows == MOST_ROWS))
            continue;
        set->records += v->s->size[a];
        if (pivot)
            set->row[set->rows++] = (uint32_t)row;
        else
            set->free_column[v->s->place[a]] = true;
        v->found = set->rows > 0 && are_dependent(v, set->row, set->rows, set->free_column);
        try_sets(v, set, e + 1);
        set->records -= v->s->size[a];
        if (pivot)
            set->rows--;
        else
            set->free_column[v->s->place[a]] = false;
    }
}

/* How many sets of atoms there are that have fewer than k records, or more than the most. */
static size_t count_sets(const search *v, size_t from, uint64_t records, size_t so_far)
{
    for (size_t e = from; e < v->smalls && so_far <= MOST_SETS && records + 1 < v->s->k; e++) {
        const uint64_t with = records + v->s->size[v->small[e]];
        if (with < v->s->k)
            so_far = count_sets(v, e + 1, with, so_far + 1);
    }
    return so_far;
}

/* Every set of rows with the same support, which are next to each other in `at`. */
static void try_group(search *v, const tacit_keyed *at, size_t n, atom_set *set)
{
    for (size_t e = 0; e < n && !v->found && v->work < MOST_WORK; e++) {
        const uint64_t more = pivot_size(v, (size_t)at[e].row);
        if (set->records + more >= v->s->k || set->rows == MOST_ROWS)
            continue;
        set->row[set->rows++] = (uint32_t)at[e].row;
        set->records += more;
        v->found = set->rows > 2 && are_dependent(v, set->row, set->rows, set->free_column);
        try_group(v, at + e + 1, n - e - 1, set);
        set->records -= more;
        set->rows--;
    }
}

static tacit_status search_groups(tacit_ctx *cx, search *v, atom_set *set)
{
    const size_t columns = v->s->columns;
    tacit_keyed *at = NULL;
    uint64_t *weight = NULL;
    TACIT_TRY(tacit_scratch(cx, v->rows, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, columns, sizeof *weight, &weight));
    for (size_t c = 0; c < columns; c++)
        weight[c] = v->s->weight[0][v->s->column_atom[c]];
    for (size_t e = 0; e < v->rows; e++) {
        const uint64_t *row = v->s->all.row[v->row[e]];
        uint64_t key = 0;
        for (size_t c = 0; c < columns; c++)
            key += weight[c] & -(uint64_t)(row[c] != 0);
        at[e] = (tacit_keyed){ .key = key, .row = v->row[e] };
    }
    TACIT_TRY(tacit_sort_keyed(cx, at, v->rows));
    for (size_t e = 0, end = 0; e < v->rows; e = end) {
        while (end < v->rows && at[end].key == at[e].key)
            end++;
        try_group(v, at + e, end - e, set);
    }
    return TACIT_OK;
}

static tacit_status search_more(tacit_ctx *cx, search *v)
{
    atom_set set = { .rows = 0 };
    TACIT_TRY(tacit_scratch(cx, v->s->columns, sizeof *set.free_column, &set.free_column));
    TACIT_TRY(tacit_scratch(cx, v->s->atoms, sizeof *v->small, &v->small));
    for (uint32_t a = 0; a < v->s->atoms; a++) {
        if (v->s->size[a] < v->s->k)
            v->small[v->smalls++] = a;
    }
    if (count_sets(v, 0, 0, 0) > MOST_SETS)
        return search_groups(cx, v, &set);
    try_sets(v, &set, 0);
    return TACIT_OK;
}

tacit_status tacit_support_is_small(tacit_ctx *cx, const tacit_sums *s, size_t n, bool *out)
{
    search v = { .s = s, .n = n };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *v.row, &v.row));
    for (size_t i = 0; i < n; i++) {
        if (pivot_size(&v, i) + 2 <= s->k)
            v.row[v.rows++] = (uint32_t)i;
    }
    for (size_t b = 0; b < TACIT_EXPERT_BLOCKS && v.rows > 1 && !v.found; b++)
        TACIT_TRY(search_block(cx, &v, b));
    if (v.rows > 1 && s->k > 3 && !v.found)
        TACIT_TRY(search_sparse(cx, &v));
    if (v.rows > 2 && s->k > 3 && !v.found)
        TACIT_TRY(search_more(cx, &v));
    *out = v.found;
    return TACIT_OK;
}
