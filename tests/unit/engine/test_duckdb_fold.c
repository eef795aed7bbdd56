/*
 * test_duckdb_fold.c - folds where the data is: sums that can be done by hand, what is left to the
 * caller, and tables whose own rules must not blur values.
 */
#include "support/files.h"

#include <math.h>
#include <string.h>

#include "engine/duckdb/session.h"
#include "engine/engine.h"

/* Count, missing ones, and the sum of the others. */
typedef struct tally {
    uint64_t n, missing;
    double sum;
} tally;

static void add(const void *user, size_t n, const double *const *x, void *const *state)
{
    (void)user;
    for (size_t i = 0; i < n; i++) {
        tally *t = state[i];
        t->n++;
        t->missing += isnan(x[0][i]) ? 1 : 0;
        t->sum += isnan(x[0][i]) ? 0 : x[0][i];
    }
}

static void merge(const void *user, const void *from, void *into)
{
    (void)user;
    const tally *a = from;
    tally *b = into;
    *b = (tally){ a->n + b->n, a->missing + b->missing, a->sum + b->sum };
}

static int64_t tens(const void *user, double x)
{
    (void)user;
    return isnan(x) ? TACIT_FOLD_NONE : (int64_t)floor(x / 10);
}

/* Make what `uri` says by statements of SQL, and open it. */
static tacit_data *open_made(const place *p, const char *const *sql, const char *uri)
{
    const tacit_source source = { .uri = uri };
    tacit_duckdb d;
    tacit_data *data = NULL;
    assert_ok(p->cx, tacit_duckdb_open(p->cx, 0, &d));
    for (size_t i = 0; sql[i] != NULL; i++)
        assert_ok(p->cx, tacit_duckdb_run(p->cx, &d, sql[i], "the file"));
    tacit_duckdb_close(&d);
    assert_ok(p->cx, tacit_data_open(p->cx, &source, &data));
    return data;
}

static tacit_data *open_rows(const place *p, const char *rows)
{
    static char sql[1024], path[PATH_BYTES];
    snprintf(sql, sizeof sql, "COPY (SELECT * FROM (VALUES %s) v(k, x)) TO '%s' (FORMAT parquet)",
             rows, path_of(p, "data.parquet", path));
    return open_made(p, (const char *const[]){ sql, NULL }, path);
}

static const size_t X[] = { 1 };

static tacit_fold fold_of(const tacit_fold_key *key, size_t n)
{
    return (tacit_fold){ .key = key,
                         .n_keys = n,
                         .numbers = { .n = 1, .at = X },
                         .bytes = sizeof(tally),
                         .most = 1 << 20,
                         .add = add,
                         .merge = merge };
}

/* The tally of all rows whose key has the text `key`, NULL for a missing one. */
static tally tally_of(const tacit_table *t, const char *key)
{
    const tacit_column *k = tacit_table_column(t, 0), *states = tacit_table_column(t, 1);
    tally all = { 0 };
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        char room[32];
        tally one;
        const bool missing = tacit_column_is_missing(k, i);
        if (missing != (key == NULL) ||
            (!missing && strcmp(tacit_column_text(k, i, room), key) != 0))
            continue;
        tacit_fold_read(tacit_dict_text(tacit_column_dict(states), tacit_column_codes(states)[i]),
                        sizeof one, (unsigned char *)&one);
        merge(NULL, &one, &all);
    }
    return all;
}

static void assert_tally(const tacit_table *t, const char *key, tally want)
{
    const tally is = tally_of(t, key);
    assert_int_equal(is.n, want.n);
    assert_int_equal(is.missing, want.missing);
    assert_true(fabs(is.sum - want.sum) < 1e-12);
}

static void test_by_hand(void **state)
{
    const place *p = *state;
    const tacit_fold_key key = { .column = 0 };
    const tacit_fold fold = fold_of(&key, 1);
    tacit_table *t = NULL;
    tacit_data *data = open_rows(p, "('a', 1.5), ('a', NULL), ('b', -2), ('', 7), (NULL, 8)");
    assert_ok(p->cx, data->engine->fold(p->cx, data, &fold, &t));
    assert_tally(t, "a", (tally){ 2, 1, 1.5 });
    assert_tally(t, "b", (tally){ 1, 0, -2 });
    assert_tally(t, NULL, (tally){ 2, 0, 15 }); /* an empty text is missing */
    tacit_table_free(t);
    tacit_data_close(data);
}

