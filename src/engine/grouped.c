/*
 * grouped.c - the combinations of keys in a table, counted.
 *
 * Every value is replaced by its rank among the values of its column (texts by their bytes,
 * missing last), the ranks of a row are read as one number in a mixed radix, and the rows are
 * sorted by it; where the numbers would grow beyond 64 bits they are replaced by their own ranks
 * first.  Weights are added up as whole multiples of 10^-12, exactly, so that the sums do not
 * depend on the order of rows, and become doubles at last as DuckDB makes doubles of decimals.
 *
 * O(rows) for each key, 24 bytes a row besides the table.
 */
#include "engine/grouped.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

#include "base/decimal/decimal.h"
#include "base/sort.h"
#include "table/take.h"
#include "table/values.h"

#define UNIT INT64_C(1000000000000)
#define MOST_WEIGHT 1e15

typedef __int128 units;

tacit_status tacit_fail_weights(tacit_ctx *cx, const char *name, int64_t bad)
{
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "Weight column '%s' has %lld values that are missing, zero, negative or "
                      "beyond 1e15; sampling weights are positive.",
                      name, (long long)bad);
}

/* ---- rows as numbers ---- */

/* What texts() compares: the first rows of values. */
typedef struct texts {
    const tacit_column *column;
    const size_t *row;
} texts;

static bool comes_before(const void *user, uint32_t a, uint32_t b)
{
    const texts *t = user;
    char room[2][32];
    return strcmp(tacit_column_text(t->column, t->row[a], room[0]),
                  tacit_column_text(t->column, t->row[b], room[1])) <= 0;
}

/* For each value its rank; missing cells come behind all. */
static tacit_status rank_values(tacit_ctx *cx, const tacit_column *c, const tacit_values *v,
                                uint32_t **out)
{
    uint32_t *rank = NULL, *order = NULL;
    TACIT_TRY(tacit_scratch(cx, (size_t)v->n + 1, sizeof *rank, &rank));
    for (uint32_t k = 0; k <= v->n; k++)
        rank[k] = k; /* numbers are numbered upwards */
    if (tacit_column_type(c) == TACIT_TYPE_CATEGORY) {
        const texts all = { .column = c, .row = v->row };
        TACIT_TRY(tacit_sort_by(cx, v->n, comes_before, &all, &order));
        for (uint32_t k = 0; k < v->n; k++)
            rank[order[k]] = k;
    }
    *out = rank;
    return TACIT_OK;
}

/* The rows with their numbers so far, all below `bound`. */
typedef struct packing {
    tacit_keyed *row;
    size_t n;
    uint64_t bound;
} packing;

/* Replace the numbers by their ranks; the rows end up in order. */
static tacit_status compact(tacit_ctx *cx, packing *p)
{
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_sort_keyed(cx, p->row, p->n));
    tacit_scratch_release(cx, mark);
    uint64_t rank = 0, last = p->n > 0 ? p->row[0].key : 0;
    for (size_t i = 0; i < p->n; i++) {
        rank += p->row[i].key != last;
        last = p->row[i].key;
        p->row[i].key = rank;
    }
    p->bound = rank + 1;
    return TACIT_OK;
}

static tacit_status pack_column(tacit_ctx *cx, const tacit_column *c, packing *p)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_values v;
    uint32_t *rank = NULL;
    uint64_t bound = 0;
    TACIT_TRY(tacit_values_of(cx, c, &v));
    TACIT_TRY(rank_values(cx, c, &v, &rank));
    const uint64_t radix = (uint64_t)v.n + 1;
    if (__builtin_mul_overflow(p->bound, radix, &bound)) {
        TACIT_TRY(compact(cx, p));
        TACIT_ASSERT(!__builtin_mul_overflow(p->bound, radix, &bound)); /* 2^32 by 2^32 */
    }
    for (size_t i = 0; i < p->n; i++)
        p->row[i].key = p->row[i].key * radix + rank[v.of[p->row[i].row]];
    p->bound = bound;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- weights ---- */

