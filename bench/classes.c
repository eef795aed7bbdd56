/*
 * classes.c - equivalence classes of a loaded table, against DuckDB's GROUP BY.
 *
 *   classes FILE KEY...
 *
 * DuckDB groups the same columns, loaded into its own table with texts as ENUM codes, so
 * that both work on encoded columns in memory with the same threads.  The ratio of the
 * best of five is the figure (goal: below 1).  Both must find the same number of classes.
 */
#include <stdlib.h>

#include "base/pool.h"
#include "base/text.h"
#include "micro/classes/classes.h"
#include "clock.h"
#include "engine/duckdb/session.h"
#include "engine/engine.h"
#include "engine/sql.h"

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

static double class_tacit(tacit_ctx *cx, const tacit_table *table, size_t *classes)
{
    size_t at[64], n = tacit_table_columns(table);
    for (size_t j = 0; j < n; j++)
        at[j] = j;
    const tacit_class_spec spec = { .keys = { .n = n, .at = at }, .count = n, .weight = n };
    tacit_classes *c = NULL;
    double best = 1e9;
    for (int i = 0; i < 5; i++) {
        const bench_time start = bench_now();
        must(cx, tacit_classes_new(cx, table, &spec, &c));
        const double wall = bench_since(start).wall;
        best = wall < best ? wall : best;
        *classes = c->n;
        tacit_classes_free(c);
    }
    return best;
}

/* Load the key columns into DuckDB's table `t`, texts as ENUM. */
static void prepare(tacit_ctx *cx, tacit_duckdb *d, const tacit_data *data,
                    const tacit_select *keys)
{
    tacit_buffer sql = { 0 }, select = { 0 };
    for (size_t c = 0; c < keys->n; c++) {
        const tacit_field *f = &data->schema.field[keys->at[c]];
        must(cx, tacit_buffer_text(cx, &select, c > 0 ? ", " : ""));
        must(cx, tacit_sql_name(cx, &select, f->name));
        if (f->type != TACIT_TYPE_CATEGORY)
            continue;
        sql.length = 0;
        must(cx, tacit_buffer_format(cx, &sql, "CREATE TYPE e%zu AS ENUM (SELECT DISTINCT ", c));
        must(cx, tacit_sql_name(cx, &sql, f->name));
        must(cx, tacit_buffer_format(cx, &sql, " FROM '%s' WHERE ", data->uri));
        must(cx, tacit_sql_name(cx, &sql, f->name));
        must(cx, tacit_buffer_text(cx, &sql, " IS NOT NULL)"));
        must(cx, tacit_duckdb_run(cx, d, sql.text, data->uri));
        must(cx, tacit_buffer_format(cx, &select, "::e%zu", c));
    }
    sql.length = 0;
    must(cx, tacit_buffer_format(cx, &sql, "CREATE TABLE t AS SELECT %s FROM '%s'", select.text,
                                 data->uri));
    must(cx, tacit_duckdb_run(cx, d, sql.text, data->uri));
    tacit_buffer_free(&sql);
    tacit_buffer_free(&select);
}

static double group_duckdb(tacit_ctx *cx, tacit_duckdb *d)
{
    double best = 1e9;
    for (int i = 0; i < 5; i++) {
        const bench_time start = bench_now();
        must(cx, tacit_duckdb_run(cx, d,
                                  "CREATE OR REPLACE TABLE g AS SELECT *, count(*) c FROM t "
                                  "GROUP BY ALL",
                                  "t"));
        const double wall = bench_since(start).wall;
        best = wall < best ? wall : best;
    }
    return best;
}

int main(int argc, char **argv)
{
    tacit_ctx *cx = tacit_ctx_new();
    size_t at[64], n = 0, classes = 0;
    tacit_data *data = NULL;
    tacit_table *table = NULL;
    if (argc < 3 || argc > 60)
        return 2;
    must(cx, tacit_data_open(cx, &(tacit_source){ .uri = argv[1] }, &data));
    for (int i = 2; i < argc; i++)
        at[n++] = tacit_data_find(data, argv[i]);
    const tacit_select keys = { .n = n, .at = at };
    must(cx, tacit_data_load(cx, data, &keys, &table));
    const double own = class_tacit(cx, table, &classes);
    tacit_duckdb d;
    must(cx, tacit_duckdb_open(cx, 0, &d));
    prepare(cx, &d, data, &keys);
    const double peer = group_duckdb(cx, &d);
    printf("classes: %zu rows, %zu keys, %zu classes: %.3f s, DuckDB's GROUP BY %.3f s, ratio "
           "%.2f (goal below 1), %zu threads\n",
           tacit_table_rows(table), n, classes, own, peer, own / peer, tacit_pool_threads());
    return 0;
}
