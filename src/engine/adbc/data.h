/*
 * data.h - what the files of the driver for ADBC share: an open table, and its queries.
 */
#ifndef TACIT_ENGINE_ADBC_DATA_H
#define TACIT_ENGINE_ADBC_DATA_H

#include "engine/adbc/abi.h"
#include "engine/asked.h"
#include "engine/maker.h"

/* One option of an address: KEY=VALUE. */
typedef struct tacit_adbc_option {
    const char *key, *value;
} tacit_adbc_option;

/* An address taken apart, in scratch memory. */
typedef struct tacit_adbc_place {
    const char *driver, *entry, *dialect, *table; /* entry and dialect: NULL if not said */
    tacit_adbc_option *option;                    /* of the database */
    size_t n;
} tacit_adbc_place;

/* A driver at work, for one table or for several. */
typedef struct tacit_adbc_session {
    size_t users;
    char *uri;   /* as it may be shown */
    char *place; /* the address without the table: never shown */
    bool writes; /* a table is made */
    struct AdbcDriver driver;
    struct AdbcDatabase database;
    struct AdbcConnection connection;
    bool has_database, has_connection;
} tacit_adbc_session;

/* An open table. */
typedef struct tacit_adbc_data {
    tacit_data base;
    char *uri, *relation, *table; /* quoted; as the address names it */
    tacit_adbc_session *session;
    const tacit_sql_dialect *dialect;
    tacit_sql_field *column;
    bool *plain; /* whose values are written in one way only */
    tacit_field *field;
    size_t n;
} tacit_adbc_data;

/* ---- where (address.c) ---- */

/* Take an address apart; fails if there is a secret in it. */
tacit_status tacit_adbc_place_of(tacit_ctx *cx, const char *uri, tacit_adbc_place *out);

/* ---- drivers (driver.c) ---- */

/* Load the driver and connect; the session is to be closed also if this fails. */
tacit_status tacit_adbc_connect(tacit_ctx *cx, const tacit_adbc_place *place,
                                tacit_adbc_session *s);

/* End it for one of its users; accepts NULL. */
void tacit_adbc_close(tacit_adbc_session *s);

/* Record why something failed with this code. */
tacit_status tacit_adbc_fail(tacit_ctx *cx, const tacit_adbc_session *s, uint8_t code);

/* ---- statements (statement.c) ---- */

/* A statement with its answer. */
typedef struct tacit_adbc_answer {
    tacit_adbc_session *session;
    struct AdbcStatement statement;
    struct ArrowArrayStream stream;
} tacit_adbc_answer;

/* Carry out `sql`; the answer is to be ended also if this fails. */
tacit_status tacit_adbc_ask(tacit_ctx *cx, tacit_adbc_session *s, const char *sql,
                            tacit_adbc_answer *out);
void tacit_adbc_end(tacit_adbc_answer *answer);

/* A statement whose answer nobody reads. */
tacit_status tacit_adbc_run(tacit_ctx *cx, tacit_adbc_session *s, const char *sql);

/* The next rows of an answer; released at the end. */
tacit_status tacit_adbc_next(tacit_ctx *cx, tacit_adbc_answer *answer, struct ArrowArray *out);

/* ---- tables (columns.c, fetch.c) ---- */

/* The dialect that the engine behind the driver understands. */
tacit_status tacit_adbc_find_dialect(tacit_ctx *cx, tacit_adbc_data *d, const char *said);

/* Find the table that `name` names, and its columns. */
tacit_status tacit_adbc_describe(tacit_ctx *cx, tacit_adbc_data *d, const char *name);

/* A query's answer as one table, or in chunks. */
tacit_status tacit_adbc_fetch_table(tacit_ctx *cx, tacit_data *data, const tacit_fetch *f,
                                    tacit_table **out);
tacit_status tacit_adbc_fetch_chunks(tacit_ctx *cx, tacit_data *data, const tacit_fetch *f,
                                     const tacit_sink *sink);

/* ---- opening and making (adbc.c, make.c) ---- */

/* What is asked of an open table; close (engine.h). */
tacit_asked tacit_adbc_asked(tacit_data *data);
void tacit_adbc_close_data(tacit_data *data);

extern const tacit_maker tacit_adbc_maker;

#endif