/* A positive number in units. */
static units units_of(double x)
{
    tacit_decimal d;
    tacit_decimal_of(x, &d);
    units sum = 0;
    const int wanted = d.before + TACIT_WEIGHT_PLACES; /* digits down to the unit */
    for (int i = 0; i < wanted; i++)
        sum = 10 * sum + (i < d.n ? d.digit[i] - '0' : 0);
    return sum + (wanted >= 0 && wanted < d.n && d.digit[wanted] >= '5');
}

double tacit_weight_number(units sum)
{
    const units exact = (units)1 << 53;
    if (sum <= exact)
        return (double)sum / (double)UNIT;
    return (double)(sum / UNIT) + (double)(sum % UNIT) / (double)UNIT;
}

static units weight_at(const tacit_column *w, size_t i)
{
    return tacit_column_type(w) == TACIT_TYPE_REAL ? units_of(tacit_column_reals(w)[i])
                                                   : (units)tacit_column_integers(w)[i] * UNIT;
}

/* Every weight must be a positive number: in sums over groups a bad one would not show. */
static tacit_status check_weights(tacit_ctx *cx, const tacit_column *w)
{
    int64_t bad = 0;
    for (size_t i = 0; i < tacit_column_length(w); i++) {
        if (tacit_column_is_missing(w, i)) {
            bad++;
            continue;
        }
        const double x = tacit_column_number(w, i);
        bad += !(x > 0.0 && x < MOST_WEIGHT);
    }
    return bad > 0 ? tacit_fail_weights(cx, tacit_column_name(w), bad) : TACIT_OK;
}

/* ---- groups ---- */

/* Rows in order, and where each group begins; `start` has one more. */
typedef struct groups {
    const tacit_keyed *row;
    size_t *start;
    size_t n;
} groups;

static tacit_status find_groups(tacit_ctx *cx, const packing *p, groups *g)
{
    g->row = p->row;
    TACIT_TRY(tacit_scratch(cx, p->n + 1, sizeof *g->start, &g->start));
    for (size_t i = 0; i < p->n; i++)
        if (i == 0 || p->row[i].key != p->row[i - 1].key)
            g->start[g->n++] = i;
    g->start[g->n] = p->n;
    return TACIT_OK;
}

/* End building: the column goes to `t`. */
static tacit_status add_built(tacit_ctx *cx, tacit_builder *b, tacit_status status, tacit_table *t)
{
    tacit_column *c = NULL;
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    return tacit_table_add(cx, t, c);
}

static tacit_status put_counts(tacit_ctx *cx, const groups *g, tacit_builder *b)
{
    for (size_t k = 0; k < g->n; k++) {
        const int64_t n = (int64_t)(g->start[k + 1] - g->start[k]);
        TACIT_TRY(tacit_builder_integers(cx, b, &n, NULL, 1));
    }
    return TACIT_OK;
}

static tacit_status put_weights(tacit_ctx *cx, const groups *g, const tacit_column *w,
                                tacit_builder *b)
{
    for (size_t k = 0; k < g->n; k++) {
        units sum = 0;
        for (size_t i = g->start[k]; i < g->start[k + 1]; i++)
            sum += weight_at(w, g->row[i].row);
        const double x = tacit_weight_number(sum);
        TACIT_TRY(tacit_builder_reals(cx, b, &x, NULL, 1));
    }
    return TACIT_OK;
}

/* A key's texts; its dictionary has only them, in their order. */
static tacit_status put_texts(tacit_ctx *cx, const groups *g, const tacit_column *c,
                              tacit_builder *b)
{
    const tacit_dict *dict = tacit_column_dict(c);
    for (size_t k = 0; k < g->n; k++) {
        const size_t i = g->row[g->start[k]].row;
        if (tacit_column_is_missing(c, i)) {
            TACIT_TRY(tacit_builder_missing(cx, b));
            continue;
        }
        const uint32_t code = tacit_column_codes(c)[i];
        TACIT_TRY(
            tacit_builder_text(cx, b, tacit_dict_text(dict, code), tacit_dict_length(dict, code)));
    }
    return TACIT_OK;
}

