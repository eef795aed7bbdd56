/*
 * calendar.c - periods of the calendar.
 *
 * Source: ISO 8601 (2019), Date and time: representations for information interchange.  Each call
 * is O(1), the label of a week O(weeks of its year).
 */
#include "base/calendar/calendar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES[TACIT_CALENDAR_PERIODS] = {
    "day", "week", "month", "quarter", "half_year", "year", "decade", "century",
};

const char *tacit_period_name(tacit_period p)
{
    return NAMES[p];
}

tacit_period tacit_period_find(const char *name)
{
    unsigned p = 0;
    while (p < TACIT_CALENDAR_PERIODS && strcmp(NAMES[p], name) != 0)
        p++;
    return p;
}

/* Year, month and day of a day since 1970-01-01. */
typedef struct date {
    long long year;
    int month, day;
} date;

static date date_of(int32_t day)
{
    char text[TACIT_NUMBER_BYTES];
    char *rest = NULL;
    tacit_format_date(day, text);
    date d = { .year = strtoll(text, &rest, 10) };
    d.month = (int)strtol(rest + 1, &rest, 10);
    d.day = (int)strtol(rest + 1, NULL, 10);
    return d;
}

/* ---- when ---- */

/* The Monday of a day's week; 1970-01-01 was a Thursday. */
static int64_t monday_of(int64_t day)
{
    return day - ((day + 3) % 7 + 7) % 7;
}

/* The first day of the `n` months, counted from January, that a day lies in: back to the first of
 * its month, and month by month from there. */
static int32_t first_of_months(int32_t day, int n)
{
    date d = date_of(day);
    for (day -= d.day - 1; (d.month - 1) % n != 0; day -= d.day - 1)
        d = date_of(--day);
    return day;
}

int32_t tacit_period_start(tacit_period p, int32_t day)
{
    static const int months[TACIT_CALENDAR_PERIODS] = { [TACIT_CALENDAR_MONTH] = 1,
                                                        [TACIT_CALENDAR_QUARTER] = 3,
                                                        [TACIT_CALENDAR_HALF_YEAR] = 6,
                                                        [TACIT_CALENDAR_YEAR] = 12 };
    TACIT_ASSERT(p <= TACIT_CALENDAR_YEAR);
    if (p == TACIT_CALENDAR_DAY)
        return day;
    return p == TACIT_CALENDAR_WEEK ? (int32_t)monday_of(day) : first_of_months(day, months[p]);
}

int32_t tacit_period_next(tacit_period p, int32_t day)
{
    /* As many days as the longest has are into the next one, and not beyond it. */
    static const int32_t longest[TACIT_CALENDAR_PERIODS] = { 1, 7, 31, 92, 184, 366 };
    return tacit_period_start(p, tacit_period_start(p, day) + longest[p]);
}

/* ---- what ---- */

/* A week belongs to the year of its Thursday. */
static void write_week(int32_t day, char out[TACIT_CALENDAR_BYTES])
{
    const int64_t thursday = monday_of(day) + 3;
    const date d = date_of((int32_t)thursday);
    int week = 1;
    while (date_of((int32_t)(thursday - 7 * week)).year == d.year)
        week++;
    snprintf(out, TACIT_CALENDAR_BYTES, "%04lld-W%02d", d.year, week);
}

/* The years that begin at a multiple of `n`. */
static void write_years(long long year, int n, char out[TACIT_CALENDAR_BYTES])
{
    const long long first = (year - (year % n + n) % n);
    snprintf(out, TACIT_CALENDAR_BYTES, "%04lld to %04lld", first, first + n - 1);
}

void tacit_period_label(tacit_period p, int32_t day, char out[TACIT_CALENDAR_BYTES])
{
    const date d = date_of(day);
    switch (p) {
    case TACIT_CALENDAR_DAY:
        snprintf(out, TACIT_CALENDAR_BYTES, "%04lld-%02d-%02d", d.year, d.month, d.day);
        break;
    case TACIT_CALENDAR_WEEK:
        write_week(day, out);
        break;
    case TACIT_CALENDAR_MONTH:
        snprintf(out, TACIT_CALENDAR_BYTES, "%04lld-%02d", d.year, d.month);
        break;
    case TACIT_CALENDAR_QUARTER:
        snprintf(out, TACIT_CALENDAR_BYTES, "%04lld-Q%d", d.year, (d.month + 2) / 3);
        break;
    case TACIT_CALENDAR_HALF_YEAR:
        snprintf(out, TACIT_CALENDAR_BYTES, "%04lld-H%d", d.year, (d.month + 5) / 6);
        break;
    case TACIT_CALENDAR_YEAR:
        snprintf(out, TACIT_CALENDAR_BYTES, "%04lld", d.year);
        break;
    default:
        write_years(d.year, p == TACIT_CALENDAR_DECADE ? 10 : 100, out);
    }
}

bool tacit_period_within(tacit_period p, tacit_period whole)
{
    return p == whole || (p < whole && p != TACIT_CALENDAR_WEEK);
}

bool tacit_parse_day(const char *text, int32_t *out)
{
    enum { LENGTH = 10 };
    char day[LENGTH + 1] = "";
    const size_t n = strlen(text);
    if (n < LENGTH || (n > LENGTH && text[LENGTH] != 'T' && text[LENGTH] != ' '))
        return false;
    memcpy(day, text, LENGTH);
    return tacit_parse_date(day, out);
}
