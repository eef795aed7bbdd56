/*
 * unzip.c - the parts of a ZIP archive (APPNOTE.TXT 6.3), as workbooks have them: stored or
 * deflated, less than 4 GB, not encrypted.
 *
 * Sizes are taken from the directory at the end and held against what is unpacked, so that a small
 * file cannot grow without bound: beyond 64 MB a part may have 200 times the bytes that it is
 * packed in.  O(bytes unpacked).
 */
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define ZLIB_CONST
#include <zlib.h>

#include "engine/xlsx/own.h"

enum {
    END_BYTES = 22,
    ENTRY_BYTES = 46,
    LOCAL_BYTES = 30,
    COMMENT_MOST = 65535,
    PARTS_MOST = 65535,
    BLOCK = 1 << 16,
    FREE_BYTES = 1 << 26,
    RATIO = 200
};

static uint64_t number(const unsigned char *at, size_t n)
{
    uint64_t x = 0;
    for (size_t i = n; i-- > 0;)
        x = x << 8 | at[i];
    return x;
}

static tacit_status fail_damaged(tacit_ctx *cx, const tacit_zip *zip)
{
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "%s is not a whole Excel workbook (.xlsx): it is damaged or another format; "
                      "save it again.",
                      zip->about);
}

static bool read_at(const tacit_zip *zip, uint64_t at, void *out, size_t n)
{
    return at + n <= zip->in.bytes && pread(zip->in.fd, out, n, (off_t)at) == (ssize_t)n;
}

/* ---- the directory ---- */

/* Files with a password, and those of Excel before 2007, are compound files. */
static tacit_status check_kind(tacit_ctx *cx, const tacit_zip *zip)
{
    unsigned char magic[8] = { 0 };
    (void)read_at(zip, 0, magic, sizeof magic);
    if (memcmp(magic, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", sizeof magic) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s has a password, or is a workbook of Excel before 2007 (.xls); save "
                          "it as .xlsx without a password.",
                          zip->about);
    return memcmp(magic, "PK", 2) == 0 ? TACIT_OK : fail_damaged(cx, zip);
}

/* The record at the end: where the directory is, its bytes, its entries. */
static tacit_status find_end(tacit_ctx *cx, const tacit_zip *zip, const unsigned char **out)
{
    const size_t most = END_BYTES + COMMENT_MOST;
    const size_t n = zip->in.bytes < most ? (size_t)zip->in.bytes : most;
    unsigned char *tail = NULL;
    TACIT_TRY(tacit_scratch(cx, most, 1, &tail));
    if (n < END_BYTES || !read_at(zip, zip->in.bytes - n, tail, n))
        return fail_damaged(cx, zip);
    for (size_t i = n - END_BYTES + 1; i-- > 0;)
        if (memcmp(tail + i, "PK\5\6", 4) == 0) {
            *out = tail + i;
            return TACIT_OK;
        }
    return fail_damaged(cx, zip);
}

/* Take the entry at `at`, of which `left` bytes are there; the bytes that it has, 0 if it is
 * damaged. */
static tacit_status take_entry(tacit_ctx *cx, const tacit_zip *zip, const unsigned char *at,
                               size_t left, tacit_zip_part *out, size_t *used)
{
    *used = 0;
    if (left < ENTRY_BYTES || memcmp(at, "PK\1\2", 4) != 0)
        return fail_damaged(cx, zip);
    const size_t name = (size_t)number(at + 28, 2);
    const size_t all = ENTRY_BYTES + name + (size_t)number(at + 30, 2) + (size_t)number(at + 32, 2);
    const uint64_t flags = number(at + 8, 2), method = number(at + 10, 2);
    char *copy = NULL;
    if (all > left)
        return fail_damaged(cx, zip);
    if ((flags & 1) != 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s is encrypted; save it without a password.",
                          zip->about);
    if (method != 0 && method != 8)
        return fail_damaged(cx, zip);
    TACIT_TRY(tacit_scratch_format(cx, &copy, "%.*s", (int)name, (const char *)at + ENTRY_BYTES));
    *out = (tacit_zip_part){ .name = copy,
                             .at = number(at + 42, 4),
                             .packed = number(at + 20, 4),
                             .bytes = number(at + 24, 4),
                             .crc = (uint32_t)number(at + 16, 4),
                             .deflated = method == 8 };
    *used = all;
    if (out->bytes == UINT32_MAX || out->packed == UINT32_MAX ||
        (out->bytes > FREE_BYTES && out->bytes / RATIO > out->packed))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s would unpack to far more than a workbook holds; save the table as "
                          ".csv.",
                          zip->about);
    return TACIT_OK;
}

