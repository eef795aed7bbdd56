/*
 * dates.c - a hierarchy of calendar periods.
 *
 * Each level joins the days of a period: week (ISO 8601, 2024-W07), month (2024-02), quarter
 * (2024-Q1), half_year (2024-H1), year (2024), decade (2020 to 2029), century (2000 to
 * 2099).  Periods widen from level to level.  Weeks lie across months and years, so nothing
 * stands above them but the root.  Missing cells stay missing.
 *
 * Source: ISO 8601 (2019), Date and time: representations for information interchange.
 *
 * O(values * levels).
 */
#include "hierarchy/hierarchy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { LEVELS };
enum { WEEK, MONTH, QUARTER, HALF_YEAR, YEAR, DECADE, CENTURY, PERIODS };

static const char *const NAMES[PERIODS] = { "week", "month",  "quarter", "half_year",
                                            "year", "decade", "century" };

static const tacit_param PARAMS[] = {
    [LEVELS] = { .name = "levels",
                 .type = TACIT_PARAM_TEXTS,
                 .need = TACIT_OPTIONAL,
                 .help = "periods that widen: week, month, quarter, half_year, year, decade, "
                         "century; month, quarter, year, decade if not given" },
    TACIT_PARAM_END
};

/* Room for a period's label: two years. */
enum { LABEL_BYTES = 2 * TACIT_NUMBER_BYTES + 8 };

typedef struct dates {
    const tacit_hierarchy *h;
    size_t period; /* of the level being added */
    char label[LABEL_BYTES];
} dates;

/* Year, month and day of a day since 1970-01-01. */
typedef struct day {
    long long year;
    int month, day;
} day;

static day day_of(int32_t days)
{
    char text[TACIT_NUMBER_BYTES];
    char *rest = NULL;
    tacit_format_date(days, text);
    day d = { .year = strtoll(text, &rest, 10) };
    d.month = (int)strtol(rest + 1, &rest, 10);
    d.day = (int)strtol(rest + 1, NULL, 10);
    return d;
}

/* A week belongs to the year of its Thursday. */
static void write_week(int32_t days, char out[LABEL_BYTES])
{
    const int64_t from_monday = ((int64_t)days + 3) % 7; /* 1970-01-01 was a Thursday */
    const int64_t thursday = days + 3 - (from_monday + 7) % 7;
    const day d = day_of((int32_t)thursday);
    int64_t week = 1;
    while (day_of((int32_t)(thursday - 7 * week)).year == d.year)
        week++;
    snprintf(out, LABEL_BYTES, "%04lld-W%02lld", d.year, (long long)week);
}

/* The years that begin at a multiple of `n`. */
static void write_years(long long year, int n, char out[LABEL_BYTES])
{
    const long long first = (year - (year % n + n) % n);
    snprintf(out, LABEL_BYTES, "%04lld to %04lld", first, first + n - 1);
}

static const char *period_label(void *user, size_t v)
{
    dates *s = user;
    const int32_t days = (int32_t)tacit_hierarchy_number(s->h, v);
    const day d = day_of(days);
    switch (s->period) {
    case WEEK:
        write_week(days, s->label);
        break;
    case MONTH:
        snprintf(s->label, LABEL_BYTES, "%04lld-%02d", d.year, d.month);
        break;
    case QUARTER:
        snprintf(s->label, LABEL_BYTES, "%04lld-Q%d", d.year, (d.month + 2) / 3);
        break;
    case HALF_YEAR:
        snprintf(s->label, LABEL_BYTES, "%04lld-H%d", d.year, (d.month + 5) / 6);
        break;
    case YEAR:
        snprintf(s->label, LABEL_BYTES, "%04lld", d.year);
        break;
    default:
        write_years(d.year, s->period == DECADE ? 10 : 100, s->label);
    }
    return s->label;
}

static const char *name_at(const void *user, size_t i)
{
    (void)user;
    return NAMES[i];
}

/* The period called `name`, or PERIODS. */
static size_t find_period(const char *name)
{
    size_t i = 0;
    while (i < PERIODS && strcmp(NAMES[i], name) != 0)
        i++;
    return i;
}

static tacit_status add_named(tacit_ctx *cx, const tacit_value *names, dates *s, tacit_hierarchy *h)
{
    for (size_t l = 0; l < names->n; l++) {
        const size_t period = find_period(names->texts[l]);
        if (period == PERIODS) {
            const char *near = tacit_suggest(names->texts[l], PERIODS, name_at, NULL);
            return tacit_fail(
                cx, TACIT_ERR_INPUT,
                "'levels' of dates for column '%s' has a word that is no period%s%s%s",
                tacit_hierarchy_column(h), near != NULL ? "; did you mean '" : ".",
                near != NULL ? near : "", near != NULL ? "'?" : "");
        }
        if (l > 0 && (period <= s->period || s->period == WEEK))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'levels' of dates for column '%s': a %s does not consist of whole "
                              "periods of kind %s.",
                              tacit_hierarchy_column(h), NAMES[period], NAMES[s->period]);
        s->period = period;
        TACIT_TRY(tacit_hierarchy_add_level(cx, h, period_label, s));
    }
    return TACIT_OK;
}

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    static const char *const usual[] = { "month", "quarter", "year", "decade" };
    static const tacit_value preset = { .texts = usual, .n = sizeof usual / sizeof usual[0] };
    dates s = { .h = h };
    return add_named(cx, args->at[LEVELS].given ? &args->at[LEVELS] : &preset, &s, h);
}

const tacit_hierarchy_builder tacit_hierarchy_builder_dates = {
    .about = { .name = "dates",
               .title = "Hierarchy of calendar periods",
               .summary = "Joins days into weeks, months, quarters, years, decades.",
               .source = "ISO 8601 (2019), Date and time",
               .params = PARAMS },
    .accepts = TACIT_TYPE_DATE,
    .build = build,
};
