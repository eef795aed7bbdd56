/*
 * test_postgresql.c - tables of PostgreSQL: what their values become, counting, snapshots, and
 * what goes wrong.
 *
 * Values are compared with those of the same table written as Parquet and read by DuckDB, counts
 * with those that DuckDB gives for it.
 */
#include "support/data.h"
#include "support/postgresql.h"

#include "base/hash.h"
#include "engine/maker.h"

/* Do statements in the schema of the place. */
static void tell(const place *p, const char *sql)
{
    tell_server(common_server(), schema_of(p), sql);
}

static tacit_status open_as(const place *p, const char *user, const char *table, tacit_data **out)
{
    char address[PATH_BYTES], full[PATH_BYTES + 128];
    snprintf(full, sizeof full, "%s#%s", server_place(common_server(), user, schema_of(p), address),
             table);
    const tacit_source source = { .uri = full };
    return tacit_data_open(p->cx, &source, out);
}

static tacit_data *open_table(const place *p, const char *table)
{
    tacit_data *d = NULL;
    assert_ok(p->cx, open_as(p, "postgres", table, &d));
    return d;
}

/* Fail to open `table`, with `part` in the message. */
static void refuse_table(const place *p, const char *table, tacit_status code, const char *part)
{
    tacit_data *d = NULL;
    assert_fails(p->cx, open_as(p, "postgres", table, &d), code, part);
    assert_null(d);
}

/* Cells of a column as one text, with bars between them; a missing one is a dash. */
static const char *cells(const tacit_table *t, const char *name, char out[512])
{
    const tacit_column *c = column_of(t, name);
    size_t n = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        char text[32];
        n += (size_t)snprintf(out + n, 512 - n, "%s%s", i > 0 ? "|" : "",
                              tacit_column_is_missing(c, i) ? "-" : tacit_column_text(c, i, text));
    }
    return out;
}

/* ---- values ---- */

static const struct {
    const char *column, *cells;
    tacit_type type;
} VALUES[] = {
    { "i", "-32768|32767|-", TACIT_TYPE_INTEGER },
    { "l", "-9223372036854775808|9223372036854775807|-", TACIT_TYPE_INTEGER },
    { "f", "0.1|-0.25|-", TACIT_TYPE_REAL }, /* not 0.10000000149 */
    { "x", "0|1e+300|-", TACIT_TYPE_REAL },
    { "n", "12|-3|-", TACIT_TYPE_INTEGER },
    { "v", "0.5|1|-", TACIT_TYPE_REAL },
    { "wide", "0.12345678901234567890|1|-", TACIT_TYPE_CATEGORY },
    { "m", "12.34|0|-", TACIT_TYPE_REAL },
    { "d", "1969-12-31|2400-02-29|-", TACIT_TYPE_DATE },
    { "t", "it's \\x|á\"`|-", TACIT_TYPE_CATEGORY },
    { "c", "a|b|-", TACIT_TYPE_CATEGORY },
    { "b", "true|false|-", TACIT_TYPE_CATEGORY },
    { "z", "2020-01-01 10:00:00+00|1999-12-31 23:59:59.5+00|-", TACIT_TYPE_CATEGORY },
    { "e", "low|high|-", TACIT_TYPE_CATEGORY },
    { "o", "7|8|-", TACIT_TYPE_INTEGER },
    { "empty", "-|x|-", TACIT_TYPE_CATEGORY }, /* as in other sources, '' is missing */
    { "n0", "7|-|-", TACIT_TYPE_INTEGER },     /* so is NaN */
    { "nx", "8|-|-", TACIT_TYPE_INTEGER },
};

