/*
 * span.c - reading the text of an interval of numbers or dates.
 *
 * Read are, a and b being numbers, or dates as YYYY-MM-DD, YYYY-MM or YYYY:
 *   [a, b)  [a, b]  (a, b]  (a, b)  and with the bracket turned round, [a, b[  ]a, b]; the
 *                                   ends may have a semicolon or .. between them
 *   a-b  a - b  a..b  a to b        with both ends; an en dash is a hyphen
 *   <a  <=a  >a  >=a  a+            also with the signs for "at most" and "at least"
 * A year or a month of dates is the interval of its days.  O(length^2) at worst.
 */
#include "micro/utility/span.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* Texts that are longer are no intervals. */
enum { LONGEST = 96 };

#define EN_DASH "\xe2\x80\x93"
#define AT_MOST "\xe2\x89\xa4"
#define AT_LEAST "\xe2\x89\xa5"

/* A piece of a text. */
typedef struct piece {
    const char *at;
    size_t n;
} piece;

static piece trim(piece p)
{
    while (p.n > 0 && p.at[0] == ' ')
        p = (piece){ p.at + 1, p.n - 1 };
    while (p.n > 0 && p.at[p.n - 1] == ' ')
        p.n--;
    return p;
}

/* Read `n` digits. */
static bool read_digits(const char *text, size_t n, int *out)
{
    *out = 0;
    for (size_t i = 0; i < n; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *out = 10 * *out + (text[i] - '0');
    }
    return true;
}

/* A year or month, from its first day or to its last. */
static bool read_period(const char *text, bool last, double *out)
{
    const size_t n = strlen(text);
    int year = 0, month = last ? 12 : 1;
    if ((n != 4 && n != 7) || !read_digits(text, 4, &year))
        return false;
    if (n == 7 && (text[4] != '-' || !read_digits(text + 5, 2, &month)))
        return false;
    if (month < 1 || month > 12)
        return false;
    char day[LONGEST];
    int32_t days = 0;
    if (last) { /* the day before the next month */
        year += month / 12;
        month = month % 12 + 1;
    }
    snprintf(day, sizeof day, "%04d-%02d-01", year, month);
    if (!tacit_parse_date(day, &days))
        return false;
    *out = last ? days - 1.0 : days;
    return true;
}

static bool read_end(piece p, tacit_type type, bool last, double *out)
{
    char text[LONGEST];
    int32_t days = 0;
    p = trim(p);
    if (p.n == 0)
        return false;
    snprintf(text, sizeof text, "%.*s", (int)p.n, p.at);
    if (type != TACIT_TYPE_DATE)
        return tacit_parse_real(text, out);
    if (!tacit_parse_date(text, &days))
        return read_period(text, last, out);
    *out = days;
    return true;
}

/* Split at any `sign` so that both sides are ends. */
static bool split(piece p, const char *sign, tacit_type type, tacit_span *out)
{
    const size_t width = strlen(sign);
    for (size_t i = 1; i + width < p.n; i++)
        if (memcmp(p.at + i, sign, width) == 0 &&
            read_end((piece){ p.at, i }, type, false, &out->low) &&
            read_end((piece){ p.at + i + width, p.n - i - width }, type, true, &out->high))
            return out->low <= out->high;
    return false;
}

static bool split_any(piece p, const char *const *signs, tacit_type type, tacit_span *out)
{
    for (; *signs != NULL; signs++)
        if (split(p, *signs, type, out))
            return true;
    return false;
}

static bool read_brackets(piece p, tacit_type type, tacit_span *out)
{
    static const char *const signs[] = { ",", ";", "..", NULL };
    if (p.n < 5 || strchr("[(]", p.at[0]) == NULL || strchr("])[", p.at[p.n - 1]) == NULL)
        return false;
    *out = (tacit_span){ .low_open = p.at[0] != '[', .high_open = p.at[p.n - 1] != ']' };
    return split_any((piece){ p.at + 1, p.n - 2 }, signs, type, out);
}

/* "<a" and the like: what the sign says, and the end behind it. */
static bool read_bound(piece p, tacit_type type, tacit_span *out)
{
    static const struct {
        const char *sign;
        bool above, open;
    } signs[] = { { "<=", false, false },    { ">=", true, false }, { AT_MOST, false, false },
                  { AT_LEAST, true, false }, { "<", false, true },  { ">", true, true } };
    double end = 0.0;
    for (size_t s = 0; s < sizeof signs / sizeof signs[0]; s++) {
        const size_t n = strlen(signs[s].sign);
        if (p.n <= n || memcmp(p.at, signs[s].sign, n) != 0)
            continue;
        const bool above = signs[s].above, open = signs[s].open;
        if (!read_end((piece){ p.at + n, p.n - n }, type, above == open, &end))
            return false;
        *out = above ? (tacit_span){ .low = end, .high = INFINITY, .low_open = open }
                     : (tacit_span){ .low = -INFINITY, .high = end, .high_open = open };
        return true;
    }
    if (p.at[p.n - 1] != '+' || !read_end((piece){ p.at, p.n - 1 }, type, false, &end))
        return false;
    *out = (tacit_span){ .low = end, .high = INFINITY };
    return true;
}

static bool read_plain(piece p, tacit_type type, tacit_span *out)
{
    static const char *const signs[] = { "..", " to ", " - ", EN_DASH, "-", NULL };
    *out = (tacit_span){ 0 };
    if (split_any(p, signs, type, out))
        return true;
    return type == TACIT_TYPE_DATE && p.n <= 7 && read_end(p, type, false, &out->low) &&
           read_end(p, type, true, &out->high);
}

/* Whole numbers have a nearest one within an open end. */
static void close_ends(tacit_span *s)
{
    s->low = s->low_open ? floor(s->low) + 1.0 : ceil(s->low);
    s->high = s->high_open ? ceil(s->high) - 1.0 : floor(s->high);
    s->low_open = s->high_open = false;
}

bool tacit_span_read(const char *text, tacit_type type, tacit_span *out)
{
    const piece p = trim((piece){ text, strlen(text) });
    TACIT_ASSERT(type != TACIT_TYPE_CATEGORY);
    if (p.n < 2 || p.n >= LONGEST)
        return false;
    if (!read_brackets(p, type, out) && !read_bound(p, type, out) && !read_plain(p, type, out))
        return false;
    if (type != TACIT_TYPE_REAL)
        close_ends(out);
    return true;
}
