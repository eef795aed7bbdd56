/*
 * test_hash.c - hashes, and digests of texts and files.
 *
 * Provenance: SHA-256 of "abc" and of the 448-bit message from FIPS 180-2 (2002), appendix
 * B; of the empty message from the same algorithm's published test vectors.
 */
#include "support/files.h"

#include "base/hash.h"
#include "base/rng.h"
#include "base/sha256.h"

#define OF_NOTHING "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
#define OF_ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define OF_448_BITS "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
#define OF_A_MILLION "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"

static void test_texts(void **state)
{
    (void)state;
    char digest[TACIT_DIGEST_BYTES];
    tacit_digest_text("", digest);
    assert_string_equal(digest, OF_NOTHING);
    tacit_digest_text("abc", digest);
    assert_string_equal(digest, OF_ABC);
    tacit_digest_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", digest);
    assert_string_equal(digest, OF_448_BITS);
}

static void test_files(void **state)
{
    place *p = *state;
    static char million[1000000];
    char digest[TACIT_DIGEST_BYTES], path[PATH_BYTES];
    uint64_t bytes = 0;
    memset(million, 'a', sizeof million);
    put_text(p, "abc", "abc");
    put_text(p, "empty", "");
    put_bytes(p, "million", million, sizeof million);
    assert_ok(p->cx, tacit_digest_file(p->cx, path_of(p, "abc", path), digest, &bytes));
    assert_string_equal(digest, OF_ABC);
    assert_int_equal(bytes, 3);
    assert_ok(p->cx, tacit_digest_file(p->cx, path_of(p, "empty", path), digest, &bytes));
    assert_string_equal(digest, OF_NOTHING);
    assert_int_equal(bytes, 0);
    assert_ok(p->cx, tacit_digest_file(p->cx, path_of(p, "million", path), digest, &bytes));
    assert_string_equal(digest, OF_A_MILLION);
    assert_int_equal(bytes, 1000000);
}

/* The digest of `n` bytes, taken in two pieces. */
static void digest_of(const unsigned char *bytes, size_t n, size_t first, bool fast,
                      unsigned char out[TACIT_SHA256_BYTES])
{
    tacit_sha256 s;
    tacit_sha256_begin(&s, fast);
    tacit_sha256_add(&s, bytes, first);
    tacit_sha256_add(&s, bytes + first, n - first);
    tacit_sha256_end(&s, out);
}

/* The processor's instructions and libsodium agree, however the bytes are cut. */
static void test_kernels(void **state)
{
    (void)state;
    unsigned char bytes[1000], plain[TACIT_SHA256_BYTES], fast[TACIT_SHA256_BYTES];
    tacit_rng rng = tacit_rng_seed(1);
    if (!tacit_sha256_is_fast())
        skip();
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)tacit_rng_below(&rng, 256);
    for (size_t n = 0; n <= sizeof bytes; n++)
        for (int again = 0; again < 4; again++) {
            const size_t first = (size_t)tacit_rng_below(&rng, n + 1);
            digest_of(bytes, n, 0, false, plain);
            digest_of(bytes, n, first, true, fast);
            assert_memory_equal(plain, fast, sizeof plain);
        }
}

static void test_unreadable(void **state)
{
    place *p = *state;
    char digest[TACIT_DIGEST_BYTES], path[PATH_BYTES];
    uint64_t bytes = 0;
    assert_fails(p->cx, tacit_digest_file(p->cx, path_of(p, "none", path), digest, &bytes),
                 TACIT_ERR_IO, "none");
    assert_fails(p->cx, tacit_digest_file(p->cx, p->folder, digest, &bytes), TACIT_ERR_IO,
                 p->folder);
    put_text(p, "abc", "abc");
    tacit_cancel(p->cx);
    assert_fails(p->cx, tacit_digest_file(p->cx, path_of(p, "abc", path), digest, &bytes),
                 TACIT_ERR_CANCELLED, "Stopped");
}

static void test_hashes(void **state)
{
    (void)state;
    /* XXH3 of nothing, from the specification of XXH3 (Collet 2023) */
    assert_true(tacit_hash_bytes("", 0) == UINT64_C(0x2d06800538d394c2));
    assert_true(tacit_hash_bytes("ab", 2) != tacit_hash_bytes("ba", 2));
    assert_true(tacit_hash_bytes("ab", 1) == tacit_hash_bytes("ac", 1));
    assert_true(tacit_hash_u64(0) == 0);                            /* the finaliser keeps 0 */
    assert_true(tacit_hash_u64(1) == UINT64_C(0xb456bcfc34c2cb2c)); /* MurmurHash3 fmix64(1) */
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_texts),      with_place(test_files),  with_place(test_kernels),
        with_place(test_unreadable), with_place(test_hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
