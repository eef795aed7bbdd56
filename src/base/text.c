/*
 * text.c - numbers to and from text without a locale, a growing text, suggestions.
 *
 * The process may run under any locale, and changing it is not the library's business:
 * where strtod is needed, its decimal mark is exchanged for a point here.
 */
#include "base/text.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/decimal/decimal.h"
#include "base/memory.h"

/* Read all of `text` with a point as decimal mark, in any locale of the process. */
static bool read_number(const char *text, double *out)
{
    const struct lconv *conv = localeconv();
    char own[128];
    if (strcmp(conv->decimal_point, ".") != 0) {
        const size_t n = strlen(text);
        if (n >= sizeof own || strchr(text, conv->decimal_point[0]) != NULL)
            return false;
        memcpy(own, text, n + 1);
        char *point = strchr(own, '.');
        if (point != NULL)
            *point = conv->decimal_point[0];
        text = own;
    }
    char *end = NULL;
    const double x = strtod(text, &end);
    if (end == text || *end != '\0')
        return false;
    *out = x;
    return true;
}

/* d.ddde+XX, as %g writes it; where the next byte goes. */
static char *put_exponent(const tacit_decimal *d, char *out)
{
    *out++ = d->digit[0];
    if (d->n > 1)
        *out++ = '.';
    memcpy(out, d->digit + 1, (size_t)d->n - 1);
    out += d->n - 1;
    const int e = d->before - 1, size = e < 0 ? -e : e;
    *out++ = 'e';
    *out++ = e < 0 ? '-' : '+';
    if (size < 10)
        *out++ = '0';
    return out + tacit_decimal_digits((uint64_t)size, out);
}

/* ddd.ddd, with zeros where there are no digits, and no point behind the last one. */
static char *put_plain(const tacit_decimal *d, char *out)
{
    for (int i = 0; i < d->before; i++)
        *out++ = i < d->n ? d->digit[i] : '0';
    if (d->before <= 0)
        *out++ = '0';
    if (d->before < d->n)
        *out++ = '.';
    for (int i = d->before; i < d->n; i++)
        *out++ = i < 0 ? '0' : d->digit[i];
    return out;
}

