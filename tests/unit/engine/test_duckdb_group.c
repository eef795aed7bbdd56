/*
 * test_duckdb_group.c - what happens where the data is: counting, scanning.
 *
 * Counts are checked against a comparison of every pair of rows of the loaded table,
 * recoded files against the table with its texts mapped one by one.
 */
#include "support/data.h"

#include "base/pool.h"

static tacit_data *open_file(place *p, const char *name)
{
    tacit_data *d = NULL;
    assert_ok(p->cx, try_open(p, name, NULL, &d));
    return d;
}

static bool same_keys(const tacit_table *a, size_t i, const tacit_table *b, size_t k, size_t n_keys)
{
    for (size_t j = 0; j < n_keys; j++) {
        char x[32], y[32];
        const tacit_column *c = tacit_table_column(a, j);
        const tacit_column *e = column_of(b, tacit_column_name(c));
        if (strcmp(tacit_column_text(c, i, x), tacit_column_text(e, k, y)) != 0 ||
            tacit_column_is_missing(c, i) != tacit_column_is_missing(e, k))
            return false;
    }
    return true;
}

/* Each combination of `h` once, with the count and weight that the rows of `t` have. */
static void check_histogram(const tacit_table *h, const tacit_table *t, size_t n_keys,
                            const tacit_column *weight)
{
    const int64_t *count = tacit_column_integers(column_of(h, TACIT_COUNT));
    int64_t total = 0;
    for (size_t i = 0; i < tacit_table_rows(h); i++) {
        int64_t n = 0;
        double w = 0.0;
        for (size_t k = 0; k < tacit_table_rows(t); k++)
            if (same_keys(h, i, t, k, n_keys)) {
                n++;
                w += weight != NULL ? tacit_column_number(weight, k) : 0.0;
            }
        assert_int_equal(count[i], n);
        total += n;
        if (weight != NULL)
            assert_near(tacit_column_reals(column_of(h, TACIT_WEIGHT))[i], w, 1e-9);
        for (size_t k = 0; k < i; k++)
            assert_false(same_keys(h, i, h, k, n_keys));
    }
    assert_int_equal(total, tacit_table_rows(t));
}

static void check_group(place *p, const char *name, const size_t *at, size_t n, size_t weight)
{
    tacit_data *d = open_file(p, name);
    tacit_table *h = NULL, *t = NULL;
    const tacit_select keys = { n, at };
    assert_ok(p->cx, d->engine->group(p->cx, d, &keys, weight, &h));
    assert_ok(p->cx, tacit_data_load(p->cx, d, NULL, &t));
    assert_int_equal(tacit_table_columns(h), n + (weight < d->schema.n ? 2 : 1));
    check_histogram(h, t, n, weight < d->schema.n ? tacit_table_column(t, weight) : NULL);
    tacit_table_free(h);
    tacit_table_free(t);
    tacit_data_close(d);
}

static void test_group(void **state)
{
    place *p = *state;
    tacit_rng rng = tacit_rng_seed(13);
    tacit_table *t = random_table(p->cx, &rng, "i:i,r:r,c:c,d:d", 600, 3, 0.2);
    tacit_table *w = random_table(p->cx, &rng, "w:r", 600, 40, 0.0);
    double *weight = NULL;
    assert_ok(p->cx, tacit_table_edit_reals(p->cx, w, 0, &weight));
    for (size_t i = 0; i < 600; i++)
        weight[i] += 3.0; /* positive, as weights are */
    assert_ok(p->cx, tacit_table_add(p->cx, t, tacit_column_share(tacit_table_column(w, 0))));
    const size_t two[] = { 2, 0 }, four[] = { 3, 1, 0, 2 };
    static const char *const names[] = { "a.csv", "a.parquet" };
    for (size_t f = 0; f < 2; f++) {
        store(p, t, names[f]);
        check_group(p, names[f], two, 2, 5);
        check_group(p, names[f], four, 4, 4);
        check_group(p, names[f], four, 0, 4);
    }
    tacit_table_free(t);
    tacit_table_free(w);
}

/* A file whose last row makes a text of what looked like whole numbers. */
static void put_late_code(place *p, const char *name)
{
    char path[PATH_BYTES];
    FILE *f = fopen(path_of(p, name, path), "wb");
    assert_non_null(f);
    fputs("zip,x\n", f);
    for (int i = 0; i < 30000; i++)
        fprintf(f, "%d,%d\n", 100 + i % 3, 1 + i % 2);
    fputs("0100,2.5\n", f);
    assert_int_equal(fclose(f), 0);
}

