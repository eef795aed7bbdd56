/*
 * test_login.c - what is told before a client is known: nothing; and what ends a connection.
 */
#include "support/files.h"
#include "support/wire.h"

/* Talk, and check which messages come back. */
static void check_types(const wire_desk *d, const wire_bytes *b, const char *types)
{
    char got[64];
    wire_said said = wire_talk(d, b->at, b->n);
    assert_true(wire_is_framed(&said));
    wire_types(&said, got, sizeof got);
    assert_string_equal(got, types);
    free(said.at);
}

static void open_desk(const place *p, wire_desk *d)
{
    char path[PATH_BYTES];
    wire_desk_open(d, path_of(p, "people.csv", path));
}

static void test_token(void **state)
{
    wire_desk d;
    wire_bytes b = { 0 };
    open_desk(*state, &d);
    wire_put_login(&b, &d);
    check_types(&d, &b, "RRKZ");
    b.n = 0;
    wire_put(&b, '\0', "isss", 196608, "user", "ada", "");
    wire_put(&b, 'p', "s", "tacit_wrong");
    wire_put(&b, 'Q', "s", "SELECT COUNT(*) FROM people");
    check_types(&d, &b, "RE");
    /* Another's name with a good token. */
    b.n = 0;
    wire_put(&b, '\0', "isss", 196608, "user", "eve", "");
    wire_put(&b, 'p', "s", d.token);
    check_types(&d, &b, "RE");
    wire_desk_close(&d);
}

/* Whatever is said in the place of a proof, nothing is answered. */
static void test_before(void **state)
{
    static const char TYPES[] = "QPBDECSHFXdcf";
    wire_desk d;
    open_desk(*state, &d);
    for (const char *type = TYPES; *type != '\0'; type++) {
        wire_bytes b = { 0 };
        wire_put(&b, '\0', "isss", 196608, "user", "ada", "");
        wire_put(&b, *type, "s", "SELECT COUNT(*) FROM people");
        wire_put(&b, 'p', "s", d.token);
        check_types(&d, &b, "RE");
    }
    wire_desk_close(&d);
}

/* Lengths that are too small or too large end it before anything is read into memory. */
static void test_lengths(void **state)
{
    static const uint32_t LENGTHS[] = { 0, 3, 4097, 0x7fffffff, 0xffffffff };
    wire_desk d;
    open_desk(*state, &d);
    for (size_t i = 0; i < sizeof LENGTHS / sizeof LENGTHS[0]; i++) {
        wire_bytes b = { .n = 8 };
        for (size_t k = 0; k < 4; k++)
            b.at[k] = (unsigned char)(LENGTHS[i] >> (24 - 8 * k));
        check_types(&d, &b, "E");
    }
    /* After the login a message has 64 KiB at most. */
    wire_bytes b = { 0 };
    wire_put_login(&b, &d);
    memcpy(b.at + b.n, "Q\0\1\0\0", 5);
    b.n += 5;
    check_types(&d, &b, "RRKZE");
    wire_desk_close(&d);
}

static void test_versions(void **state)
{
    wire_desk d;
    wire_bytes b = { 0 };
    open_desk(*state, &d);
    wire_put(&b, '\0', "isss", 2 << 16, "user", "ada", "");
    check_types(&d, &b, "E");
    /* A newer minor version is told which one is spoken. */
    b.n = 0;
    wire_put(&b, '\0', "isss", 196610, "user", "ada", "");
    wire_put(&b, 'p', "s", d.token);
    check_types(&d, &b, "vRRKZ");
    /* A request to cancel is answered by nothing. */
    b.n = 0;
    wire_put(&b, '\0', "iii", 80877102, 7, 99);
    check_types(&d, &b, "");
    /* Nobody, and another encoding than UTF-8. */
    b.n = 0;
    wire_put(&b, '\0', "isss", 196608, "database", "people", "");
    check_types(&d, &b, "E");
    b.n = 0;
    wire_put(&b, '\0', "isssss", 196608, "user", "ada", "client_encoding", "LATIN1", "");
    check_types(&d, &b, "E");
    wire_desk_close(&d);
}

/* Encryption that is not there is refused by a byte, at most three times. */
static void test_wishes(void **state)
{
    wire_desk d;
    wire_bytes b = { 0 };
    open_desk(*state, &d);
    for (int i = 0; i < 5; i++)
        wire_put(&b, '\0', "i", 80877103 + i % 2);
    wire_said said = wire_talk(&d, b.at, b.n);
    assert_int_equal(said.n, 3);
    assert_memory_equal(said.at, "NNN", 3);
    free(said.at);
    wire_desk_close(&d);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_token),    with_place(test_before), with_place(test_lengths),
        with_place(test_versions), with_place(test_wishes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
