/*
 * postgresql.h - connections to a PostgreSQL server by libpq, and its failures in words that tell
 * no secret.
 */
#ifndef TACIT_QUERY_LEDGER_POSTGRESQL_H
#define TACIT_QUERY_LEDGER_POSTGRESQL_H

#include <libpq-fe.h>

#include "base/context.h"

/* The place as it may be shown: host, port and database, in scratch memory.  Fails if it cannot be
 * understood, or has a password in it. */
tacit_status tacit_postgresql_name(tacit_ctx *cx, const char *place, const char **out);

/* Connect as libpq does: with its variables, service and password files, and TLS.  `*out` is to be
 * finished also if this fails. */
tacit_status tacit_postgresql_connect(tacit_ctx *cx, const char *place, PGconn **out);

/* Record why something could not be done (`what`: "read", "written"); `result` may be NULL. */
tacit_status tacit_postgresql_fail(tacit_ctx *cx, const PGconn *connection, const PGresult *result,
                                   const char *what);

#endif
