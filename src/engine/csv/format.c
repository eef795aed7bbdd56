/*
 * format.c - the cells of a text file as they are written.
 *
 * Numbers are written as DuckDB writes them, so that a file does not depend on which of the
 * two wrote it: reals as the shortest decimal that reads back as the same double, whole ones
 * with .0, with an exponent below 1e-4 and from 1e16 on.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal/decimal.h"
#include "engine/csv/write.h"

size_t tacit_csv_put_integer(int64_t x, char *out)
{
    const bool minus = x < 0;
    if (minus)
        out[0] = '-';
    return minus + tacit_decimal_digits(minus ? 0 - (uint64_t)x : (uint64_t)x, out + minus);
}

/* d.ddde+XX */
static size_t put_exponent(const tacit_decimal *d, char *out)
{
    size_t used = 0;
    out[used++] = d->digit[0];
    if (d->n > 1) {
        out[used++] = '.';
        memcpy(out + used, d->digit + 1, (size_t)d->n - 1);
        used += (size_t)d->n - 1;
    }
    const int e = d->before - 1;
    return used + (size_t)snprintf(out + used, 8, "e%c%02d", e < 0 ? '-' : '+', abs(e));
}

/* ddd.ddd, with zeros on either side where there are no digits. */
static size_t put_plain(const tacit_decimal *d, char *out)
{
    size_t used = 0;
    for (int i = 0; i < d->before; i++)
        out[used++] = i < d->n ? d->digit[i] : '0';
    if (d->before <= 0)
        out[used++] = '0';
    out[used++] = '.';
    for (int i = d->before; i < 0; i++)
        out[used++] = '0';
    for (int i = d->before > 0 ? d->before : 0; i < d->n; i++)
        out[used++] = d->digit[i];
    if (d->before >= d->n)
        out[used++] = '0';
    return used;
}

size_t tacit_csv_put_real(double x, char *out)
{
    size_t used = 0;
    const double size = fabs(x);
    if (!(size > 0.0)) { /* -0 is 0 */
        memcpy(out, "0.0", 3);
        return 3;
    }
    if (!isfinite(x)) {
        char text[TACIT_NUMBER_BYTES];
        tacit_format_real(x, text);
        used = strlen(text);
        memcpy(out, text, used);
        return used;
    }
    if (x < 0.0)
        out[used++] = '-';
    tacit_decimal d = { 0 };
    tacit_decimal_of(size, &d);
    const bool plain = d.before > -4 && d.before <= 16;
    return used + (plain ? put_plain(&d, out + used) : put_exponent(&d, out + used));
}

size_t tacit_csv_put_spelled(const tacit_dialect *dialect, double x, char *out)
{
    enum { CODE = 16 }; /* digits of what may be a code, not a number */
    char plain[TACIT_CSV_NUMBER];
    size_t n = tacit_csv_put_real(x, plain), to = 0;
    const bool decimals = n > 2 && memcmp(plain + n - 2, ".0", 2) == 0;
    if (dialect->whole && decimals && n - 2 < CODE)
        n -= 2;
    char *mark = memchr(plain, '.', n);
    const bool quoted = mark != NULL && dialect->decimal == dialect->delimiter &&
                        dialect->quoting != TACIT_QUOTE_ALL;
    if (mark != NULL)
        *mark = dialect->decimal;
    if (quoted)
        out[to++] = '"';
    memcpy(out + to, plain, n);
    to += n;
    if (quoted)
        out[to++] = '"';
    return to;
}

enum { FIRST = -719162 }; /* 0001-01-01 in days */

/* A day before the year 1: the calendar repeats itself every 400 years. */
static size_t put_early_date(int32_t days, char *out)
{
    enum { CYCLE_DAYS = 146097, CYCLE_YEARS = 400 };
    const int64_t cycles = ((int64_t)FIRST - days + CYCLE_DAYS - 1) / CYCLE_DAYS;
    char text[TACIT_NUMBER_BYTES];
    tacit_format_date((int32_t)(days + cycles * CYCLE_DAYS), text);
    const long long year = strtoll(text, NULL, 10) - cycles * CYCLE_YEARS;
    return (size_t)snprintf(out, TACIT_CSV_NUMBER, "%04lld%s (BC)", 1 - year, text + 4);
}

size_t tacit_csv_put_date(int32_t days, char *out)
{
    if (days == INT32_MAX || days == -INT32_MAX)
        return (size_t)snprintf(out, TACIT_CSV_NUMBER, "%sinfinity", days < 0 ? "-" : "");
    if (days < FIRST)
        return put_early_date(days, out);
    char text[TACIT_NUMBER_BYTES];
    tacit_format_date(days, text);
    const size_t n = strlen(text);
    memcpy(out, text, n);
    return n;
}

/* Whether every program reads the text back as it is without quotes; for some # starts a
 * comment. */
static bool is_safe(const char *text, size_t n, char delimiter)
{
    for (size_t i = 0; i < n; i++)
        if (text[i] == delimiter || memchr("\"\n\r#", text[i], 4) != NULL)
            return false;
    return n > 0; /* nothing at all is a missing value */
}

tacit_status tacit_csv_put_text(tacit_ctx *cx, tacit_buffer *b, const char *text, size_t n,
                                char delimiter)
{
    return is_safe(text, n, delimiter) ? tacit_buffer_bytes(cx, b, text, n)
                                       : tacit_csv_put_quoted(cx, b, text, n);
}

tacit_status tacit_csv_put_quoted(tacit_ctx *cx, tacit_buffer *b, const char *text, size_t n)
{
    TACIT_TRY(tacit_buffer_bytes(cx, b, "\"", 1));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(
            tacit_buffer_bytes(cx, b, text[i] == '"' ? "\"\"" : text + i, text[i] == '"' ? 2 : 1));
    return tacit_buffer_bytes(cx, b, "\"", 1);
}
