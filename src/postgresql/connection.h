/*
 * connection.h - connections to a PostgreSQL server by libpq, and its failures in words that tell
 * no secret.
 *
 * A place is postgresql://USER@HOST:PORT/DATABASE?KEY=VALUE, or "postgresql:" and pairs KEY=VALUE.
 * A password in it is refused: a place stands in plans, in lists of processes and in histories of
 * shells; libpq takes passwords from ~/.pgpass, PGPASSWORD or a service file.
 */
#ifndef TACIT_POSTGRESQL_CONNECTION_H
#define TACIT_POSTGRESQL_CONNECTION_H

#include <libpq-fe.h>

#include "base/context.h"

/* What a connection is for, in the words of messages. */
typedef struct tacit_postgresql_use {
    const char *place;   /* "The place of the ledger" */
    const char *subject; /* "The ledger" */
    const char *so;      /* what follows, such as ", so nothing is answered", or "" */
} tacit_postgresql_use;

/* Whether it begins as a place does. */
bool tacit_is_postgresql(const char *place);

/* The place as it may be shown: host, port and database, in scratch memory.  Fails if it cannot be
 * understood, or has a password in it. */
tacit_status tacit_postgresql_name(tacit_ctx *cx, const tacit_postgresql_use *use,
                                   const char *place, const char **out);

/* Call `visit` with each file that the place names. */
tacit_status tacit_postgresql_files(tacit_ctx *cx, const tacit_postgresql_use *use,
                                    const char *place,
                                    void (*visit)(void *user, const char *file), void *user);

/* Connect as libpq does: with its variables, service and password files, and TLS.  `*out` is to be
 * finished also if this fails. */
tacit_status tacit_postgresql_connect(tacit_ctx *cx, const tacit_postgresql_use *use,
                                      const char *place, PGconn **out);

/* The state of a failed result by the SQL standard; NULL if the connection was lost or memory ran
 * out. */
const char *tacit_postgresql_state(const PGconn *connection, const PGresult *result);

/* Record why something could not be done (`what`: "read", "written"); `result` may be NULL. */
tacit_status tacit_postgresql_fail(tacit_ctx *cx, const tacit_postgresql_use *use,
                                   const PGconn *connection, const PGresult *result,
                                   const char *what);

#endif
