/*
 * test_scram.c - the server's side of SCRAM-SHA-256, by the example of RFC 7677, section 3.
 */
#include "support/check.h"

#include <sodium.h>
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

/* What a client that knows the password answers to all that was said: RFC 5802, section 3. */
static void prove(const char *message, char out[64])
{
    unsigned char salted[32], key[32], stored[32], signature[32];
    unsigned char block[sizeof SALT + 4], u[32];
    crypto_auth_hmacsha256_state s;
    memcpy(block, SALT, sizeof SALT);
    memcpy(block + sizeof SALT, "\0\0\0\1", 4);
    for (int i = 0; i < 4096; i++) { /* PBKDF2, the first block */
        (void)crypto_auth_hmacsha256_init(&s, (const unsigned char *)"pencil", 6);
        (void)crypto_auth_hmacsha256_update(&s, i == 0 ? block : u, i == 0 ? sizeof block : 32);
        (void)crypto_auth_hmacsha256_final(&s, u);
        for (size_t k = 0; k < 32; k++)
            salted[k] = i == 0 ? u[k] : (unsigned char)(salted[k] ^ u[k]);
    }
    (void)crypto_auth_hmacsha256(key, (const unsigned char *)"Client Key", 10, salted);
    (void)crypto_hash_sha256(stored, key, 32);
    (void)crypto_auth_hmacsha256(signature, (const unsigned char *)message, strlen(message),
                                 stored);
    for (size_t k = 0; k < 32; k++)
        key[k] ^= signature[k];
    (void)sodium_bin2base64(out, 64, key, 32, sodium_base64_VARIANT_ORIGINAL);
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

/* Binding to a channel: the client's last message says the header and the hash.  The proof is
 * computed here by the formulas, with the keys that the RFC's example password has. */
static void test_channel(void **state)
{
    static const struct {
        const char *first, *channel; /* the latter as base64 of header and hash */
        bool offered, binds, begins, ends;
    } ALL[] = {
        /* "p=tls-server-end-point,," and the bytes 1, 2, 3 */
        { "p=tls-server-end-point,,n=user,r=abc", "cD10bHMtc2VydmVyLWVuZC1wb2ludCwsAQID", true,
          true, true, true },
        /* another certificate; none; not offered; another binding */
        { "p=tls-server-end-point,,n=user,r=abc", "cD10bHMtc2VydmVyLWVuZC1wb2ludCwsAQIE", true,
          true, true, false },
        { "p=tls-server-end-point,,n=user,r=abc", "cD10bHMtc2VydmVyLWVuZC1wb2ludCws", true, true,
          true, false },
        { "p=tls-server-end-point,,n=user,r=abc", "", false, true, false, false },
        { "p=tls-unique,,n=user,r=abc", "", true, true, false, false },
        /* the name of one mechanism with the header of the other */
        { "n,,n=user,r=abc", "", true, true, false, false },
        { "p=tls-server-end-point,,n=user,r=abc", "", true, false, false, false },
        /* a client that could bind and was not offered to, though it was */
        { "y,,n=user,r=abc", "", true, false, false, false },
        { "y,,n=user,r=abc", "eSws", false, false, true, true },
        { "n,,n=user,r=abc", "biws", true, false, true, true },
    };
    (void)state;
    for (size_t i = 0; i < sizeof ALL / sizeof ALL[0]; i++) {
        tacit_scram_exchange x = exchange();
        char without[256], last[400], message[2000], proof[64];
        if (ALL[i].offered)
            x.channel = (tacit_scram_channel){ .hash = { 1, 2, 3 }, .n = 3 };
        x.binds = ALL[i].binds;
        assert_int_equal(tacit_scram_begin(&x, ALL[i].first, "def"), ALL[i].begins);
        if (!ALL[i].begins)
            continue;
        (void)snprintf(without, sizeof without, "c=%s,r=abcdef", ALL[i].channel);
        (void)snprintf(message, sizeof message, "%s,%s,%s", strstr(ALL[i].first, ",,") + 2, x.first,
                       without);
        prove(message, proof);
        (void)snprintf(last, sizeof last, "%s,p=%s", without, proof);
        assert_int_equal(tacit_scram_end(&x, last), ALL[i].ends);
    }
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
        cmocka_unit_test(test_channel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
