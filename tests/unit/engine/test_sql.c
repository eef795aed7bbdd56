/*
 * test_sql.c - one query, written for each engine: DuckDB and PostgreSQL answer alike, on values
 * that engines are known to take for each other or to keep apart.
 *
 * Answers are compared as sorted lines of cells, numbers by their value, and the counts of some
 * with what was counted by hand.
 */
#include "support/postgresql.h"

#include <duckdb.h>
#include <libpq-fe.h>
#include <stdlib.h>

#include "engine/sql/sql.h"

/* ---- rows ---- */

/* Texts, whole numbers, reals and dates; NULL is missing.  The reals hold NaN and -0. */
static const char *const ROWS[][4] = {
    { "a", "1", "0", "1970-01-01" },
    { "A", "1", "-0", "1969-12-31" },
    { "a ", "9223372036854775807", "NaN", "2400-02-29" },
    { "", "-9223372036854775808", "1e+20", "1900-01-01" },
    { NULL, NULL, NULL, NULL },
    { "\xc3\xa1", "0", "1e-7", "2149-06-07" },
    { "a\xcc\x81", "0", "0.125", "2149-06-07" },
    { "it's", "-1", "-0.125", "2000-01-01" },
    { "a\"b`c", "2", "2.5", "2000-01-01" },
    { "back\\slash", "3", "-2.5", "2000-01-01" },
    { "\\N", "4", "100", "2000-01-01" },
    { "NULL", "5", "0.1", "2000-01-01" },
    { "tab\tline\n", "6", "0.2", "2000-01-01" },
    { "%_$$1 --/*", "7", "0.3", "2000-01-01" },
    { "00", "8", "1e15", "2000-01-01" },
    { "0", "9", "123456.78", "2000-01-01" },
    { "\xf0\x9f\x98\x80", "10", "-1", "2000-01-01" },
    { "a", "1", "0", "1970-01-01" },
    { "a", "1", "5.005", "1970-01-01" },
};
enum { N_ROWS = sizeof ROWS / sizeof *ROWS, TEXT = 0, WHOLE, REAL, DATE, N_FIELDS };

static const tacit_sql_field FIELDS[] = {
    [TEXT] = { .name = "Te \"x`t", .type = TACIT_TYPE_CATEGORY },
    [WHOLE] = { .name = "tacit", .type = TACIT_TYPE_INTEGER },
    [REAL] = { .name = "order", .type = TACIT_TYPE_REAL },
    [DATE] = { .name = "d\xc3\xa9", .type = TACIT_TYPE_DATE },
};

/* CREATE TABLE nasty, with every row as literals. */
static void put_table(tacit_ctx *cx, const tacit_sql_dialect *d, tacit_buffer *out)
{
    tacit_buffer rows = { 0 };
    for (size_t i = 0; i < N_ROWS; i++) {
        assert_ok(cx, tacit_buffer_text(cx, &rows, i > 0 ? " UNION ALL SELECT " : "SELECT "));
        for (size_t j = 0; j < N_FIELDS; j++) {
            assert_ok(cx, tacit_buffer_text(cx, &rows, j > 0 ? ", " : ""));
            assert_ok(cx, tacit_sql_put_value(cx, d, FIELDS[j].type, ROWS[i][j], &rows));
            assert_ok(cx, tacit_buffer_text(cx, &rows, " AS "));
            assert_ok(cx, tacit_sql_put_name(cx, d, FIELDS[j].name, &rows));
        }
    }
    assert_ok(cx, tacit_sql_put_form(cx, d->create, "nasty", rows.text, out));
    tacit_buffer_free(&rows);
}

/* ---- answers ---- */

enum { MOST_LINES = 64, LINE = 512 };

typedef struct answer {
    size_t n;
    char line[MOST_LINES][LINE];
} answer;