static void test_mapped_and_none(void **state)
{
    const place *p = *state;
    const tacit_fold_key key = { .column = 1, .map = tens };
    const tacit_fold fold = fold_of(&key, 1), all = fold_of(NULL, 0);
    tacit_table *t = NULL;
    tacit_data *data = open_rows(p, "('a', 1), ('b', 9), ('c', 10), ('d', NULL), ('e', -1)");
    assert_ok(p->cx, data->engine->fold(p->cx, data, &fold, &t));
    assert_tally(t, "0", (tally){ 2, 0, 10 });
    assert_tally(t, "1", (tally){ 1, 0, 10 });
    assert_tally(t, "-1", (tally){ 1, 0, -1 });
    assert_tally(t, NULL, (tally){ 1, 1, 0 });
    tacit_table_free(t);
    assert_ok(p->cx, data->engine->fold(p->cx, data, &all, &t)); /* a second one, without keys */
    assert_int_equal(tacit_table_rows(t), 1);
    assert_int_equal(tacit_table_columns(t), 1);
    tacit_table_free(t);
    tacit_data_close(data);
}

/* What cannot be done there, or takes more than it may, is left to the caller: no failure. */
static void test_left(void **state)
{
    const place *p = *state;
    const tacit_fold_key key = { .column = 0 };
    tacit_fold fold = fold_of(&key, 1), small = fold;
    tacit_table *t = NULL;
    small.most = 2 * sizeof(tally);
    tacit_data *data = open_rows(p, "('a', '1'), ('b', 'two'), ('c', '3')");
    assert_ok(p->cx, data->engine->fold(p->cx, data, &fold, &t)); /* numbers as text */
    assert_null(t);
    tacit_data_close(data);
    data = open_rows(p, "(1.5::DOUBLE, 1), (2.5, 2), (3.5, 3)"); /* keys that are reals */
    assert_ok(p->cx, data->engine->fold(p->cx, data, &fold, &t));
    assert_null(t);
    tacit_data_close(data);
    data = open_rows(p, "('a', 1), ('b', 2), ('c', 3), ('d', 4), ('e', 5)");
    assert_ok(p->cx, data->engine->fold(p->cx, data, &small, &t));
    assert_null(t);
    tacit_data_close(data);
}

/* A column that takes no notice of case, and one of intervals, of which a month equals 30 days. */
static void test_own_rules(void **state)
{
    static char attach[PATH_BYTES + 32], uri[PATH_BYTES + 16], path[PATH_BYTES];
    static const char *const sql[] = {
        attach, "CREATE TABLE own.r (k VARCHAR COLLATE NOCASE, x INTEGER, w INTERVAL)",
        "INSERT INTO own.r VALUES ('a', 1, '1 month'), ('A', 2, '30 days'), ('a', 4, '1 month')",
        "DETACH own", NULL
    };
    const place *p = *state;
    const tacit_fold_key key[] = { { .column = 0 }, { .column = 2 } };
    const tacit_fold by_case = fold_of(key, 1), by_time = fold_of(key + 1, 1);
    tacit_table *t = NULL;
    snprintf(uri, sizeof uri, "duckdb:%s#r", path_of(p, "own.duckdb", path));
    snprintf(attach, sizeof attach, "ATTACH '%s' AS own", path);
    tacit_data *data = open_made(p, sql, uri);
    assert_ok(p->cx, data->engine->fold(p->cx, data, &by_case, &t));
    assert_tally(t, "a", (tally){ 2, 0, 5 });
    assert_tally(t, "A", (tally){ 1, 0, 2 });
    tacit_table_free(t);
    assert_ok(p->cx, data->engine->fold(p->cx, data, &by_time, &t));
    assert_tally(t, "1 month", (tally){ 2, 0, 5 });
    assert_tally(t, "30 days", (tally){ 1, 0, 2 });
    tacit_table_free(t);
    const tacit_select first = { .n = 1, .at = &(size_t){ 0 } };
    const tacit_sum records = { .column = data->schema.n };
    assert_ok(p->cx, data->engine->group(p->cx, data, &first, data->schema.n, &t));
    assert_int_equal(tacit_table_rows(t), 2);
    tacit_table_free(t);
    assert_ok(p->cx, data->engine->add_up(p->cx, data, &first, &records, 1, &t));
    assert_int_equal(tacit_table_rows(t), 2);
    tacit_table_free(t);
    tacit_data_close(data);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_by_hand),
        with_place(test_mapped_and_none),
        with_place(test_left),
        with_place(test_own_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
