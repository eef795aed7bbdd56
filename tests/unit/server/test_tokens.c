/*
 * test_tokens.c - tokens: making, finding, revoking, the file, and SCRAM's keys.
 */
#include "support/files.h"

#include <sodium.h>
#include <string.h>

#include "server/token/token.h"

/* The exchange of RFC 7677, section 3: user "user", password "pencil". */
#define SALT "W22ZaJ0SNY7soEsUEjb6gQ=="
#define NONCE "rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
#define MESSAGE "n=user,r=rOprNGfwEbeRWgbNEkqO,r=" NONCE ",s=" SALT ",i=4096,c=biws,r=" NONCE
#define PROOF "dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
#define SIGNATURE "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="

static void read_base64(const char *text, unsigned char *out, size_t n)
{
    size_t got = 0;
    assert_int_equal(sodium_base642bin(out, n, text, strlen(text), NULL, &got, NULL,
                                       sodium_base64_VARIANT_ORIGINAL),
                     0);
    assert_int_equal(got, n);
}

static void sign(const unsigned char key[32], unsigned char out[32])
{
    crypto_auth_hmacsha256(out, (const unsigned char *)MESSAGE, strlen(MESSAGE), key);
}

static void test_scram(void **state)
{
    tacit_scram s = { .iterations = 4096 };
    unsigned char wanted[32], signature[32], client[32], stored[32];
    (void)state;
    read_base64(SALT, s.salt, sizeof s.salt);
    tacit_scram_of("pencil", &s);
    sign(s.server_key, signature);
    read_base64(SIGNATURE, wanted, sizeof wanted);
    assert_memory_equal(signature, wanted, 32);
    sign(s.stored_key, signature);
    read_base64(PROOF, client, sizeof client);
    for (size_t i = 0; i < sizeof client; i++)
        client[i] ^= signature[i];
    crypto_hash_sha256(stored, client, sizeof client);
    assert_memory_equal(stored, s.stored_key, 32);
}

static tacit_tokens *open_at(const place *p, bool make)
{
    char path[PATH_BYTES];
    tacit_tokens *t = NULL;
    assert_ok(p->cx, tacit_tokens_open(p->cx, path_of(p, "tokens", path), make, &t));
    return t;
}

static void add(const place *p, tacit_tokens *t, const char *name, tacit_caller_role role,
                char text[TACIT_TOKEN_TEXT])
{
    assert_ok(p->cx, tacit_tokens_add(p->cx, t, &(tacit_token_spec){ name, role, 0 }, text));
}

static void test_life(void **state)
{
    const place *p = *state;
    char one[TACIT_TOKEN_TEXT], two[TACIT_TOKEN_TEXT], path[PATH_BYTES], kept[8192];
    tacit_token found;
    struct stat st;
    tacit_tokens *t = open_at(p, true);
    add(p, t, "ada", TACIT_CALLER_ANALYST, one);
    add(p, t, "boss", TACIT_CALLER_CUSTODIAN, two);
    assert_int_equal(strlen(one), TACIT_TOKEN_TEXT - 1);
    assert_string_not_equal(one, two);
    tacit_tokens *other = open_at(p, false);
    assert_int_equal(tacit_tokens_find(other, two, &found), TACIT_TOKEN_GOOD);
    assert_string_equal(found.name, "boss");
    assert_int_equal(found.role, TACIT_CALLER_CUSTODIAN);
    assert_ok(p->cx, tacit_tokens_revoke(p->cx, t, "ada"));
    assert_int_equal(tacit_tokens_find(other, one, &found), TACIT_TOKEN_REVOKED);
    one[20] ^= 1;
    assert_int_equal(tacit_tokens_find(other, one, &found), TACIT_TOKEN_UNKNOWN);
    one[20] ^= 1;
    assert_int_equal(stat(path_of(p, "tokens", path), &st), 0);
    assert_int_equal(st.st_mode & 077, 0);
    get_text(p, "tokens", kept, sizeof kept);
    assert_null(strstr(kept, one + 6));
    assert_null(strstr(kept, two + 6));
    tacit_tokens_close(t);
    tacit_tokens_close(other);
}

/* A name belongs to one good token; SCRAM finds that one, and the keys are the token's. */
static void test_names(void **state)
{
    const place *p = *state;
    static const char *const WRONG[] = { "", "a b", "a\n", "a/b", "\xc3\xa4", "'", "a\"b" };
    char text[TACIT_TOKEN_TEXT], again[TACIT_TOKEN_TEXT];
    tacit_token found;
    tacit_tokens *t = NULL;
    assert_ok(p->cx, tacit_tokens_open(p->cx, NULL, false, &t));
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        assert_int_equal(tacit_tokens_add(p->cx, t, &(tacit_token_spec){ WRONG[i], 0, 0 }, text),
                         TACIT_ERR_INPUT);
    add(p, t, "ada", TACIT_CALLER_ANALYST, text);
    assert_int_equal(tacit_tokens_add(p->cx, t, &(tacit_token_spec){ "ada", 0, 0 }, again),
                     TACIT_ERR_INPUT);
    assert_ok(p->cx, tacit_tokens_revoke(p->cx, t, "ada"));
    assert_int_equal(tacit_tokens_revoke(p->cx, t, "ada"), TACIT_ERR_INPUT);
    add(p, t, "ada", TACIT_CALLER_ANALYST, again);
    assert_int_equal(tacit_tokens_named(t, "ada", &found), TACIT_TOKEN_GOOD);
    tacit_scram own = found.scram;
    tacit_scram_of(again, &own);
    assert_memory_equal(own.stored_key, found.scram.stored_key, TACIT_SCRAM_KEY);
    assert_memory_equal(own.server_key, found.scram.server_key, TACIT_SCRAM_KEY);
    assert_int_equal(tacit_tokens_named(t, "eve", &found), TACIT_TOKEN_UNKNOWN);
    assert_int_equal(tacit_tokens_find(t, text, &found), TACIT_TOKEN_REVOKED);
    tacit_tokens_close(t);
}

static void test_ended(void **state)
{
    const place *p = *state;
    char text[TACIT_TOKEN_TEXT];
    tacit_token found;
    tacit_tokens *t = NULL;
    assert_ok(p->cx, tacit_tokens_open(p->cx, NULL, false, &t));
    assert_ok(p->cx, tacit_tokens_add(p->cx, t,
                                      &(tacit_token_spec){ "ada", TACIT_CALLER_ANALYST, 1 }, text));
    assert_int_equal(tacit_tokens_find(t, text, &found), TACIT_TOKEN_EXPIRED);
    tacit_tokens_close(t);
}

/* A file that says something else lets nobody in. */
static void test_damaged(void **state)
{
    static const char *const TEXTS[] = { "hello\n", "[]\n", "{\"key\": \"AAAA\"}\n",
                                         "{\"add\": \"ada\"}\n", "{\"revoke\": 7}\n" };
    const place *p = *state;
    char path[PATH_BYTES];
    tacit_tokens *t = NULL;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        put_text(p, "tokens", TEXTS[i]);
        assert_int_equal(chmod(path_of(p, "tokens", path), 0600), 0);
        assert_int_equal(tacit_tokens_open(p->cx, path, true, &t), TACIT_ERR_DATA);
    }
    assert_int_equal(chmod(path, 0644), 0);
    assert_int_equal(tacit_tokens_open(p->cx, path, true, &t), TACIT_ERR_INPUT);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_scram), with_place(test_life),
                                        with_place(test_names), with_place(test_ended),
                                        with_place(test_damaged) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
