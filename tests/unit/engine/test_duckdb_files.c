/*
 * test_duckdb_files.c - writing and reading back, foreign files, tables of databases.
 */
#include "support/data.h"

#include <duckdb.h>

#define COLUMNS "i:i,r:r,c:c,d:d"

static const char *const FORMATS[] = { "a.csv",  "a.tsv",     "a.csv.gz", "a.tsv.gz",
                                       "a.json", "a.parquet", "a.jsonl",  "a.ndjson" };
enum { N_FORMATS = sizeof FORMATS / sizeof FORMATS[0] };

/* Write `t` in every format from `first` on and read it back. */
static void check_formats(place *p, const tacit_table *t, size_t first)
{
    for (size_t f = first; f < N_FORMATS; f++) {
        store(p, t, FORMATS[f]);
        tacit_table *back = load(p, FORMATS[f], NULL);
        if (!same_table(t, back))
            fail_msg("%s does not give the table back", FORMATS[f]);
        tacit_table_free(back);
    }
}

static void test_round_trip(void **state)
{
    place *p = *state;
    tacit_table *t = table_of(p->cx, COLUMNS,
                              "-7,2.385,a \"quoted\" text,1600-02-29\n"
                              ",,,\n"
                              "999999999999999999,1e-300,semi;colon,9999-12-31\n"
                              "0,0.30000000000000004, spaces ,1970-01-01\n"
                              "1,-2.5,gr\xC3\xBC\xC3\x9F,2000-01-01\n");
    check_formats(p, t, 0);
    tacit_table_free(t);
    t = table_of(p->cx, COLUMNS, "1,0.5,x,2000-01-01\n");
    check_formats(p, t, 0);
    tacit_table_free(t);
}

static void test_awkward_texts(void **state)
{
    place *p = *state;
    static const char *const texts[] = { "a,b",  "a\tb", "line\nbreak", "\r", "\"",  "'",  "a\\b",
                                         "null", "NULL", "#x",          "-",  "0x1", "1e", "{}" };
    tacit_builder *b[1] = { NULL };
    assert_ok(p->cx, tacit_builder_new(p->cx, "t", TACIT_TYPE_CATEGORY, 0, &b[0]));
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_ok(p->cx, tacit_builder_text(p->cx, b[0], texts[i], strlen(texts[i])));
    tacit_table *t = finish_columns(p->cx, b, 1, sizeof texts / sizeof texts[0]);
    check_formats(p, t, 0);
    tacit_table_free(t);
}

/* One column of which cells are missing: a line may be empty, a record may not vanish. */
static void test_one_column(void **state)
{
    place *p = *state;
    tacit_table *t = table_of(p->cx, "x:i", "\n1\n\n\n2\n\n");
    check_formats(p, t, 0);
    tacit_table_free(t);
}

static void test_no_rows(void **state)
{
    place *p = *state;
    tacit_table *t = table_of(p->cx, COLUMNS, "");
    store(p, t, "a.parquet");
    tacit_table *back = load(p, "a.parquet", NULL);
    assert_true(same_table(t, back));
    tacit_table_free(back);
    store(p, t, "a.csv"); /* a text file without rows has names, but no types */
    back = load(p, "a.csv", NULL);
    assert_int_equal(tacit_table_rows(back), 0);
    assert_types(back, "no rows", "i:c,r:c,c:c,d:c");
    tacit_table_free(back);
    store(p, t, "a.json"); /* a JSON file without rows has not even names */
    back = NULL;
    if (try_load(p, "a.json", NULL, &back) != TACIT_OK)
        assert_message(p->cx, "a.json");
    tacit_table_free(back);
    tacit_table_free(t);
}

static void test_many_rows(void **state)
{
    place *p = *state;
    static const char *const names[] = { "a.csv", "a.parquet", "a.jsonl" };
    tacit_rng rng = tacit_rng_seed(12);
    tacit_table *t = random_table(p->cx, &rng, COLUMNS, 100000, 5000, 0.1);
    for (size_t f = 0; f < 3; f++) {
        store(p, t, names[f]);
        tacit_table *back = load(p, names[f], NULL);
        assert_true(same_table(t, back));
        tacit_table_free(back);
    }
    tacit_table_free(t);
}