static void test_values(void **state)
{
    const place *p = *state;
    char text[512];
    tacit_table *t = NULL;
    tell(p, "CREATE TYPE mood AS ENUM ('low', 'high'); CREATE DOMAIN small AS int;"
            "CREATE DOMAIN smaller AS small CHECK (VALUE < 100);"
            "CREATE TABLE \"Odd \"\"x\" (i int2, l int8, f float4, x float8, n numeric, "
            "v numeric, wide numeric, m money, d date, t text, c char(4), b bool, "
            "z timestamptz, e mood, o smaller, empty varchar(3), n0 numeric(5, 0), nx numeric);"
            "INSERT INTO \"Odd \"\"x\" VALUES "
            "(-32768, -9223372036854775808, 0.1, '-0', 12.000, 0.5, 0.12345678901234567890, 12.34, "
            "'1969-12-31', 'it''s \\x', 'a', true, '2020-01-01 12:00+02', 'low', 7, '', 7, 8), "
            "(32767, 9223372036854775807, -0.25, 1e300, -3, 1, 1, 0, '2400-02-29', "
            "'á\"`', 'b', false, '1999-12-31 23:59:59.5Z', 'high', 8, 'x', 'NaN', "
            "'NaN'), "
            "(NULL, NULL, NULL, 'NaN', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "
            "NULL, NULL, NULL, NULL)");
    tacit_data *d = open_table(p, "\"Odd \"\"x\"");
    assert_int_equal(d->schema.n, sizeof VALUES / sizeof *VALUES);
    assert_ok(p->cx, tacit_data_load(p->cx, d, NULL, &t));
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++) {
        assert_string_equal(cells(t, VALUES[i].column, text), VALUES[i].cells);
        assert_int_equal(d->schema.field[i].type, VALUES[i].type);
    }
    tacit_table_free(t);
    tacit_data_close(d);
}

/* Two texts are the same value if their bytes are, whatever the column says. */
static void test_collations(void **state)
{
    const place *p = *state;
    const size_t first[] = { 0 };
    const tacit_select keys = { 1, first };
    tell(p, "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level1', "
            "deterministic = false);"
            "CREATE TABLE texts (t text COLLATE loose); INSERT INTO texts VALUES "
            "('a'), ('A'), ('á'), ('a '), (NULL), ('a'), ('');"
            "CREATE VIEW plain AS SELECT t::text COLLATE \"C\" AS t FROM texts");
    static const char *const names[] = { "texts", "plain" };
    for (size_t i = 0; i < 2; i++) {
        tacit_data *d = open_table(p, names[i]);
        tacit_table *h = NULL;
        char text[512];
        assert_ok(p->cx, d->engine->group(p->cx, d, &keys, d->schema.n, &h));
        assert_string_equal(cells(h, "t", text), "A|a|a |á|-");
        assert_string_equal(cells(h, TACIT_COUNT, text), "1|2|1|1|2");
        tacit_table_free(h);
        tacit_data_close(d);
    }
}

/* ---- counting ---- */

/* The same random rows in the server and in a file. */
static void put_rows(place *p, size_t n)
{
    tell(p, "CREATE TABLE people AS SELECT (i * 7919) % 5 AS a, CASE WHEN i % 11 = 0 THEN NULL "
            "ELSE 'value ' || (i * 104729) % 7 END AS b, date '2000-01-01' + (i % 3)::int AS d, "
            "((i * 31) % 4)::float8 / 4 AS r, 1 + (i % 9)::float8 / 8 AS w "
            "FROM generate_series(1, 20000) i");
    tacit_data *d = open_table(p, "people");
    tacit_table *t = NULL;
    assert_ok(p->cx, tacit_data_load(p->cx, d, NULL, &t));
    assert_int_equal(tacit_table_rows(t), n);
    store(p, t, "people.parquet");
    tacit_table_free(t);
    tacit_data_close(d);
}

static void check_same(const tacit_table *x, const tacit_table *y)
{
    assert_int_equal(tacit_table_rows(x), tacit_table_rows(y));
    assert_int_equal(tacit_table_columns(x), tacit_table_columns(y));
    for (size_t j = 0; j < tacit_table_columns(x); j++)
        for (size_t i = 0; i < tacit_table_rows(x); i++) {
            char a[32], b[32];
            assert_string_equal(tacit_column_text(tacit_table_column(x, j), i, a),
                                tacit_column_text(tacit_table_column(y, j), i, b));
        }
}

