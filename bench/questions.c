/*
 * questions.c - fresh private answers, against DuckDB's own over the same records in memory.
 *
 *   questions FILE.parquet ROWS
 *
 * The file is made if it is not there: a with 40 values, b with 25, x from 0 to 4999, and p, the
 * person, of whom each has one record about.  tacit loads it as the gateway does and answers with
 * the mode dp: parsed, settled, noise drawn, records added up.  DuckDB has the same rows in a table
 * in memory, once with texts as in the file and once with enumerations, which it groups fastest.
 * Both take turns; the ratio of the best of five in processor time is the figure (goal for counts:
 * at most 1.5 times DuckDB on enumerations).  COUNT(*) alone costs DuckDB nothing, as it keeps the
 * number of rows: with persons tacit looks at whose each record is, as COUNT(DISTINCT p) would.
 */
#include <stdlib.h>
#include <unistd.h>

#include "engine/engine.h"
#include "peer.h"
#include "query/grammar/grammar.h"
#include "query/mode/mode.h"

enum { A, B, X, COLUMNS, MOST_VALUES = 40, DOMAIN_ARGS = 16, MODE_ARGS = 8, TIMES = 5 };

/* What is asked, and how DuckDB is. */
static const char *const QUESTIONS[][2] = {
    { "SELECT COUNT(*) FROM t", "SELECT COUNT(*) FROM %s" },
    { "SELECT a, COUNT(*) FROM t GROUP BY a", "SELECT a, COUNT(*) FROM %s GROUP BY a" },
    { "SELECT a, b, COUNT(*) FROM t GROUP BY a, b", "SELECT a, b, COUNT(*) FROM %s GROUP BY a, b" },
    { "SELECT a, COUNT(*) FROM t WHERE b IN ('b1', 'b2', 'b3') AND x >= 500 GROUP BY a",
      "SELECT a, COUNT(*) FROM %s WHERE b IN ('b1', 'b2', 'b3') AND x >= 500 GROUP BY a" },
    { "SELECT a, SUM(x), AVG(x) FROM t GROUP BY a", "SELECT a, SUM(x), AVG(x) FROM %s GROUP BY a" },
    { "SELECT a, MEDIAN(x) FROM t GROUP BY a", "SELECT a, MEDIAN(x) FROM %s GROUP BY a" },
};

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

/* ---- tacit ---- */

typedef struct opened {
    tacit_ctx *cx;
    char name[2][MOST_VALUES][8];
    const char *value[2][MOST_VALUES];
    tacit_query_column column[COLUMNS];
    tacit_query_schema schema;
    tacit_table *table;
    tacit_query_data data;
} opened;

static void declare(opened *o)
{
    static const char *const names[] = { "a", "b", "x" };
    static const size_t sizes[] = { 40, 25 };
    tacit_value at[DOMAIN_ARGS];
    tacit_args args;
    for (size_t j = 0; j < COLUMNS; j++) {
        tacit_args_preset(TACIT_DOMAIN_PARAMS, at, &args);
        for (size_t i = 0; j < X && i < sizes[j]; i++) {
            snprintf(o->name[j][i], sizeof o->name[j][i], "%s%zu", names[j], i);
            o->value[j][i] = o->name[j][i];
        }
        if (j < X)
            at[TACIT_DOMAIN_VALUES] =
                (tacit_value){ .given = true, .n = sizes[j], .texts = o->value[j] };
        else {
            at[TACIT_DOMAIN_LOWER] = (tacit_value){ .given = true, .number = 0 };
            at[TACIT_DOMAIN_UPPER] = (tacit_value){ .given = true, .number = 5000 };
            at[TACIT_DOMAIN_BINS] = (tacit_value){ .given = true, .number = 10 };
        }
        must(o->cx, tacit_domain_new(o->cx, names[j], &args, &o->column[j].domain));
    }
}

static void load(opened *o, const char *path, const char *person)
{
    const tacit_source source = { .uri = path };
    tacit_data *data = NULL;
    tacit_keystream stream;
    o->cx = tacit_ctx_new();
    declare(o);
    o->schema = (tacit_query_schema){ .name = "t",
                                      .person = person,
                                      .n = COLUMNS,
                                      .column = o->column,
                                      .answers = tacit_mode_dp.answers,
                                      .mode = "dp",
                                      .most_cells = 10000 };
    must(o->cx, tacit_data_open(o->cx, &source, &data));
    must(o->cx, tacit_data_load(o->cx, data, NULL, &o->table));
    tacit_data_close(data);
    const bench_time start = bench_now();
    must(o->cx, tacit_keystream_open(o->cx, &stream));
    must(o->cx, tacit_query_data_of(o->cx, &o->schema, o->table, &o->data));
    must(o->cx, tacit_query_data_arrange(o->cx, &o->schema, &stream, &o->data));
    printf("  made ready once, %s persons: %.2f s of processor time\n",
           person == NULL ? "without" : "with", bench_since(start).cpu);
}

