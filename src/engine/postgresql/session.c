/*
 * session.c - a session with a PostgreSQL server, and its statements.
 *
 * All reading is one REPEATABLE READ transaction: histogram, rows and checks see the same rows,
 * whatever others commit meanwhile.  Settings that change what values look like, in which order
 * rows come or whose rows are seen are set for the session.  Statements are sent and waited for, so
 * that a request to stop reaches the server while it works.
 */
#include <poll.h>
#include <stdio.h>

#include "engine/postgresql/data.h"

/* How long is waited before somebody is asked whether to stop. */
enum { WAIT_MILLISECONDS = 50 };

static const tacit_postgresql_use TABLE = { .place = "The address of the data",
                                            .subject = "The table",
                                            .so = "" };

static const tacit_postgresql_use RELEASE = { .place = "The address of the output",
                                              .subject = "The released table",
                                              .so = "" };

tacit_status tacit_pq_fail(tacit_ctx *cx, const tacit_pq_data *d, const PGresult *result)
{
    return tacit_postgresql_fail(cx, d->writes ? &RELEASE : &TABLE, d->connection, result,
                                 d->writes ? "made" : "read");
}

/* Stop what the server works on and take what it still sends. */
static void stop(tacit_pq_data *d)
{
    char said[256]; /* of no use: it may quote data */
    PGcancel *cancel = PQgetCancel(d->connection);
    if (cancel != NULL)
        (void)PQcancel(cancel, said, sizeof said);
    PQfreeCancel(cancel);
}

tacit_status tacit_pq_wait(tacit_ctx *cx, tacit_pq_data *d, uint64_t rows)
{
    struct pollfd p = { .fd = PQsocket(d->connection), .events = POLLIN };
    if (p.fd >= 0)
        (void)poll(&p, 1, WAIT_MILLISECONDS);
    const tacit_status status = tacit_tick(cx, rows, 0);
    if (status != TACIT_OK)
        stop(d);
    else if (PQconsumeInput(d->connection) == 0)
        return tacit_pq_fail(cx, d, NULL);
    return status;
}

/* The last result of what was sent. */
static tacit_status collect(tacit_ctx *cx, tacit_pq_data *d, PGresult **out)
{
    for (;;) {
        while (PQisBusy(d->connection) != 0)
            TACIT_TRY(tacit_pq_wait(cx, d, 0));
        PGresult *next = PQgetResult(d->connection);
        if (next == NULL)
            return TACIT_OK;
        PQclear(*out);
        *out = next;
        const ExecStatusType status = PQresultStatus(next);
        if (status == PGRES_COPY_OUT)
            return TACIT_OK;
    }
}

tacit_status tacit_pq_query(tacit_ctx *cx, tacit_pq_data *d, const char *sql, const char *argument,
                            PGresult **out)
{
    *out = NULL;
    if (PQsendQueryParams(d->connection, sql, argument != NULL ? 1 : 0, NULL, &argument, NULL, NULL,
                          0) == 0)
        return tacit_pq_fail(cx, d, NULL);
    tacit_status status = collect(cx, d, out);
    const ExecStatusType got = PQresultStatus(*out);
    if (status == TACIT_OK && got != PGRES_COMMAND_OK && got != PGRES_TUPLES_OK &&
        got != PGRES_COPY_OUT)
        status = tacit_pq_fail(cx, d, *out);
    if (status == TACIT_OK)
        return TACIT_OK;
    PQclear(*out);
    *out = NULL;
    return status;
}

tacit_status tacit_pq_run(tacit_ctx *cx, tacit_pq_data *d, const char *sql)
{
    PGresult *result = NULL;
    TACIT_TRY(tacit_pq_query(cx, d, sql, NULL, &result));
    PQclear(result);
    return TACIT_OK;
}

static const char *const SETTINGS[] = {
    "SET client_encoding = 'UTF8'",
    "SET standard_conforming_strings = on",
    "SET extra_float_digits = 1",
    "SET datestyle = 'ISO, YMD'",
    "SET intervalstyle = 'postgres'",
    "SET timezone = 'UTC'",
    "SET synchronize_seqscans = off", /* a scan begins at the first row */
    "SET row_security = off",         /* rows that are kept back are a failure, not left out */
    "SET jit = off",
    "SET parallel_setup_cost = 0",
    "SET parallel_tuple_cost = 0",
};

/* Half of the memory that was given is for the server's hash tables, if that is more than its own
 * preset. */
static tacit_status set_memory(tacit_ctx *cx, tacit_pq_data *d, uint64_t memory)
{
    enum { LEAST_KB = 65536, MOST_KB = 2000000 };
    char sql[64];
    const uint64_t kb = memory / 2048;
    const uint64_t room = kb < LEAST_KB ? LEAST_KB : kb > MOST_KB ? MOST_KB : kb;
    snprintf(sql, sizeof sql, "SET work_mem = %llu", (unsigned long long)room);
    return tacit_pq_run(cx, d, sql);
}

tacit_status tacit_pq_workers(tacit_ctx *cx, tacit_pq_data *d, bool several)
{
    return tacit_pq_run(cx, d,
                        several ? "RESET max_parallel_workers_per_gather"
                                : "SET max_parallel_workers_per_gather = 0");
}

tacit_status tacit_pq_shown(tacit_ctx *cx, const char *place, const char **out)
{
    return tacit_postgresql_name(cx, &TABLE, place, out);
}

tacit_status tacit_pq_begin(tacit_ctx *cx, tacit_pq_data *d, const char *snapshot)
{
    char *sql = NULL;
    TACIT_TRY(tacit_pq_run(cx, d,
                           d->writes ? "BEGIN ISOLATION LEVEL REPEATABLE READ"
                                     : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"));
    if (snapshot == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_format(cx, &sql, "SET TRANSACTION SNAPSHOT '%s'", snapshot));
    return tacit_pq_run(cx, d, sql);
}

tacit_status tacit_pq_connect(tacit_ctx *cx, const char *place, uint64_t memory, tacit_pq_data *d)
{
    TACIT_TRY(tacit_postgresql_connect(cx, d->writes ? &RELEASE : &TABLE, place, &d->connection));
    TACIT_TRY(set_memory(cx, d, memory));
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++)
        TACIT_TRY(tacit_pq_run(cx, d, SETTINGS[i]));
    return tacit_pq_begin(cx, d, NULL);
}
