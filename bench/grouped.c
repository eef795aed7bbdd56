/*
 * grouped.c - key combinations of a text file, with and without weights, by ourselves and by
 * DuckDB.
 *
 *   grouped FILE.csv WEIGHT KEY ...
 *
 * Processor time of all threads, best of three, in turn in the same run, opening included.  Goals:
 * at most half of DuckDB's without weights, and at most a quarter more with them.
 */
#include <stdlib.h>

#include "clock.h"
#include "engine/engine.h"

enum { MOST_KEYS = 32 };

static void check(const tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

static double group(const tacit_engine *engine, char **argv, size_t keys, bool weighted)
{
    tacit_ctx *cx = tacit_ctx_new();
    const tacit_source source = { .uri = argv[1] };
    tacit_data *data = NULL;
    tacit_table *t = NULL;
    size_t at[MOST_KEYS];
    const bench_time start = bench_now();
    check(cx, engine->open(cx, &source, &data));
    for (size_t c = 0; c < keys; c++)
        at[c] = tacit_data_find(data, argv[3 + c]);
    const tacit_select select = { .n = keys, .at = at };
    const size_t weight = weighted ? tacit_data_find(data, argv[2]) : data->schema.n;
    check(cx, engine->group(cx, data, &select, weight, &t));
    const double used = bench_since(start).cpu;
    tacit_table_free(t);
    tacit_data_close(data);
    tacit_ctx_free(cx);
    return used;
}

int main(int argc, char **argv)
{
    if (argc < 4 || argc - 3 > MOST_KEYS)
        return 2;
    const tacit_engine *const engines[] = { &tacit_engine_csv, &tacit_engine_duckdb };
    double least[2][2] = { { 1e9, 1e9 }, { 1e9, 1e9 } };
    for (int again = 0; again < 3; again++)
        for (size_t e = 0; e < 2; e++)
            for (size_t w = 0; w < 2; w++) {
                const double used = group(engines[e], argv, (size_t)argc - 3, w == 1);
                least[e][w] = used < least[e][w] ? used : least[e][w];
            }
    printf(
        "grouped: %.2f s, %.2f of DuckDB's (goal 0.5); with weights %.2f times that (goal 1.25), "
        "%.3f of DuckDB's\n",
        least[0][0], least[0][0] / least[1][0], least[0][1] / least[0][0],
        least[0][1] / least[1][1]);
    return 0;
}