static void test_group(void **state)
{
    place *p = *state;
    const size_t all[] = { 1, 0, 3, 2 };
    tacit_data *file = NULL;
    put_rows(p, 20000);
    tacit_data *d = open_table(p, "people");
    assert_ok(p->cx, try_open(p, "people.parquet", NULL, &file));
    for (size_t n = 0; n <= 4; n++)
        for (size_t weighted = 0; weighted < 2; weighted++) {
            const tacit_select keys = { n, all };
            const size_t weight = weighted != 0 ? 4 : 5;
            tacit_table *here = NULL, *there = NULL;
            assert_ok(p->cx, d->engine->group(p->cx, d, &keys, weight, &there));
            assert_ok(p->cx, file->engine->group(p->cx, file, &keys, weight, &here));
            check_same(there, here);
            tacit_table_free(there);
            tacit_table_free(here);
        }
    tacit_data_close(file);
    tacit_data_close(d);
}

/* Sums, the largest and ranges are those that DuckDB gives of the same rows. */
static void test_add_up(void **state)
{
    place *p = *state;
    const size_t by[] = { 1, 2 };
    const tacit_select keys = { 2, by };
    const tacit_sum sums[] = { { .column = 5 },
                               { .column = 4, .decimals = 2, .n_top = 3 },
                               { .column = 0, .n_top = 1 } };
    tacit_data *file = NULL;
    tacit_table *here = NULL, *there = NULL;
    put_rows(p, 20000);
    tacit_data *d = open_table(p, "people");
    assert_ok(p->cx, try_open(p, "people.parquet", NULL, &file));
    assert_ok(p->cx, d->engine->add_up(p->cx, d, &keys, sums, 3, &there));
    assert_ok(p->cx, file->engine->add_up(p->cx, file, &keys, sums, 3, &here));
    check_same(there, here);
    for (size_t j = 0; j < tacit_table_columns(here); j++)
        assert_string_equal(tacit_column_name(tacit_table_column(there, j)),
                            tacit_column_name(tacit_table_column(here, j)));
    static const size_t numbers[] = { 0, 3, 4 };
    for (size_t i = 0; i < 3; i++) {
        tacit_column_range x = { 0 }, y = { 0 };
        assert_ok(p->cx, d->engine->range(p->cx, d, numbers[i], &x));
        assert_ok(p->cx, file->engine->range(p->cx, file, numbers[i], &y));
        assert_true(x.least == y.least && x.decimals == y.decimals && x.whole == y.whole &&
                    x.empty == y.empty);
    }
    tacit_table_free(there);
    tacit_table_free(here);
    tacit_data_close(file);
    tacit_data_close(d);
}

static tacit_status count_rows(tacit_ctx *cx, void *user, const tacit_table *chunk)
{
    (void)cx;
    *(size_t *)user += tacit_table_rows(chunk);
    return TACIT_OK;
}

/* Rows that others write while it is open are not seen, by counts and rows alike. */
static void test_snapshot(void **state)
{
    const place *p = *state;
    const tacit_select none = { 0 };
    size_t rows = 0;
    char text[512];
    tacit_table *h = NULL;
    tell(p, "CREATE TABLE people AS SELECT i AS a FROM generate_series(1, 10000) i");
    tacit_data *d = open_table(p, "people");
    tell(p, "INSERT INTO people VALUES (0); DELETE FROM people WHERE a > 9000");
    const tacit_sink sink = { .take = count_rows, .user = &rows };
    assert_ok(p->cx, d->engine->scan(p->cx, d, NULL, &sink));
    assert_int_equal(rows, 10000);
    assert_ok(p->cx, d->engine->group(p->cx, d, &none, 1, &h));
    assert_string_equal(cells(h, TACIT_COUNT, text), "10000");
    tacit_table_free(h);
    tacit_data_close(d);
}

/* ---- making ---- */

static void assert_rows_of(const place *p, tacit_data *d, const char *rows)
{
    const tacit_select none = { 0 };
    char text[512];
    tacit_table *h = NULL;
    assert_ok(p->cx, d->engine->group(p->cx, d, &none, d->schema.n, &h));
    assert_string_equal(cells(h, TACIT_COUNT, text), rows);
    tacit_table_free(h);
}

/* A table is made of the rows that were there when the data was opened; it is seen when it is
 * kept, and gone if it is not. */
