/*
 * encoding.c - how the characters of a text file are coded, where nobody says it.
 *
 * A byte order mark says UTF-16.  A text that is valid UTF-8 is UTF-8: other codings of texts
 * with accents are that by accident only in a few letters.  What is left, and has no control
 * characters, is Latin-1 or Windows-1252, which are alike but for the bytes 128 to 159 (curly
 * quotes, the euro): a file with these is refused with what makes UTF-8 of it, and so is UTF-16
 * with the larger byte first, for the embedded engine reads neither.  Later bytes than
 * TACIT_ENCODING_BYTES are not looked at; a text that is no UTF-8 there is refused by whoever
 * reads it.
 *
 * O(bytes looked at), eight at a time where they are ASCII.
 */
#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include <utf8proc.h>

#include "engine/csv_rules.h"
#include "engine/dialect.h"

enum { BLOCK = 16384, LONGEST = 4 };

/* What was seen of a text. */
typedef struct sight {
    bool utf8;    /* so far */
    bool control; /* a byte that no text has */
    bool windows; /* a byte that Latin-1 has no character for */
    bool wide;    /* a mark of UTF-16 */
    bool reverse; /* that of the larger byte first */
} sight;

/* Whether eight bytes are ASCII that is no control character: none of them is 0x80 or more, all are
 * 0x20 or more, and none is 0x7f. */
static bool are_plain(const unsigned char *s)
{
    static const uint64_t top = UINT64_C(0x8080808080808080);
    uint64_t eight = 0;
    memcpy(&eight, s, sizeof eight);
    return (eight & top) == 0 && ((eight + UINT64_C(0x6060606060606060)) & top) == top &&
           ((eight + UINT64_C(0x0101010101010101)) & top) == 0;
}

static bool is_control(unsigned char c)
{
    return (c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f') || c == 0x7f;
}

/* Look at `n` bytes; how many of them are whole characters.  At the `last` ones all have to be. */
static size_t look(sight *seen, const unsigned char *s, size_t n, bool last)
{
    size_t at = 0;
    while (at < n) {
        utf8proc_int32_t c = 0;
        if (at + 8 <= n && are_plain(s + at)) {
            at += 8;
            continue;
        }
        const utf8proc_ssize_t used =
            s[at] < 0x80 || !seen->utf8 ? 1
                                        : utf8proc_iterate(s + at, (utf8proc_ssize_t)(n - at), &c);
        if (used <= 0 && !last && n - at < LONGEST)
            return at; /* cut in two by the end of the block */
        seen->utf8 = seen->utf8 && used > 0;
        for (const size_t end = at + (used > 0 ? (size_t)used : 1); at < end; at++) {
            seen->control = seen->control || is_control(s[at]);
            seen->windows = seen->windows || (s[at] >= 0x80 && s[at] < 0xA0);
        }
    }
    return n;
}

static void look_at_all(gzFile f, sight *seen)
{
    unsigned char block[BLOCK];
    size_t kept = 0;
    for (uint64_t done = 0; done < TACIT_ENCODING_BYTES && !seen->control;) {
        const int got = gzread(f, block + kept, (unsigned)(BLOCK - kept));
        const size_t n = kept + (got > 0 ? (size_t)got : 0);
        seen->reverse = seen->reverse || (done == 0 && n >= 2 && memcmp(block, "\xFE\xFF", 2) == 0);
        seen->wide = seen->reverse || (done == 0 && n >= 2 && memcmp(block, "\xFF\xFE", 2) == 0);
        if (seen->wide || n == 0)
            return;
        const size_t used = look(seen, block, n, got <= 0);
        if (got <= 0)
            return;
        kept = n - used;
        memmove(block, block + used, kept);
        done += (uint64_t)got;
    }
}

static sight look_at_file(const tacit_source *source)
{
    sight seen = { .utf8 = true };
    gzFile f = gzopen(tacit_source_path(source), "rb");
    if (f == NULL)
        return seen;
    look_at_all(f, &seen);
    gzclose(f);
    return seen;
}

/* What the options say, or else what was seen. */
static tacit_encoding settle(const tacit_source *source, const sight *seen)
{
    const tacit_value *given = tacit_csv_option(source->args, TACIT_SOURCE_ENCODING);
    if (given != NULL)
        return (tacit_encoding)given->number;
    if (seen->wide)
        return TACIT_ENCODING_UTF16;
    return seen->utf8 || seen->control ? TACIT_ENCODING_UTF8 : TACIT_ENCODING_LATIN1;
}

tacit_encoding tacit_encoding_of(const tacit_source *source)
{
    const sight seen = look_at_file(source);
    return settle(source, &seen);
}

tacit_status tacit_encoding_find(tacit_ctx *cx, const tacit_source *source, tacit_encoding *out)
{
    const sight seen = look_at_file(source);
    *out = settle(source, &seen);
    if (*out == TACIT_ENCODING_LATIN1 && seen.windows)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s has characters that Latin-1 does not have, as files of Windows do; "
                          "make UTF-8 of it first: iconv -f WINDOWS-1252 -t UTF-8.",
                          source->uri);
    if (*out == TACIT_ENCODING_UTF16 && seen.reverse)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s is UTF-16 with the larger byte first, which cannot be read; make "
                          "UTF-8 of it first: iconv -f UTF-16 -t UTF-8.",
                          source->uri);
    if (*out == TACIT_ENCODING_LATIN1 &&
        tacit_csv_option(source->args, TACIT_SOURCE_ENCODING) == NULL)
        tacit_warn(cx,
                   "%s is not UTF-8 and is read as Latin-1; say --encoding latin-1 (in a plan "
                   "encoding: latin-1 under data) if that is right.",
                   source->uri);
    return TACIT_OK;
}
