/*
 * secret.c - keys that are kept in files.
 */
#include "base/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include "base/memory.h"

/* Bytes of a key file, and how many different ones: 16 random ones have fewer with a probability of
 * 10^-12. */
enum { LEAST_KEY = 16, MOST_KEY = 4096, LEAST_DISTINCT = 8 };

tacit_status tacit_random_bytes(tacit_ctx *cx, void *out, size_t n)
{
    if (getrandom(out, n, 0) != (ssize_t)n)
        return tacit_fail(cx, TACIT_ERR_IO, "The system gives no random numbers: %s.",
                          strerror(errno));
    return TACIT_OK;
}

/* Read at most `room` bytes of `fd`; how many, or -1. */
static ssize_t read_all(int fd, unsigned char *to, size_t room)
{
    size_t n = 0;
    while (n < room) {
        const ssize_t got = read(fd, to + n, room - n);
        if (got == 0)
            break;
        if (got < 0 && errno != EINTR)
            return -1;
        n += got > 0 ? (size_t)got : 0;
    }
    return (ssize_t)n;
}

/* What is wrong with the `n` bytes of a key, or NULL: they are too few or too many, could be
 * guessed, or are known to everybody. */
static const char *find_fault(const unsigned char *bytes, size_t n)
{
    static const char pub[] = "tacit public key";
    bool seen[256] = { false };
    size_t distinct = 0;
    for (size_t i = 0; i < n; i++) {
        distinct += !seen[bytes[i]];
        seen[bytes[i]] = true;
    }
    tacit_wipe(seen, sizeof seen);
    return n < LEAST_KEY                        ? "has fewer than 16 bytes"
           : n > MOST_KEY                       ? "has more than 4096 bytes"
           : memcmp(bytes, pub, LEAST_KEY) == 0 ? "is a public key"
           : distinct < LEAST_DISTINCT          ? "repeats a few bytes and could be guessed"
                                                : NULL;
}

static tacit_status fail_key(tacit_ctx *cx, const char *path, const char *why)
{
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "The key file %s %s; make one with: tacit key --output FILE.", path, why);
}

static tacit_status take_key(tacit_ctx *cx, const char *path, int fd,
                             unsigned char out[TACIT_SECRET_BYTES])
{
    unsigned char bytes[MOST_KEY + 1];
    const ssize_t n = read_all(fd, bytes, sizeof bytes);
    const int why = errno;
    const char *fault = n < 0 ? NULL : find_fault(bytes, (size_t)n);
    if (n >= 0 && fault == NULL)
        crypto_generichash(out, TACIT_SECRET_BYTES, bytes, (size_t)n, NULL, 0);
    tacit_wipe(bytes, sizeof bytes);
    if (n < 0)
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read the key file %s: %s.", path,
                          strerror(why));
    return fault == NULL ? TACIT_OK : fail_key(cx, path, fault);
}

/* Nobody but its owner may read or change the file. */
static tacit_status check_file(tacit_ctx *cx, const char *path, int fd)
{
    struct stat st;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read the key file %s: it is not a file.", path);
    if ((st.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Others can read the key file %s; make it private (chmod 600), or make a "
                          "new one if they may have.",
                          path);
    return TACIT_OK;
}

tacit_status tacit_secret_read(tacit_ctx *cx, const char *path,
                               unsigned char out[TACIT_SECRET_BYTES])
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return tacit_fail(cx, TACIT_ERR_IO,
                          "Cannot read the key file %s: %s; make one with: tacit key --output "
                          "FILE, and keep it apart from the release.",
                          path, strerror(errno));
    tacit_status status = check_file(cx, path, fd);
    if (status == TACIT_OK)
        status = take_key(cx, path, fd, out);
    close(fd);
    return status;
}

void tacit_secret_derive(const unsigned char key[TACIT_SECRET_BYTES], const char *domain,
                         unsigned char out[TACIT_SECRET_BYTES])
{
    crypto_generichash(out, TACIT_SECRET_BYTES, (const unsigned char *)domain, strlen(domain), key,
                       TACIT_SECRET_BYTES);
}