void tacit_format_real(double x, char out[TACIT_NUMBER_BYTES])
{
    enum { USUAL_DIGITS = 15 };
    if (!isfinite(x)) {
        snprintf(out, TACIT_NUMBER_BYTES, "%s", isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
        return;
    }
    if (x < 0.0)
        *out++ = '-';
    tacit_decimal d = { .digit = "0", .n = 1, .before = 1 }; /* -0 is 0 */
    if (x < 0.0 || x > 0.0)
        tacit_decimal_of(fabs(x), &d);
    const bool plain = d.before > -4 && d.before <= (d.n > USUAL_DIGITS ? d.n : (int)USUAL_DIGITS);
    out = plain ? put_plain(&d, out) : put_exponent(&d, out);
    *out = '\0';
}

void tacit_format_integer(int64_t x, char out[TACIT_NUMBER_BYTES])
{
    snprintf(out, TACIT_NUMBER_BYTES, "%lld", (long long)x);
}

/* Days from the civil calendar and back, after Hinnant's chrono-compatible
 * low-level date algorithms (2013): eras of 400 years, years that start in March. */
static int64_t days_from_civil(int64_t y, unsigned m, unsigned d)
{
    y -= m <= 2;
    const int64_t era = (y >= 0 ? y : y - 399) / 400;
    const int64_t yoe = y - era * 400;
    const int64_t doy = (153 * ((int64_t)m + (m > 2 ? -3 : 9)) + 2) / 5 + (int64_t)d - 1;
    const int64_t doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    return era * 146097 + doe - 719468;
}

static void civil_from_days(int64_t z, int64_t *y, unsigned *m, unsigned *d)
{
    z += 719468;
    const int64_t era = (z >= 0 ? z : z - 146096) / 146097;
    const int64_t doe = z - era * 146097;
    const int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    const int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    const int64_t mp = (5 * doy + 2) / 153;
    *d = (unsigned)(doy - (153 * mp + 2) / 5 + 1);
    *m = (unsigned)(mp < 10 ? mp + 3 : mp - 9);
    *y = yoe + era * 400 + (*m <= 2);
}

void tacit_format_date(int32_t days, char out[TACIT_NUMBER_BYTES])
{
    int64_t y = 0;
    unsigned m = 0, d = 0;
    civil_from_days(days, &y, &m, &d);
    snprintf(out, TACIT_NUMBER_BYTES, "%04lld-%02u-%02u", (long long)y, m, d);
}

bool tacit_parse_real(const char *text, double *out)
{
    if (tacit_decimal_read(text, strlen(text), out))
        return true;
    if (text[0] == '\0' || isspace((unsigned char)text[0]))
        return false;
    for (const char *c = text; *c != '\0'; c++)
        if (strchr("0123456789.eE+-", *c) == NULL)
            return false;
    double x = 0.0;
    if (!read_number(text, &x) || !isfinite(x))
        return false;
    *out = x;
    return true;
}

bool tacit_parse_integer(const char *text, size_t n, int64_t *out)
{
    const size_t sign = n > 0 && text[0] == '-';
    if (n == sign || n - sign > 18 || (text[sign] == '0' && n > 1))
        return false;
    int64_t x = 0;
    for (size_t i = sign; i < n; i++) {
        const unsigned digit = (unsigned char)text[i] - (unsigned)'0';
        if (digit > 9)
            return false;
        x = 10 * x + digit;
    }
    *out = sign ? -x : x;
    return true;
}

bool tacit_parse_date(const char *text, int32_t *days)
{
    unsigned y = 0, m = 0, d = 0;
    int used = 0;
    if (strlen(text) != 10 || sscanf(text, "%4u-%2u-%2u%n", &y, &m, &d, &used) != 3 || used != 10)
        return false;
    const int64_t n = days_from_civil(y, m, d);
    char back[TACIT_NUMBER_BYTES];
    tacit_format_date((int32_t)n, back);
    if (strcmp(back, text) != 0)
        return false;
    *days = (int32_t)n;
    return true;
}

bool tacit_parse_bytes(const char *text, uint64_t *out)
{
    static const char units[] = "KMGT";
    char number[64];
    const size_t digits = strspn(text, "0123456789.");
    if (digits == 0 || digits >= sizeof number)
        return false;
    memcpy(number, text, digits);
    number[digits] = '\0';
    double x = 0.0;
    if (!tacit_parse_real(number, &x))
        return false;
    const char *unit = text + digits;
    if (*unit != '\0' && *unit != 'B' && *unit != 'b') {
        const char *at = strchr(units, toupper((unsigned char)*unit));
        if (at == NULL)
            return false;
        unit++;
        const bool binary = *unit == 'i';
        unit += binary;
        x *= pow(binary ? 1024.0 : 1000.0, (double)(at - units + 1));
    }
    if (*unit == 'B' || *unit == 'b')
        unit++;
    if (*unit != '\0' || x < 1.0 || x > 1e18)
        return false;
    *out = (uint64_t)x;
    return true;
}

enum { LONGEST_WORD = 64 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Damerau-Levenshtein distance (optimal string alignment), letters folded to lower case. */
static size_t distance(const char *a, const char *b)
{
    const size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST_WORD || m > LONGEST_WORD)
        return SIZE_MAX; /* nobody mistypes so long a word */
    size_t row[3][LONGEST_WORD + 1];
    size_t *before = row[0], *last = row[1], *now = row[2];
    for (size_t j = 0; j <= m; j++)
        last[j] = j;
    for (size_t i = 1; i <= n; i++) {
        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            const int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            now[j] = least(least(last[j] + 1, now[j - 1] + 1), last[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
                y == tolower((unsigned char)a[i - 2]))
                now[j] = least(now[j], before[j - 2] + 1);
        }
        size_t *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[m];
}

const char *tacit_suggest(const char *word, size_t n,
                          const char *(*candidate)(const void *user, size_t i), const void *user)
{
    const size_t limit = strlen(word) < 3 ? 1 : strlen(word) / 3;
    const char *best = NULL;
    size_t best_distance = limit + 1;
    for (size_t i = 0; i < n; i++) {
        const char *c = candidate(user, i);
        const size_t d = distance(word, c);
        if (d < best_distance) {
            best = c;
            best_distance = d;
        }
    }
    return best;
}

bool tacit_is_utf8(const char *text, size_t n)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t i = 0;
    while (i < n) {
        if (at[i] > 0 && at[i] < 0x80) {
            i++;
            continue;
        }
        utf8proc_int32_t point = 0;
        const utf8proc_ssize_t used = utf8proc_iterate(at + i, (utf8proc_ssize_t)(n - i), &point);
        if (used <= 0 || point == 0)
            return false;
        i += (size_t)used;
    }
    return true;
}

static tacit_status make_room(tacit_ctx *cx, tacit_buffer *b, size_t more)
{
    size_t need = 0;
    if (__builtin_add_overflow(b->length, more, &need) || need == SIZE_MAX)
        return tacit_fail_memory(cx);
    need++;
    if (need <= b->room)
        return TACIT_OK;
    const size_t room = need < 2 * b->room ? 2 * b->room : need < 256 ? 256 : need;
    TACIT_TRY(tacit_grow(cx, room, 1, &b->text));
    b->room = room;
    return TACIT_OK;
}

tacit_status tacit_buffer_bytes(tacit_ctx *cx, tacit_buffer *b, const char *bytes, size_t n)
{
    TACIT_TRY(make_room(cx, b, n));
    if (n > 0)
        memcpy(b->text + b->length, bytes, n);
    b->length += n;
    b->text[b->length] = '\0';
    return TACIT_OK;
}

tacit_status tacit_buffer_text(tacit_ctx *cx, tacit_buffer *b, const char *text)
{
    return tacit_buffer_bytes(cx, b, text, strlen(text));
}

tacit_status tacit_buffer_format(tacit_ctx *cx, tacit_buffer *b, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    const int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    TACIT_ASSERT(n >= 0);
    const tacit_status status = make_room(cx, b, (size_t)n);
    if (status == TACIT_OK) {
        vsnprintf(b->text + b->length, (size_t)n + 1, fmt, again);
        b->length += (size_t)n;
    }
    va_end(again);
    return status;
}

void tacit_buffer_free(tacit_buffer *b)
{
    tacit_free(b->text);
    *b = (tacit_buffer){ 0 };
}
