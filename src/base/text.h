/*
 * text.h - numbers to and from text without a locale, a growing text, suggestions.
 */
#ifndef TACIT_BASE_TEXT_H
#define TACIT_BASE_TEXT_H

#include "base/context.h"

/* Room that the longest formatted number needs, with its final NUL. */
enum { TACIT_NUMBER_BYTES = 32 };

/* Write the shortest decimal text that reads back as exactly `x`. */
void tacit_format_real(double x, char out[TACIT_NUMBER_BYTES]);

/* Write `x` in decimal. */
void tacit_format_integer(int64_t x, char out[TACIT_NUMBER_BYTES]);

/* Write day `days` since 1970-01-01 as YYYY-MM-DD (proleptic Gregorian calendar). */
void tacit_format_date(int32_t days, char out[TACIT_NUMBER_BYTES]);

/* Read all of `text` as a number with a decimal point, whatever the locale. */
bool tacit_parse_real(const char *text, double *out);

/* Read `n` bytes as a whole number in its usual spelling: digits, perhaps a minus sign,
 * no leading zero (a code such as 007 is not a number), at most 18 digits. */
bool tacit_parse_integer(const char *text, size_t n, int64_t *out);

/* Read all of `text` as YYYY-MM-DD. */
bool tacit_parse_date(const char *text, int32_t *days);

/* Read a size such as 512MB, 2GB, 1.5GiB (powers of 1000 or, with i, of 1024). */
bool tacit_parse_bytes(const char *text, uint64_t *out);

/* The candidate nearest to `word` (Damerau-Levenshtein distance, at most a third of
 * its length, at least 1), or NULL.  `candidate(user, i)` gives the i-th of `n`. */
const char *tacit_suggest(const char *word, size_t n,
                          const char *(*candidate)(const void *user, size_t i), const void *user);

/* Whether `n` bytes are UTF-8 without NUL. */
bool tacit_is_utf8(const char *text, size_t n);

/* A text that grows.  Starts as {0}; the owner ends it with tacit_buffer_free(). */
typedef struct tacit_buffer {
    char *text; /* NUL-terminated once anything was added, else NULL */
    size_t length, room;
} tacit_buffer;

/* Append `n` bytes, a text, or a formatted text. */
tacit_status tacit_buffer_bytes(tacit_ctx *cx, tacit_buffer *b, const char *bytes, size_t n);
tacit_status tacit_buffer_text(tacit_ctx *cx, tacit_buffer *b, const char *text);
tacit_status tacit_buffer_format(tacit_ctx *cx, tacit_buffer *b, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Free what `b` holds and make it empty. */
void tacit_buffer_free(tacit_buffer *b);

#endif
