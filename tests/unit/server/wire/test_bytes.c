/*
 * test_bytes.c - a session survives whatever its client says: every beginning of a talk, and
 * thousands of talks with bytes changed, which tests/fuzz/fuzz_wire.c tries for longer.
 */
#include "support/files.h"
#include "support/wire.h"

#include "base/rng.h"

static void put_talk(wire_bytes *b)
{
    wire_put(b, 'Q', "s", "SELECT sex, COUNT(*) FROM people GROUP BY sex; SHOW server_version");
    wire_put(b, 'P', "sshi", "q", "SELECT COUNT(*) FROM people WHERE age < $1", 1, 23);
    wire_put(b, 'D', "bs", 'S', "q");
    wire_put(b, 'B', "sshhhivhh", "p", "q", 1, 0, 1, 2, "18", 1, 1);
    wire_put(b, 'B', "sshhvhh", "p", "q", 0, 1, "18", 1, 1);
    wire_put(b, 'D', "bs", 'P', "p");
    wire_put(b, 'E', "si", "p", 1);
    wire_put(b, 'C', "bs", 'P', "p");
    wire_put(b, 'H', "");
    wire_put(b, 'S', "");
    wire_put(b, 'Q', "s",
             "SELECT c.oid::regclass, a.* FROM pg_class c JOIN pg_attribute a ON "
             "attrelid = c.oid WHERE relname ~ '^(people)$' ORDER BY attnum LIMIT 2");
    wire_put(b, 'X', "");
}

static void check(const wire_desk *d, const wire_bytes *b, size_t n)
{
    wire_said said = wire_talk(d, b->at, n);
    while (said.n > 0 && said.at[0] == 'N' && (said.n == 1 || said.at[1] != '\0'))
        memmove(said.at, said.at + 1, --said.n); /* encryption was refused */
    if (!wire_is_framed(&said))
        fail_msg("an answer is no row of messages");
    free(said.at);
}

static void test_beginnings(void **state)
{
    static wire_bytes b;
    char path[PATH_BYTES];
    wire_desk d;
    wire_desk_open(&d, path_of(*state, "people.csv", path));
    b.n = 0;
    wire_put_login(&b, &d);
    const size_t login = b.n;
    put_talk(&b);
    for (size_t n = 0; n < login; n++)
        check(&d, &b, n);
    for (size_t n = login; n <= b.n; n += 7)
        check(&d, &b, n);
    wire_desk_close(&d);
}

/* Change some bytes; more often those of lengths and small numbers than a coin would. */
static void change(wire_bytes *b, size_t from, tacit_rng *rng)
{
    static const unsigned char LIKELY[] = { 0, 1, 2, 4, 0x7f, 0x80, 0xff, 'Q', 'P', 'B', 'D', 'E' };
    const size_t times = 1 + (size_t)tacit_rng_below(rng, 4);
    for (size_t i = 0; i < times; i++) {
        const size_t at = from + (size_t)tacit_rng_below(rng, b->n - from);
        b->at[at] = tacit_rng_below(rng, 2) == 0 ? LIKELY[tacit_rng_below(rng, sizeof LIKELY)]
                                                 : (unsigned char)tacit_rng_below(rng, 256);
    }
}

static void test_changed(void **state)
{
    enum { TALKS = 1500 };
    static wire_bytes plain, b;
    char path[PATH_BYTES];
    wire_desk d;
    wire_desk_open(&d, path_of(*state, "people.csv", path));
    tacit_rng seed = tacit_rng_seed(20261117);
    plain.n = 0;
    wire_put_login(&plain, &d);
    const size_t login = plain.n;
    put_talk(&plain);
    for (int i = 0; i < TALKS; i++) {
        b = plain;
        change(&b, i % 4 == 0 ? 0 : login, &seed);
        check(&d, &b, b.n);
    }
    wire_desk_close(&d);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_beginnings), with_place(test_changed) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
