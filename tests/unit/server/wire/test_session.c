/*
 * test_session.c - what messages are answered with: simple and extended queries, states.
 *
 * Which messages answer which is PostgreSQL's documentation, section 55.2; counts are those of
 * support/wire.h.
 */
#include "support/files.h"
#include "support/wire.h"

/* A talk after a login. */
typedef struct talk {
    wire_desk desk;
    wire_bytes bytes;
    wire_said said;
} talk;

static talk *begin(const place *p)
{
    char path[PATH_BYTES];
    talk *t = calloc(1, sizeof *t);
    assert_non_null(t);
    wire_desk_open(&t->desk, path_of(p, "people.csv", path));
    wire_put_login(&t->bytes, &t->desk);
    return t;
}

/* Send what was put, and check the types of the answers. */
static void check(talk *t, const char *types)
{
    char got[128];
    free(t->said.at);
    t->said = wire_talk(&t->desk, t->bytes.at, t->bytes.n);
    assert_true(wire_is_framed(&t->said));
    wire_types(&t->said, got, sizeof got);
    assert_memory_equal(got, "RRKZ", 4);
    assert_string_equal(got + 4, types);
    t->bytes.n = 0;
    wire_put_login(&t->bytes, &t->desk);
}

static void end(talk *t)
{
    free(t->said.at);
    wire_desk_close(&t->desk);
    free(t);
}

/* The content of a message has these bytes in it. */
static void assert_says(const talk *t, char type, size_t i, const char *bytes, size_t length)
{
    size_t n = 0;
    const unsigned char *at = wire_find(&t->said, type, i, &n);
    bool found = false;
    assert_non_null(at);
    for (size_t k = 0; !found && k + length <= n; k++)
        found = memcmp(at + k, bytes, length) == 0;
    if (!found)
        fail_msg("message %c number %zu does not say it", type, i);
}
#define assert_text(t, type, i, text) assert_says(t, type, i, text, strlen(text))

static void ask(talk *t, const char *sql)
{
    wire_put(&t->bytes, 'Q', "s", sql);
}

static void test_simple(void **state)
{
    talk *t = begin(*state);
    ask(t, "SELECT sex, COUNT(*) AS n FROM people GROUP BY sex");
    check(t, "NTDDCZ");
    assert_says(t, 'T', 0, "sex\0\0\0\0\0\0\0\0\0\0\x19", 14);
    assert_says(t, 'D', 0, "\0\2\0\0\0\1f\0\0\0\00220", 13);
    assert_text(t, 'C', 0, "SELECT 2");
    ask(t, "SELECT 1; SELECT 2; ; SELECT nothing; SELECT 3");
    check(t, "TDCTDCEZ");
    ask(t, " ; ");
    check(t, "IZ");
    ask(t, "SELECT COUNT(*) FROM nobody");
    check(t, "EZ");
    assert_text(t, 'E', 0, "C42P01");
    assert_says(t, 'E', 0, "P22", 4);
    end(t);
}

/* The place of a failure is counted in characters of the whole text. */
static void test_places(void **state)
{
    talk *t = begin(*state);
    ask(t, "SELECT '\xc3\xbc';\nSELECT COUNT(*) FROM people WHERE x = 1");
    check(t, "TDCEZ");
    assert_text(t, 'E', 0, "C42703");
    assert_says(t, 'E', 0, "P47", 4);
    ask(t, "SELEC");
    check(t, "EZ");
    assert_text(t, 'E', 0, "C42601");
    end(t);
}

static void test_refused(void **state)
{
    static const char *const ALL[][2] = {
        { "INSERT INTO people VALUES (1)", "C25006" },
        { "DROP TABLE people", "C25006" },
        { "CREATE TABLE x (a int)", "C25006" },
        { "SELECT COUNT(*) INTO x FROM people", "C25006" },
        { "COPY people TO STDOUT", "C0A000" },
        { "LISTEN x", "C0A000" },
        { "DO 'x'", "C0A000" },
        { "DECLARE c CURSOR FOR SELECT 1", "C0A000" },
        { "PREPARE TRANSACTION 'x'", "C0A000" },
        { "SELECT * FROM people", "C0A000" },
        { "SELECT id, COUNT(*) FROM people GROUP BY id", "C42501" },
        { "SET nothing = 1", "C42704" },
        { "SET standard_conforming_strings = off", "C22023" },
        { "SET tacit.epsilon = 'much'", "C22023" },
        { "SET statement_timeout = '5 bananas'", "C22023" },
        { "SET statement_timeout = '-5'", "C22023" },
        { "SET statement_timeout = '25d'", "C22023" },
        { "SHOW nothing", "C42704" },
        { "SAVEPOINT a", "C25P01" },
        { "EXPLAIN ANALYZE SELECT COUNT(*) FROM people", "C0A000" },
        { "SELECT COUNT(*) FROM people WHERE sex = $1", "C0A000" },
    };
    talk *t = begin(*state);
    for (size_t i = 0; i < sizeof ALL / sizeof ALL[0]; i++) {
        ask(t, ALL[i][0]);
        check(t, "EZ");
        assert_text(t, 'E', 0, ALL[i][1]);
    }
    end(t);
}

