/*
 * zip.c - an archive that is written part by part.
 *
 * Every part has the same time, the first that the format knows, and nothing tells of the machine,
 * so that the same parts give the same bytes.  Sizes and checksum go back into the header of a part
 * when it has ended.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/memory.h"
#include "engine/xlsx/own.h"

enum {
    PARTS_MOST = 16,
    BLOCK = 1 << 16,
    LOCAL_BYTES = 30,
    ENTRY_BYTES = 46,
    END_BYTES = 22,
    SIZES_AT = 14, /* in a local header */
    DAY = 0x21,    /* 1980-01-01 */
    VERSION = 20,
    DEFLATED = 8
};

typedef struct entry {
    const char *name;
    uint64_t at, packed, bytes;
    uint32_t crc;
} entry;

struct tacit_zip_writer {
    const char *target;
    int fd;
    uint64_t at; /* bytes written */
    entry part[PARTS_MOST];
    size_t n;
    bool open; /* the last part goes on */
    z_stream z;
    unsigned char out[BLOCK];
};

static tacit_status fail_write(tacit_ctx *cx, const char *target)
{
    if (errno == ENOSPC)
        return tacit_fail(cx, TACIT_ERR_IO, "%s: no space is left on the disk.", target);
    return tacit_fail(cx, TACIT_ERR_IO, "Cannot write %s: %s.", target, strerror(errno));
}

static tacit_status write_at(tacit_ctx *cx, const tacit_zip_writer *w, const void *bytes, size_t n,
                             uint64_t at)
{
    for (size_t done = 0; done < n;) {
        const ssize_t k = pwrite(w->fd, (const char *)bytes + done, n - done, (off_t)(at + done));
        if (k < 0 && errno != EINTR)
            return fail_write(cx, w->target);
        done += k > 0 ? (size_t)k : 0;
    }
    return TACIT_OK;
}

static tacit_status append(tacit_ctx *cx, tacit_zip_writer *w, const void *bytes, size_t n)
{
    TACIT_TRY(write_at(cx, w, bytes, n, w->at));
    w->at += n;
    if (w->at > UINT32_MAX)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s would be larger than 4 GB; write .parquet.",
                          w->target);
    return TACIT_OK;
}

static void put(unsigned char *to, size_t n, uint64_t x)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (unsigned char)(x >> 8 * i);
}

tacit_status tacit_zip_create(tacit_ctx *cx, const char *target, const char *path,
                              tacit_zip_writer **out)
{
    tacit_zip_writer *w = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *w, &w));
    w->target = target;
    w->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (w->fd < 0) {
        tacit_free(w);
        return fail_write(cx, target);
    }
    *out = w;
    return TACIT_OK;
}

/* The sizes and the checksum that a header tells of a part. */
static void put_sizes(const entry *e, unsigned char out[12])
{
    put(out, 4, e->crc);
    put(out + 4, 4, e->packed);
    put(out + 8, 4, e->bytes);
}

/* Deflate what is there, to the end if `flush` is Z_FINISH. */
static tacit_status deflate_on(tacit_ctx *cx, tacit_zip_writer *w, int flush)
{
    int code = Z_OK;
    entry *e = &w->part[w->n - 1];
    do {
        w->z.next_out = w->out;
        w->z.avail_out = BLOCK;
        code = deflate(&w->z, flush);
        const size_t n = BLOCK - w->z.avail_out;
        e->packed += n;
        TACIT_TRY(append(cx, w, w->out, n));
    } while (flush == Z_FINISH ? code != Z_STREAM_END : w->z.avail_in > 0);
    return TACIT_OK;
}

static tacit_status end_part(tacit_ctx *cx, tacit_zip_writer *w)
{
    unsigned char sizes[12];
    if (!w->open)
        return TACIT_OK;
    TACIT_TRY(deflate_on(cx, w, Z_FINISH));
    deflateEnd(&w->z);
    w->open = false;
    put_sizes(&w->part[w->n - 1], sizes);
    return write_at(cx, w, sizes, sizeof sizes, w->part[w->n - 1].at + SIZES_AT);
}

tacit_status tacit_zip_begin(tacit_ctx *cx, tacit_zip_writer *w, const char *name)
{
    enum { RAW_WINDOW = -15, MEMORY = 8 };
    unsigned char header[LOCAL_BYTES] = { 'P', 'K', 3, 4 };
    TACIT_ASSERT(w->n < PARTS_MOST);
    TACIT_TRY(end_part(cx, w));
    w->part[w->n++] = (entry){ .name = name, .at = w->at };
    put(header + 4, 2, VERSION);
    put(header + 8, 2, DEFLATED);
    put(header + 12, 2, DAY);
    put(header + 26, 2, strlen(name));
    TACIT_TRY(append(cx, w, header, sizeof header));
    TACIT_TRY(append(cx, w, name, strlen(name)));
    w->z = (z_stream){ 0 };
    if (deflateInit2(&w->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, RAW_WINDOW, MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return tacit_fail_memory(cx);
    w->open = true;
    return TACIT_OK;
}

tacit_status tacit_zip_put(tacit_ctx *cx, tacit_zip_writer *w, const char *bytes, size_t n)
{
    entry *e = &w->part[w->n - 1];
    unsigned char block[BLOCK];
    for (size_t at = 0; at < n; at += BLOCK) {
        const size_t k = n - at < BLOCK ? n - at : BLOCK;
        memcpy(block, bytes + at, k);
        e->crc = (uint32_t)crc32(e->crc, block, (uInt)k);
        e->bytes += k;
        w->z.next_in = block;
        w->z.avail_in = (uInt)k;
        TACIT_TRY(deflate_on(cx, w, Z_NO_FLUSH));
    }
    return TACIT_OK;
}

tacit_status tacit_zip_end(tacit_ctx *cx, tacit_zip_writer *w)
{
    unsigned char end[END_BYTES] = { 'P', 'K', 5, 6 };
    TACIT_TRY(end_part(cx, w));
    const uint64_t from = w->at;
    for (size_t i = 0; i < w->n; i++) {
        unsigned char header[ENTRY_BYTES] = { 'P', 'K', 1, 2 };
        put(header + 4, 2, VERSION);
        put(header + 6, 2, VERSION);
        put(header + 10, 2, DEFLATED);
        put(header + 14, 2, DAY);
        put_sizes(&w->part[i], header + 16);
        put(header + 28, 2, strlen(w->part[i].name));
        put(header + 42, 4, w->part[i].at);
        TACIT_TRY(append(cx, w, header, sizeof header));
        TACIT_TRY(append(cx, w, w->part[i].name, strlen(w->part[i].name)));
    }
    put(end + 8, 2, w->n);
    put(end + 10, 2, w->n);
    put(end + 12, 4, w->at - from);
    put(end + 16, 4, from);
    return append(cx, w, end, sizeof end);
}

tacit_status tacit_zip_close(tacit_ctx *cx, tacit_zip_writer *w)
{
    if (w == NULL)
        return TACIT_OK;
    if (w->open)
        deflateEnd(&w->z);
    const int failed = close(w->fd);
    const char *target = w->target;
    tacit_wipe(w, sizeof *w);
    tacit_free(w);
    return failed == 0 ? TACIT_OK : fail_write(cx, target);
}