static void test_make(void **state)
{
    const place *p = *state;
    char address[PATH_BYTES], target[PATH_BYTES + 128];
    const bool changed[] = { true };
    tell(p, "CREATE TABLE people AS SELECT i AS a FROM generate_series(1, 1000) i");
    snprintf(target, sizeof target, "%s#\"Ma.de\"",
             server_place(common_server(), "postgres", schema_of(p), address));
    for (size_t keeps = 0; keeps < 2; keeps++) {
        tacit_data *d = open_table(p, "people");
        tacit_buffer sql = { 0 };
        tacit_placed *made = NULL;
        char first[TACIT_DIGEST_BYTES], again[TACIT_DIGEST_BYTES];
        tell(p, "INSERT INTO people SELECT 7 FROM generate_series(1, 100)");
        assert_ok(p->cx, d->engine->maker->rows(p->cx, d, NULL, changed, &sql));
        const tacit_placing what = { .target = target, .query = sql.text };
        assert_ok(p->cx, d->engine->maker->make(p->cx, d, &what, &made));
        assert_rows_of(p, made->data, keeps != 0 ? "1100" : "1000");
        assert_ok(p->cx, d->engine->maker->digest(p->cx, d, false, first));
        assert_ok(p->cx, d->engine->maker->digest(p->cx, made->data, false, again));
        assert_string_equal(first, again);
        refuse_table(p, "\"Ma.de\"", TACIT_ERR_INPUT, "no such table");
        if (keeps != 0)
            assert_ok(p->cx, made->keep(p->cx, made));
        made->end(made);
        tacit_buffer_free(&sql);
        tacit_data_close(d);
    }
    tacit_data *d = open_table(p, "\"Ma.de\"");
    assert_rows_of(p, d, "1100");
    tacit_data_close(d);
}

/* ---- what goes wrong ---- */

static void test_refused(void **state)
{
    const place *p = *state;
    const tacit_select none = { 0 };
    tacit_table *h = NULL;
    tell(p, "CREATE TABLE lists (a int[]); CREATE TABLE bytes (b bytea); CREATE TABLE nothing ();"
            "CREATE TABLE weights (w float8, t text); INSERT INTO weights VALUES (1, 'x'), (-1, "
            "'y'), (NULL, 'z'); CREATE TABLE ever (d date); INSERT INTO ever VALUES ('infinity')");
    refuse_table(p, "weigths", TACIT_ERR_INPUT, "perhaps 'weights' is meant");
    refuse_table(p, "elsewhere.weights", TACIT_ERR_INPUT, "no such table");
    refuse_table(p, "", TACIT_ERR_INPUT, "which table");
    refuse_table(p, "lists", TACIT_ERR_DATA, "column 'a' holds lists");
    refuse_table(p, "bytes", TACIT_ERR_DATA, "column 'b' holds lists, records or bytes");
    refuse_table(p, "nothing", TACIT_ERR_DATA, "has no columns");
    tacit_data *d = open_table(p, "weights");
    assert_fails(p->cx, d->engine->group(p->cx, d, &none, 0, &h), TACIT_ERR_DATA,
                 "'w' has 2 values that are missing, zero, negative");
    assert_fails(p->cx, d->engine->group(p->cx, d, &none, 1, &h), TACIT_ERR_DATA,
                 "'t' does not hold numbers");
    tacit_data_close(d);
    d = open_table(p, "ever");
    assert_fails(p->cx, tacit_data_load(p->cx, d, NULL, &h), TACIT_ERR_DATA, "infinite date");
    assert_null(h);
    tacit_data_close(d);
}

/* Who may not read, is told so; rows that the server keeps back are never left out in silence. */
static void test_rights(void **state)
{
    const place *p = *state;
    char sql[PATH_BYTES];
    tacit_data *d = NULL;
    tacit_table *t = NULL;
    snprintf(sql, sizeof sql,
             "CREATE ROLE \"%s\" LOGIN; GRANT USAGE ON SCHEMA \"%s\" TO \"%s\"; "
             "CREATE TABLE closed (a int); CREATE TABLE kept (a int); "
             "GRANT SELECT ON kept TO \"%s\"; ALTER TABLE kept ENABLE ROW LEVEL SECURITY; "
             "CREATE POLICY few ON kept USING (a < 2); INSERT INTO kept VALUES (1), (2)",
             schema_of(p), schema_of(p), schema_of(p), schema_of(p));
    tell(p, sql);
    static const char *const names[] = { "closed", "kept" };
    for (size_t i = 0; i < 2; i++) {
        assert_ok(p->cx, open_as(p, schema_of(p), names[i], &d));
        assert_fails(p->cx, tacit_data_load(p->cx, d, NULL, &t), TACIT_ERR_IO,
                     "The table cannot be read: this user has no right to it");
        assert_null(t);
        tacit_data_close(d);
    }
}

