/*
 * calendar.h - periods of the calendar: which one a day lies in, when it begins, what it is called.
 *
 * Days are counted from 1970-01-01 (proleptic Gregorian calendar); weeks begin on Monday.  Names
 * are those of ISO 8601: 2024-02-01, 2024-W07, 2024-02, 2024-Q1, 2024-H1, 2024, and from decades
 * on "2020 to 2029".
 *
 * Days in the usual spellings, 31.12.2024, 12/31/2024, 2024/12/31: three numbers with two points,
 * strokes or dashes between them.  A year has four digits, or two if it comes last and day and
 * month have two as well: 30 to 99 are of the 20th century, 00 to 29 of the 21st.  Whether the day
 * or the month comes first, only a number above 12 tells.
 */
#ifndef TACIT_BASE_CALENDAR_CALENDAR_H
#define TACIT_BASE_CALENDAR_CALENDAR_H

#include "base/text.h"

/* From short to long. */
typedef enum tacit_period {
    TACIT_CALENDAR_DAY,
    TACIT_CALENDAR_WEEK,
    TACIT_CALENDAR_MONTH,
    TACIT_CALENDAR_QUARTER,
    TACIT_CALENDAR_HALF_YEAR,
    TACIT_CALENDAR_YEAR,
    TACIT_CALENDAR_DECADE,
    TACIT_CALENDAR_CENTURY,
    TACIT_CALENDAR_PERIODS
} tacit_period;

/* Room for a period's label: two years. */
enum { TACIT_CALENDAR_BYTES = 2 * TACIT_NUMBER_BYTES + 8 };

/* The word for a kind of period, and the kind that a word means; TACIT_CALENDAR_PERIODS if it is
 * none. */
const char *tacit_period_name(tacit_period p);
tacit_period tacit_period_find(const char *name);

/* The first day of the period that `day` lies in, and of the one after that; up to years. */
int32_t tacit_period_start(tacit_period p, int32_t day);
int32_t tacit_period_next(tacit_period p, int32_t day);

/* Write what the period that `day` lies in is called. */
void tacit_period_label(tacit_period p, int32_t day, char out[TACIT_CALENDAR_BYTES]);

/* Whether every period of kind `p` lies within one of kind `whole`: weeks lie across all longer
 * ones. */
bool tacit_period_within(tacit_period p, tacit_period whole);

/* Read a day: YYYY-MM-DD, alone or followed by T or a blank and a time of that day, which is passed
 * over. */
bool tacit_parse_day(const char *text, int32_t *out);

/* Read a day, the month before the day if `month_first`; a text that fits the other order only is
 * read in that one.  False if it is no day. */
bool tacit_spelling_read(const char *text, bool month_first, int32_t *day);

/* What was seen of many texts; starts with all 0. */
typedef struct tacit_spelling_tally {
    size_t days;        /* texts that are days */
    size_t others;      /* and those that are not */
    size_t year_first;  /* days that begin with the year */
    size_t day_first;   /* days whose first number must be the day */
    size_t month_first; /* days whose second number must be */
} tacit_spelling_tally;

/* Look at one more text. */
void tacit_spelling_see(tacit_spelling_tally *t, const char *text);

#endif