static int compare_lines(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Append a cell: a number by its value, however it is written. */
static void add_cell(char line[LINE], const char *cell)
{
    const size_t at = strlen(line);
    double x = 0.0;
    if (cell == NULL)
        snprintf(line + at, LINE - at, "|-");
    else if (strcmp(cell, "00") != 0 && tacit_parse_real(cell, &x))
        snprintf(line + at, LINE - at, "|%.17g", x);
    else
        snprintf(line + at, LINE - at, "|%s'", cell);
}

/* Both engines with the table of nasty values. */
typedef struct engines {
    tacit_ctx *cx;
    duckdb_database db;
    duckdb_connection con;
    PGconn *server;
} engines;

static void ask_duckdb(const engines *e, const char *sql, answer *out)
{
    duckdb_result r;
    *out = (answer){ 0 };
    if (duckdb_query(e->con, sql, &r) != DuckDBSuccess)
        fail_msg("DuckDB: %s\n%s", duckdb_result_error(&r), sql);
    out->n = duckdb_row_count(&r);
    assert_true(out->n <= MOST_LINES);
    for (idx_t i = 0; i < out->n; i++)
        for (idx_t j = 0; j < duckdb_column_count(&r); j++) {
            char *cell = duckdb_value_varchar(&r, j, i);
            add_cell(out->line[i], cell);
            duckdb_free(cell);
        }
    duckdb_destroy_result(&r);
    qsort(out->line, out->n, LINE, compare_lines);
}

static void ask_server(const engines *e, const char *sql, answer *out)
{
    PGresult *r = PQexec(e->server, sql);
    *out = (answer){ 0 };
    if (PQresultStatus(r) != PGRES_TUPLES_OK && PQresultStatus(r) != PGRES_COMMAND_OK)
        fail_msg("PostgreSQL: %s\n%s", PQresultErrorMessage(r), sql);
    out->n = (size_t)PQntuples(r);
    assert_true(out->n <= MOST_LINES);
    for (int i = 0; i < PQntuples(r); i++)
        for (int j = 0; j < PQnfields(r); j++)
            add_cell(out->line[i], PQgetisnull(r, i, j) ? NULL : PQgetvalue(r, i, j));
    PQclear(r);
    qsort(out->line, out->n, LINE, compare_lines);
}

static void open_engines(const place *p, engines *e)
{
    char address[PATH_BYTES];
    tacit_buffer duck = { 0 }, pq = { 0 };
    answer none;
    *e = (engines){ .cx = p->cx };
    assert_int_equal(duckdb_open(NULL, &e->db), DuckDBSuccess);
    assert_int_equal(duckdb_connect(e->db, &e->con), DuckDBSuccess);
    e->server = PQconnectdb(server_place(common_server(), "postgres", schema_of(p), address));
    assert_int_equal(PQstatus(e->server), CONNECTION_OK);
    put_table(p->cx, &tacit_sql_duckdb, &duck);
    put_table(p->cx, &tacit_sql_postgresql, &pq);
    ask_duckdb(e, duck.text, &none);
    ask_server(e, pq.text, &none);
    tacit_buffer_free(&duck);
    tacit_buffer_free(&pq);
}

static void close_engines(engines *e)
{
    PQfinish(e->server);
    duckdb_disconnect(&e->con);
    duckdb_close(&e->db);
}

/* ---- queries ---- */

/* The queries: a count of each field, six more, and the digest, which is of rows as each engine
 * writes them and so differs from engine to engine. */
enum { DIGEST = N_FIELDS + 6, N_QUERIES };

/* Append query number `i`. */
static void put_query(tacit_ctx *cx, const tacit_sql_dialect *d, size_t i, tacit_buffer *out)
{
    const tacit_sql_field exact[] = { FIELDS[TEXT], FIELDS[WHOLE], FIELDS[DATE] };
    static const tacit_sql_sum sums[] = { { .column = NULL },
                                          { .column = &FIELDS[REAL], .decimals = 2, .n_top = 2 },
                                          { .column = &FIELDS[WHOLE], .n_top = 1 } };
    const tacit_sql_query all = { d, "nasty", FIELDS, N_FIELDS };
    const tacit_sql_query none = { d, "nasty", FIELDS, 0 };
    const tacit_sql_query same = { d, "nasty", exact, 3 };
    if (i < N_FIELDS) {
        const tacit_sql_query one = { d, "nasty", &FIELDS[i], 1 };
        assert_ok(cx, tacit_sql_put_count(cx, &one, NULL, true, out));
        return;
    }
    switch (i - N_FIELDS) {
    case 0:
        assert_ok(cx, tacit_sql_put_rows(cx, &all, out));
        break;
    case 1:
        assert_ok(cx, tacit_sql_put_count(cx, &all, NULL, true, out));
        break;
    case 2:
        assert_ok(cx, tacit_sql_put_judge(cx, &all, 2, out));
        break;
    case 3:
        assert_ok(cx, tacit_sql_put_count(cx, &none, NULL, true, out));
        break;
    case 4:
        assert_ok(
            cx, tacit_sql_put_sums(cx, &(tacit_sql_query){ d, "nasty", FIELDS, 1 }, sums, 3, out));
        break;
    case 5:
        assert_ok(cx, tacit_sql_put_range(cx, &none, &FIELDS[REAL], out));
        break;
    default:
        assert_int_equal(i, DIGEST);
        assert_ok(cx, tacit_sql_put_digest(cx, &same, out));
    }
}

static void test_alike(void **state)
{
    static answer duck, pq;
    engines e;
    open_engines(*state, &e);
    for (size_t i = 0; i < DIGEST; i++) {
        tacit_buffer a = { 0 }, b = { 0 };
        put_query(e.cx, &tacit_sql_duckdb, i, &a);
        put_query(e.cx, &tacit_sql_postgresql, i, &b);
        ask_duckdb(&e, a.text, &duck);
        ask_server(&e, b.text, &pq);
        assert_int_equal(duck.n, pq.n);
        for (size_t k = 0; k < duck.n; k++)
            assert_string_equal(duck.line[k], pq.line[k]);
        tacit_buffer_free(&a);
        tacit_buffer_free(&b);
    }
    close_engines(&e);
}

/* By hand: 15 texts that are not missing, and the missing one with the empty one; 0 and -0 are one
 * number, NaN is missing. */
static void test_counts(void **state)
{
    static answer a;
    engines e;
    static const struct {
        size_t field, classes;
        const char *line;
    } cases[] = {
        { TEXT, 16, "|-|2" }, { REAL, 16, "|-|2" }, { WHOLE, 15, "|-|1" }, { DATE, 7, "|-|1" }
    };
    open_engines(*state, &e);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tacit_buffer sql = { 0 };
        put_query(e.cx, &tacit_sql_postgresql, cases[i].field, &sql);
        ask_server(&e, sql.text, &a);
        tacit_buffer_free(&sql);
        bool found = false;
        for (size_t k = 0; k < a.n; k++)
            found = found || strcmp(a.line[k], cases[i].line) == 0;
        assert_true(found);
        assert_int_equal(a.n, cases[i].classes);
    }
    close_engines(&e);
}

