/*
 * test_classes.c - equivalence classes against a comparison of every pair of rows.
 *
 * 3000 random tables of up to 40 rows and 6 keys of all types, with missing values, counts
 * and weights, under both missing rules; then larger tables that take the other ways of
 * grouping, at 1 and 8 threads and with their rows in another order.
 */
#include "support/tables.h"

#include "base/pool.h"
#include "base/sort.h"
#include "micro/classes/classes.h"
#include "micro/classes/group.h"

/* A column called `name` of numbers 1 ... most. */
static void add_numbers(tacit_ctx *cx, tacit_table *t, tacit_rng *rng, const char *name,
                        tacit_type type, uint64_t most)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    assert_ok(cx, tacit_builder_new(cx, name, type, 0, &b));
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        const int64_t n = 1 + (int64_t)tacit_rng_below(rng, most);
        const double x = (double)n / 4.0; /* sums of quarters are exact */
        assert_ok(cx, type == TACIT_TYPE_REAL ? tacit_builder_reals(cx, b, &x, NULL, 1)
                                              : tacit_builder_integers(cx, b, &n, NULL, 1));
    }
    assert_ok(cx, tacit_builder_finish(cx, b, &c));
    assert_ok(cx, tacit_table_add(cx, t, c));
}

/* Whether rows i and k agree on the keys; how missing ones count is up to `rule`. */
static bool agree(const tacit_table *t, const tacit_select *keys, size_t i, size_t k,
                  tacit_missing_rule rule)
{
    for (size_t j = 0; j < keys->n; j++) {
        const tacit_column *c = tacit_table_column(t, keys->at[j]);
        const bool a = tacit_column_is_missing(c, i), b = tacit_column_is_missing(c, k);
        char x[32], y[32];
        if (rule == TACIT_MISSING_WILDCARD && (a || b))
            continue;
        if (a != b || strcmp(tacit_column_text(c, i, x), tacit_column_text(c, k, y)) != 0)
            return false;
    }
    return true;
}

static uint64_t count_at(const tacit_table *t, size_t column, size_t i)
{
    return column == tacit_table_columns(t)
               ? 1
               : (uint64_t)tacit_column_integers(tacit_table_column(t, column))[i];
}

/* Row i of `c` has the size, match and weights that comparing all rows gives. */
static void check_row(const tacit_table *t, const tacit_class_spec *spec, const tacit_classes *c,
                      size_t i)
{
    const bool weighted = spec->weight < tacit_table_columns(t);
    uint64_t size = 0, match = 0;
    double weight = 0.0, match_weight = 0.0;
    size_t first = c->rows;
    for (size_t k = 0; k < c->rows; k++) {
        const uint64_t n = count_at(t, spec->count, k);
        const double w = weighted ? tacit_column_reals(tacit_table_column(t, spec->weight))[k] : 0;
        const bool same = agree(t, &spec->keys, i, k, TACIT_MISSING_CATEGORY);
        assert_int_equal(same, c->of_row[i] == c->of_row[k]);
        first = same && k < first ? k : first;
        size += same ? n : 0;
        weight += same ? w : 0.0;
        const bool fits = agree(t, &spec->keys, i, k, spec->missing);
        match += fits ? n : 0;
        match_weight += fits ? w : 0.0;
    }
    const size_t g = c->of_row[i];
    assert_int_equal(c->row[g], first);
    assert_int_equal(c->size[g], size);
    assert_int_equal(c->match[g], match);
    if (weighted) {
        assert_near(c->weight[g], weight, 0.0);
        assert_near(c->match_weight[g], match_weight, 0.0);
    }
}

static void check_classes(tacit_ctx *cx, const tacit_table *t, const tacit_class_spec *spec)
{
    tacit_classes *c = NULL;
    assert_ok(cx, tacit_classes_new(cx, t, spec, &c));
    uint64_t records = 0;
    for (size_t g = 0; g < c->n; g++)
        records += c->size[g];
    assert_int_equal(records, c->records);
    for (size_t i = 0; i < c->rows; i++)
        check_row(t, spec, c, i);
    tacit_classes_free(c);
}