/* The values of key `c` that the groups have. */
static tacit_status add_key(tacit_ctx *cx, const groups *g, const tacit_column *c, tacit_table *t)
{
    tacit_builder *b = NULL;
    if (tacit_column_type(c) == TACIT_TYPE_CATEGORY) {
        TACIT_TRY(tacit_builder_new(cx, tacit_column_name(c), TACIT_TYPE_CATEGORY, g->n, &b));
        return add_built(cx, b, put_texts(cx, g, c, b), t);
    }
    const size_t mark = tacit_scratch_mark(cx);
    size_t *at = NULL;
    tacit_column *taken = NULL;
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *at, &at));
    for (size_t k = 0; k < g->n; k++)
        at[k] = g->row[g->start[k]].row;
    const tacit_row_list rows = { .n = g->n, .at = at };
    TACIT_TRY(tacit_column_take(cx, c, tacit_column_name(c), &rows, &taken));
    tacit_scratch_release(cx, mark);
    return tacit_table_add(cx, t, taken);
}

static tacit_status fill_table(tacit_ctx *cx, const groups *g, const tacit_table *from, size_t keys,
                               tacit_table *t)
{
    tacit_builder *b = NULL;
    for (size_t j = 0; j < keys; j++)
        TACIT_TRY(add_key(cx, g, tacit_table_column(from, j), t));
    TACIT_TRY(tacit_builder_new(cx, TACIT_COUNT, TACIT_TYPE_INTEGER, g->n, &b));
    TACIT_TRY(add_built(cx, b, put_counts(cx, g, b), t));
    if (tacit_table_columns(from) == keys)
        return TACIT_OK;
    TACIT_TRY(tacit_builder_new(cx, TACIT_WEIGHT, TACIT_TYPE_REAL, g->n, &b));
    return add_built(cx, b, put_weights(cx, g, tacit_table_column(from, keys), b), t);
}

static tacit_status sort_rows(tacit_ctx *cx, const tacit_table *t, size_t keys, packing *p)
{
    p->n = tacit_table_rows(t);
    p->bound = 1;
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *p->row, &p->row));
    for (size_t i = 0; i < p->n; i++)
        p->row[i] = (tacit_keyed){ .row = i };
    for (size_t j = 0; j < keys; j++) {
        TACIT_TRY(tacit_tick(cx, j, keys));
        TACIT_TRY(pack_column(cx, tacit_table_column(t, j), p));
    }
    return keys > 0 ? compact(cx, p) : TACIT_OK;
}

tacit_status tacit_group_table(tacit_ctx *cx, const tacit_table *t, size_t keys, tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    packing p = { 0 };
    groups g = { 0 };
    tacit_table *made = NULL;
    TACIT_ASSERT(tacit_table_columns(t) - keys <= 1);
    if (tacit_table_columns(t) > keys)
        TACIT_TRY(check_weights(cx, tacit_table_column(t, keys)));
    TACIT_TRY(sort_rows(cx, t, keys, &p));
    TACIT_TRY(find_groups(cx, &p, &g));
    TACIT_TRY(tacit_table_new(cx, g.n, &made));
    const tacit_status status = fill_table(cx, &g, t, keys, made);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK) {
        tacit_table_free(made);
        return status;
    }
    *out = made;
    return TACIT_OK;
}

/* ---- in order ---- */

/* Each row by itself. */
static tacit_status find_rows(tacit_ctx *cx, const packing *p, groups *g)
{
    g->row = p->row;
    g->n = p->n;
    TACIT_TRY(tacit_scratch(cx, p->n + 1, sizeof *g->start, &g->start));
    for (size_t i = 0; i <= p->n; i++)
        g->start[i] = i;
    return TACIT_OK;
}

static tacit_status fill_ordered(tacit_ctx *cx, const groups *g, const tacit_table *from,
                                 size_t keys, tacit_table *t)
{
    size_t *at = NULL;
    for (size_t j = 0; j < keys; j++)
        TACIT_TRY(add_key(cx, g, tacit_table_column(from, j), t));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *at, &at));
    for (size_t i = 0; i < g->n; i++)
        at[i] = g->row[i].row;
    for (size_t j = keys; j < tacit_table_columns(from); j++) {
        const tacit_column *c = tacit_table_column(from, j);
        tacit_column *taken = NULL;
        TACIT_TRY(tacit_column_take(cx, c, tacit_column_name(c),
                                    &(tacit_row_list){ .n = g->n, .at = at }, &taken));
        TACIT_TRY(tacit_table_add(cx, t, taken));
    }
    return TACIT_OK;
}

