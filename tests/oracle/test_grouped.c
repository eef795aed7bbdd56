/*
 * test_grouped.c - combinations counted by ourselves and by DuckDB: the same groups, in the same
 * order, with the same sums to the last bit.
 *
 * Small tables by chance are written as text and as Parquet.  The text is counted in memory; of the
 * Parquet file DuckDB groups the same typed values.  It rounds doubles when it makes decimals of
 * them, so weights with many digits are compared with what it adds up of the text.
 */
#include "support/data.h"

#include <math.h>

#include "base/rng.h"
#include "engine/duckdb/data.h"
#include "engine/grouped.h"
#include "table/take.h"
#include "support/sanitized.h"

enum { TABLES = 16, KEYS = 4, MOST_ROWS = 120, KINDS = 5, FEW_DIGITS = 2 };

static const char *const NAME[KEYS + 1] = { "text", "whole", "real", "day", "w" };
static const tacit_type TYPE[KEYS] = { TACIT_TYPE_CATEGORY, TACIT_TYPE_INTEGER, TACIT_TYPE_REAL,
                                       TACIT_TYPE_DATE };

static void put_key(tacit_ctx *cx, tacit_rng *rng, size_t j, tacit_builder *b)
{
    static const char *const texts[] = { "b", "a", "ab", "Z", "\xc3\xa9", "a b" };
    const uint64_t k = tacit_rng_below(rng, 6);
    const int64_t whole = (int64_t)k * 5 - 9;
    const double real = (double)whole / 4.0;
    const int32_t day = (int32_t)whole * 1000;
    if (tacit_rng_below(rng, 8) == 0)
        assert_ok(cx, tacit_builder_missing(cx, b));
    else if (TYPE[j] == TACIT_TYPE_CATEGORY)
        assert_ok(cx, tacit_builder_text(cx, b, texts[k], strlen(texts[k])));
    else if (TYPE[j] == TACIT_TYPE_INTEGER)
        assert_ok(cx, tacit_builder_integers(cx, b, &whole, NULL, 1));
    else if (TYPE[j] == TACIT_TYPE_REAL)
        assert_ok(cx, tacit_builder_reals(cx, b, &real, NULL, 1));
    else
        assert_ok(cx, tacit_builder_dates(cx, b, &day, NULL, 1));
}

/* Weights: whole ones, prices, thirds, tiny and huge ones. */
static double draw_weight(tacit_rng *rng, uint64_t kind)
{
    const double u = 1.0 + (double)tacit_rng_below(rng, 100000);
    static const double divide[KINDS] = { 1.0, 100.0, 3.0, 1e11, 1e-9 };
    return u / divide[kind];
}

static tacit_table *draw_table(tacit_ctx *cx, tacit_rng *rng, uint64_t kind)
{
    const size_t rows = 1 + (size_t)tacit_rng_below(rng, MOST_ROWS);
    tacit_table *t = NULL;
    assert_ok(cx, tacit_table_new(cx, rows, &t));
    for (size_t j = 0; j <= KEYS; j++) {
        tacit_builder *b = NULL;
        tacit_column *c = NULL;
        const tacit_type type = j < KEYS ? TYPE[j] : TACIT_TYPE_REAL;
        assert_ok(cx, tacit_builder_new(cx, NAME[j], type, rows, &b));
        for (size_t i = 0; i < rows; i++) {
            const double w = draw_weight(rng, kind);
            if (j < KEYS)
                put_key(cx, rng, j, b);
            else
                assert_ok(cx, tacit_builder_reals(cx, b, &w, NULL, 1));
        }
        assert_ok(cx, tacit_builder_finish(cx, b, &c));
        assert_ok(cx, tacit_table_add(cx, t, c));
    }
    return t;
}

/* The groups of file `name` by an engine. */
static tacit_table *groups_of(place *p, const tacit_engine *engine, const char *name,
                              const tacit_select *keys, bool weighted)
{
    char path[PATH_BYTES];
    const tacit_source source = { .uri = path_of(p, name, path) };
    tacit_data *data = NULL;
    tacit_table *t = NULL;
    assert_ok(p->cx, engine->open(p->cx, &source, &data));
    assert_ok(p->cx, engine->group(p->cx, data, keys, weighted ? KEYS : data->schema.n, &t));
    tacit_data_close(data);
    return t;
}

/* A column of whole numbers is INTEGER in a text file: compare as numbers and texts. */
static void assert_same_groups(const tacit_table *a, const tacit_table *b)
{
    assert_int_equal(tacit_table_rows(a), tacit_table_rows(b));
    assert_int_equal(tacit_table_columns(a), tacit_table_columns(b));
    for (size_t j = 0; j < tacit_table_columns(a); j++) {
        const tacit_column *x = tacit_table_column(a, j), *y = tacit_table_column(b, j);
        assert_string_equal(tacit_column_name(x), tacit_column_name(y));
        for (size_t i = 0; i < tacit_table_rows(a); i++) {
            char first[32], second[32];
            assert_string_equal(tacit_column_text(x, i, first), tacit_column_text(y, i, second));
        }
    }
}