static void test_small_tables(void **state)
{
    static const char *const columns[] = { "a:c", "a:i,b:c", "a:r,b:d,c:c", "a:d,b:i,c:r,d:c",
                                           "a:c,b:c,c:i,d:r,e:d,f:c" };
    tacit_rng rng = tacit_rng_seed(16);
    tacit_pool_set(1);
    for (int round = 0; round < 3000; round++) {
        const size_t n_keys[] = { 1, 2, 3, 4, 6 }, pick = tacit_rng_below(&rng, 5);
        static const size_t at[] = { 0, 1, 2, 3, 4, 5 };
        const double missing = round % 3 == 0 ? 0.0 : 0.3;
        tacit_table *t = random_table(*state, &rng, columns[pick], tacit_rng_below(&rng, 41),
                                      1 + tacit_rng_below(&rng, 4), missing);
        tacit_class_spec spec = { .keys = { n_keys[pick], at },
                                  .missing = (tacit_missing_rule)(round % 2) };
        if (round % 5 < 2)
            add_numbers(*state, t, &rng, "n", TACIT_TYPE_INTEGER, 9);
        if (round % 7 < 3)
            add_numbers(*state, t, &rng, "w", TACIT_TYPE_REAL, 99);
        spec.count = tacit_table_find(t, "n");
        spec.weight = tacit_table_find(t, "w");
        check_classes(*state, t, &spec);
        tacit_table_free(t);
    }
}

/* Four keys over ranges of 5e8 and 1e9: narrow enough to be offset (below 2^30), so wide
 * that three of them leave 62 bits and packing has to group what it has. */
static tacit_table *wide_table(tacit_ctx *cx, tacit_rng *rng, size_t rows, uint64_t values)
{
    tacit_builder *b[4] = { NULL };
    static const char *const names[] = { "a", "b", "c", "d" };
    for (size_t j = 0; j < 4; j++) {
        assert_ok(cx, tacit_builder_new(cx, names[j], TACIT_TYPE_INTEGER, 0, &b[j]));
        for (size_t i = 0; i < rows; i++) {
            const int64_t x = (int64_t)(tacit_rng_below(rng, values) * 500000000);
            const uint64_t valid = tacit_rng_below(rng, 4) > 0;
            assert_ok(cx, tacit_builder_integers(cx, b[j], &x, &valid, 1));
        }
    }
    return finish_columns(cx, b, 4, rows);
}

static void test_wide_space(void **state)
{
    static const size_t at[] = { 0, 1, 2, 3 };
    tacit_rng rng = tacit_rng_seed(17);
    tacit_pool_set(1);
    for (int round = 0; round < 60; round++) {
        tacit_table *t = wide_table(*state, &rng, 30, 2 + (uint64_t)(round % 2));
        tacit_class_spec spec = { .keys = { 4, at }, .count = 4, .weight = 4 };
        for (int rule = 0; rule < 2; rule++) {
            spec.missing = (tacit_missing_rule)rule;
            check_classes(*state, t, &spec);
        }
        tacit_table_free(t);
    }
}

/* Group keys of a space of any width: equal keys and only they have equal numbers, which
 * are 0 ... groups - 1. */
static void check_keys(tacit_ctx *cx, size_t n, uint64_t space, uint64_t distinct)
{
    uint64_t *key = calloc(n, sizeof *key);
    uint32_t *number = calloc(n, sizeof *number), *rank_of = calloc(n, sizeof *rank_of);
    tacit_keyed *sorted = calloc(n, sizeof *sorted);
    tacit_rng rng = tacit_rng_seed(space);
    size_t groups = 0;
    uint32_t rank = 1;
    for (size_t i = 0; i < n; i++) {
        key[i] = tacit_rng_below(&rng, distinct) * (space / distinct);
        sorted[i] = (tacit_keyed){ .key = key[i], .row = i };
    }
    assert_ok(cx, tacit_group_keys(cx, key, n, space, number, &groups));
    assert_ok(cx, tacit_sort_keyed(cx, sorted, n));
    for (size_t i = 0; i < n; i++) {
        rank += i > 0 && sorted[i].key != sorted[i - 1].key;
        const uint32_t g = number[sorted[i].row];
        assert_true(g < groups);
        if (rank_of[g] == 0)
            rank_of[g] = rank;
        assert_int_equal(rank_of[g], rank);
    }
    assert_int_equal(groups, rank);
    free(key);
    free(number);
    free(rank_of);
    free(sorted);
}

