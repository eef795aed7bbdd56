/*
 * session.h - one embedded DuckDB: settings, queries, errors without data.
 */
#ifndef TACIT_ENGINE_DUCKDB_SESSION_H
#define TACIT_ENGINE_DUCKDB_SESSION_H

#include <duckdb.h>

#include "base/context.h"
#include "engine/spill.h"

typedef struct tacit_duckdb {
    duckdb_database db;
    duckdb_connection con;
    tacit_spill spill;
} tacit_duckdb;

/* Open an in-memory database with the context's number of threads and at most `memory`
 * bytes (0: DuckDB's default).  On failure nothing stays open. */
tacit_status tacit_duckdb_open(tacit_ctx *cx, uint64_t memory, tacit_duckdb *out);

/* From now on let queries reach the file at `path` and what spills, and no other file, library or
 * setting, whatever a view or macro of a database asks for. */
tacit_status tacit_duckdb_confine(tacit_ctx *cx, tacit_duckdb *d, const char *path);

/* Close, and remove the spill folder.  Accepts a zeroed one. */
void tacit_duckdb_close(tacit_duckdb *d);

/* Run `sql` to its end with progress and cancellation; `about` names the file in
 * messages.  The result is dropped. */
tacit_status tacit_duckdb_run(tacit_ctx *cx, tacit_duckdb *d, const char *sql, const char *about);

/* Run `sql` and stream its result chunk by chunk: the caller fetches with
 * tacit_duckdb_next() and ends with duckdb_destroy_result(). */
tacit_status tacit_duckdb_query(tacit_ctx *cx, tacit_duckdb *d, const char *sql, const char *about,
                                duckdb_result *out);

/* The next chunk, NULL at the end; the caller destroys it. */
tacit_status tacit_duckdb_next(tacit_ctx *cx, duckdb_result *result, const char *about,
                               duckdb_data_chunk *out);

/* Turn DuckDB's error, whose text may quote data, into a sentence that does not. */
tacit_status tacit_duckdb_fail(tacit_ctx *cx, duckdb_error_type type, const char *text,
                               const char *about);

#endif
