/*
 * data.h - what the files of the driver for PostgreSQL share: an open table, and its queries.
 */
#ifndef TACIT_ENGINE_POSTGRESQL_DATA_H
#define TACIT_ENGINE_POSTGRESQL_DATA_H

#include "base/text.h"
#include "engine/gather.h"
#include "engine/maker.h"
#include "engine/sql/sql.h"
#include "postgresql/connection.h"

typedef struct tacit_pq_column {
    char *name;
    tacit_type type;
    const char *form;   /* of the quoted name, so that one of four types arrives (sql/sql.h) */
    const char *number; /* the same for an exact number; NULL if it is none */
    bool plain;         /* a value is written in one way only, and can be released as it is */
} tacit_pq_column;

/* An open table.  All that is asked of it belongs to one transaction that reads, so that rows which
 * others write in the meantime are not seen. */
typedef struct tacit_pq_data {
    tacit_data base;
    bool writes; /* it is for making a table */
    char *uri;   /* as it may be shown */
    PGconn *connection;
    char *relation; /* quoted, with its schema */
    tacit_pq_column *column;
    tacit_field *field;
    size_t n;
} tacit_pq_data;

/* ---- statements (session.c) ---- */

/* The place of a server as it may be shown, in scratch memory; fails if it has a password in it. */
tacit_status tacit_pq_shown(tacit_ctx *cx, const char *place, const char **out);

/* Connect, begin the transaction and make the session one whose answers do not depend on settings
 * of the server. */
tacit_status tacit_pq_connect(tacit_ctx *cx, const char *place, uint64_t memory, tacit_pq_data *d);

/* Begin the transaction of all that is asked for, which sees `snapshot` (NULL: what there is). */
tacit_status tacit_pq_begin(tacit_ctx *cx, tacit_pq_data *d, const char *snapshot);

/* A statement without an answer. */
tacit_status tacit_pq_run(tacit_ctx *cx, tacit_pq_data *d, const char *sql);

/* Carry out one statement with a text for $1 (or NULL), ticking meanwhile; the caller clears the
 * result, which is not NULL if this succeeds. */
tacit_status tacit_pq_query(tacit_ctx *cx, tacit_pq_data *d, const char *sql, const char *argument,
                            PGresult **out);

/* Let the server work with several processes, or with one. */
tacit_status tacit_pq_workers(tacit_ctx *cx, tacit_pq_data *d, bool several);

/* Wait until the server has sent something; stops the statement there if the work is cancelled. */
tacit_status tacit_pq_wait(tacit_ctx *cx, tacit_pq_data *d, uint64_t rows);

/* Record that the table could not be read. */
tacit_status tacit_pq_fail(tacit_ctx *cx, const tacit_pq_data *d, const PGresult *result);

/* ---- columns (columns.c) ---- */

/* Find the table that `name` ([SCHEMA.]TABLE) names, and its columns. */
tacit_status tacit_pq_describe(tacit_ctx *cx, tacit_pq_data *d, const char *name);

/* Column `j`, and a query of columns of the table, in scratch memory. */
tacit_sql_field tacit_pq_field(const tacit_pq_data *d, size_t j);
tacit_status tacit_pq_columns(tacit_ctx *cx, const tacit_pq_data *d, const tacit_select *columns,
                              tacit_sql_query *out);

/* ---- addresses, making (postgresql.c, make.c) ---- */

/* The parts of an address: where the server is, and the table, in scratch memory. */
tacit_status tacit_pq_address(tacit_ctx *cx, const char *uri, char **place, const char **table);

/* Make the driver's view of columns that were described. */
void tacit_pq_show(tacit_pq_data *d);

/* Close (engine.h). */
void tacit_pq_close(tacit_data *data);

extern const tacit_maker tacit_pq_maker;

/* ---- rows (copy.c) ---- */

/* The answer of a query as one table, or in chunks. */
tacit_status tacit_pq_fetch_table(tacit_ctx *cx, tacit_pq_data *d, const tacit_fetch *f,
                                  tacit_table **out);
tacit_status tacit_pq_fetch_chunks(tacit_ctx *cx, tacit_pq_data *d, const tacit_fetch *f,
                                   const tacit_sink *sink);

/* ---- counting (group.c, add_up.c) ---- */

/* The driver's calls (engine.h). */
tacit_status tacit_pq_group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                            size_t weight, tacit_table **out);
tacit_status tacit_pq_add_up(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                             const tacit_sum *sums, size_t n, tacit_table **out);
tacit_status tacit_pq_range(tacit_ctx *cx, tacit_data *data, size_t column,
                            tacit_column_range *out);

#endif