/* The byte of each Z says the state. */
static void check_states(const talk *t, const char *states)
{
    size_t n = 0;
    for (size_t i = 0; states[i] != '\0'; i++) {
        const unsigned char *z = wire_find(&t->said, 'Z', i + 1, &n);
        assert_non_null(z);
        assert_int_equal(z[0], states[i]);
    }
}

static void test_transactions(void **state)
{
    talk *t = begin(*state);
    ask(t, "BEGIN");
    ask(t, "SELECT 1");
    ask(t, "SELECT nothing");
    ask(t, "SELECT 1");
    ask(t, "COMMIT");
    ask(t, "SELECT 1");
    check(t, "CZTDCZEZEZCZTDCZ");
    check_states(t, "TTEEII");
    assert_text(t, 'E', 1, "C25P02");
    assert_text(t, 'C', 2, "ROLLBACK"); /* what COMMIT of a failed one is */
    ask(t, "BEGIN; SAVEPOINT a; SELECT nothing");
    ask(t, "ROLLBACK TO a");
    ask(t, "ROLLBACK");
    check(t, "CCEZCZCZ");
    check_states(t, "ETI");
    end(t);
}

static void test_settings(void **state)
{
    talk *t = begin(*state);
    ask(t, "SET application_name = 'test'; SHOW application_name");
    check(t, "CTDCZ");
    assert_text(t, 'D', 0, "test");
    ask(t, "SET tacit.error = on");
    ask(t, "SELECT COUNT(*) FROM people");
    ask(t, "RESET tacit.error; SELECT COUNT(*) FROM people");
    check(t, "CZNTDCZCNTDCZ");
    assert_text(t, 'T', 0, "count_low");
    size_t wide = 0, narrow = 0;
    assert_non_null(wire_find(&t->said, 'T', 0, &wide));
    assert_non_null(wire_find(&t->said, 'T', 1, &narrow));
    assert_true(wide > narrow);
    ask(t, "SET client_min_messages = warning; SELECT COUNT(*) FROM people");
    check(t, "CTDCZ");
    ask(t, "SET tacit.epsilon = 0.05; SELECT COUNT(*) FROM people"); /* a mode without one */
    check(t, "CEZ");
    ask(t, "SET statement_timeout = '1.5 min'; SET statement_timeout = 20; SHOW statement_timeout");
    check(t, "CCTDCZ");
    assert_text(t, 'D', 0, "20");
    ask(t, "EXPLAIN SELECT COUNT(*) FROM people WHERE age < 18");
    check(t, "TDDDDDCZ");
    assert_text(t, 'D', 0, "count of \"people\" where");
    end(t);
}

/* ---- extended queries ---- */

/* Parse, Bind with one text, Describe and Execute, all without a name. */
static void put_query(talk *t, const char *sql, const char *value, int binary)
{
    wire_put(&t->bytes, 'P', "ssh", "", sql, 0);
    wire_put(&t->bytes, 'B', "sshhvhh", "", "", 0, 1, value, 1, binary);
    wire_put(&t->bytes, 'D', "bs", 'P', "");
    wire_put(&t->bytes, 'E', "si", "", 0);
    wire_put(&t->bytes, 'S', "");
}

static void test_extended(void **state)
{
    talk *t = begin(*state);
    put_query(t, "SELECT COUNT(*) FROM people WHERE sex = $1", "f", 0);
    check(t, "12TNDCZ");
    assert_says(t, 'D', 0, "\0\1\0\0\0\00220", 8);
    put_query(t, "SELECT COUNT(*), AVG(age) FROM people WHERE sex = $1 GROUP BY sex", "f", 1);
    check(t, "12TNDCZ");
    assert_says(t, 'D', 0, "\0\2\0\0\0\10\0\0\0\0\0\0\0\x14\0\0\0\10\x40", 19);
    put_query(t, "SELECT COUNT(*) FROM people WHERE sex = $1", "f' OR 'a'='a", 0);
    check(t, "12EZ");
    /* What a catalog is asked takes parameters as well. */
    put_query(t, "SELECT relkind FROM pg_class WHERE relname = $1", "people", 0);
    check(t, "12TDCZ");
    end(t);
}

