/*
 * pattern.c - what texts look like: e-mail addresses, telephone numbers, dates ...
 *
 * One predicate for each pattern, in a table.  Shapes are compared letter by letter: in a
 * shape 9 is a digit, A a letter and any other character itself.  Bank account numbers
 * are checked with the remainder modulo 97 (ISO 13616-1:2020, after ISO 7064).
 * Missing values are never seen.  O(length) a text.
 */
#include "micro/profile/pattern.h"

#include <string.h>

#include "base/calendar/calendar.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool has_shape(const char *text, const char *shape)
{
    for (; *shape != '\0' && *text != '\0'; shape++, text++) {
        const bool same = *shape == '9'   ? is_digit(*text)
                          : *shape == 'A' ? is_letter(*text)
                                          : *shape == *text;
        if (!same)
            return false;
    }
    return *shape == *text;
}

static bool has_any_shape(const char *text, const char *const *shape)
{
    for (; *shape != NULL; shape++)
        if (has_shape(text, *shape))
            return true;
    return false;
}

static bool is_email(const char *text)
{
    const char *at = strchr(text, '@');
    if (at == NULL || at == text || strchr(at + 1, '@') != NULL || strpbrk(text, " \t,;") != NULL)
        return false;
    const char *dot = strrchr(at, '.');
    return dot != NULL && dot > at + 1 && strlen(dot) >= 3;
}

static bool is_url(const char *text)
{
    static const char *const starts[] = { "http://", "https://", "ftp://", "www.", NULL };
    for (size_t i = 0; starts[i] != NULL; i++)
        if (strncmp(text, starts[i], strlen(starts[i])) == 0)
            return strlen(text) > strlen(starts[i]) + 2 && strchr(text, ' ') == NULL;
    return false;
}

/* Without blanks, in capitals; 0 if it has another character than letters and digits or
 * does not fit. */
static size_t squeeze(const char *text, char *out, size_t room)
{
    size_t n = 0;
    for (; *text != '\0'; text++) {
        if (*text == ' ')
            continue;
        if ((!is_digit(*text) && !is_letter(*text)) || n + 1 >= room)
            return 0;
        out[n++] = *text >= 'a' && *text <= 'z' ? (char)(*text - 'a' + 'A') : *text;
    }
    out[n] = '\0';
    return n;
}

static bool is_iban(const char *text)
{
    enum { SHORTEST = 15, LONGEST = 34 };
    char s[LONGEST + 1];
    const size_t n = squeeze(text, s, sizeof s);
    if (n < SHORTEST || !is_letter(s[0]) || !is_letter(s[1]) || !is_digit(s[2]) || !is_digit(s[3]))
        return false;
    unsigned rest = 0; /* of the number with the first four characters moved to its end */
    for (size_t i = 0; i < n; i++) {
        const char c = s[(i + 4) % n];
        const unsigned value = is_digit(c) ? (unsigned)(c - '0') : (unsigned)(c - 'A') + 10u;
        rest = (rest * (value > 9 ? 100u : 10u) + value) % 97u;
    }
    return rest == 1;
}

static bool is_ipv4(const char *text)
{
    for (int part = 0; part < 4; part++) {
        unsigned value = 0, digits = 0;
        for (; is_digit(*text) && digits < 4; text++, digits++)
            value = value * 10 + (unsigned)(*text - '0');
        if (digits == 0 || digits > 3 || value > 255)
            return false;
        if (*text++ != (part < 3 ? '.' : '\0'))
            return false;
    }
    return true;
}

static bool is_ipv6(const char *text)
{
    const size_t n = strlen(text);
    size_t colons = 0, run = 0;
    for (const char *c = text; *c != '\0'; c++) {
        run = *c == ':' ? 0 : run + 1;
        colons += *c == ':';
        if (run > 4)
            return false;
    }
    const bool doubled = strstr(text, "::") != NULL;
    return n == strspn(text, "0123456789abcdefABCDEF:") && n >= 3 &&
           (colons == 7 || (doubled && colons >= 2 && colons <= 7));
}

static bool is_ip(const char *text)
{
    return is_ipv4(text) || is_ipv6(text);
}

static bool is_date(const char *text)
{
    int32_t day;
    return tacit_spelling_read(text, false, &day) || tacit_spelling_read(text, true, &day);
}

