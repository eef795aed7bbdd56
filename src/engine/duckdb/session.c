/*
 * session.c - one embedded DuckDB: settings, queries with progress.
 *
 * Queries run task by task on the calling thread (DuckDB's own threads help), so that
 * progress and cancellation need no thread of ours: between tasks the loop ticks.
 */
#include "engine/duckdb/session.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/pool.h"
#include "engine/versions.h"

static const char *const SETTINGS[] = {
    "SET autoinstall_known_extensions=false",
    "SET autoload_known_extensions=false",
    "SET enable_progress_bar=true",
    "SET enable_progress_bar_print=false",
    "SET progress_bar_time=0",
    "SET streaming_buffer_size='64MB'",
};

static tacit_status set_up(tacit_ctx *cx, tacit_duckdb *d, uint64_t memory)
{
    char folder[TACIT_SPILL_NAME];
    TACIT_TRY(tacit_spill_open(cx, &d->spill));
    tacit_spill_name(&d->spill, folder);
    for (size_t i = 0; i < sizeof SETTINGS / sizeof SETTINGS[0]; i++)
        TACIT_TRY(tacit_duckdb_run(cx, d, SETTINGS[i], "DuckDB"));
    char sql[160];
    snprintf(sql, sizeof sql, "SET threads=%zu", tacit_pool_of(cx));
    TACIT_TRY(tacit_duckdb_run(cx, d, sql, "DuckDB"));
    snprintf(sql, sizeof sql, "SET temp_directory='%s'", folder);
    TACIT_TRY(tacit_duckdb_run(cx, d, sql, "DuckDB"));
    if (memory == 0)
        return TACIT_OK;
    snprintf(sql, sizeof sql, "SET memory_limit='%lluB'", (unsigned long long)memory);
    return tacit_duckdb_run(cx, d, sql, "DuckDB");
}

tacit_status tacit_duckdb_open(tacit_ctx *cx, uint64_t memory, tacit_duckdb *out)
{
    tacit_duckdb d = { 0 };
    if (duckdb_open(NULL, &d.db) != DuckDBSuccess ||
        duckdb_connect(d.db, &d.con) != DuckDBSuccess) {
        tacit_duckdb_close(&d);
        return tacit_fail(cx, TACIT_ERR_MEMORY, "The embedded DuckDB does not start.");
    }
    const tacit_status status = set_up(cx, &d, memory);
    if (status != TACIT_OK) {
        tacit_duckdb_close(&d);
        return status;
    }
    *out = d;
    return TACIT_OK;
}

void tacit_duckdb_close(tacit_duckdb *d)
{
    duckdb_disconnect(&d->con);
    duckdb_close(&d->db);
    tacit_spill_close(&d->spill);
}

const char *tacit_engine_duckdb_version(void)
{
    return duckdb_library_version();
}

/* Tick at most every 20 ms. */
static tacit_status tick(tacit_ctx *cx, tacit_duckdb *d, struct timespec *last)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const int64_t passed = (now.tv_sec - last->tv_sec) * 1000000000 + (now.tv_nsec - last->tv_nsec);
    if (passed < 20000000)
        return TACIT_OK;
    *last = now;
    const double percent = duckdb_query_progress(d->con).percentage;
    const uint64_t done = percent > 0.0 ? (uint64_t)(percent * 10.0) : 0;
    return tacit_tick(cx, done, percent > 0.0 ? 1000 : 0);
}

/* Interrupt the query and help it to its end, so that nothing of it goes on. */
static void stop(tacit_duckdb *d, duckdb_pending_result pending)
{
    duckdb_pending_state state = DUCKDB_PENDING_RESULT_NOT_READY;
    while (!duckdb_pending_execution_is_finished(state) && state != DUCKDB_PENDING_ERROR) {
        duckdb_interrupt(d->con);
        state = duckdb_pending_execute_task(pending);
    }
}

/* Work on `pending` until its result is ready. */
static tacit_status work(tacit_ctx *cx, tacit_duckdb *d, duckdb_pending_result pending)
{
    struct timespec last = { 0 };
    for (;;) {
        const duckdb_pending_state state = duckdb_pending_execute_task(pending);
        if (duckdb_pending_execution_is_finished(state) || state == DUCKDB_PENDING_ERROR)
            return TACIT_OK;
        const tacit_status status = tick(cx, d, &last);
        if (status != TACIT_OK) {
            stop(d, pending);
            return status;
        }
        if (state == DUCKDB_PENDING_NO_TASKS_AVAILABLE)
            nanosleep(&(struct timespec){ .tv_nsec = 200000 }, NULL);
    }
}

/* Run a prepared statement into `out`. */
static tacit_status execute(tacit_ctx *cx, tacit_duckdb *d, duckdb_prepared_statement statement,
                            const char *about, duckdb_result *out)
{
    duckdb_pending_result pending = NULL;
    if (duckdb_pending_prepared_streaming(statement, &pending) != DuckDBSuccess) {
        const tacit_status status =
            tacit_duckdb_fail(cx, DUCKDB_ERROR_INVALID, duckdb_pending_error(pending), about);
        duckdb_destroy_pending(&pending);
        return status;
    }
    tacit_status status = work(cx, d, pending);
    if (status == TACIT_OK && duckdb_execute_pending(pending, out) != DuckDBSuccess) {
        status =
            tacit_duckdb_fail(cx, duckdb_result_error_type(out), duckdb_result_error(out), about);
        duckdb_destroy_result(out);
    }
    duckdb_destroy_pending(&pending);
    return status;
}

tacit_status tacit_duckdb_query(tacit_ctx *cx, tacit_duckdb *d, const char *sql, const char *about,
                                duckdb_result *out)
{
    duckdb_prepared_statement statement = NULL;
    tacit_status status = TACIT_OK;
    if (duckdb_prepare(d->con, sql, &statement) != DuckDBSuccess)
        status =
            tacit_duckdb_fail(cx, DUCKDB_ERROR_INVALID, duckdb_prepare_error(statement), about);
    else
        status = execute(cx, d, statement, about, out);
    duckdb_destroy_prepare(&statement);
    return status;
}

tacit_status tacit_duckdb_next(tacit_ctx *cx, duckdb_result *result, const char *about,
                               duckdb_data_chunk *out)
{
    *out = duckdb_fetch_chunk(*result);
    if (*out == NULL && duckdb_result_error(result) != NULL)
        return tacit_duckdb_fail(cx, duckdb_result_error_type(result), duckdb_result_error(result),
                                 about);
    return TACIT_OK;
}

tacit_status tacit_duckdb_run(tacit_ctx *cx, tacit_duckdb *d, const char *sql, const char *about)
{
    duckdb_result result;
    TACIT_TRY(tacit_duckdb_query(cx, d, sql, about, &result));
    tacit_status status = TACIT_OK;
    for (duckdb_data_chunk chunk = NULL; status == TACIT_OK;) {
        status = tacit_duckdb_next(cx, &result, about, &chunk);
        if (chunk == NULL)
            break;
        duckdb_destroy_data_chunk(&chunk);
    }
    duckdb_destroy_result(&result);
    return status;
}
