/*
 * postgresql.c - a PostgreSQL server of a test program's own.
 */
#include "support/postgresql.h"

#include <libpq-fe.h>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

/* The program's own server, once it was asked for. */
static test_server common;
static bool common_tried, common_there;

/* A place on the server; as a `place` it begins with one. */
typedef struct database_place {
    place here;
    char database[PATH_BYTES];
    const test_body *body;
} database_place;

/* Run the script with arguments that end with NULL; its first line in `out`, and its status.  Not
 * by fork(): what DuckDB does before one, once it is at work, is too much for ThreadSanitizer. */
static int run_script(const char *const *arguments, char *out, size_t room)
{
    const char *source = getenv("TACIT_SOURCE_DIR");
    char script[PATH_BYTES];
    const char *argv[24] = { script };
    int ends[2], status = 0;
    pid_t child = 0;
    posix_spawn_file_actions_t files;
    snprintf(script, sizeof script, "%s/tests/support/postgresql.sh",
             source == NULL ? "." : source);
    for (size_t i = 0; i < 22 && arguments[i] != NULL; i++)
        argv[i + 1] = arguments[i];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(posix_spawn_file_actions_init(&files), 0);
    assert_int_equal(posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO), 0);
    assert_int_equal(posix_spawn_file_actions_addclose(&files, ends[0]), 0);
    assert_int_equal(posix_spawn_file_actions_addclose(&files, ends[1]), 0);
    const int failed =
        posix_spawn(&child, script, &files, NULL, (char *const *)(uintptr_t)argv, environ);
    (void)posix_spawn_file_actions_destroy(&files);
    (void)close(ends[1]);
    FILE *f = fdopen(ends[0], "r");
    if (f == NULL || fgets(out, (int)room, f) == NULL)
        out[0] = '\0';
    out[strcspn(out, "\n")] = '\0';
    if (f != NULL)
        (void)fclose(f);
    if (failed != 0)
        return 127;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool start_server(test_server *s, const char *const *settings)
{
    char owner[32];
    const char *arguments[20] = { "start", owner };
    snprintf(owner, sizeof owner, "%d", (int)getpid());
    for (size_t i = 0; settings != NULL && i < 16 && settings[i] != NULL; i++)
        arguments[i + 2] = settings[i];
    const int status = run_script(arguments, s->folder, sizeof s->folder);
    if (status != 0 && status != 77 && status != 127)
        fail_msg("the server of the test did not start: status %d", status);
    return status == 0;
}

static void do_to_server(const test_server *s, const char *what)
{
    const char *arguments[] = { what, s->folder, NULL };
    char out[PATH_BYTES];
    assert_int_equal(run_script(arguments, out, sizeof out), 0);
}

void start_server_again(const test_server *s)
{
    do_to_server(s, "again");
}

void crash_server(const test_server *s)
{
    do_to_server(s, "crash");
}

void stop_server(const test_server *s)
{
    do_to_server(s, "stop");
}

const char *server_place(const test_server *s, const char *user, const char *schema,
                         char out[PATH_BYTES])
{
    snprintf(out, PATH_BYTES,
             "postgresql://%s@/postgres?host=%s&options=-csearch_path%%3D%%22%s%%22", user,
             s->folder, schema);
    return out;
}

void tell_server(const test_server *s, const char *schema, const char *sql)
{
    char text[PATH_BYTES];
    PGconn *c = PQconnectdb(server_place(s, "postgres", schema, text));
    PQclear(PQexec(c, "SET client_min_messages = error"));
    PGresult *r = PQexec(c, sql);
    const ExecStatusType status = PQresultStatus(r);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("the server says: %s", PQerrorMessage(c));
    PQclear(r);
    PQfinish(c);
}

/* The owner of the server is this process: nobody waits for what a child of it would do. */
static void stop_common(void)
{
    static pid_t owner;
    if (owner == 0)
        owner = getpid();
    else if (owner == getpid() && common_there)
        stop_server(&common);
}

const test_server *common_server(void)
{
    static const char *const settings[] = { "synchronous_commit=off", "wal_writer_delay=10s",
                                            NULL };
    if (!common_tried) {
        common_there = start_server(&common, settings);
        stop_common();
        (void)atexit(stop_common);
    }
    common_tried = true;
    return common_there ? &common : NULL;
}

const char *schema_of(const place *p)
{
    return strrchr(p->folder, '-') + 1;
}

int make_database_place(void **state)
{
    const test_body *body = *state;
    database_place *d = calloc(1, sizeof *d);
    void *made = NULL;
    if (d == NULL || make_place(&made) != 0)
        return 1;
    d->here = *(place *)made;
    free(made);
    d->body = body;
    *state = d;
    const test_server *s = common_server();
    if (s == NULL)
        return 0;
    char sql[PATH_BYTES];
    snprintf(sql, sizeof sql, "CREATE SCHEMA \"%s\"", schema_of(&d->here));
    tell_server(s, "public", sql);
    d->here.database = server_place(s, "postgres", schema_of(&d->here), d->database);
    return 0;
}

int remove_database_place(void **state)
{
    return remove_place(state);
}

void run_on_database(void **state)
{
    const database_place *d = *state;
    if (d->here.database == NULL)
        skip();
    d->body->run(state);
}
