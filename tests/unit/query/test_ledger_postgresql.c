/*
 * test_ledger_postgresql.c - what is special of a ledger in PostgreSQL: changes by its owner, its
 * anchor, rights, servers that would lose rows, passwords, and connections that are lost at every
 * step.
 */
#include "ledgers.h"

#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

/* Do statements in the schema of the place. */
static void tell(const place *p, const char *sql)
{
    tell_server(common_server(), schema_of(p), sql);
}

/* Ask `n` questions, called `first`, `first` + 1, ... */
static void ask_some(const place *p, tacit_ledger *l, int first, int n)
{
    for (int i = first; i < first + n; i++) {
        char text[32];
        snprintf(text, sizeof text, "question %d", i);
        const tacit_ledger_request r = question_of("ann", text, 5);
        (void)ask_ledger(p->cx, l, &r, "12");
    }
}

/* Open with the anchor file `anchor` of the place (NULL: none), check and close. */
static tacit_status look_at(const place *p, const char *anchor, tacit_ledger_mode mode)
{
    char path[PATH_BYTES];
    const tacit_ledger_place at = { .path = p->database,
                                    .anchor = anchor == NULL ? NULL : path_of(p, anchor, path) };
    tacit_ledger *l = NULL;
    uint64_t answers = 0;
    TACIT_TRY(tacit_ledger_open_at(p->cx, &at, mode, &l));
    const tacit_status status = tacit_ledger_check(p->cx, l, &answers);
    tacit_ledger_close(l);
    return status;
}

/* ---- changes ---- */

/* A change of the table by its owner is refused, with `part` in the message; then it is undone. */
static void tamper(const place *p, const char *sql, const char *part)
{
    tell(p, sql);
    assert_fails(p->cx, look_at(p, "anchor", TACIT_LEDGER_WRITE), TACIT_ERR_DATA, part);
    tell(p, "DROP TABLE IF EXISTS tacit_ledger CASCADE; "
            "CREATE TABLE tacit_ledger (LIKE kept INCLUDING ALL); "
            "INSERT INTO tacit_ledger SELECT * FROM kept");
    assert_ok(p->cx, look_at(p, "anchor", TACIT_LEDGER_WRITE));
}

static void test_tampering(void **state)
{
    const place *p = *state;
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    ask_some(p, l, 0, 5);
    tacit_ledger_close(l);
    assert_ok(p->cx, look_at(p, "anchor", TACIT_LEDGER_WRITE));
    tell(p, "CREATE TABLE kept (LIKE tacit_ledger INCLUDING ALL); "
            "INSERT INTO kept SELECT * FROM tacit_ledger");
    tamper(p, "DELETE FROM tacit_ledger WHERE number = 3", "broken at row 3");
    tamper(p, "DELETE FROM tacit_ledger WHERE number = 11", "lost its last rows: 10 of 11");
    tamper(p, "TRUNCATE tacit_ledger", "0 of 11");
    tamper(p, "DROP TABLE tacit_ledger", "but the ledger is not");
    tamper(p, "INSERT INTO tacit_ledger SELECT 12, body, hash, NULL FROM kept WHERE number = 2",
           "broken at row 12");
    tamper(p,
           "UPDATE tacit_ledger SET body = (SELECT body FROM kept WHERE number = 4) "
           "WHERE number = 2",
           "broken at row 2");
    tamper(p, "UPDATE tacit_ledger SET answer = '31' WHERE number = 3", "answer that row 3");
    tamper(p, "UPDATE tacit_ledger SET answer = NULL WHERE number = 3", "answer that row 3");
    tamper(p, "ALTER TABLE tacit_ledger SET UNLOGGED", "no ledger, or was changed");
    tamper(p, "ALTER TABLE tacit_ledger ADD COLUMN more int", "no ledger, or was changed");
    tamper(p, "ALTER TABLE tacit_ledger ENABLE ROW LEVEL SECURITY", "no ledger, or was changed");
    tamper(p, "ALTER TABLE tacit_ledger DROP CONSTRAINT tacit_ledger_pkey",
           "no ledger, or was changed");
    tamper(p, "CREATE RULE r AS ON INSERT TO tacit_ledger DO INSTEAD NOTHING",
           "no ledger, or was changed");
    tamper(p,
           "CREATE FUNCTION drop_it() RETURNS trigger LANGUAGE plpgsql AS "
           "'BEGIN RETURN NULL; END'; CREATE TRIGGER t BEFORE INSERT ON tacit_ledger "
           "FOR EACH ROW EXECUTE FUNCTION drop_it()",
           "no ledger, or was changed");
    tell(p, "DROP TABLE tacit_ledger; CREATE VIEW tacit_ledger AS SELECT * FROM kept");
    assert_fails(p->cx, look_at(p, "anchor", TACIT_LEDGER_WRITE), TACIT_ERR_DATA,
                 "no ledger, or was changed");
}