static tacit_status cancel_on_chunk(tacit_ctx *cx, void *user, const tacit_table *chunk)
{
    (void)user;
    (void)chunk;
    tacit_cancel(cx);
    return TACIT_OK;
}

/* A request to stop reaches the server while it counts, and while it sends. */
static void test_stopping(void **state)
{
    const place *p = *state;
    const size_t first[] = { 0 };
    const tacit_select keys = { 1, first };
    const tacit_sink stop = { .take = cancel_on_chunk };
    tacit_table *h = NULL;
    tell(p, "CREATE TABLE people AS SELECT i AS a FROM generate_series(1, 100000) i;"
            "CREATE VIEW slow AS SELECT 1 AS a FROM (SELECT pg_sleep(60)) s");
    tacit_data *d = open_table(p, "people"), *slow = open_table(p, "slow");
    assert_fails(p->cx, d->engine->scan(p->cx, d, NULL, &stop), TACIT_ERR_CANCELLED, "Stopped");
    assert_fails(p->cx, slow->engine->group(p->cx, slow, &keys, 1, &h), TACIT_ERR_CANCELLED,
                 "Stopped");
    assert_null(h);
    tell(p, "DO $$ BEGIN FOR i IN 1 .. 250 LOOP PERFORM pg_sleep(0.02), pg_stat_clear_snapshot();"
            "IF NOT EXISTS (SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE "
            "'COPY%slow%') THEN RETURN; END IF; END LOOP; RAISE 'it still works'; END $$");
    tacit_data_close(slow);
    tacit_data_close(d);
}

static void test_lost(void **state)
{
    const place *p = *state;
    static const char *const settings[] = { "fsync=off", NULL };
    test_server own;
    char address[PATH_BYTES], full[PATH_BYTES + 128];
    tacit_data *d = NULL;
    tacit_table *t = NULL;
    if (!start_server(&own, settings))
        skip();
    tell_server(&own, "public", "CREATE TABLE people AS SELECT generate_series(1, 10) AS a");
    snprintf(full, sizeof full, "%s#people", server_place(&own, "postgres", "public", address));
    const tacit_source source = { .uri = full };
    assert_ok(p->cx, tacit_data_open(p->cx, &source, &d));
    crash_server(&own);
    assert_fails(p->cx, tacit_data_load(p->cx, d, NULL, &t), TACIT_ERR_IO,
                 "The table cannot be read: the connection to its database was lost.");
    assert_null(t);
    tacit_data_close(d);
    assert_fails(p->cx, tacit_data_open(p->cx, &source, &d), TACIT_ERR_IO,
                 "The table cannot be opened: there is no connection to its database");
    stop_server(&own);
}

static void test_addresses(void **state)
{
    const place *p = *state;
    static const char *const bad[][2] = {
        { "postgresql://ann:secret@localhost/d#t", "has a password in it" },
        { "postgresql://localhost/d", "does not say which table" },
        { "postgresql://localhost/d?nonsense=1#t", "is not understood" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tacit_data *d = NULL;
        const tacit_source source = { .uri = bad[i][0] };
        assert_fails(p->cx, tacit_data_open(p->cx, &source, &d), TACIT_ERR_INPUT, bad[i][1]);
        assert_null(strstr(tacit_message(p->cx), "secret"));
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        on_postgresql(test_values),   on_postgresql(test_collations), on_postgresql(test_group),
        on_postgresql(test_snapshot), on_postgresql(test_refused),    on_postgresql(test_rights),
        on_postgresql(test_stopping), on_postgresql(test_lost),       with_place(test_addresses),
        on_postgresql(test_add_up),   on_postgresql(test_make),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
