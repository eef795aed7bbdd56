/*
 * csv.c - plain text files by ourselves and by DuckDB: loading, writing, hashing.
 *
 *   csv FILE.csv [FOLDER]
 *
 * Processor time of all threads, best of three, in turn in the same run.  Goals: loading and
 * writing in at most a quarter of DuckDB's, 20 ns a cell for loading.  What is written goes
 * to FOLDER (/tmp).
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/hash.h"
#include "clock.h"
#include "engine/csv/write.h"
#include "engine/duckdb/data.h"

static void check(const tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

static double load(tacit_ctx *cx, const tacit_engine *engine, const char *path, tacit_table **out)
{
    const tacit_source source = { .uri = path };
    tacit_data *data = NULL;
    const bench_time start = bench_now();
    check(cx, engine->open(cx, &source, &data));
    check(cx, tacit_data_load(cx, data, NULL, out));
    tacit_data_close(data);
    return bench_since(start).cpu;
}

typedef tacit_status write_call(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                                const char *path);

/* Gives out the table at `user`, once. */
static tacit_status next_once(tacit_ctx *cx, void *user, tacit_table **chunk)
{
    const tacit_table **table = user;
    *chunk = NULL;
    if (*table != NULL)
        TACIT_TRY(tacit_table_copy(cx, *table, chunk));
    *table = NULL;
    return TACIT_OK;
}

static double store(tacit_ctx *cx, write_call *call, const tacit_table *t, const char *path)
{
    const tacit_table *left = t;
    const tacit_rows rows = { .shape = t, .next = next_once, .user = &left };
    const bench_time start = bench_now();
    check(cx, call(cx, &rows, path, path));
    return bench_since(start).cpu;
}

static double digest(tacit_ctx *cx, const char *path, char out[TACIT_DIGEST_BYTES])
{
    uint64_t bytes = 0;
    const bench_time start = bench_now();
    check(cx, tacit_digest_file(cx, path, out, &bytes));
    return bench_since(start).cpu;
}

static void keep_least(double x, double *least)
{
    *least = x < *least ? x : *least;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    double loads[2] = { 1e9, 1e9 }, stores[2] = { 1e9, 1e9 }, hash = 1e9, cells = 0.0;
    char path[4096], own[TACIT_DIGEST_BYTES], duck[TACIT_DIGEST_BYTES];
    snprintf(path, sizeof path, "%s/bench-%ld.csv", argc > 2 ? argv[2] : "/tmp", (long)getpid());
    for (int i = 0; i < 3; i++) {
        tacit_ctx *cx = tacit_ctx_new();
        tacit_table *t = NULL, *other = NULL;
        keep_least(load(cx, &tacit_engine_csv, argv[1], &t), &loads[0]);
        keep_least(load(cx, &tacit_engine_duckdb, argv[1], &other), &loads[1]);
        tacit_table_free(other);
        cells = (double)tacit_table_rows(t) * (double)tacit_table_columns(t);
        keep_least(store(cx, tacit_csv_write, t, path), &stores[0]);
        keep_least(digest(cx, path, own), &hash);
        keep_least(store(cx, tacit_duck_write, t, path), &stores[1]);
        digest(cx, path, duck);
        if (strcmp(own, duck) != 0)
            printf("csv: the two files differ\n");
        tacit_table_free(t);
        tacit_ctx_free(cx);
    }
    unlink(path);
    printf("csv: load %.2f s, %.3f of DuckDB's (goal 0.25), %.1f ns a cell (goal 20); write %.2f "
           "s, %.3f of DuckDB's (goal 0.25); hash %.2f s\n",
           loads[0], loads[0] / loads[1], 1e9 * loads[0] / cells, stores[0], stores[0] / stores[1],
           hash);
    return 0;
}