/* Rows that are taken away while a ledger is open are missed with the next step, anchor or not. */
static void test_tampering_while_open(void **state)
{
    const place *p = *state;
    const tacit_ledger_request r = question_of("ann", "more", 5);
    tacit_ledger_grant grant;
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    ask_some(p, l, 0, 2);
    tell(p, "DELETE FROM tacit_ledger WHERE number > 3");
    assert_fails(p->cx, tacit_ledger_reserve(p->cx, l, &r, NULL, NULL, &grant), TACIT_ERR_DATA,
                 "broken at row 5");
    assert_fails(p->cx, tacit_ledger_reserve(p->cx, l, &r, NULL, NULL, &grant), TACIT_ERR_IO,
                 "open it anew");
    tacit_ledger_close(l);
}

/* Without an anchor rows at the end can be cut off, as the docs say; with one per server each
 * misses what it saw, and a server that joins begins its own. */
static void test_anchor(void **state)
{
    const place *p = *state;
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    assert_fails(p->cx, look_at(p, "first", TACIT_LEDGER_READ), TACIT_ERR_DATA, "has no anchor");
    ask_some(p, l, 0, 1);
    assert_true(tacit_warning_count(p->cx) == 0);
    assert_ok(p->cx, look_at(p, "first", TACIT_LEDGER_WRITE));
    assert_true(tacit_warning_count(p->cx) == 1);
    assert_non_null(strstr(tacit_warning(p->cx, 0), "begins with row 3"));
    ask_some(p, l, 1, 1);
    assert_ok(p->cx, look_at(p, "second", TACIT_LEDGER_WRITE));
    tacit_ledger_close(l);
    tell(p, "DELETE FROM tacit_ledger WHERE number > 3");
    assert_ok(p->cx, look_at(p, NULL, TACIT_LEDGER_WRITE));
    assert_ok(p->cx, look_at(p, "first", TACIT_LEDGER_WRITE));
    assert_fails(p->cx, look_at(p, "second", TACIT_LEDGER_WRITE), TACIT_ERR_DATA, "3 of 5");
    char path[PATH_BYTES], anchor[PATH_BYTES];
    const tacit_ledger_place file = { .path = path_of(p, "ledger", path),
                                      .anchor = path_of(p, "first", anchor) };
    assert_fails(p->cx, tacit_ledger_open_at(p->cx, &file, TACIT_LEDGER_WRITE, &l), TACIT_ERR_INPUT,
                 "beside it");
}

/* ---- rights and settings ---- */

/* Who may only read and append can keep a ledger; who may only read can look at it. */
static void test_rights(void **state)
{
    const place *p = *state;
    char sql[PATH_BYTES], text[PATH_BYTES];
    tacit_ledger *l = NULL;
    const char *schema = schema_of(p);
    tacit_ledger_close(open_ledger_at(p, TACIT_LEDGER_WRITE));
    snprintf(sql, sizeof sql,
             "CREATE ROLE \"w%s\" LOGIN; GRANT USAGE ON SCHEMA \"%s\" TO \"w%s\"; "
             "GRANT SELECT, INSERT ON tacit_ledger TO \"w%s\"",
             schema, schema, schema, schema);
    tell(p, sql);
    snprintf(sql, sizeof sql, "w%s", schema);
    const char *at = server_place(common_server(), sql, schema, text);
    assert_ok(p->cx, tacit_ledger_open(p->cx, at, TACIT_LEDGER_WRITE, &l));
    ask_some(p, l, 0, 2);
    tacit_ledger_close(l);
    snprintf(sql, sizeof sql, "REVOKE INSERT ON tacit_ledger FROM \"w%s\"", schema);
    tell(p, sql);
    assert_ok(p->cx, tacit_ledger_open(p->cx, at, TACIT_LEDGER_WRITE, &l));
    const tacit_ledger_request r = question_of("ann", "more", 5);
    tacit_ledger_grant grant;
    assert_fails(p->cx, tacit_ledger_reserve(p->cx, l, &r, NULL, NULL, &grant), TACIT_ERR_IO,
                 "no right to it (SQLSTATE 42501)");
    tacit_ledger_close(l);
    assert_ok(p->cx, tacit_ledger_open(p->cx, at, TACIT_LEDGER_READ, &l));
    tacit_ledger_close(l);
}