static double ask(opened *o, const char *sql)
{
    const size_t mark = tacit_scratch_mark(o->cx);
    tacit_value at[MODE_ARGS];
    tacit_args args;
    tacit_query q;
    tacit_query_answer answer;
    tacit_args_preset(tacit_mode_dp.about.params, at, &args);
    const bench_time start = bench_now();
    must(o->cx, tacit_sql_read(o->cx, sql, &o->schema, &q));
    must(o->cx, tacit_mode_settle(o->cx, &tacit_mode_dp, &args, &q));
    const tacit_mode_job job = { .query = &q, .args = &args };
    must(o->cx, tacit_mode_run(o->cx, &tacit_mode_dp, &job, &o->data, &answer));
    const double cpu = bench_since(start).cpu;
    tacit_scratch_release(o->cx, mark);
    return cpu;
}

/* ---- DuckDB ---- */

typedef struct engine {
    tacit_ctx *cx;
    tacit_duckdb d;
} engine;

static void run(engine *e, const char *sql)
{
    must(e->cx, tacit_duckdb_run(e->cx, &e->d, sql, "the file"));
}

static void open_engine(engine *e, const char *path, const char *rows)
{
    char sql[2048];
    e->cx = tacit_ctx_new();
    must(e->cx, tacit_duckdb_open(e->cx, 0, &e->d));
    snprintf(sql, sizeof sql,
             "COPY (SELECT 'a' || hash(i) %% 40 AS a, 'b' || hash(i + 1e9) %% 25 AS b, CAST(hash(i "
             "+ 4e9) %% 5000 AS BIGINT) AS x, CAST(hash(i + 7e9) %% %s AS BIGINT) AS p FROM "
             "range(%s) t(i)) TO '%s' (FORMAT parquet)",
             rows, rows, path);
    if (access(path, R_OK) != 0)
        run(e, sql);
    snprintf(sql, sizeof sql, "CREATE TABLE texts AS SELECT * FROM read_parquet('%s')", path);
    run(e, sql);
    run(e, "CREATE TYPE ea AS ENUM (SELECT DISTINCT a FROM texts)");
    run(e, "CREATE TYPE eb AS ENUM (SELECT DISTINCT b FROM texts)");
    run(e, "CREATE TABLE enums AS SELECT a::ea AS a, b::eb AS b, x::INTEGER AS x FROM texts");
}

static double ask_engine(engine *e, const char *form, const char *table)
{
    char sql[512];
    snprintf(sql, sizeof sql, form, table);
    const bench_time start = bench_now();
    run(e, sql);
    return bench_since(start).cpu;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static void compare(opened *plain, opened *persons, engine *e, const char *const question[2])
{
    double own = 1e9, bounded = 1e9, texts = 1e9, enums = 1e9;
    for (int i = 0; i < TIMES; i++) {
        own = least(own, ask(plain, question[0]));
        enums = least(enums, ask_engine(e, question[1], "enums"));
        bounded = least(bounded, ask(persons, question[0]));
        texts = least(texts, ask_engine(e, question[1], "texts"));
    }
    printf("  %s\n    tacit %.1f ms, with persons %.1f ms; duckdb %.1f ms on enumerations, %.1f ms "
           "on texts: %.2f and %.2f times the first\n",
           question[0], 1e3 * own, 1e3 * bounded, 1e3 * enums, 1e3 * texts, own / enums,
           bounded / enums);
}

int main(int argc, char **argv)
{
    static opened plain, persons;
    engine e;
    if (argc < 3)
        return 2;
    open_engine(&e, argv[1], argv[2]);
    load(&plain, argv[1], NULL);
    load(&persons, argv[1], "p");
    for (size_t i = 0; i < sizeof QUESTIONS / sizeof QUESTIONS[0]; i++)
        compare(&plain, &persons, &e, QUESTIONS[i]);
    return 0;
}
