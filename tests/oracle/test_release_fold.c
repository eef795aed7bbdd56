/*
 * test_release_fold.c - cells that an engine adds up where the data is, against those of rows.
 *
 * Files of thousands of groups, each of which is a small random data set: numbers that are no
 * numbers, infinite, minus zero, beyond the bounds, halfway between steps, missing; decimals,
 * floats, dates, large integers; keys that are empty, missing or not declared.  The same data is
 * answered as a Parquet file, whose engine adds up, and as a table in memory, whose rows pass by.
 * Both runs are simulations with one seed, so that their noise is the same and what they write is
 * equal byte for byte if, and only if, all cells are.
 */
#include "support/files.h"

#include <string.h>

#include "engine/duckdb/session.h"
#include "engine/engine.h"
#include "run/session.h"
#include "tacit.h"

enum { FILES = 2, GROUPS = 1500, ROOM = 1 << 23, PLAN_BYTES = 1 << 16 };

static const char DATA[] =
    "COPY (SELECT CASE h %% 50 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'G1' ELSE 'g' || (h // "
    "50 "
    "%% 1500) END AS g, CASE h // 7 %% 7 WHEN 5 THEN '' WHEN 6 THEN NULL ELSE 'k' || (h // 7 %% 7) "
    "END AS k, CASE h // 11 %% 16 WHEN 0 THEN NULL WHEN 1 THEN "
    "'nan'::DOUBLE WHEN 2 THEN 'inf'::DOUBLE WHEN 3 THEN '-inf'::DOUBLE WHEN 4 THEN '-0'::DOUBLE "
    "WHEN 5 THEN 1e300 WHEN 6 THEN -1e300 WHEN 7 THEN 0.125 WHEN 8 THEN 0.375 WHEN 9 THEN -0.005 "
    "WHEN 10 THEN 5e-324 ELSE (h // 13 %% 20001)::DOUBLE / 64 - 150 END AS x, CASE WHEN h // 17 %% "
    "9 "
    "= 0 THEN NULL ELSE (h // 19 %% 20000)::DECIMAL(9, 2) / 7 END AS d, CASE WHEN h // 23 %% 9 = 0 "
    "THEN 'nan'::FLOAT ELSE (h // 29 %% 1000)::FLOAT / 3 END AS f, CASE h // 31 %% 12 WHEN 0 THEN "
    "NULL WHEN 1 THEN 9223372036854775807 WHEN 2 THEN -9223372036854775808 WHEN 3 THEN "
    "9007199254740993 ELSE (h // 37 %% 300)::BIGINT - 100 END AS n, DATE '1970-01-01' + (h // 41 "
    "%% "
    "20000)::INTEGER AS t FROM (SELECT hash(i + 1000003 * %d) // 4 AS h FROM range(12000) r(i))) "
    "TO "
    "'%s' (FORMAT parquet)";

static const char PLAN[] =
    "data: %s\noutput: %s\nseed: %d\nrelease: {epsilon: 3, delta: 0.001, simulation: true}\n"
    "domains:\n"
    "  g: {values: [%s]}\n"
    "  k: {}\n"
    "  x: {lower: -100, upper: 100.5, decimals: 2, bins: 7}\n"
    "  d: {lower: 0, upper: 2000, decimals: 1}\n"
    "  f: {lower: 0, upper: 300, decimals: -1, missing: 50}\n"
    "  n: {lower: -50, upper: 150, breaks: [-7, 0, 1, 33]}\n"
    "  t: {lower: 0, upper: 15000, breaks: [365, 9000]}\n"
    "statistics:\n"
    "- count: {by: g}\n"
    "- sum: {of: x, by: g}\n"
    "- mean: {of: d, by: g}\n"
    "- histogram: {of: n, by: g}\n"
    "- variance: {of: f, by: [k, n]}\n"
    "- sum: {of: t, by: [k, n]}\n"
    "- covariance: {of: [x, d], by: [x, t]}\n"
    "- quantiles: {of: x, at: [0.25, 0.5]}\n"
    "- extremes: {of: d}\n"
    "- distribution: {of: x, by: k}\n"
    "- regression: {of: [x, n]}\n";

static void make_file(tacit_ctx *cx, int seed, const char *path)
{
    static char sql[4096];
    tacit_duckdb d;
    snprintf(sql, sizeof sql, DATA, seed, path);
    assert_ok(cx, tacit_duckdb_open(cx, 0, &d));
    assert_ok(cx, tacit_duckdb_run(cx, &d, sql, "the file"));
    tacit_duckdb_close(&d);
}

static void load_file(tacit_ctx *cx, const char *path, tacit_session *session)
{
    const tacit_source source = { .uri = path };
    tacit_data *data = NULL;
    tacit_table *t = NULL;
    assert_ok(cx, tacit_data_open(cx, &source, &data));
    assert_ok(cx, tacit_data_load(cx, data, NULL, &t));
    assert_ok(cx, tacit_store_put(cx, session->tables, "rows", t));
    tacit_data_close(data);
}

/* What a run writes about `data`. */
static const char *answers(const place *p, tacit_session *session, const char *data, char *out)
{
    static char plan[PLAN_BYTES], values[PLAN_BYTES / 2];
    char path[PATH_BYTES];
    int n = 0;
    for (int i = 0; i < GROUPS; i++)
        n += snprintf(values + n, sizeof values - (size_t)n, "%sg%d", i > 0 ? ", " : "", i);
    snprintf(plan, sizeof plan, PLAN, data, path_of(p, "answers.csv", path), 5, values);
    if (tacit_run(p->cx, session, "release", plan, "{\"force\": true}", NULL, NULL) != TACIT_DONE)
        fail_msg("%s", tacit_message(p->cx));
    return get_text(p, "answers.csv", out, ROOM);
}

static void test_both_ways(void **state)
{
    const place *p = *state;
    char path[PATH_BYTES], *folded = malloc(ROOM), *rows = malloc(ROOM);
    for (int i = 0; i < FILES; i++) {
        tacit_session *session = tacit_session_new(p->cx);
        make_file(p->cx, i, path_of(p, "data.parquet", path));
        load_file(p->cx, path, session);
        assert_string_equal(answers(p, session, path, folded),
                            answers(p, session, "memory:rows", rows));
        assert_true(strlen(rows) > 100000);
        tacit_session_free(session);
    }
    free(folded);
    free(rows);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
