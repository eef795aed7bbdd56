/*
 * hash.c - hashing, and the digest of files.
 */
#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>
#include <xxhash.h>

uint64_t tacit_hash_bytes(const void *bytes, size_t n)
{
    return XXH3_64bits(bytes, n);
}

static void to_hex(const unsigned char digest[crypto_hash_sha256_BYTES],
                   char out[TACIT_DIGEST_BYTES])
{
    sodium_bin2hex(out, TACIT_DIGEST_BYTES, digest, crypto_hash_sha256_BYTES);
}

void tacit_digest_text(const char *text, char out[TACIT_DIGEST_BYTES])
{
    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(digest, (const unsigned char *)text, strlen(text));
    to_hex(digest, out);
}

/* Read `fd` to its end into `state`; the number of bytes read, or -1. */
static int64_t digest_stream(tacit_ctx *cx, int fd, crypto_hash_sha256_state *state)
{
    enum { STEP = 1 << 16 };
    unsigned char piece[STEP];
    int64_t total = 0;
    for (;;) {
        const ssize_t n = read(fd, piece, sizeof piece);
        if (n == 0)
            return total;
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 || tacit_is_cancelled(cx))
            return -1;
        crypto_hash_sha256_update(state, piece, (unsigned long long)n);
        total += n;
    }
}

tacit_status tacit_digest_file(tacit_ctx *cx, const char *path, char out[TACIT_DIGEST_BYTES],
                               uint64_t *bytes)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read %s: %s.", path, strerror(errno));
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    const int64_t n = digest_stream(cx, fd, &state);
    const int why = errno;
    close(fd);
    TACIT_TRY(tacit_tick(cx, 0, 0));
    if (n < 0)
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read %s: %s.", path, strerror(why));
    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_final(&state, digest);
    to_hex(digest, out);
    *bytes = (uint64_t)n;
    return TACIT_OK;
}
