/*
 * postgresql.h - the place of a ledger in PostgreSQL, and the failures of its table.
 */
#ifndef TACIT_QUERY_LEDGER_POSTGRESQL_H
#define TACIT_QUERY_LEDGER_POSTGRESQL_H

#include "postgresql/connection.h"

/* The place as it may be shown, in scratch memory; fails if it is none, or has a password in it. */
tacit_status tacit_ledger_name(tacit_ctx *cx, const char *place, const char **out);

/* Connect; `*out` is to be finished also if this fails. */
tacit_status tacit_ledger_connect(tacit_ctx *cx, const char *place, PGconn **out);

/* Record why something could not be done (`what`: "read", "written"); `result` may be NULL. */
tacit_status tacit_ledger_fail(tacit_ctx *cx, const PGconn *connection, const PGresult *result,
                               const char *what);

#endif
