/*
 * spelling.c - days in the usual spellings.
 *
 * The texts are brought to YYYY-MM-DD, so that the calendar has the last word.  O(length).
 */
#include "base/calendar/calendar.h"

#include <stdio.h>
#include <string.h>

/* The first two-digit year of the 20th century. */
enum { PIVOT = 30, MOST_DIGITS = 4 };

/* The three numbers of a text and how many digits each has. */
typedef struct parts {
    int value[3], digits[3];
} parts;

static bool read_parts(const char *text, parts *out)
{
    char mark = '\0';
    for (size_t i = 0; i < 3; i++) {
        out->value[i] = out->digits[i] = 0;
        for (; *text >= '0' && *text <= '9' && out->digits[i] < MOST_DIGITS; text++) {
            out->value[i] = 10 * out->value[i] + (*text - '0');
            out->digits[i]++;
        }
        if (out->digits[i] == 0)
            return false;
        if (i == 2)
            return *text == '\0';
        if (*text == '\0' || strchr("./-", *text) == NULL || (i == 1 && *text != mark))
            return false;
        mark = *text++;
    }
    return false;
}

static bool is_year_first(const parts *p)
{
    return p->digits[0] == 4 && p->digits[1] <= 2 && p->digits[2] <= 2;
}

static bool is_year_last(const parts *p)
{
    return p->digits[0] <= 2 && p->digits[1] <= 2 &&
           (p->digits[2] == 4 || (p->digits[2] == 2 && p->digits[0] == 2 && p->digits[1] == 2));
}

static bool make_day(int year, int month, int day, int32_t *out)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, day);
    return tacit_parse_date(text, out);
}

bool tacit_spelling_read(const char *text, bool month_first, int32_t *day)
{
    parts p;
    if (!read_parts(text, &p))
        return false;
    if (is_year_first(&p))
        return make_day(p.value[0], p.value[1], p.value[2], day);
    if (!is_year_last(&p))
        return false;
    int year = p.value[2];
    if (p.digits[2] == 2)
        year += year < PIVOT ? 2000 : 1900;
    const bool swap = month_first ? p.value[0] <= 12 : p.value[1] > 12;
    return make_day(year, p.value[swap ? 0 : 1], p.value[swap ? 1 : 0], day);
}

void tacit_spelling_see(tacit_spelling_tally *t, const char *text)
{
    parts p;
    int32_t day;
    if (!tacit_spelling_read(text, false, &day) && !tacit_spelling_read(text, true, &day)) {
        t->others++;
        return;
    }
    t->days++;
    (void)read_parts(text, &p);
    if (is_year_first(&p))
        t->year_first++;
    else if (p.value[0] > 12)
        t->day_first++;
    else if (p.value[1] > 12)
        t->month_first++;
}
