/*
 * load.c - loading a CSV file into a table, against DuckDB's own CREATE TABLE AS.
 *
 *   load FILE.csv
 *
 * Both read the same file with the same number of threads in the same run, in turn;
 * the ratio of the best of three is the figure (goal: at most 1.3).  Memory: what loading adds
 * beyond the table's own bytes, as a share of them (goal: at most 1.5).
 */
#include <stdlib.h>

#include <duckdb.h>

#include "base/pool.h"
#include "clock.h"
#include "engine/duckdb/session.h"
#include "engine/engine.h"

static double load_tacit(const char *path, double *extra)
{
    tacit_ctx *cx = tacit_ctx_new();
    const tacit_source source = { .uri = path };
    tacit_data *data = NULL;
    tacit_table *table = NULL;
    const long before = bench_memory("VmRSS:");
    const bench_time start = bench_now();
    if (tacit_data_open(cx, &source, &data) != TACIT_OK ||
        tacit_data_load(cx, data, NULL, &table) != TACIT_OK) {
        fprintf(stderr, "%s\n", tacit_message(cx));
        exit(1);
    }
    const double wall = bench_since(start).wall;
    const double bytes = (double)tacit_table_bytes(table);
    *extra = ((double)(bench_memory("VmHWM:") - before) * 1024.0 - bytes) / bytes;
    tacit_data_close(data);
    printf("  tacit   %.2f s, %zu rows, table of %.0f MB\n", wall, tacit_table_rows(table),
           bytes / 1e6);
    tacit_table_free(table);
    tacit_ctx_free(cx);
    return wall;
}

static double load_duckdb(const char *path)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_duckdb d;
    char sql[4096];
    snprintf(sql, sizeof sql, "CREATE TABLE t AS SELECT * FROM read_csv('%s')", path);
    if (tacit_duckdb_open(cx, 0, &d) != TACIT_OK)
        exit(1);
    const bench_time start = bench_now();
    if (tacit_duckdb_run(cx, &d, sql, path) != TACIT_OK) {
        fprintf(stderr, "%s\n", tacit_message(cx));
        exit(1);
    }
    const double wall = bench_since(start).wall;
    tacit_duckdb_close(&d);
    tacit_ctx_free(cx);
    printf("  duckdb  %.2f s\n", wall);
    return wall;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    double own = 1e9, peer = 1e9, extra = 0.0;
    for (int i = 0; i < 3; i++) {
        double e = 0.0;
        const double a = load_tacit(argv[1], &e), b = load_duckdb(argv[1]);
        extra = i == 0 ? e : extra; /* later rounds see the peak of earlier ones */
        own = a < own ? a : own;
        peer = b < peer ? b : peer;
    }
    printf("load: %.2f times DuckDB's CREATE TABLE AS (goal 1.3), extra memory %.2f of the table "
           "(goal 1.5), %zu threads\n",
           own / peer, extra, tacit_pool_threads());
    return 0;
}