/* Groups that are turned round, as a server hands them over in any order, come back into it. */
static void assert_put_in_order(tacit_ctx *cx, const tacit_table *groups, size_t keys)
{
    const size_t n = tacit_table_rows(groups), mark = tacit_scratch_mark(cx);
    size_t *at = NULL;
    tacit_table *turned = NULL, *ordered = NULL;
    assert_ok(cx, tacit_scratch(cx, n, sizeof *at, &at));
    for (size_t i = 0; i < n; i++)
        at[i] = n - 1 - i;
    assert_ok(cx, tacit_table_take(cx, groups, &(tacit_row_list){ .n = n, .at = at }, &turned));
    assert_ok(cx, tacit_group_order(cx, turned, keys, &ordered));
    assert_same_groups(groups, ordered);
    tacit_table_free(turned);
    tacit_table_free(ordered);
    tacit_scratch_release(cx, mark);
}

static void test_groups(void **state)
{
    place *p = *state;
    tacit_rng rng = tacit_rng_seed(5);
    char csv[PATH_BYTES], parquet[PATH_BYTES];
    path_of(p, "g.csv", csv);
    path_of(p, "g.parquet", parquet);
    for (size_t i = 0; i < CASES(TABLES); i++) {
        tacit_table *t = draw_table(p->cx, &rng, tacit_rng_below(&rng, FEW_DIGITS));
        size_t at[KEYS] = { 0, 1, 2, 3 };
        for (size_t j = KEYS; j-- > 1;) {
            const size_t k = (size_t)tacit_rng_below(&rng, j + 1), other = at[k];
            at[k] = at[j];
            at[j] = other;
        }
        const tacit_select keys = { .n = (size_t)tacit_rng_below(&rng, KEYS + 1), .at = at };
        const bool weighted = tacit_rng_below(&rng, 3) > 0;
        assert_ok(p->cx, tacit_write_table(p->cx, t, csv, csv));
        assert_ok(p->cx, tacit_write_table(p->cx, t, parquet, parquet));
        tacit_table *own = groups_of(p, &tacit_engine_csv, "g.csv", &keys, weighted);
        tacit_table *duck = groups_of(p, &tacit_engine_duckdb, "g.parquet", &keys, weighted);
        assert_same_groups(own, duck);
        assert_put_in_order(p->cx, own, keys.n);
        tacit_table_free(own);
        tacit_table_free(duck);
        tacit_table_free(t);
    }
}

static void test_sums(void **state)
{
    place *p = *state;
    tacit_rng rng = tacit_rng_seed(7);
    char csv[PATH_BYTES];
    path_of(p, "g.csv", csv);
    for (size_t i = 0; i < CASES(TABLES); i++) {
        tacit_table *t = draw_table(p->cx, &rng, tacit_rng_below(&rng, KINDS));
        const size_t text = 0;
        const tacit_select keys = { .n = (size_t)tacit_rng_below(&rng, 2), .at = &text };
        assert_ok(p->cx, tacit_write_table(p->cx, t, csv, csv));
        tacit_table *own = groups_of(p, &tacit_engine_csv, "g.csv", &keys, true);
        tacit_table *duck = groups_of(p, &tacit_engine_duckdb, "g.csv", &keys, true);
        assert_same_groups(own, duck);
        tacit_table_free(own);
        tacit_table_free(duck);
        tacit_table_free(t);
    }
}

/* Five keys of 35 000 values each: their numbers outgrow 64 bits. */
static void test_many_values(void **state)
{
    tacit_ctx *cx = *state;
    enum { ROWS = 70000, COLUMNS = 5 };
    tacit_table *t = NULL, *groups = NULL;
    assert_ok(cx, tacit_table_new(cx, ROWS, &t));
    for (size_t j = 0; j < COLUMNS; j++) {
        tacit_builder *b = NULL;
        tacit_column *c = NULL;
        assert_ok(cx, tacit_builder_new(cx, NAME[j], TACIT_TYPE_INTEGER, ROWS, &b));
        for (int64_t i = 0; i < ROWS; i++) {
            const int64_t x = j == 0 ? i / 2 : i / 2 * 3 % 100003;
            assert_ok(cx, tacit_builder_integers(cx, b, &x, NULL, 1));
        }
        assert_ok(cx, tacit_builder_finish(cx, b, &c));
        assert_ok(cx, tacit_table_add(cx, t, c));
    }
    assert_ok(cx, tacit_group_table(cx, t, COLUMNS, &groups));
    assert_int_equal(tacit_table_rows(groups), ROWS / 2);
    const tacit_column *count = tacit_table_column(groups, COLUMNS);
    for (size_t i = 0; i < ROWS / 2; i++) {
        assert_int_equal(tacit_column_integers(count)[i], 2);
        assert_int_equal(tacit_column_integers(tacit_table_column(groups, 0))[i], i);
    }
    tacit_table_free(groups);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_groups),
        with_place(test_sums),
        with_context(test_many_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
