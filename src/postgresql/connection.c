/*
 * connection.c - connections to a PostgreSQL server by libpq, and its failures in words that tell
 * no secret.
 *
 * Where a place does not say otherwise, a server that does not answer is given up after half a
 * minute.
 */
#include "postgresql/connection.h"

#include <string.h>

bool tacit_is_postgresql(const char *place)
{
    static const char scheme[] = "postgresql:", short_scheme[] = "postgres://";
    return strncmp(place, scheme, sizeof scheme - 1) == 0 ||
           strncmp(place, short_scheme, sizeof short_scheme - 1) == 0;
}

/* ---- places ---- */

/* What libpq wants of a place. */
static const char *conninfo_of(const char *place)
{
    static const char scheme[] = "postgresql:", uri[] = "postgresql://";
    const bool pairs =
        strncmp(place, scheme, sizeof scheme - 1) == 0 && strncmp(place, uri, sizeof uri - 1) != 0;
    return pairs ? place + sizeof scheme - 1 : place;
}

static const char *option(const PQconninfoOption *options, const char *keyword)
{
    for (const PQconninfoOption *o = options; o->keyword != NULL; o++)
        if (strcmp(o->keyword, keyword) == 0)
            return o->val != NULL ? o->val : "";
    return "";
}

/* The options of a place that may be used; the caller frees them. */
static tacit_status parse(tacit_ctx *cx, const tacit_postgresql_use *use, const char *place,
                          PQconninfoOption **out)
{
    char *said = NULL;
    *out = PQconninfoParse(conninfo_of(place), &said);
    PQfreemem(said); /* it may quote a password */
    if (*out == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s is not understood; write postgresql://user@host/database, or "
                          "postgresql: and pairs such as host=... dbname=...",
                          use->place);
    if (option(*out, "password")[0] == '\0' && option(*out, "sslpassword")[0] == '\0')
        return TACIT_OK;
    PQconninfoFree(*out);
    *out = NULL;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "%s has a password in it; leave it out, and keep it in ~/.pgpass, a service "
                      "file or PGPASSWORD.",
                      use->place);
}

/* A part of a place as it is shown: not if something else may be hidden in it. */
static const char *shown(const PQconninfoOption *options, const char *keyword)
{
    const char *value = option(options, keyword);
    return strpbrk(value, "=:@?") == NULL ? value : "...";
}

tacit_status tacit_postgresql_name(tacit_ctx *cx, const tacit_postgresql_use *use,
                                   const char *place, const char **out)
{
    PQconninfoOption *options = NULL;
    char *text = NULL;
    TACIT_TRY(parse(cx, use, place, &options));
    const char *host = shown(options, "host"), *port = shown(options, "port"),
               *service = shown(options, "service");
    const tacit_status status =
        tacit_scratch_format(cx, &text, "postgresql://%s%s%s/%s%s%s", host[0] == '/' ? "" : host,
                             port[0] != '\0' ? ":" : "", port, shown(options, "dbname"),
                             service[0] != '\0' ? "?service=" : "", service);
    PQconninfoFree(options);
    *out = text;
    return status;
}

tacit_status tacit_postgresql_files(tacit_ctx *cx, const tacit_postgresql_use *use,
                                    const char *place,
                                    void (*visit)(void *user, const char *file), void *user)
{
    static const char *const FILES[] = { "sslrootcert", "sslcert",   "sslkey",
                                         "sslcrl",      "sslcrldir", "passfile" };
    PQconninfoOption *options = NULL;
    tacit_status status = TACIT_OK;
    TACIT_TRY(parse(cx, use, place, &options));
    for (size_t i = 0; status == TACIT_OK && i < sizeof FILES / sizeof *FILES; i++) {
        char *file = NULL;
        status = tacit_scratch_text(cx, option(options, FILES[i]), &file);
        if (status == TACIT_OK && file[0] != '\0')
            visit(user, file);
    }
    PQconninfoFree(options);
    return status;
}

/* ---- connections ---- */

/* Notices of the server are for nobody: by default libpq would print them. */
static void drop_notice(void *user, const PGresult *result)
{
    (void)user;
    (void)result;
}

