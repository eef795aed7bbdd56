/*
 * pg.h - the catalog that PostgreSQL's clients ask for, made from what policies declare.
 *
 * Clients find tables and columns by questions about pg_catalog and information_schema that use
 * much of SQL.  They are answered by SQLite, from a database in memory that has the tables of
 * PostgreSQL's catalog and in them the declarations of the policies and nothing else: what is
 * private cannot be reached from there because it is not there.  A question is translated from the
 * parser's tree, of which only listed parts pass, so that its text reaches SQLite as little as an
 * engine; it may read, and work for a bounded number of steps.
 *
 * One for each session.
 */
#ifndef TACIT_SERVER_WIRE_PG_PG_H
#define TACIT_SERVER_WIRE_PG_PG_H

#include <jansson.h>

#include "query/grammar/grammar.h"
#include "server/desk.h"

/* Types by PostgreSQL's numbers (its pg_type.dat). */
enum tacit_pg_type {
    TACIT_PG_BOOL = 16,
    TACIT_PG_CHAR = 18,
    TACIT_PG_NAME = 19,
    TACIT_PG_INT8 = 20,
    TACIT_PG_INT2 = 21,
    TACIT_PG_INT4 = 23,
    TACIT_PG_TEXT = 25,
    TACIT_PG_OID = 26,
    TACIT_PG_FLOAT4 = 700,
    TACIT_PG_FLOAT8 = 701,
    TACIT_PG_UNKNOWN = 705,
    TACIT_PG_TEXTS = 1009, /* text[] */
    TACIT_PG_VARCHAR = 1043,
    TACIT_PG_NUMERIC = 1700,
    TACIT_PG_REGCLASS = 2205
};

/* A result: rows of texts, NULL where a value is null.  In scratch memory. */
typedef struct tacit_pg_column {
    const char *name;
    uint32_t type;
} tacit_pg_column;

typedef struct tacit_pg_rows {
    size_t columns, rows;
    tacit_pg_column *column;
    const char **cell; /* row after row */
} tacit_pg_rows;

/* Whose catalog it is; all borrowed, and outliving it. */
typedef struct tacit_pg_session {
    tacit_desk *desk; /* whose policies */
    const char *user, *database;
    uint32_t number;
    const char *(*setting)(void *user, const char *name); /* NULL if there is none */
    void *setting_user;
} tacit_pg_session;

typedef struct tacit_pg_catalog tacit_pg_catalog;

/* Make the catalog of a session; the caller closes. */
tacit_status tacit_pg_open(tacit_ctx *cx, const tacit_pg_session *session, tacit_pg_catalog **out);

/* Accepts NULL. */
void tacit_pg_close(tacit_pg_catalog *c);

/* The type that a declared column has for clients. */
uint32_t tacit_pg_declared_type(const tacit_query_column *column);

/* Whether the content of a RangeVar names a table of the catalog, there or not. */
bool tacit_pg_has_table(const json_t *range);

typedef struct tacit_pg_question {
    const char *text;               /* for the places of refusals */
    const json_t *node;             /* of a SELECT */
    const tacit_sql_values *values; /* NULL: there are none yet */
    bool run;                       /* else only its columns */
} tacit_pg_question;

/* Answer from the catalog; a refusal may set the SQLSTATE. */
tacit_status tacit_pg_ask(tacit_ctx *cx, tacit_pg_catalog *c, const tacit_pg_question *q,
                          char state[6], tacit_pg_rows *out);

#endif