static void test_group_keys(void **state)
{
    static const size_t threads[] = { 1, 8 };
    for (size_t t = 0; t < 2; t++) {
        tacit_pool_set(threads[t]);
        check_keys(*state, 1, 10, 10);
        check_keys(*state, 20000, 60000, 700);            /* direct */
        check_keys(*state, 5000, UINT64_C(1) << 40, 700); /* one part */
        check_keys(*state, 300000, UINT64_C(1) << 62, 250000);
        check_keys(*state, 300000, UINT64_C(1) << 62, 3);
        check_keys(*state, 200000, UINT64_C(1) << 24, UINT64_C(1) << 24);
    }
    tacit_pool_set(2);
}

/* The table with its rows in the order `row`. */
static tacit_table *reorder(tacit_ctx *cx, const tacit_table *t, const tacit_keyed *row)
{
    tacit_builder *b[8] = { NULL };
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        const tacit_column *c = tacit_table_column(t, j);
        assert_ok(cx, tacit_builder_new(cx, tacit_column_name(c), tacit_column_type(c), 0, &b[j]));
        for (size_t i = 0; i < tacit_table_rows(t); i++) {
            char text[32];
            add_cell(cx, b[j], tacit_column_type(c), tacit_column_text(c, row[i].row, text));
        }
    }
    return finish_columns(cx, b, tacit_table_columns(t), tacit_table_rows(t));
}

/* A table of 70 000 rows and the same with its rows in another order. */
enum { ROWS = 70000 };

static void compare(const tacit_classes *one, const tacit_classes *many, const tacit_classes *other,
                    const tacit_keyed *order)
{
    assert_int_equal(one->n, many->n);
    assert_int_equal(one->n, other->n);
    assert_memory_equal(one->of_row, many->of_row, ROWS * sizeof *one->of_row);
    assert_memory_equal(one->row, many->row, one->n * sizeof *one->row);
    assert_memory_equal(one->size, many->size, one->n * sizeof *one->size);
    assert_memory_equal(one->match, many->match, one->n * sizeof *one->match);
    for (size_t i = 0; i < ROWS; i++) {
        const size_t g = other->of_row[i], h = one->of_row[order[i].row];
        assert_int_equal(other->size[g], one->size[h]);
        assert_int_equal(other->match[g], one->match[h]);
    }
}

/* Nothing depends on the number of threads, sizes and matches not on the order of rows. */
static void test_threads_and_order(void **state)
{
    static const size_t at[] = { 0, 1, 2, 3 };
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(18);
    tacit_table *t = random_table(cx, &rng, "i:i,r:r,d:d,c:c", ROWS, 30, 0.1);
    tacit_keyed *order = calloc(ROWS, sizeof *order);
    for (size_t i = 0; i < ROWS; i++)
        order[i] = (tacit_keyed){ .key = tacit_rng_bits(&rng), .row = i };
    assert_ok(cx, tacit_sort_keyed(cx, order, ROWS));
    tacit_table *shuffled = reorder(cx, t, order);
    tacit_class_spec spec = { .keys = { 2, at }, .count = 4, .weight = 4 };
    for (int round = 0; round < 2; round++) { /* a narrow space, then a wide one */
        tacit_classes *one = NULL, *many = NULL, *other = NULL;
        spec.keys.n += (size_t)round * 2;
        spec.missing = TACIT_MISSING_WILDCARD;
        tacit_pool_set(1);
        assert_ok(cx, tacit_classes_new(cx, t, &spec, &one));
        tacit_pool_set(8);
        assert_ok(cx, tacit_classes_new(cx, t, &spec, &many));
        assert_ok(cx, tacit_classes_new(cx, shuffled, &spec, &other));
        tacit_pool_set(2);
        compare(one, many, other, order);
        tacit_classes_free(one);
        tacit_classes_free(many);
        tacit_classes_free(other);
    }
    tacit_table_free(t);
    tacit_table_free(shuffled);
    free(order);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_small_tables),
        with_context(test_wide_space),
        with_context(test_group_keys),
        with_context(test_threads_and_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
