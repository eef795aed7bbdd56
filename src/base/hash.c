/*
 * hash.c - hashing, and the digest of files.
 */
#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>
#include <xxhash.h>

#include "base/sha256.h"

uint64_t tacit_hash_bytes(const void *bytes, size_t n)
{
    return XXH3_64bits(bytes, n);
}

uint64_t tacit_hash_keyed(const void *bytes, size_t n, uint64_t key)
{
    return XXH3_64bits_withSeed(bytes, n, key);
}

static void end_digest(tacit_sha256 *state, char out[TACIT_DIGEST_BYTES])
{
    unsigned char digest[TACIT_SHA256_BYTES];
    tacit_sha256_end(state, digest);
    sodium_bin2hex(out, TACIT_DIGEST_BYTES, digest, sizeof digest);
}

void tacit_digest_text(const char *text, char out[TACIT_DIGEST_BYTES])
{
    tacit_sha256 state;
    tacit_sha256_begin(&state, tacit_sha256_is_fast());
    tacit_sha256_add(&state, text, strlen(text));
    end_digest(&state, out);
}

/* Read `fd` to its end into `state`; the number of bytes read, or -1. */
static int64_t digest_stream(tacit_ctx *cx, int fd, tacit_sha256 *state)
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
        tacit_sha256_add(state, piece, (size_t)n);
        total += n;
    }
}

tacit_status tacit_digest_file(tacit_ctx *cx, const char *path, char out[TACIT_DIGEST_BYTES],
                               uint64_t *bytes)
{
    struct stat st;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read %s: %s.", path, strerror(errno));
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        close(fd);
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read %s: it is not a file.", path);
    }
    tacit_sha256 state;
    tacit_sha256_begin(&state, tacit_sha256_is_fast());
    const int64_t n = digest_stream(cx, fd, &state);
    const int why = errno;
    close(fd);
    TACIT_TRY(tacit_tick(cx, 0, 0));
    if (n < 0)
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read %s: %s.", path, strerror(why));
    end_digest(&state, out);
    *bytes = (uint64_t)n;
    return TACIT_OK;
}
