/*
 * postgresql.c - the place of a ledger in PostgreSQL, and the failures of its table.
 */
#include "query/ledger/postgresql.h"

#include <string.h>

#include "query/ledger/own.h"

static const tacit_postgresql_use LEDGER = { .place = "The place of the ledger",
                                             .subject = "The ledger",
                                             .so = ", so nothing is answered" };

tacit_status tacit_ledger_name(tacit_ctx *cx, const char *place, const char **out)
{
    return tacit_postgresql_name(cx, &LEDGER, place, out);
}

tacit_status tacit_ledger_connect(tacit_ctx *cx, const char *place, PGconn **out)
{
    return tacit_postgresql_connect(cx, &LEDGER, place, out);
}

tacit_status tacit_ledger_check_path(tacit_ctx *cx, const char *path)
{
    const char *name = NULL;
    return tacit_is_postgresql(path) ? tacit_ledger_name(cx, path, &name) : TACIT_OK;
}

tacit_status tacit_ledger_files(tacit_ctx *cx, const char *path,
                                void (*visit)(void *user, const char *file), void *user)
{
    return tacit_is_postgresql(path) ? tacit_postgresql_files(cx, &LEDGER, path, visit, user)
                                     : TACIT_OK;
}

/* Whether it says that the table is not there any more, or is broken. */
static bool is_damage(const char *state)
{
    return strcmp(state, "42P01") == 0 || strcmp(state, "42703") == 0 ||
           strncmp(state, "XX00", 4) == 0;
}

tacit_status tacit_ledger_fail(tacit_ctx *cx, const PGconn *connection, const PGresult *result,
                               const char *what)
{
    const char *state = tacit_postgresql_state(connection, result);
    if (state == NULL || !is_damage(state))
        return tacit_postgresql_fail(cx, &LEDGER, connection, result, what);
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "The ledger's table is damaged or gone (SQLSTATE %s): " TACIT_LEDGER_RECOVER,
                      state);
}
