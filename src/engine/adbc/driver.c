/*
 * driver.c - a driver of ADBC: its library, a database and a connection.
 *
 * The entry of a library is called by the rule of the standard: libadbc_driver_x.so has
 * AdbcDriverXInit, any other AdbcDriverInit; DuckDB's own library has duckdb_adbc_init.  Version
 * 1.1.0 is asked for, and 1.0.0 if the driver does not know it.  A library stays loaded: some
 * cannot be taken out again.  What drivers say of a failure quotes data; only its code is passed
 * on.
 */
#include <ctype.h>
#include <dlfcn.h>
#include <string.h>

#include "base/memory.h"
#include "engine/adbc/data.h"

enum { MOST_ENTRY = 128 };

/* ---- failures ---- */

tacit_status tacit_adbc_fail(tacit_ctx *cx, const tacit_adbc_session *s, uint8_t code)
{
    static const char *const MEANINGS[] = {
        "for a reason of its own",
        "for a reason of its own",
        "since it cannot do what was asked",
        "since something was not found",
        "since something exists already",
        "since it does not take an option or a value",
        "since it is not in a state for it",
        "since the data is not as it should be",
        "since a constraint would be broken",
        "for a reason within it",
        "since reading or writing failed",
        "since it was stopped",
        "since it took too long",
        "since it does not let this user in",
        "since this user has no right to it",
    };
    const size_t n = sizeof MEANINGS / sizeof *MEANINGS;
    return tacit_fail(cx, TACIT_ERR_IO, "%s cannot be %s: the driver failed %s (code %u).",
                      s->uri, s->writes ? "made" : "read", MEANINGS[code < n ? code : 0], (unsigned)code);
}

/* The failure of a call with this error, which is released. */
static tacit_status check(tacit_ctx *cx, const tacit_adbc_session *s, uint8_t code,
                          struct AdbcError *error)
{
    if (error->release != NULL)
        error->release(error);
    *error = (struct AdbcError){ 0 };
    return code == 0 ? TACIT_OK : tacit_adbc_fail(cx, s, code);
}

/* ---- the library ---- */

/* AdbcDriverXInit of libadbc_driver_x.so: parts between - and _ with a capital each. */
static void entry_of(const char *path, char out[MOST_ENTRY])
{
    const char *name = strrchr(path, '/') + 1;
    size_t n = 4;
    bool first = true;
    memcpy(out, "Adbc", 5);
    name += strncmp(name, "lib", 3) == 0 ? 3 : 0;
    name += strncmp(name, "adbc", 4) == 0 ? 4 : 0;
    for (; *name != '\0' && *name != '.' && n + 6 < MOST_ENTRY; name++) {
        if (*name != '-' && *name != '_')
            out[n++] = (char)(first ? toupper((unsigned char)*name) : *name);
        first = *name == '-' || *name == '_';
    }
    memcpy(out + n, "Init", 5);
}

/* The entry of the library, by one of its names. */
static adbc_init find_entry(void *library, const tacit_adbc_place *p)
{
    char derived[MOST_ENTRY];
    entry_of(p->driver, derived);
    const char *const names[] = { p->entry, derived, "AdbcDriverInit", "duckdb_adbc_init" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *at = names[i] != NULL ? dlsym(library, names[i]) : NULL;
        adbc_init init = NULL;
        memcpy(&init, &at, sizeof init); /* as POSIX has it */
        if (init != NULL || (i == 0 && p->entry != NULL))
            return init;
    }
    return NULL;
}

static bool is_complete(const struct AdbcDriver *d)
{
    return d->DatabaseNew != NULL && d->DatabaseSetOption != NULL && d->DatabaseInit != NULL &&
           d->DatabaseRelease != NULL && d->ConnectionNew != NULL && d->ConnectionInit != NULL &&
           d->ConnectionRelease != NULL && d->StatementNew != NULL &&
           d->StatementSetSqlQuery != NULL && d->StatementExecuteQuery != NULL &&
           d->StatementRelease != NULL;
}

static tacit_status load_driver(tacit_ctx *cx, const tacit_adbc_place *p, tacit_adbc_session *s)
{
    struct AdbcError error = { 0 };
    void *library = dlopen(p->driver, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    const adbc_init init = library != NULL ? find_entry(library, p) : NULL;
    if (init == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s: the driver %s.", s->uri,
                          library == NULL ? "is not a library that can be loaded"
                                          : "has no entry of ADBC; name it as entry=NAME");
    uint8_t code = init(ADBC_VERSION_1_1_0, &s->driver, &error);
    if (code == ADBC_NOT_IMPLEMENTED) {
        (void)check(cx, s, 0, &error);
        s->driver = (struct AdbcDriver){ 0 };
        code = init(ADBC_VERSION_1_0_0, &s->driver, &error);
    }
    TACIT_TRY(check(cx, s, code, &error));
    return is_complete(&s->driver)
               ? TACIT_OK
               : tacit_fail(cx, TACIT_ERR_INPUT, "%s: the driver lacks calls that reading needs.",
                            s->uri);
}

/* ---- the connection ---- */

static tacit_status open_database(tacit_ctx *cx, const tacit_adbc_place *p, tacit_adbc_session *s)
{
    struct AdbcError error = { 0 };
    TACIT_TRY(check(cx, s, s->driver.DatabaseNew(&s->database, &error), &error));
    s->has_database = true;
    for (size_t i = 0; i < p->n; i++) {
        const uint8_t code =
            s->driver.DatabaseSetOption(&s->database, p->option[i].key, p->option[i].value, &error);
        if (check(cx, s, code, &error) != TACIT_OK)
            return tacit_fail(cx, TACIT_ERR_INPUT, "%s: the driver does not take the option '%s'.",
                              s->uri, p->option[i].key);
    }
    return check(cx, s, s->driver.DatabaseInit(&s->database, &error), &error);
}

tacit_status tacit_adbc_connect(tacit_ctx *cx, const tacit_adbc_place *place, tacit_adbc_session *s)
{
    struct AdbcError error = { 0 };
    TACIT_TRY(load_driver(cx, place, s));
    TACIT_TRY(open_database(cx, place, s));
    TACIT_TRY(check(cx, s, s->driver.ConnectionNew(&s->connection, &error), &error));
    s->has_connection = true;
    return check(cx, s, s->driver.ConnectionInit(&s->connection, &s->database, &error), &error);
}

void tacit_adbc_close(tacit_adbc_session *s)
{
    struct AdbcError error = { 0 };
    if (s == NULL || --s->users > 0)
        return;
    if (s->has_connection)
        (void)s->driver.ConnectionRelease(&s->connection, &error);
    if (error.release != NULL)
        error.release(&error);
    error = (struct AdbcError){ 0 };
    if (s->has_database)
        (void)s->driver.DatabaseRelease(&s->database, &error);
    if (error.release != NULL)
        error.release(&error);
    tacit_free(s->uri);
    tacit_free(s->place);
    tacit_free(s);
}
