/*
 * format.c - the file formats of statistical packages and their epochs.
 *
 * Stata counts days (%td) and milliseconds (%tc) from 1960-01-01, SAS days and seconds
 * from 1960-01-01, SPSS seconds from 1582-10-14 for both (Stata 18 manual, [D]
 * Datetime; SAS 9.4 Language Reference: Concepts, "About SAS Date, Time, and Datetime
 * Values"; IBM SPSS Statistics Command Syntax Reference, "Date and Time").  Counts of
 * weeks, months or quarters (%tw, %tm, %tq) and times of day stay plain numbers.
 */
#include "engine/readstat/format.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { DAYS_1960_TO_1970 = 3653, DAYS_1582_TO_1970 = 141428, DAY_SECONDS = 86400 };

static const tacit_readstat_format FORMATS[] = {
    { ".dta", "Stata", TACIT_READSTAT_STATA, true, 8.9e307, readstat_parse_dta },
    { ".sav", "SPSS", TACIT_READSTAT_SPSS, true, 1.7e308, readstat_parse_sav },
    { ".zsav", "SPSS", TACIT_READSTAT_SPSS, true, 1.7e308, readstat_parse_sav },
    { ".por", "SPSS portable", TACIT_READSTAT_SPSS, false, 0.0, readstat_parse_por },
    { ".sas7bdat", "SAS", TACIT_READSTAT_SAS, false, 0.0, readstat_parse_sas7bdat },
    { ".xpt", "SAS transport", TACIT_READSTAT_SAS, true, 7.2e75, readstat_parse_xport },
};

/* Names of display formats, without their width. */
static const char *const SPSS_DATES[] = { "DATE", "ADATE", "EDATE", "JDATE", "SDATE",
                                          "QYR",  "MOYR",  "WKYR",  NULL };
static const char *const SPSS_DATETIMES[] = { "DATETIME", "YMDHMS", NULL };

/* A final * stands for any rest: separators and languages make many variants. */
static const char *const SAS_DATES[] = {
    "DATE",    "DAY",      "DDMMYY*", "MMDDYY*",  "YYMMDD*",  "JULDAY",   "JULIAN",   "MONNAME",
    "MONTH",   "MONYY",    "YYMM",    "YYMMC",    "YYMMD",    "YYMMN",    "YYMMP",    "YYMMS",
    "MMYY*",   "YYMON",    "YYQ*",    "QTR",      "QTRR",     "WEEKDATE", "WEEKDATX", "WEEKDAY",
    "WEEKU",   "WEEKV",    "WEEKW",   "WORDDATE", "WORDDATX", "YEAR",     "DOWNAME",  "E8601DA",
    "B8601DA", "IS8601DA", "NLDATE*", "EURDF*",   "MINGUO",   "NENGO",    NULL
};
static const char *const SAS_DATETIMES[] = { "DATETIME", "DATEAMPM", "DTDATE",  "DTMONYY",
                                             "DTWKDATX", "DTYEAR",   "DTYYQC",  "E8601DT",
                                             "B8601DT",  "IS8601DT", "MDYAMPM", "NLDATM*",
                                             "EURDFDT",  "TOD",      NULL };

const tacit_readstat_format *tacit_readstat_format_find(const char *uri)
{
    const size_t n = strlen(uri);
    for (size_t i = 0; i < sizeof FORMATS / sizeof FORMATS[0]; i++) {
        const size_t m = strlen(FORMATS[i].ending);
        if (n > m && strcasecmp(uri + n - m, FORMATS[i].ending) == 0)
            return &FORMATS[i];
    }
    return NULL;
}

/* Whether `name` of `n` bytes is in `list`. */
static bool is_listed(const char *const *list, const char *name, size_t n)
{
    for (; *list != NULL; list++) {
        const size_t m = strlen(*list);
        const bool open = (*list)[m - 1] == '*';
        if (open ? n >= m - 1 && strncasecmp(*list, name, m - 1) == 0
                 : n == m && strncasecmp(*list, name, n) == 0)
            return true;
    }
    return false;
}

/* Length of a format's name, without width and decimals. */
static size_t name_length(const char *text)
{
    size_t n = strlen(text);
    while (n > 0 && (isdigit((unsigned char)text[n - 1]) || text[n - 1] == '.'))
        n--;
    return n;
}

/* Stata's %td, %tc and %tC, and the old %d; a minus aligns to the left. */
static tacit_readstat_meaning stata_meaning(const char *text)
{
    if (*text++ != '%')
        return TACIT_READSTAT_PLAIN;
    if (*text == '-')
        text++;
    if (text[0] == 'd' || (text[0] == 't' && text[1] == 'd'))
        return TACIT_READSTAT_DATE;
    if (text[0] == 't' && (text[1] == 'c' || text[1] == 'C'))
        return TACIT_READSTAT_DATETIME;
    return TACIT_READSTAT_PLAIN;
}

tacit_readstat_meaning tacit_readstat_meaning_of(tacit_readstat_family family, const char *text)
{
    if (family == TACIT_READSTAT_STATA)
        return stata_meaning(text);
    const bool spss = family == TACIT_READSTAT_SPSS;
    const size_t n = name_length(text);
    if (is_listed(spss ? SPSS_DATETIMES : SAS_DATETIMES, text, n))
        return TACIT_READSTAT_DATETIME;
    if (is_listed(spss ? SPSS_DATES : SAS_DATES, text, n))
        return TACIT_READSTAT_DATE;
    return TACIT_READSTAT_PLAIN;
}

/* Whether `text` shows no decimals: no point, or only zeros after it. */
static bool shows_no_decimals(const char *text)
{
    const char *point = strchr(text, '.');
    if (point == NULL)
        return true;
    const size_t zeros = strspn(point + 1, "0");
    return !isdigit((unsigned char)point[1 + zeros]);
}

bool tacit_readstat_says_whole(tacit_readstat_family family, const char *text)
{
    const size_t n = strlen(text);
    switch (family) {
    case TACIT_READSTAT_STATA: /* %12.0f or %12.0fc; %9.0g is every column's default */
        return n > 2 && strchr(text, '.') != NULL && shows_no_decimals(text) &&
               (text[n - 1] == 'f' || (text[n - 1] == 'c' && text[n - 2] == 'f'));
    case TACIT_READSTAT_SPSS: /* F8.0, N5 */
        return n > 1 && (text[0] == 'F' || text[0] == 'N') && shows_no_decimals(text);
    case TACIT_READSTAT_SAS: /* one numeric type, most columns without any format */
    default:
        return shows_no_decimals(text);
    }
}

double tacit_readstat_days(tacit_readstat_family family, double x)
{
    if (family == TACIT_READSTAT_SPSS)
        return x / DAY_SECONDS - DAYS_1582_TO_1970;
    return x - DAYS_1960_TO_1970;
}

double tacit_readstat_from_days(tacit_readstat_family family, double days)
{
    if (family == TACIT_READSTAT_SPSS)
        return (days + DAYS_1582_TO_1970) * DAY_SECONDS;
    return days + DAYS_1960_TO_1970;
}

double tacit_readstat_seconds(tacit_readstat_family family, double x)
{
    if (family == TACIT_READSTAT_SPSS)
        return x - (double)DAYS_1582_TO_1970 * DAY_SECONDS;
    const double seconds = family == TACIT_READSTAT_STATA ? x / 1000.0 : x;
    return seconds - (double)DAYS_1960_TO_1970 * DAY_SECONDS;
}
