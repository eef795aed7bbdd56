/*
 * text.c - texts that are not UTF-8.
 *
 * A SAS transport file does not state its character set.  A text in it that is not
 * UTF-8 is taken for Windows-1252, the usual set of Western SAS installations; its five
 * undefined bytes are kept as the control characters of the same number (WHATWG,
 * Encoding Standard, index windows-1252).  O(bytes).
 */
#include "engine/readstat/wire.h"

#include <utf8proc.h>

/* The characters of bytes 0x80 to 0x9f; the others have the number of their byte. */
static const uint16_t WINDOWS_1252[32] = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
};

tacit_status tacit_readstat_to_utf8(tacit_ctx *cx, const char *text, size_t n, tacit_buffer *out)
{
    for (size_t i = 0; i < n; i++) {
        const unsigned char byte = (unsigned char)text[i];
        const utf8proc_int32_t point =
            byte >= 0x80 && byte < 0xA0 ? WINDOWS_1252[byte - 0x80] : byte;
        utf8proc_uint8_t bytes[4];
        const utf8proc_ssize_t used = utf8proc_encode_char(point, bytes);
        TACIT_TRY(tacit_buffer_bytes(cx, out, (const char *)bytes, (size_t)used));
    }
    return TACIT_OK;
}