/* Chunks of a random table, one after the other. */
typedef struct source_state {
    const tacit_table *t;
    int left;
} source_state;

static tacit_status next_copy(tacit_ctx *cx, void *user, tacit_table **chunk)
{
    source_state *s = user;
    *chunk = NULL;
    if (s->left-- == 0)
        return TACIT_OK;
    return tacit_table_copy(cx, s->t, chunk);
}

static tacit_status next_failure(tacit_ctx *cx, void *user, tacit_table **chunk)
{
    (void)chunk;
    return tacit_fail(cx, TACIT_ERR_DATA, "%s", (const char *)user);
}

static void test_rows_in_chunks(void **state)
{
    place *p = *state;
    tacit_table *t = table_of(p->cx, COLUMNS, "1,0.5,x,2000-01-01\n,,,\n2,1.5,y,2000-01-02\n");
    source_state s = { .t = t, .left = 2000 };
    const tacit_rows rows = { .shape = t, .next = next_copy, .user = &s };
    char path[PATH_BYTES], why[] = "The rows are gone.";
    path_of(p, "a.parquet", path);
    assert_ok(p->cx, tacit_write_rows(p->cx, &rows, path, path));
    tacit_table *back = load(p, "a.parquet", NULL);
    assert_int_equal(tacit_table_rows(back), 6000);
    assert_int_equal(tacit_column_integers(column_of(back, "i"))[5999], 2);
    assert_int_equal(tacit_column_missing(column_of(back, "c")), 2000);
    tacit_table_free(back);
    const tacit_rows broken = { .shape = t, .next = next_failure, .user = why };
    assert_fails(p->cx, tacit_write_rows(p->cx, &broken, path, path), TACIT_ERR_DATA, why);
    tacit_table_free(t);
}

static void test_write_refused(void **state)
{
    place *p = *state;
    char path[PATH_BYTES];
    tacit_table *t = table_of(p->cx, "i:i", "1\n");
    assert_fails(p->cx, tacit_write_check(p->cx, "a.xls"), TACIT_ERR_INPUT, "a.xls");
    assert_fails(p->cx, tacit_write_check(p->cx, "duckdb:a.duckdb#t"), TACIT_ERR_INPUT, "duckdb:");
    assert_ok(p->cx, tacit_write_check(p->cx, "A.CSV"));
    path_of(p, "no/such/a.csv", path);
    assert_fails(p->cx, tacit_write_table(p->cx, t, path, path), TACIT_ERR_IO, "a.csv");
    tacit_table_free(t);
    t = table_of(p->cx, "", "");
    path_of(p, "a.csv", path);
    assert_fails(p->cx, tacit_write_table(p->cx, t, path, path), TACIT_ERR_DATA, "a.csv");
    tacit_table_free(t);
}

/* Run SQL that makes a file. */
static void run_sql(const char *file, const char *sql)
{
    duckdb_database db = NULL;
    duckdb_connection con = NULL;
    duckdb_result result;
    assert_int_equal(duckdb_open(file, &db), DuckDBSuccess);
    assert_int_equal(duckdb_connect(db, &con), DuckDBSuccess);
    const duckdb_state state = duckdb_query(con, sql, &result);
    if (state != DuckDBSuccess)
        fail_msg("%s", duckdb_result_error(&result));
    duckdb_destroy_result(&result);
    duckdb_disconnect(&con);
    duckdb_close(&db);
}