/* A digest does not go by the order of rows; one cell, moved or changed, changes it. */
static void test_digest(void **state)
{
    static const char *const changes[] = {
        "CREATE TABLE other AS SELECT * FROM nasty ORDER BY tacit DESC",
        "DELETE FROM nasty; INSERT INTO nasty SELECT * FROM other",
        "UPDATE nasty SET tacit = 11 WHERE tacit = 10",
        "UPDATE nasty SET tacit = CASE tacit WHEN 8 THEN 9 ELSE 8 END WHERE tacit IN (8, 9)",
    };
    static const bool same[] = { true, true, false, false };
    static answer before, after;
    engines e;
    tacit_buffer sql = { 0 };
    open_engines(*state, &e);
    put_query(e.cx, &tacit_sql_postgresql, DIGEST, &sql);
    ask_server(&e, sql.text, &before);
    assert_true(before.n > 10);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        ask_server(&e, changes[i], &after);
        ask_server(&e, sql.text, &after);
        assert_int_equal(memcmp(&before, &after, sizeof before) == 0, same[i]);
    }
    tacit_buffer_free(&sql);
    close_engines(&e);
}

/* ---- words ---- */

/* What no engine is at hand for: names and literals by its rules. */
static void test_words(void **state)
{
    const place *p = *state;
    static const struct {
        const tacit_sql_dialect *d;
        const char *name, *literal;
    } cases[] = {
        { &tacit_sql_duckdb, "\"a\"\"b`c\\\"", "'it''s\\'" },
        { &tacit_sql_postgresql, "\"a\"\"b`c\\\"", "'it''s\\'" },
        { &tacit_sql_clickhouse, "`a\"b\\`c\\\\`", "unhex('697427735C')" },
        { &tacit_sql_spark, "`a\"b``c\\`", "decode(unhex('697427735C'), 'UTF-8')" },
        { &tacit_sql_trino, "\"a\"\"b`c\\\"", "'it''s\\'" },
        { &tacit_sql_bigquery, "`a\"b\\`c\\\\`", "CAST(FROM_HEX('697427735C') AS STRING)" },
        { &tacit_sql_snowflake, "\"a\"\"b`c\\\"", "HEX_DECODE_STRING('697427735C')" },
    };
    assert_int_equal(sizeof cases / sizeof *cases, tacit_sql_catalog.n);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tacit_buffer name = { 0 }, text = { 0 }, plain = { 0 };
        assert_ok(p->cx, tacit_sql_put_name(p->cx, cases[i].d, "a\"b`c\\", &name));
        assert_ok(p->cx, tacit_sql_put_literal(p->cx, cases[i].d, "it's\\", &text));
        assert_ok(p->cx, tacit_sql_put_literal(p->cx, cases[i].d, "\xc3\xa1 b", &plain));
        assert_string_equal(name.text, cases[i].name);
        assert_string_equal(text.text, cases[i].literal);
        assert_string_equal(plain.text, "'\xc3\xa1 b'");
        tacit_buffer_free(&name);
        tacit_buffer_free(&text);
        tacit_buffer_free(&plain);
    }
}

/* Whether parentheses and quotes close. */
static bool is_closed(const char *sql)
{
    int depth = 0;
    char quote = '\0';
    for (const char *c = sql; *c != '\0' && depth >= 0; c++) {
        if (quote != '\0' && *c == '\\')
            c++;
        else if (quote != '\0')
            quote = *c == quote ? '\0' : quote;
        else if (*c == '\'' || *c == '"' || *c == '`')
            quote = *c;
        else
            depth += (*c == '(') - (*c == ')');
    }
    return depth == 0 && quote == '\0';
}

/* Every query closes in every dialect, and no form was left out. */
static void test_closed(void **state)
{
    const place *p = *state;
    for (size_t d = 0; d < tacit_sql_catalog.n; d++)
        for (size_t i = 0; i < N_QUERIES; i++) {
            tacit_buffer sql = { 0 };
            put_query(p->cx, (const tacit_sql_dialect *)tacit_sql_catalog.entry[d], i, &sql);
            assert_true(is_closed(sql.text));
            assert_null(strstr(sql.text, "(null)"));
            tacit_buffer_free(&sql);
        }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        on_postgresql(test_alike), on_postgresql(test_counts), on_postgresql(test_digest),
        with_place(test_words),    with_place(test_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