static const char *const PRESETS[][2] = {
    { "connect_timeout", "15" },     { "keepalives_idle", "10" },
    { "keepalives_interval", "5" },  { "keepalives_count", "4" },
    { "tcp_user_timeout", "30000" }, { "fallback_application_name", "tacit" },
};
enum { N_PRESETS = sizeof PRESETS / sizeof *PRESETS };

/* Connect with what was given, and the presets for what was not. */
static tacit_status connect_with(tacit_ctx *cx, const PQconninfoOption *options, PGconn **out)
{
    const char **keyword = NULL, **value = NULL;
    size_t n = 0, k = 0;
    while (options[n].keyword != NULL)
        n++;
    TACIT_TRY(tacit_scratch(cx, n + N_PRESETS + 1, sizeof *keyword, &keyword));
    TACIT_TRY(tacit_scratch(cx, n + N_PRESETS + 1, sizeof *value, &value));
    for (size_t i = 0; i < N_PRESETS; i++) {
        keyword[k] = PRESETS[i][0];
        value[k++] = PRESETS[i][1];
    }
    for (size_t i = 0; i < n; i++) {
        if (options[i].val == NULL)
            continue;
        keyword[k] = options[i].keyword; /* the later of two counts */
        value[k++] = options[i].val;
    }
    *out = PQconnectdbParams(keyword, value, 0);
    return *out == NULL ? tacit_fail_memory(cx) : TACIT_OK;
}

tacit_status tacit_postgresql_connect(tacit_ctx *cx, const tacit_postgresql_use *use,
                                      const char *place, PGconn **out)
{
    PQconninfoOption *options = NULL;
    TACIT_TRY(parse(cx, use, place, &options));
    const tacit_status status = connect_with(cx, options, out);
    PQconninfoFree(options);
    TACIT_TRY(status);
    if (PQstatus(*out) != CONNECTION_OK)
        return tacit_fail(cx, TACIT_ERR_IO,
                          "%s cannot be opened%s: %s; psql with the same place says more.",
                          use->subject, use->so,
                          PQconnectionNeedsPassword(*out) != 0 ? "its database wants a password"
                          : PQconnectionUsedPassword(*out) != 0
                              ? "its database does not let this user and password in"
                              : "there is no connection to its database");
    (void)PQsetNoticeReceiver(*out, drop_notice, NULL);
    return TACIT_OK;
}

/* ---- failures ---- */

/* What SQLSTATEs that begin so mean; of the PostgreSQL manual, appendix A. */
static const char *const MEANINGS[][2] = {
    { "08", "the connection to its database was lost" },
    { "23505", "something else has written to it at the same time" },
    { "25006", "its database can only be read" },
    { "25P03", "it was held for too long" },
    { "42501", "this user has no right to it" },
    { "53100", "the disk of its database is full" },
    { "53", "its database has no room for more" },
    { "55P03", "another process holds it" },
    { "57P", "its database is being stopped or restarted" },
    { "57014", "its database ended the statement" },
    { "58", "the system of its database failed" },
    { "", "its database refused" },
};

const char *tacit_postgresql_state(const PGconn *connection, const PGresult *result)
{
    const char *state = result == NULL ? NULL : PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return state != NULL || result == NULL || PQstatus(connection) != CONNECTION_OK ? state
                                                                                    : "none";
}

tacit_status tacit_postgresql_fail(tacit_ctx *cx, const tacit_postgresql_use *use,
                                   const PGconn *connection, const PGresult *result,
                                   const char *what)
{
    const char *state = tacit_postgresql_state(connection, result);
    size_t i = 0;
    if (state == NULL && PQstatus(connection) != CONNECTION_OK)
        return tacit_fail(cx, TACIT_ERR_IO,
                          "%s cannot be %s%s: the connection to its database was lost.",
                          use->subject, what, use->so);
    if (state == NULL)
        return tacit_fail_memory(cx);
    while (strncmp(state, MEANINGS[i][0], strlen(MEANINGS[i][0])) != 0)
        i++;
    return tacit_fail(cx, TACIT_ERR_IO, "%s cannot be %s%s: %s (SQLSTATE %s).", use->subject, what,
                      use->so, MEANINGS[i][1], state);
}
