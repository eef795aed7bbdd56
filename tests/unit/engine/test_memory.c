/*
 * test_memory.c - tables in memory as a source.
 */
#include "support/tables.h"

#include "engine/engine.h"

static const char PEOPLE[] = "31,north,1.5\n,south,2\n31,north,\n47,,3\n";

/* A store with a table "people". */
static tacit_store *store_of(tacit_ctx *cx)
{
    tacit_store *s = NULL;
    assert_ok(cx, tacit_store_new(cx, &s));
    assert_ok(cx,
              tacit_store_put(cx, s, "people", table_of(cx, "age:i,region:c,weight:r", PEOPLE)));
    return s;
}

static tacit_data *open_people(tacit_ctx *cx, const tacit_store *s)
{
    const tacit_source source = { .uri = "memory:people", .store = s };
    tacit_data *data = NULL;
    assert_ok(cx, tacit_data_open(cx, &source, &data));
    return data;
}

static void test_load(void **state)
{
    tacit_ctx *cx = *state;
    tacit_store *s = store_of(cx);
    tacit_data *data = open_people(cx, s);
    tacit_table *t = NULL;
    assert_string_equal(data->uri, "memory:people");
    assert_int_equal(data->schema.n, 3);
    assert_int_equal(tacit_data_find(data, "weight"), 2);
    assert_int_equal(data->schema.field[1].type, TACIT_TYPE_CATEGORY);
    assert_ok(cx, tacit_data_load(cx, data, NULL, &t));
    assert_true(same_table(t, tacit_store_find(s, "people")));
    assert_ptr_equal(tacit_table_column(t, 0),
                     tacit_table_column(tacit_store_find(s, "people"), 0));
    tacit_table_free(t);
    tacit_store_free(s); /* what is open stays whole */
    const size_t at[] = { 1, 0 };
    const tacit_select some = { .n = 2, .at = at };
    assert_ok(cx, tacit_data_load(cx, data, &some, &t));
    assert_int_equal(tacit_table_columns(t), 2);
    assert_string_equal(tacit_column_name(tacit_table_column(t, 0)), "region");
    assert_cells(t, "age", "31,,31,47");
    tacit_table_free(t);
    tacit_data_close(data);
}

/* The rows that a scan gave. */
typedef struct seen {
    size_t rows, chunks;
    int64_t sum;
} seen;

static tacit_status take(tacit_ctx *cx, void *user, const tacit_table *chunk)
{
    (void)cx;
    seen *s = user;
    assert_int_equal(tacit_table_columns(chunk), 1);
    const tacit_column *c = tacit_table_column(chunk, 0);
    for (size_t i = 0; i < tacit_table_rows(chunk); i++) {
        assert_int_equal(tacit_column_integers(c)[i], s->rows + i); /* in order */
        s->sum += tacit_column_integers(c)[i];
    }
    s->rows += tacit_table_rows(chunk);
    s->chunks++;
    return TACIT_OK;
}

static tacit_table *counting(tacit_ctx *cx, int64_t n)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    tacit_table *t = NULL;
    assert_ok(cx, tacit_builder_new(cx, "x", TACIT_TYPE_INTEGER, 0, &b));
    for (int64_t i = 0; i < n; i++)
        assert_ok(cx, tacit_builder_integers(cx, b, &i, NULL, 1));
    assert_ok(cx, tacit_builder_finish(cx, b, &c));
    assert_ok(cx, tacit_table_new(cx, (size_t)n, &t));
    assert_ok(cx, tacit_table_add(cx, t, c));
    return t;
}

/* 0 + 1 + ... + 9999 = 49995000; a table without rows gives one chunk without rows. */
static void test_scan(void **state)
{
    tacit_ctx *cx = *state;
    tacit_store *s = store_of(cx);
    assert_ok(cx, tacit_store_put(cx, s, "many", counting(cx, 10000)));
    assert_ok(cx, tacit_store_put(cx, s, "none", counting(cx, 0)));
    static const char *const names[] = { "memory:many", "memory:none" };
    static const int64_t sums[] = { 49995000, 0 };
    for (size_t k = 0; k < 2; k++) {
        const tacit_source source = { .uri = names[k], .store = s };
        tacit_data *data = NULL;
        seen got = { 0 };
        const tacit_sink sink = { .take = take, .user = &got };
        assert_ok(cx, tacit_data_open(cx, &source, &data));
        assert_ok(cx, data->engine->scan(cx, data, NULL, &sink));
        assert_int_equal(got.rows, k == 0 ? 10000 : 0);
        assert_int_equal(got.sum, sums[k]);
        assert_true(got.chunks >= 1);
        tacit_data_close(data);
    }
    tacit_store_free(s);
}

static void test_group(void **state)
{
    tacit_ctx *cx = *state;
    tacit_store *s = store_of(cx);
    tacit_data *data = open_people(cx, s);
    const size_t at[] = { 0, 1 };
    const tacit_select keys = { .n = 2, .at = at };
    tacit_table *t = NULL;
    assert_ok(cx, data->engine->group(cx, data, &keys, 2, &t));
    assert_int_equal(tacit_table_columns(t), 4);
    assert_cells(t, "age", "31,,31,47");
    assert_cells(t, TACIT_COUNT, "1,1,1,1");
    assert_cells(t, TACIT_WEIGHT, "1.5,2,,3");
    tacit_table_free(t);
    assert_fails(cx, data->engine->group(cx, data, &keys, 1, &t), TACIT_ERR_INPUT, "'region'");
    tacit_data_close(data);
    tacit_store_free(s);
}

static void test_refused(void **state)
{
    tacit_ctx *cx = *state;
    tacit_store *s = store_of(cx);
    tacit_data *data = NULL;
    const tacit_source none = { .uri = "memory:people" };
    const tacit_source wrong = { .uri = "memory:peopel", .store = s };
    const tacit_source other = { .uri = "memory:x.csv", .store = s };
    assert_fails(cx, tacit_data_open(cx, &none, &data), TACIT_ERR_INPUT, "by a program");
    assert_fails(cx, tacit_data_open(cx, &wrong, &data), TACIT_ERR_INPUT,
                 "perhaps 'people' is meant");
    assert_fails(cx, tacit_data_open(cx, &other, &data), TACIT_ERR_INPUT, "no table 'x.csv'");
    assert_fails(cx, tacit_write_check(cx, "memory:safe"), TACIT_ERR_INPUT, "in memory");
    assert_fails(cx, tacit_write_check(cx, "memory:safe.csv"), TACIT_ERR_INPUT, "in memory");
    tacit_store_free(s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_load),
        with_context(test_scan),
        with_context(test_group),
        with_context(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