tacit_status tacit_group_order(tacit_ctx *cx, const tacit_table *t, size_t keys, tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    packing p = { 0 };
    groups g = { 0 };
    tacit_table *made = NULL;
    TACIT_TRY(sort_rows(cx, t, keys, &p));
    TACIT_TRY(find_rows(cx, &p, &g));
    TACIT_TRY(tacit_table_new(cx, g.n, &made));
    const tacit_status status = fill_ordered(cx, &g, t, keys, made);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK) {
        tacit_table_free(made);
        return status;
    }
    *out = made;
    return TACIT_OK;
}

/* ---- counts that are kept ---- */

/* What was counted last, and by what columns; without weights `weight` is schema.n. */
struct tacit_kept {
    tacit_table *table;
    size_t *key, n, weight;
};

void tacit_kept_free(struct tacit_kept *kept)
{
    if (kept == NULL)
        return;
    tacit_table_free(kept->table);
    tacit_free(kept->key);
    tacit_free(kept);
}

/* Whether what is kept has the combinations of these keys, with or without weights that are not
 * asked for. */
static bool is_kept(const tacit_data *data, const tacit_select *keys, size_t weight)
{
    const struct tacit_kept *kept = data->kept;
    return kept != NULL && kept->table != NULL && kept->n == keys->n &&
           (keys->n == 0 || memcmp(kept->key, keys->at, keys->n * sizeof *keys->at) == 0) &&
           (weight == kept->weight || weight == data->schema.n);
}

/* Count, and keep it. */
static tacit_status count_anew(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                               size_t weight)
{
    struct tacit_kept *kept = NULL;
    tacit_kept_free(data->kept);
    data->kept = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *kept, &kept));
    data->kept = kept;
    kept->n = keys->n;
    kept->weight = weight;
    TACIT_TRY(tacit_alloc(cx, keys->n + 1, sizeof *kept->key, &kept->key));
    for (size_t c = 0; c < keys->n; c++)
        kept->key[c] = keys->at[c];
    return data->engine->group(cx, data, keys, weight, &kept->table);
}

tacit_status tacit_data_group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                              size_t weight, tacit_table **out)
{
    if (!data->keeps)
        return data->engine->group(cx, data, keys, weight, out);
    if (!is_kept(data, keys, weight))
        TACIT_TRY(count_anew(cx, data, keys, weight));
    TACIT_TRY(tacit_table_copy(cx, data->kept->table, out));
    if (weight != data->kept->weight)
        tacit_table_drop(*out, tacit_table_find(*out, TACIT_WEIGHT));
    return TACIT_OK;
}

/* ---- rows again ---- */

/* Rows that are handed over at once. */
enum { ROWS_AT_ONCE = 65536 };

tacit_status tacit_grouped_rows(tacit_ctx *cx, const tacit_table *t, const tacit_sink *sink)
{
    const int64_t *n =
        tacit_column_integers(tacit_table_column(t, tacit_table_find(t, TACIT_COUNT)));
    size_t i = 0, rows = 0;
    for (int64_t left = 0; i < tacit_table_rows(t);) {
        const size_t mark = tacit_scratch_mark(cx);
        size_t *at = NULL;
        tacit_table *part = NULL;
        TACIT_TRY(tacit_scratch(cx, ROWS_AT_ONCE, sizeof *at, &at));
        for (rows = 0; rows < ROWS_AT_ONCE && i < tacit_table_rows(t); rows++) {
            at[rows] = i;
            left = left > 0 ? left - 1 : n[i] - 1;
            i += left == 0;
        }
        TACIT_TRY(tacit_table_take(cx, t, &(tacit_row_list){ rows, at }, &part));
        const tacit_status status = sink->take(cx, sink->user, part);
        tacit_table_free(part);
        tacit_scratch_release(cx, mark);
        TACIT_TRY(status);
    }
    return TACIT_OK;
}