static tacit_status read_directory(tacit_ctx *cx, tacit_zip *zip)
{
    const unsigned char *end = NULL;
    unsigned char *all = NULL;
    TACIT_TRY(find_end(cx, zip, &end));
    const size_t bytes = (size_t)number(end + 12, 4), n = (size_t)number(end + 10, 2);
    const uint64_t at = number(end + 16, 4);
    if (n == 0 || n == PARTS_MOST || bytes > zip->in.bytes || at > zip->in.bytes)
        return fail_damaged(cx, zip);
    TACIT_TRY(tacit_scratch(cx, bytes + 1, 1, &all));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *zip->part, &zip->part));
    if (!read_at(zip, at, all, bytes))
        return fail_damaged(cx, zip);
    size_t from = 0;
    for (; zip->n < n; zip->n++) {
        size_t used = 0;
        TACIT_TRY(take_entry(cx, zip, all + from, bytes - from, &zip->part[zip->n], &used));
        from += used;
    }
    return TACIT_OK;
}

tacit_status tacit_zip_open(tacit_ctx *cx, const char *path, const char *about, tacit_zip *out)
{
    *out = (tacit_zip){ .in = { .fd = -1 }, .about = about };
    TACIT_TRY(tacit_input_open(cx, path, &out->in));
    TACIT_TRY(check_kind(cx, out));
    return read_directory(cx, out);
}

const tacit_zip_part *tacit_zip_find(const tacit_zip *zip, const char *name)
{
    for (size_t i = 0; i < zip->n; i++)
        if (strcasecmp(zip->part[i].name, name) == 0)
            return &zip->part[i];
    return NULL;
}

/* ---- parts ---- */

/* A part on its way. */
typedef struct unpacking {
    const tacit_zip *zip;
    const tacit_zip_part *part;
    uint64_t at, end; /* in the file */
    uint64_t given;   /* bytes that were handed on */
    uint32_t crc;
    unsigned char *in, *out;
    z_stream z;
    const tacit_zip_sink *sink;
} unpacking;

static tacit_status give(tacit_ctx *cx, unpacking *u, const unsigned char *bytes, size_t n)
{
    u->given += n;
    if (u->given > u->part->bytes)
        return fail_damaged(cx, u->zip);
    u->crc = (uint32_t)crc32(u->crc, bytes, (uInt)n);
    TACIT_TRY(tacit_tick(cx, u->given, u->part->bytes));
    return n == 0 ? TACIT_OK : u->sink->take(cx, u->sink->user, (const char *)bytes, n, false);
}

/* Read on; how many bytes, 0 at the end of the part or of the file. */
static size_t refill(unpacking *u)
{
    const uint64_t left = u->end - u->at;
    const size_t n = left < BLOCK ? (size_t)left : BLOCK;
    if (n == 0 || !read_at(u->zip, u->at, u->in, n))
        return 0;
    u->at += n;
    return n;
}

static tacit_status unpack_stored(tacit_ctx *cx, unpacking *u)
{
    for (size_t n = refill(u); n > 0; n = refill(u))
        TACIT_TRY(give(cx, u, u->in, n));
    return TACIT_OK;
}

static tacit_status unpack_deflated(tacit_ctx *cx, unpacking *u)
{
    int code = Z_OK;
    while (code == Z_OK) {
        if (u->z.avail_in == 0) {
            u->z.avail_in = (uInt)refill(u);
            u->z.next_in = u->in;
        }
        u->z.next_out = u->out;
        u->z.avail_out = BLOCK;
        code = inflate(&u->z, Z_NO_FLUSH);
        if (code != Z_OK && code != Z_STREAM_END)
            return fail_damaged(cx, u->zip);
        TACIT_TRY(give(cx, u, u->out, BLOCK - u->z.avail_out));
    }
    return TACIT_OK;
}

static tacit_status unpack(tacit_ctx *cx, unpacking *u)
{
    enum { RAW_WINDOW = -15 };
    if (!u->part->deflated)
        return unpack_stored(cx, u);
    if (inflateInit2(&u->z, RAW_WINDOW) != Z_OK)
        return tacit_fail_memory(cx);
    const tacit_status status = unpack_deflated(cx, u);
    inflateEnd(&u->z);
    return status;
}

tacit_status tacit_zip_read(tacit_ctx *cx, const tacit_zip *zip, const tacit_zip_part *part,
                            const tacit_zip_sink *sink)
{
    unsigned char local[LOCAL_BYTES];
    unpacking u = { .zip = zip, .part = part, .sink = sink };
    if (!read_at(zip, part->at, local, sizeof local) || memcmp(local, "PK\3\4", 4) != 0)
        return fail_damaged(cx, zip);
    u.at = part->at + LOCAL_BYTES + number(local + 26, 2) + number(local + 28, 2);
    u.end = u.at + part->packed;
    if (u.end > zip->in.bytes)
        return fail_damaged(cx, zip);
    TACIT_TRY(tacit_scratch(cx, BLOCK, 1, &u.in));
    TACIT_TRY(tacit_scratch(cx, BLOCK, 1, &u.out));
    TACIT_TRY(unpack(cx, &u));
    if (u.given != part->bytes || u.crc != part->crc)
        return fail_damaged(cx, zip);
    return sink->take(cx, sink->user, NULL, 0, true);
}
