/*
 * postgresql.h - a PostgreSQL server of a test program's own (postgresql.sh).
 *
 * A test that is listed as on_postgresql(test) gets a `place` whose `database` is how to connect to
 * a schema of its own on the server, which the first such test starts, and which ends with the
 * program.  Where PostgreSQL cannot be had, these tests are skipped.
 */
#ifndef TACIT_TESTS_SUPPORT_POSTGRESQL_H
#define TACIT_TESTS_SUPPORT_POSTGRESQL_H

#include "support/files.h"

/* A server in a folder. */
typedef struct test_server {
    char folder[PATH_BYTES / 2];
} test_server;

/* Make and start a server, with settings (NULL ends them); false if it cannot be had. */
bool start_server(test_server *s, const char *const *settings);

/* Start it again after a crash. */
void start_server_again(const test_server *s);

/* Kill all its processes at once, or end it for good. */
void crash_server(const test_server *s);
void stop_server(const test_server *s);

/* How to connect to it, as `user`, with the schema `schema` first. */
const char *server_place(const test_server *s, const char *user, const char *schema,
                         char out[PATH_BYTES]);

/* Do statements on it, as its owner. */
void tell_server(const test_server *s, const char *schema, const char *sql);

/* The server of the program, which is started if there is none; NULL if it cannot be had.  Unless
 * who writes says otherwise, it loses in a crash what was committed in the last seconds. */
const test_server *common_server(void);

/* The schema of a place's own. */
const char *schema_of(const place *p);

/* For on_postgresql: the test is what `*state` points to, the place replaces it. */
typedef struct test_body {
    void (*run)(void **state);
} test_body;
int make_database_place(void **state);
int remove_database_place(void **state);
void run_on_database(void **state);

/* The same test on a schema of its own; skipped without a server. */
#define on_postgresql(test)                                                                        \
    {                                                                                              \
#test " on PostgreSQL", run_on_database, make_database_place, remove_database_place,       \
            &(test_body)                                                                           \
        {                                                                                          \
            test                                                                                   \
        }                                                                                          \
    }

#endif
