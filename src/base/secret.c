/*
 * secret.c - keys that are kept in files.
 */
#include "base/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "base/memory.h"

/* Bytes of a key file. */
enum { LEAST_KEY = 16, MOST_KEY = 4096 };

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

static tacit_status take_key(tacit_ctx *cx, const char *path, int fd,
                             unsigned char out[TACIT_SECRET_BYTES])
{
    unsigned char bytes[MOST_KEY + 1];
    const ssize_t n = read_all(fd, bytes, sizeof bytes);
    const int why = errno;
    if (n >= LEAST_KEY && n <= MOST_KEY)
        crypto_generichash(out, TACIT_SECRET_BYTES, bytes, (size_t)n, NULL, 0);
    tacit_wipe(bytes, sizeof bytes);
    if (n < 0)
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read the key file %s: %s.", path,
                          strerror(why));
    if (n < LEAST_KEY || n > MOST_KEY)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The key file %s has %s than %d bytes; make one of 32 random bytes with: "
                          "head -c 32 /dev/urandom > FILE.",
                          path, n < LEAST_KEY ? "fewer" : "more",
                          n < LEAST_KEY ? LEAST_KEY : MOST_KEY);
    return TACIT_OK;
}

tacit_status tacit_secret_read(tacit_ctx *cx, const char *path,
                               unsigned char out[TACIT_SECRET_BYTES])
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return tacit_fail(cx, TACIT_ERR_IO,
                          "Cannot read the key file %s: %s; make one of 32 random bytes with: "
                          "head -c 32 /dev/urandom > FILE, and keep it apart from the release.",
                          path, strerror(errno));
    const tacit_status status = take_key(cx, path, fd, out);
    close(fd);
    return status;
}

void tacit_secret_derive(const unsigned char key[TACIT_SECRET_BYTES], const char *domain,
                         unsigned char out[TACIT_SECRET_BYTES])
{
    crypto_generichash(out, TACIT_SECRET_BYTES, (const unsigned char *)domain, strlen(domain), key,
                       TACIT_SECRET_BYTES);
}