/* Parquet types that are not ours. */
static void test_foreign_types(void **state)
{
    place *p = *state;
    char path[PATH_BYTES], sql[2 * PATH_BYTES];
    snprintf(sql, sizeof sql,
             "COPY (SELECT 7::TINYINT AS a, 4000000000::UINTEGER AS b, 1.25::DECIMAL(8,2) AS c, "
             "2.5::FLOAT AS d, true AS e, TIMESTAMP '2020-01-02 03:04:05' AS f, ''::VARCHAR AS g, "
             "170000000000000000::HUGEINT AS h, 'nan'::DOUBLE AS i) TO '%s' (FORMAT parquet)",
             path_of(p, "a.parquet", path));
    run_sql(NULL, sql);
    tacit_table *t = load(p, "a.parquet", NULL);
    assert_cells(t, "a", "7");
    assert_cells(t, "b", "4000000000");
    assert_cells(t, "c", "1.25");
    assert_cells(t, "d", "2.5");
    assert_cells(t, "e", "true");
    assert_cells(t, "f", "2020-01-02 03:04:05");
    assert_cells(t, "g", ""); /* an empty text is a missing value everywhere */
    assert_cells(t, "i", "");
    tacit_table_free(t);
    snprintf(sql, sizeof sql, "COPY (SELECT [1,2] AS list) TO '%s' (FORMAT parquet)",
             path_of(p, "b.parquet", path));
    run_sql(NULL, sql);
    assert_refused(p, "b.parquet", NULL, TACIT_ERR_DATA, "'list'");
}

static void test_foreign_json(void **state)
{
    place *p = *state;
    put_text(p, "a.json",
             "[{\"id\":1,\"zip\":\"007\",\"x\":1.5},"
             "{\"id\":2,\"x\":null,\"zip\":\"\"},{\"zip\":\"8\",\"id\":3}]");
    tacit_table *t = load(p, "a.json", NULL);
    assert_types(t, "json", "id:i,zip:c,x:r");
    assert_cells(t, "id", "1,2,3");
    assert_cells(t, "zip", "007,,8");
    assert_cells(t, "x", "1.5,,");
    tacit_table_free(t);
    put_text(p, "b.json", "[{\"id\":1,\"secret\":4711}");
    assert_refused(p, "b.json", NULL, TACIT_ERR_DATA, "JSON");
    put_text(p, "c.json", "secret 4711");
    assert_refused(p, "c.json", NULL, TACIT_ERR_DATA, "c.json");
    put_text(p, "d.parquet", "secret 4711 and more");
    assert_refused(p, "d.parquet", NULL, TACIT_ERR_DATA, "not a Parquet file");
}

static void check_address(place *p, const char *format, tacit_status code, const char *part)
{
    char uri[2 * PATH_BYTES];
    tacit_data *data = NULL;
    tacit_table *t = NULL;
    snprintf(uri, sizeof uri, format, p->folder);
    const tacit_source source = { .uri = uri };
    if (code != TACIT_OK) {
        assert_fails(p->cx, tacit_data_open(p->cx, &source, &data), code, part);
        return;
    }
    assert_ok(p->cx, tacit_data_open(p->cx, &source, &data));
    assert_ok(p->cx, tacit_data_load(p->cx, data, NULL, &t));
    assert_cells(t, "id", "1,2");
    assert_cells(t, "zip", "007,");
    tacit_table_free(t);
    tacit_data_close(data);
}

static void test_database(void **state)
{
    place *p = *state;
    char path[PATH_BYTES];
    run_sql(path_of(p, "a.duckdb", path),
            "CREATE TABLE \"my \"\"people\" AS "
            "SELECT * FROM (VALUES (1, '007'), (2, NULL)) t(id, zip)");
    check_address(p, "duckdb:%s/a.duckdb#my \"people", TACIT_OK, "");
    check_address(p, "%s/a.duckdb#my \"people", TACIT_ERR_INPUT, "from its ending");
    check_address(p, "duckdb:%s/a.duckdb", TACIT_ERR_INPUT, "FILE#TABLE");
    check_address(p, "%s/a.duckdb", TACIT_ERR_INPUT, "FILE#TABLE");
    check_address(p, "duckdb:%s/a.duckdb#other", TACIT_ERR_IO, "no such file or table");
    check_address(p, "duckdb:%s/b.duckdb#t", TACIT_ERR_IO, "No such file");
    put_text(p, "c.duckdb", "secret 4711");
    check_address(p, "duckdb:%s/c.duckdb#t", TACIT_ERR_DATA, "not a DuckDB database");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_round_trip),    with_place(test_awkward_texts),
        with_place(test_one_column),    with_place(test_no_rows),
        with_place(test_many_rows),     with_place(test_rows_in_chunks),
        with_place(test_write_refused), with_place(test_foreign_types),
        with_place(test_foreign_json),  with_place(test_database),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
