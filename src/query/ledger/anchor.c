/*
 * anchor.c - the number of rows and the last hash, beside the log.
 *
 * The file has two places of 128 bytes, written in turn and each with a digest of its own, so that
 * one of them is whole whenever the system stops.  It is as long as it will be from the beginning:
 * a full disk does not keep it from being written.  Writers take turns by a lock of the file, which
 * ends with its process, and none writes an earlier link over a later one; one whose link is there
 * already has nothing to sync, because who wrote it did.
 *
 * A place: "tacit anchor 1\n", a NUL, the number (8 bytes, least first), the hash, and the SHA-256
 * of all that.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "query/ledger/own.h"

enum { PLACE = 128, NUMBER = 16, HASH = 24, DIGEST = 56, PLACES = 2 };

static const char MAGIC[NUMBER] = "tacit anchor 1\n";

tacit_status tacit_anchor_open(tacit_ctx *cx, const char *path, bool make, int *fd)
{
    *fd = open(path, (make ? O_RDWR | O_CREAT : O_RDWR) | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (*fd < 0 && !make && (errno == EACCES || errno == EROFS))
        *fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    return *fd >= 0 || (!make && errno == ENOENT)
               ? TACIT_OK
               : tacit_fail(cx, TACIT_ERR_IO, "%s cannot be opened: %s.", path, strerror(errno));
}

static bool parse(const unsigned char *place, tacit_ledger_link *out)
{
    unsigned char digest[TACIT_SHA256_BYTES];
    tacit_ledger_digest(place, DIGEST, digest);
    if (memcmp(place, MAGIC, sizeof MAGIC) != 0 ||
        memcmp(place + DIGEST, digest, sizeof digest) != 0)
        return false;
    out->n = 0;
    for (unsigned i = 0; i < 8; i++)
        out->n |= (uint64_t)place[NUMBER + i] << 8 * i;
    memcpy(out->hash, place + HASH, sizeof out->hash);
    return out->n > 0;
}

/* The later of the two links, and in which place the next one goes. */
static tacit_status look(tacit_ctx *cx, int fd, tacit_ledger_link *out, size_t *next)
{
    unsigned char bytes[PLACES * PLACE] = { 0 };
    const ssize_t got = pread(fd, bytes, sizeof bytes, 0);
    *out = (tacit_ledger_link){ .n = 0 };
    *next = 0;
    if (got < 0)
        return tacit_fail(cx, TACIT_ERR_IO, "The ledger's anchor cannot be read: %s.",
                          strerror(errno));
    for (size_t i = 0; i < PLACES; i++) {
        tacit_ledger_link link;
        if (!parse(bytes + i * PLACE, &link) || link.n <= out->n)
            continue;
        *out = link;
        *next = 1 - i;
    }
    const bool blank =
        got == 0 || memcmp(bytes, (unsigned char[sizeof bytes]){ 0 }, sizeof bytes) == 0;
    return blank || out->n > 0
               ? TACIT_OK
               : tacit_fail(cx, TACIT_ERR_DATA,
                            "The ledger's anchor is damaged: " TACIT_LEDGER_RECOVER);
}

tacit_status tacit_anchor_read(tacit_ctx *cx, int fd, tacit_ledger_link *out)
{
    size_t next = 0;
    return look(cx, fd, out, &next);
}

/* Write the link to place `at`; the file gets its whole length with the first. */
static bool write_place(int fd, size_t at, const tacit_ledger_link *link)
{
    unsigned char bytes[PLACE] = { 0 }, zero[PLACES * PLACE] = { 0 };
    memcpy(bytes, MAGIC, sizeof MAGIC);
    for (unsigned i = 0; i < 8; i++)
        bytes[NUMBER + i] = (unsigned char)(link->n >> 8 * i);
    memcpy(bytes + HASH, link->hash, sizeof link->hash);
    tacit_ledger_digest(bytes, DIGEST, bytes + DIGEST);
    if (lseek(fd, 0, SEEK_END) < (off_t)sizeof zero &&
        pwrite(fd, zero, sizeof zero, 0) != (ssize_t)sizeof zero)
        return false;
    return pwrite(fd, bytes, PLACE, (off_t)(at * PLACE)) == PLACE && fdatasync(fd) == 0;
}

static tacit_status write_later(tacit_ctx *cx, int fd, const tacit_ledger_link *link)
{
    tacit_ledger_link held;
    size_t next = 0;
    TACIT_TRY(look(cx, fd, &held, &next));
    if (held.n >= link->n || write_place(fd, next, link))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_IO, "The ledger's anchor cannot be written: %s.",
                      strerror(errno));
}

tacit_status tacit_anchor_write(tacit_ctx *cx, int fd, const tacit_ledger_link *link)
{
    while (flock(fd, LOCK_EX) != 0) {
        if (errno != EINTR)
            return tacit_fail(cx, TACIT_ERR_IO, "The ledger's anchor cannot be locked: %s.",
                              strerror(errno));
    }
    const tacit_status status = write_later(cx, fd, link);
    (void)flock(fd, LOCK_UN);
    return status;
}
