/*
 * test_scram.c - the server's side of SCRAM-SHA-256, by the example of RFC 7677, section 3.
 */
#include "support/check.h"

#include <stdio.h>

#include "server/wire/scram.h"

static const unsigned char SALT[] = { 0x5b, 0x6d, 0x99, 0x68, 0x9d, 0x12, 0x35, 0x8e,
                                      0xec, 0xa0, 0x4b, 0x14, 0x12, 0x36, 0xfa, 0x81 };
#define CLIENT_FIRST "n,,n=user,r=rOprNGfwEbeRWgbNEkqO"
#define SERVER_NONCE "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
#define NONCE "rOprNGfwEbeRWgbNEkqO" SERVER_NONCE
#define PROOF "dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="

static tacit_scram_exchange exchange(void)
{
    tacit_scram_exchange x = { .known = true, .kept.iterations = 4096 };
    memcpy(x.kept.salt, SALT, sizeof SALT);
    tacit_scram_of("pencil", &x.kept);
    return x;
}

static void test_published(void **state)
{
    tacit_scram_exchange x = exchange();
    (void)state;
    assert_true(tacit_scram_begin(&x, CLIENT_FIRST, SERVER_NONCE));
    assert_string_equal(x.first, "r=" NONCE ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096");
    assert_true(tacit_scram_end(&x, "c=biws,r=" NONCE ",p=" PROOF));
    assert_string_equal(x.final, "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
}

/* The right proof is of no use to a user who is not known, nor another for one who is. */
static void test_refused(void **state)
{
    static const char *const FINAL[] = {
        "",
        "c=biws",
        "c=biws,r=" NONCE,
        "c=biws,r=" NONCE ",p=",
        "c=biws,r=" NONCE ",p=" PROOF "A",
        "c=biws,r=" NONCE ",p=eHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
        "c=biws,r=" NONCE "x,p=" PROOF,
        "c=biws,r=rOprNGfwEbeRWgbNEkqO,p=" PROOF,
        "c=eSws,r=" NONCE ",p=" PROOF,
        "c=cD10bHMtdW5pcXVlLCw=,r=" NONCE ",p=" PROOF,
        "c=biws,r=" NONCE ",x=1,p=" PROOF,
    };
    (void)state;
    for (size_t i = 0; i < sizeof FINAL / sizeof FINAL[0]; i++) {
        tacit_scram_exchange x = exchange();
        assert_true(tacit_scram_begin(&x, CLIENT_FIRST, SERVER_NONCE));
        if (tacit_scram_end(&x, FINAL[i]))
            fail_msg("%s was taken", FINAL[i]);
    }
    tacit_scram_exchange x = exchange();
    x.known = false;
    assert_true(tacit_scram_begin(&x, CLIENT_FIRST, SERVER_NONCE));
    assert_false(tacit_scram_end(&x, "c=biws,r=" NONCE ",p=" PROOF));
}

/* First messages that are none, that bind to a channel, or that act for another. */
static void test_first(void **state)
{
    static const char *const FIRST[] = {
        "",
        "n",
        "n,,",
        "n,,n=user",
        "n,,n=user,r=",
        "n,,n=user,r=a b",
        "n,,n=user,r=abc,x=1",
        "n,,m=1,n=user,r=abc",
        "n,a=other,n=user,r=abc",
        "p=tls-unique,,n=user,r=abc",
    };
    char longest[TACIT_SCRAM_TEXT + 10];
    tacit_scram_exchange x = exchange();
    (void)state;
    for (size_t i = 0; i < sizeof FIRST / sizeof FIRST[0]; i++)
        if (tacit_scram_begin(&x, FIRST[i], SERVER_NONCE))
            fail_msg("%s was taken", FIRST[i]);
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    memcpy(longest, "n,,n=,r=", 8);
    assert_false(tacit_scram_begin(&x, longest, SERVER_NONCE));
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