/* A server that does not sync is refused. */
static void test_fsync(void **state)
{
    const place *p = *state;
    static const char *const settings[] = { "fsync=off", NULL };
    test_server s;
    char text[PATH_BYTES];
    tacit_ledger *l = NULL;
    assert_true(start_server(&s, settings));
    assert_fails(p->cx,
                 tacit_ledger_open(p->cx, server_place(&s, "postgres", "public", text),
                                   TACIT_LEDGER_WRITE, &l),
                 TACIT_ERR_IO, "needs fsync on");
    assert_fails(p->cx, tacit_ledger_open(p->cx, text, TACIT_LEDGER_READ, &l), TACIT_ERR_IO,
                 "There is no ledger at postgresql:///postgres");
    stop_server(&s);
}

/* ---- passwords ---- */

/* Opening fails, with `part` in the message, and no password there. */
static void refuse_place(tacit_ctx *cx, const char *text, tacit_status status, const char *part)
{
    tacit_ledger *l = NULL;
    assert_fails(cx, tacit_ledger_open(cx, text, TACIT_LEDGER_WRITE, &l), status, part);
    assert_null(strstr(tacit_message(cx), "hunter"));
}

static void test_passwords(void **state)
{
    const place *p = *state;
    char text[PATH_BYTES];
    tacit_ledger *l = NULL;
    static const char *const open[] = { "postgresql://ann:hunter2@localhost/db",
                                        "postgres://localhost/db?password=hunter2",
                                        "postgresql:host=localhost password=hunter2",
                                        "postgresql:sslpassword='hunter2' host=localhost" };
    static const char *const bad[] = { "postgresql:hunter2", "postgresql://h/db?hunter2=1",
                                       "postgresql:host='hunter2", "postgres://[hunter2/db" };
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        refuse_place(p->cx, open[i], TACIT_ERR_INPUT, "has a password in it");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuse_place(p->cx, bad[i], TACIT_ERR_INPUT, "is not understood");
    refuse_place(p->cx, "postgresql:host=/nowhere dbname='postgresql://ann:hunter2@h/db'",
                 TACIT_ERR_IO, "there is no connection");
    tell(p, "DROP ROLE IF EXISTS locked; CREATE ROLE locked LOGIN SUPERUSER PASSWORD 'hunter2'");
    server_place(common_server(), "locked", schema_of(p), text);
    assert_int_equal(unsetenv("PGPASSWORD"), 0);
    refuse_place(p->cx, text, TACIT_ERR_IO, "wants a password");
    assert_int_equal(setenv("PGPASSWORD", "hunter3", 1), 0);
    refuse_place(p->cx, text, TACIT_ERR_IO, "does not let this user and password in");
    assert_int_equal(setenv("PGPASSWORD", "hunter2", 1), 0);
    assert_ok(p->cx, tacit_ledger_open(p->cx, text, TACIT_LEDGER_WRITE, &l));
    tacit_ledger_close(l);
    assert_int_equal(unsetenv("PGPASSWORD"), 0);
}

/* ---- lost connections ---- */

/* The server ends the connection between reservation and answer: nothing is told until the ledger
 * was opened anew, and the cost stays spent. */
static void test_lost(void **state)
{
    const place *p = *state;
    const tacit_ledger_request r = question_of("ann", "count", 5);
    tacit_ledger_answer answer;
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    const uint64_t entry = reserve_for(p->cx, l, &r).entry;
    tacit_ledger_touch(l, entry);
    tell(p, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
            "'tacit'");
    assert_fails(p->cx, tacit_ledger_commit(p->cx, l, entry, "12", 2, &answer), TACIT_ERR_IO,
                 "so nothing is answered");
    assert_false(answer.found);
    assert_int_equal(tacit_ledger_find(p->cx, l, "survey", "count", 5, &answer), TACIT_ERR_IO);
    assert_int_equal(tacit_ledger_find(p->cx, l, "survey", "count", 5, &answer), TACIT_ERR_IO);
    tacit_ledger_close(l);
    l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    assert_true(tacit_ledger_account_of(l, TACIT_LEDGER_DATASET, &r).spent.epsilon == 5);
    assert_ok(p->cx, tacit_ledger_find(p->cx, l, "survey", "count", 5, &answer));
    assert_false(answer.found);
    tacit_ledger_close(l);
}

static int socket_at(const char *folder, struct sockaddr_un *at)
{
    *at = (struct sockaddr_un){ .sun_family = AF_UNIX };
    const int n = snprintf(at->sun_path, sizeof at->sun_path, "%s/.s.PGSQL.5432", folder);
    assert_true(n > 0 && (size_t)n < sizeof at->sun_path);
    return socket(AF_UNIX, SOCK_STREAM, 0);
}

