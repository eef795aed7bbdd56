/*
 * sink.c - where the bytes of a text file go: encoded, packed, on the disk.
 *
 * UTF-16 is written with the lower byte first, after a byte order mark, as Windows does.  A gzip
 * file has no name and no time in it, so that the same rows give the same bytes.
 */
#include "engine/csv/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <utf8proc.h>
#include <zlib.h>

#include "engine/input.h"

static tacit_status fail_write(tacit_ctx *cx, const tacit_csv_sink *s)
{
    if (errno == ENOSPC)
        return tacit_fail(cx, TACIT_ERR_IO, "%s: no space is left on the disk.", s->target);
    return tacit_fail(cx, TACIT_ERR_IO, "Cannot write %s: %s.", s->target, strerror(errno));
}

static tacit_status put_bytes(tacit_ctx *cx, tacit_csv_sink *s, const char *bytes, size_t n)
{
    for (size_t at = 0; at < n;) {
        const size_t left = n - at, most = 1 << 30;
        const ssize_t done = s->packed != NULL ? gzwrite((gzFile)s->packed, bytes + at,
                                                         (unsigned)(left < most ? left : most))
                                               : write(s->fd, bytes + at, left);
        if (done < 0 && errno == EINTR && s->packed == NULL)
            continue;
        if (done < 0 || (done == 0 && s->packed != NULL))
            return fail_write(cx, s);
        at += (size_t)done;
    }
    return TACIT_OK;
}

/* ---- encodings ---- */

static size_t put_latin(utf8proc_int32_t c, char *out)
{
    out[0] = (char)(unsigned char)c;
    return c <= 0xff ? 1 : 0;
}

static size_t put_wide(utf8proc_int32_t c, char *out)
{
    const uint32_t rest = c >= 0x10000 ? (uint32_t)c - 0x10000u : 0;
    const uint32_t unit[2] = { c >= 0x10000 ? 0xd800u + (rest >> 10) : (uint32_t)c,
                               0xdc00u + (rest & 0x3ffu) };
    const size_t n = c >= 0x10000 ? 2 : 1;
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = (char)(unit[i] & 0xff);
        out[2 * i + 1] = (char)(unit[i] >> 8);
    }
    return 2 * n;
}

/* Append `n` bytes of UTF-8 in the encoding of the file. */
static tacit_status encode(tacit_ctx *cx, tacit_csv_sink *s, const char *bytes, size_t n)
{
    s->room.length = 0;
    for (size_t at = 0; at < n;) {
        utf8proc_int32_t c = 0;
        char unit[4];
        const utf8proc_ssize_t used =
            utf8proc_iterate((const utf8proc_uint8_t *)bytes + at, (utf8proc_ssize_t)(n - at), &c);
        TACIT_ASSERT(used > 0); /* tables hold UTF-8 */
        const size_t m =
            s->encoding == TACIT_ENCODING_LATIN1 ? put_latin(c, unit) : put_wide(c, unit);
        if (m == 0)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "%s: a name or a value has a character that Latin-1 lacks; say "
                              "'encoding: utf-8' under output.",
                              s->target);
        TACIT_TRY(tacit_buffer_bytes(cx, &s->room, unit, m));
        at += (size_t)used;
    }
    return TACIT_OK;
}

/* ---- files ---- */

tacit_status tacit_csv_sink_open(tacit_ctx *cx, const tacit_dialect *dialect, const char *target,
                                 const char *path, tacit_csv_sink *out)
{
    *out = (tacit_csv_sink){ .target = target, .encoding = dialect->encoding };
    out->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (out->fd < 0)
        return fail_write(cx, out);
    if (tacit_packing_of(target) == TACIT_GZIP) {
        out->packed = gzdopen(out->fd, "wb");
        if (out->packed == NULL)
            return tacit_fail_memory(cx);
    }
    const bool wide = dialect->encoding == TACIT_ENCODING_UTF16;
    if (wide || (dialect->mark && dialect->encoding == TACIT_ENCODING_UTF8))
        TACIT_TRY(put_bytes(cx, out, wide ? "\xFF\xFE" : "\xEF\xBB\xBF", wide ? 2 : 3));
    return TACIT_OK;
}

tacit_status tacit_csv_sink_put(tacit_ctx *cx, tacit_csv_sink *s, const char *bytes, size_t n)
{
    if (s->encoding == TACIT_ENCODING_UTF8)
        return put_bytes(cx, s, bytes, n);
    TACIT_TRY(encode(cx, s, bytes, n));
    return put_bytes(cx, s, s->room.text, s->room.length);
}

tacit_status tacit_csv_sink_close(tacit_ctx *cx, tacit_csv_sink *s)
{
    const int failed = s->packed != NULL ? gzclose((gzFile)s->packed) != Z_OK
                       : s->fd >= 0      ? close(s->fd)
                                         : 0;
    tacit_buffer_free(&s->room);
    return failed == 0 ? TACIT_OK : fail_write(cx, s);
}
