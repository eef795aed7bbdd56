/*
 * peer.h - the engine by itself, beside which a benchmark runs.
 */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "engine/duckdb/session.h"

/* The time that DuckDB takes for `sql`; ends the program if it fails. */
static inline bench_time bench_duckdb(const char *sql)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_duckdb d;
    if (tacit_duckdb_open(cx, 0, &d) != TACIT_OK)
        exit(1);
    const bench_time start = bench_now();
    if (tacit_duckdb_run(cx, &d, sql, "the file") != TACIT_OK) {
        fprintf(stderr, "%s\n", tacit_message(cx));
        exit(1);
    }
    const bench_time used = bench_since(start);
    tacit_duckdb_close(&d);
    tacit_ctx_free(cx);
    return used;
}

#endif