static void test_group_late(void **state)
{
    place *p = *state;
    put_late_code(p, "a.csv");
    const size_t zip[] = { 0 };
    const tacit_select keys = { 1, zip };
    tacit_data *d = open_file(p, "a.csv");
    tacit_table *h = NULL;
    assert_ok(p->cx, d->engine->group(p->cx, d, &keys, 1, &h));
    assert_int_equal(tacit_table_rows(h), 4); /* 0100 is not 100 */
    assert_int_equal(tacit_column_type(column_of(h, "zip")), TACIT_TYPE_CATEGORY);
    assert_int_equal(d->schema.field[0].type, TACIT_TYPE_CATEGORY);
    assert_int_equal(d->schema.field[1].type, TACIT_TYPE_REAL);
    assert_int_equal(tacit_data_find(d, "x"), 1);
    assert_int_equal(tacit_data_find(d, "y"), 2);
    tacit_table_free(h);
    tacit_data_close(d);
}

/* A sum would hide them. */
static void test_bad_weights(void **state)
{
    place *p = *state;
    const size_t at[] = { 0 };
    const tacit_select keys = { 1, at };
    tacit_table *h = NULL;
    put_text(p, "a.csv", "k,w\na,4712\na,-4711\nb,\nb,0\n");
    tacit_data *d = open_file(p, "a.csv");
    assert_fails(p->cx, d->engine->group(p->cx, d, &keys, 1, &h), TACIT_ERR_DATA, "'w' has 3");
    assert_untold(p->cx, "4711");
    assert_null(h);
    tacit_data_close(d);
}

/* What a scan delivers. */
typedef struct seen {
    const tacit_table *whole;
    size_t rows, chunks;
} seen;

static tacit_status take(tacit_ctx *cx, void *user, const tacit_table *chunk)
{
    seen *s = user;
    (void)cx;
    assert_int_equal(tacit_table_columns(chunk), 2);
    for (size_t i = 0; i < tacit_table_rows(chunk); i++, s->rows++)
        assert_true(same_keys(chunk, i, s->whole, s->rows, 2));
    s->chunks++;
    return TACIT_OK;
}

static void check_scan(place *p, const char *name)
{
    const size_t at[] = { 1, 0 };
    const tacit_select columns = { 2, at };
    tacit_data *d = open_file(p, name);
    tacit_table *t = load(p, name, NULL);
    seen s = { .whole = t };
    const tacit_sink sink = { .take = take, .user = &s };
    assert_ok(p->cx, d->engine->scan(p->cx, d, &columns, &sink));
    assert_int_equal(s.rows, tacit_table_rows(t));
    assert_true(s.chunks > 5);
    tacit_table_free(t);
    tacit_data_close(d);
}

static void test_scan(void **state)
{
    place *p = *state;
    tacit_rng rng = tacit_rng_seed(15);
    tacit_table *t = random_table(p->cx, &rng, "i:i,c:c,r:r", 50000, 90000, 0.01);
    store(p, t, "a.csv");
    store(p, t, "a.parquet");
    tacit_table_free(t);
    put_late_code(p, "late.csv");
    tacit_pool_set(8); /* rows come in order for any number of threads */
    check_scan(p, "a.csv");
    check_scan(p, "a.parquet");
    check_scan(p, "late.csv");
    tacit_pool_set(2);
}

static tacit_status refuse(tacit_ctx *cx, void *user, const tacit_table *chunk)
{
    (void)user;
    (void)chunk;
    return tacit_fail(cx, TACIT_ERR_DATA, "Enough.");
}

static tacit_status cancel_on_chunk(tacit_ctx *cx, void *user, const tacit_table *chunk)
{
    (void)user;
    (void)chunk;
    tacit_cancel(cx);
    return TACIT_OK;
}

static void test_stopping(void **state)
{
    place *p = *state;
    put_late_code(p, "a.csv");
    tacit_data *d = open_file(p, "a.csv");
    const tacit_sink no = { .take = refuse }, stop = { .take = cancel_on_chunk };
    assert_fails(p->cx, d->engine->scan(p->cx, d, NULL, &no), TACIT_ERR_DATA, "Enough.");
    assert_fails(p->cx, d->engine->scan(p->cx, d, NULL, &stop), TACIT_ERR_CANCELLED, "Stopped");
    tacit_table *t = NULL;
    assert_fails(p->cx, tacit_data_load(p->cx, d, NULL, &t), TACIT_ERR_CANCELLED, "Stopped");
    assert_null(t);
    tacit_data_close(d);
    assert_fails(p->cx, try_load(p, "a.csv", NULL, &t), TACIT_ERR_CANCELLED, "Stopped");
    assert_null(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_group),    with_place(test_group_late),  with_place(test_scan),
        with_place(test_stopping), with_place(test_bad_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