/* Hand on what comes from `from`; false at its end. */
static bool hand_on(int from, int to)
{
    char bytes[1 << 16];
    const ssize_t n = read(from, bytes, sizeof bytes);
    return n > 0 && write(to, bytes, (size_t)n) == n;
}

/* Between a client and the server: after `steps` messages of the client the connection is cut, with
 * the last one handed on and answered (`done`) or not. */
static _Noreturn void cut(int door, const char *folder, int steps, bool done)
{
    struct sockaddr_un at;
    const int server = socket_at(folder, &at);
    const int client = accept(door, NULL, NULL);
    if (client < 0 || connect(server, (struct sockaddr *)&at, sizeof at) != 0)
        _exit(1);
    struct pollfd both[2] = { { .fd = client, .events = POLLIN },
                              { .fd = server, .events = POLLIN } };
    while (poll(both, 2, -1) > 0) {
        const bool asks = both[0].revents != 0;
        if (asks && --steps == 0)
            break;
        if (asks ? !hand_on(client, server) : !hand_on(server, client))
            _exit(0);
    }
    if (done && hand_on(client, server))
        (void)poll(both + 1, 1, -1); /* until the server has answered */
    _exit(0);
}

/* One client on a connection that is cut after `steps` messages; whether it may hand out. */
static bool ask_through(const place *p, int steps, bool done, const char *question)
{
    char text[PATH_BYTES];
    struct sockaddr_un at;
    const int door = socket_at(p->folder, &at);
    (void)unlink(at.sun_path);
    assert_int_equal(bind(door, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(door, 1), 0);
    const pid_t between = fork();
    if (between == 0)
        cut(door, common_server()->folder, steps, done);
    (void)close(door);
    test_server s;
    snprintf(s.folder, sizeof s.folder, "%s", p->folder);
    tacit_ledger *l = NULL;
    tacit_ledger_grant grant = { 0 };
    tacit_ledger_answer answer;
    const tacit_ledger_request r = question_of("ann", question, 5);
    tacit_status status = tacit_ledger_open(p->cx, server_place(&s, "postgres", schema_of(p), text),
                                            TACIT_LEDGER_WRITE, &l);
    if (status == TACIT_OK)
        status = tacit_ledger_reserve(p->cx, l, &r, NULL, NULL, &grant);
    if (status == TACIT_OK) {
        tacit_ledger_touch(l, grant.entry);
        status = tacit_ledger_commit(p->cx, l, grant.entry, "12", 2, &answer);
    }
    assert_true(status == TACIT_OK || status == TACIT_ERR_IO);
    tacit_ledger_close(l);
    assert_int_equal(waitpid(between, NULL, 0), between);
    return status == TACIT_OK;
}

/* Cut at every message: what was handed out is on record, at most one question was spent, and what
 * was committed without being handed out is told to whoever asks again. */
static void test_cut_anywhere(void **state)
{
    const place *p = *state;
    int points = 0, hidden = 0;
    uint64_t spent = 0;
    bool handed = false;
    tacit_ledger_close(open_ledger_at(p, TACIT_LEDGER_WRITE));
    for (int steps = 1; !handed; steps++)
        for (int done = 0; done < 2; done++) {
            char question[32];
            tacit_ledger_answer found;
            uint64_t answers = 0;
            snprintf(question, sizeof question, "%d.%d", steps, done);
            handed = ask_through(p, steps, done == 1, question);
            tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_READ);
            assert_ok(p->cx, tacit_ledger_check(p->cx, l, &answers));
            assert_ok(p->cx,
                      tacit_ledger_find(p->cx, l, "survey", question, strlen(question), &found));
            assert_true(found.found || !handed);
            const tacit_ledger_request r = question_of("ann", question, 5);
            const uint64_t now = tacit_ledger_account_of(l, TACIT_LEDGER_DATASET, &r).spent.epsilon;
            assert_true(now == spent || now == spent + 5);
            spent = now;
            hidden += found.found && !handed;
            points++;
            tacit_ledger_close(l);
        }
    assert_true(points > 20 && hidden >= 1);
    char path[PATH_BYTES];
    (void)unlink(path_of(p, ".s.PGSQL.5432", path));
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        on_postgresql(test_tampering), on_postgresql(test_tampering_while_open),
        on_postgresql(test_anchor),    on_postgresql(test_rights),
        on_postgresql(test_fsync),     on_postgresql(test_passwords),
        on_postgresql(test_lost),      on_postgresql(test_cut_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