static bool is_postcode(const char *text)
{
    static const char *const shapes[] = {
        "99999",                                          /* many countries, with leading zeros */
        "99999-9999",                                     /* United States */
        "9999 AA",    "9999AA",                           /* Netherlands */
        "A9A 9A9",    "A9A9A9",                           /* Canada */
        "A9 9AA",     "A99 9AA",  "AA9 9AA",  "AA99 9AA", /* United Kingdom */
        "A9A 9AA",    "AA9A 9AA",                         /* the same, London */
        "99-999",     "999 99",   "9999-999", "999-9999", /* Poland, Sweden, Portugal, Japan */
        "A-9999",     "D-99999",  "L-9999",   NULL,
    };
    return has_any_shape(text, shapes);
}

static bool is_phone(const char *text)
{
    enum { FEWEST = 7, MOST = 15 };
    size_t digits = 0, marks = 0;
    for (const char *c = text + (*text == '+'); *c != '\0'; c++) {
        if (!is_digit(*c) && strchr(" -/().", *c) == NULL)
            return false;
        digits += is_digit(*c);
        marks += !is_digit(*c);
    }
    if (digits < FEWEST || digits > MOST)
        return false;
    return *text == '+' || *text == '(' || (*text == '0' && (marks > 0 || digits >= 9));
}

/* Digits, perhaps in groups of three, perhaps with decimals; `*grouped` if in groups. */
static bool is_number(const char *text, bool *grouped)
{
    text += *text == '-' || *text == '+';
    const size_t lead = strspn(text, "0123456789");
    const char mark = text[lead];
    if (lead == 0)
        return false;
    text += lead;
    size_t groups = 0;
    if (lead <= 3 && mark != '\0' && strchr(",.' ", mark) != NULL)
        for (; *text == mark && strspn(text + 1, "0123456789") == 3; text += 4)
            groups++;
    if (groups > 0)
        *grouped = true;
    if ((*text == '.' || *text == ',') && (groups == 0 || *text != mark))
        text += 1 + strspn(text + 1, "0123456789");
    return *text == '\0';
}

static bool is_plain_number(const char *text)
{
    bool grouped = false;
    return is_number(text, &grouped);
}

static const struct pattern {
    const char *name, *words;
    bool (*fits)(const char *text);
} PATTERN[TACIT_PATTERNS] = {
    [TACIT_PATTERN_NONE] = { "", "", NULL },
    [TACIT_PATTERN_EMAIL] = { "email", "an e-mail address", is_email },
    [TACIT_PATTERN_URL] = { "url", "a web address", is_url },
    [TACIT_PATTERN_IBAN] = { "iban", "a bank account number (IBAN)", is_iban },
    [TACIT_PATTERN_IP] = { "ip", "an internet address", is_ip },
    [TACIT_PATTERN_DATE] = { "date", "a date", is_date },
    [TACIT_PATTERN_POSTCODE] = { "postcode", "a postal code", is_postcode },
    [TACIT_PATTERN_PHONE] = { "phone", "a telephone number", is_phone },
    [TACIT_PATTERN_THOUSANDS] = { "thousands", "a number with separators of thousands",
                                  is_plain_number },
};

const char *tacit_pattern_name(tacit_pattern p)
{
    return PATTERN[p].name;
}

const char *tacit_pattern_words(tacit_pattern p)
{
    return PATTERN[p].words;
}

tacit_pattern_set tacit_pattern_start(void)
{
    return (tacit_pattern_set){ .possible = (1u << TACIT_PATTERNS) - 2u };
}

void tacit_pattern_see(tacit_pattern_set *s, const char *text)
{
    for (unsigned p = 1; p < TACIT_PATTERNS; p++)
        if ((s->possible >> p & 1) != 0 && !PATTERN[p].fits(text))
            s->possible &= ~(1u << p);
    bool grouped = false;
    if ((s->possible >> TACIT_PATTERN_THOUSANDS & 1) != 0 && is_number(text, &grouped) && grouped)
        s->grouped = true;
}

tacit_pattern tacit_pattern_end(const tacit_pattern_set *s, size_t seen)
{
    unsigned p = 1;
    while (p < TACIT_PATTERNS && (s->possible >> p & 1) == 0)
        p++;
    if (seen == 0 || p == TACIT_PATTERNS || (p == TACIT_PATTERN_THOUSANDS && !s->grouped))
        return TACIT_PATTERN_NONE;
    return (tacit_pattern)p;
}