/* A statement is described before its parameters are known. */
static void test_described(void **state)
{
    talk *t = begin(*state);
    wire_put(&t->bytes, 'P', "ssh", "q", "SELECT COUNT(*) AS n FROM people WHERE age < $2", 0);
    wire_put(&t->bytes, 'D', "bs", 'S', "q");
    wire_put(&t->bytes, 'C', "bs", 'S', "q");
    wire_put(&t->bytes, 'D', "bs", 'S', "q");
    wire_put(&t->bytes, 'S', "");
    check(t, "1tT3EZ");
    assert_says(t, 't', 0, "\0\2\0\0\0\x19\0\0\0\x19", 10);
    wire_put(&t->bytes, 'P', "ssh", "", "BEGIN", 0);
    wire_put(&t->bytes, 'D', "bs", 'S', "");
    wire_put(&t->bytes, 'S', "");
    check(t, "1tnZ");
    end(t);
}

/* A portal tells as many rows as are asked for, and the rest later; it ends with the transaction.
 */
static void test_portals(void **state)
{
    talk *t = begin(*state);
    wire_put(&t->bytes, 'P', "ssh", "q", "SELECT sex, age, COUNT(*) FROM people GROUP BY sex, age",
             0);
    wire_put(&t->bytes, 'B', "sshhh", "p", "q", 0, 0, 0);
    wire_put(&t->bytes, 'E', "si", "p", 4);
    wire_put(&t->bytes, 'E', "si", "p", 1);
    wire_put(&t->bytes, 'E', "si", "p", 4);
    wire_put(&t->bytes, 'S', "");
    wire_put(&t->bytes, 'E', "si", "p", 4);
    wire_put(&t->bytes, 'S', "");
    check(t, "12NDDDDsDsDCZEZ");
    assert_text(t, 'E', 0, "C34000");
    end(t);
}

/* After a failure all is passed over until the client synchronises. */
static void test_skipping(void **state)
{
    talk *t = begin(*state);
    wire_put(&t->bytes, 'P', "ssh", "", "SELEC", 0);
    wire_put(&t->bytes, 'P', "ssh", "", "SELECT 1", 0);
    wire_put(&t->bytes, 'B', "sshhh", "", "", 0, 0, 0);
    wire_put(&t->bytes, 'E', "si", "", 0);
    wire_put(&t->bytes, 'S', "");
    wire_put(&t->bytes, 'P', "ssh", "", "SELECT 1", 0);
    wire_put(&t->bytes, 'S', "");
    check(t, "EZ1Z");
    wire_put(&t->bytes, 'P', "ssh", "", "SELECT 1; SELECT 2", 0);
    wire_put(&t->bytes, 'S', "");
    check(t, "EZ");
    wire_put(&t->bytes, 'B', "sshhh", "", "none", 0, 0, 0);
    wire_put(&t->bytes, 'S', "");
    check(t, "EZ");
    wire_put(&t->bytes, 'F', "i", 1);
    check(t, "EZ");
    wire_put(&t->bytes, '?', "");
    ask(t, "SELECT 1");
    check(t, "E");
    end(t);
}

/* There are only so many statements under names. */
static void test_many(void **state)
{
    talk *t = begin(*state);
    size_t n = 0;
    for (int i = 0; i < TACIT_WIRE_STATEMENTS + 1; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "s%d", i);
        wire_put(&t->bytes, 'P', "ssh", name, "SELECT 1", 0);
    }
    wire_put(&t->bytes, 'S', "");
    t->said = wire_talk(&t->desk, t->bytes.at, t->bytes.n);
    assert_non_null(wire_find(&t->said, '1', TACIT_WIRE_STATEMENTS - 1, &n));
    assert_null(wire_find(&t->said, '1', TACIT_WIRE_STATEMENTS, &n));
    assert_text(t, 'E', 0, "C53400");
    end(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_simple),       with_place(test_places),   with_place(test_refused),
        with_place(test_transactions), with_place(test_settings), with_place(test_extended),
        with_place(test_described),    with_place(test_portals),  with_place(test_skipping),
        with_place(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
