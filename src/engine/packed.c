/*
 * packed.c - whether a packed file is whole.
 *
 * Readers of tables stop where a packed file stops, and do not look at the checksum of a gzip
 * file (RFC 1952), so a file that was cut short would be read as a smaller one.  Here gzip is
 * unpacked once to the end, which looks at every checksum and length; of Zstandard (RFC 8878)
 * the frames are walked from block to block.
 */
#include "engine/input.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

#define ZLIB_CONST
#include <zlib.h>

enum { BLOCK = 1 << 16, OUT = 1 << 18 };

tacit_packing tacit_packing_of(const char *name)
{
    const size_t n = strlen(name);
    if (n > 3 && strcasecmp(name + n - 3, ".gz") == 0)
        return TACIT_GZIP;
    return n > 4 && strcasecmp(name + n - 4, ".zst") == 0 ? TACIT_ZSTD : TACIT_UNPACKED;
}

static tacit_status fail_damaged(tacit_ctx *cx, const char *about)
{
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "%s is damaged: it is cut short, or its checksum is not that of its "
                      "content; get the file again.",
                      about);
}

/* ---- gzip ---- */

/* A file on its way through zlib. */
typedef struct unpacking {
    const tacit_input *in;
    z_stream z;
    uint64_t at;            /* bytes read */
    uint64_t line, longest; /* bytes of the line that goes on, and of the longest */
    unsigned char *block, *out;
} unpacking;

/* Read on if all is used up; false at the end of the file. */
static bool refill(unpacking *u)
{
    if (u->z.avail_in > 0)
        return true;
    const ssize_t n = pread(u->in->fd, u->block, BLOCK, (off_t)u->at);
    if (n <= 0)
        return false;
    u->at += (uint64_t)n;
    u->z.next_in = u->block;
    u->z.avail_in = (uInt)n;
    return true;
}

/* Measure the lines of what was unpacked. */
static void measure_lines(unpacking *u)
{
    const unsigned char *from = u->out, *end = u->z.next_out;
    while (from < end) {
        const unsigned char *feed = memchr(from, '\n', (size_t)(end - from));
        u->line += (uint64_t)((feed != NULL ? feed : end) - from);
        u->longest = u->line > u->longest ? u->line : u->longest;
        if (feed == NULL)
            return;
        u->line = 0;
        from = feed + 1;
    }
}

/* Unpack one member; `*whole` tells whether it is whole. */
static tacit_status unpack_member(tacit_ctx *cx, unpacking *u, bool *whole)
{
    int code = Z_OK;
    *whole = false;
    if (inflateReset(&u->z) != Z_OK)
        return tacit_fail_memory(cx);
    while (code == Z_OK && refill(u)) {
        u->z.next_out = u->out;
        u->z.avail_out = OUT;
        code = inflate(&u->z, Z_NO_FLUSH);
        measure_lines(u);
        TACIT_TRY(tacit_tick(cx, u->at, u->in->bytes));
    }
    *whole = code == Z_STREAM_END;
    return code == Z_MEM_ERROR ? tacit_fail_memory(cx) : TACIT_OK;
}

static tacit_status check_gzip(tacit_ctx *cx, const tacit_input *in, const char *about, bool *whole)
{
    enum { GZIP_WINDOW = 15 + 16 };
    unpacking u = { .in = in };
    TACIT_TRY(tacit_scratch(cx, BLOCK, 1, &u.block));
    TACIT_TRY(tacit_scratch(cx, OUT, 1, &u.out));
    if (inflateInit2(&u.z, GZIP_WINDOW) != Z_OK)
        return tacit_fail_memory(cx);
    tacit_status status = TACIT_OK;
    *whole = true;
    while (status == TACIT_OK && *whole && refill(&u))
        status = unpack_member(cx, &u, whole);
    inflateEnd(&u.z);
    if (status == TACIT_OK && u.longest > TACIT_INPUT_LINE)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: a line is longer than 16 MB; this does not look like a table.",
                          about);
    return status;
}

/* ---- Zstandard ---- */

/* The `n` bytes at `at` as a number, least first; false beyond the end. */
static bool number_at(const tacit_input *in, uint64_t at, size_t n, uint64_t *out)
{
    unsigned char bytes[8] = { 0 };
    if (pread(in->fd, bytes, n, (off_t)at) != (ssize_t)n)
        return false;
    *out = 0;
    for (size_t i = n; i-- > 0;)
        *out = *out << 8 | bytes[i];
    return true;
}

/* Bytes of a frame's header behind its magic number, by its descriptor. */
static uint64_t header_bytes(uint64_t descriptor)
{
    static const unsigned dictionary[] = { 0, 1, 2, 4 }, content[] = { 0, 2, 4, 8 };
    const bool single = (descriptor >> 5 & 1) != 0;
    const unsigned size = descriptor >> 6 == 0 && single ? 1 : content[descriptor >> 6];
    return 1 + (single ? 0u : 1u) + dictionary[descriptor & 3] + size;
}

/* Go from block to block to the end of the frame whose descriptor is at `*at`. */
static bool pass_blocks(const tacit_input *in, uint64_t *at)
{
    enum { RLE = 1, BLOCK_HEADER = 3, CHECKSUM = 4 };
    uint64_t descriptor = 0, block = 0;
    if (!number_at(in, *at, 1, &descriptor))
        return false;
    *at += header_bytes(descriptor);
    while ((block & 1) == 0) {
        if (!number_at(in, *at, BLOCK_HEADER, &block))
            return false;
        *at += BLOCK_HEADER + ((block >> 1 & 3) == RLE ? 1 : block >> 3);
    }
    *at += (descriptor >> 2 & 1) != 0 ? CHECKSUM : 0;
    return *at <= in->bytes;
}

/* Go to the end of the frame at `*at`; false if it is not whole. */
static bool pass_frame(const tacit_input *in, uint64_t *at)
{
    enum { MAGIC = 4, SKIPPABLE_HEADER = 8 };
    uint64_t magic = 0, length = 0;
    if (!number_at(in, *at, MAGIC, &magic))
        return false;
    if (magic >> 4 == 0x184D2A5) { /* a frame to be skipped */
        const bool has_length = number_at(in, *at + MAGIC, 4, &length);
        *at += SKIPPABLE_HEADER + length;
        return has_length && *at <= in->bytes;
    }
    *at += MAGIC;
    return magic == 0xFD2FB528 && pass_blocks(in, at);
}

static bool is_whole_zstd(const tacit_input *in)
{
    uint64_t at = 0;
    while (at < in->bytes)
        if (!pass_frame(in, &at))
            return false;
    return true;
}

tacit_status tacit_packed_check(tacit_ctx *cx, const tacit_input *in, tacit_packing packing,
                                const char *about)
{
    const size_t mark = tacit_scratch_mark(cx);
    bool whole = true;
    tacit_status status = TACIT_OK;
    if (packing == TACIT_GZIP)
        status = check_gzip(cx, in, about, &whole);
    else if (packing == TACIT_ZSTD)
        whole = is_whole_zstd(in);
    tacit_scratch_release(cx, mark);
    return status == TACIT_OK && !whole ? fail_damaged(cx, about) : status;
}
