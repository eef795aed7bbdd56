/*
 * dates.c - a hierarchy of calendar periods.
 *
 * Each level joins the days of a period: week (ISO 8601, 2024-W07), month (2024-02), quarter
 * (2024-Q1), half_year (2024-H1), year (2024), decade (2020 to 2029), century (2000 to
 * 2099).  Periods widen from level to level.  Weeks lie across months and years, so nothing
 * stands above them but the root.  Missing cells stay missing.
 *
 * Texts are read as days in the usual spellings (base/calendar/calendar.h).  Left to itself, the
 * order of day and month is the one that most texts fit in which it can be told; a text that fits
 * the other only is read in that.
 *
 * Source: ISO 8601 (2019), Date and time: representations for information interchange.
 *
 * O(values * levels).
 */
#include "hierarchy/hierarchy.h"

#include "base/calendar/calendar.h"

enum { LEVELS, ORDER };
enum { ORDER_AUTO, DAY_FIRST, MONTH_FIRST };

static const char *const ORDERS[] = { "auto", "dmy", "mdy", NULL };

static const tacit_param PARAMS[] = {
    [LEVELS] = { .name = "levels",
                 .type = TACIT_PARAM_TEXTS,
                 .need = TACIT_OPTIONAL,
                 .help = "periods that widen: week, month, quarter, half_year, year, decade, "
                         "century; month, quarter, year, decade if not given" },
    [ORDER] = { .name = "order",
                .type = TACIT_PARAM_CHOICE,
                .preset = ORDER_AUTO,
                .choices = ORDERS,
                .help = "of texts that do not begin with the year: whether the day or the month "
                        "comes first; auto goes by the texts in which one of them is above 12" },
    TACIT_PARAM_END
};

typedef struct dates {
    const tacit_hierarchy *h;
    const int32_t *day;  /* of each value; NULL: the column has days */
    const bool *is_day;  /* of each value, with `day` */
    tacit_period period; /* of the level being added */
    char label[TACIT_CALENDAR_BYTES];
} dates;

static const char *period_label(void *user, size_t v)
{
    dates *s = user;
    if (s->day != NULL && !s->is_day[v])
        return NULL;
    tacit_period_label(
        s->period, s->day != NULL ? s->day[v] : (int32_t)tacit_hierarchy_number(s->h, v), s->label);
    return s->label;
}

/* The periods that days are joined to. */
static const char *name_at(const void *user, size_t i)
{
    (void)user;
    return tacit_period_name((tacit_period)(TACIT_CALENDAR_WEEK + i));
}

static tacit_status add_named(tacit_ctx *cx, const tacit_value *names, dates *s, tacit_hierarchy *h)
{
    for (size_t l = 0; l < names->n; l++) {
        const tacit_period period = tacit_period_find(names->texts[l]);
        if (period == TACIT_CALENDAR_DAY || period == TACIT_CALENDAR_PERIODS) {
            const char *near = tacit_suggest(
                names->texts[l], TACIT_CALENDAR_PERIODS - TACIT_CALENDAR_WEEK, name_at, NULL);
            return tacit_fail(
                cx, TACIT_ERR_INPUT,
                "'levels' of dates for column '%s' has a word that is no period%s%s%s",
                tacit_hierarchy_column(h), near != NULL ? "; did you mean '" : ".",
                near != NULL ? near : "", near != NULL ? "'?" : "");
        }
        if (l > 0 && (period == s->period || !tacit_period_within(s->period, period)))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'levels' of dates for column '%s': a %s does not consist of whole "
                              "periods of kind %s.",
                              tacit_hierarchy_column(h), tacit_period_name(period),
                              tacit_period_name(s->period));
        s->period = period;
        TACIT_TRY(tacit_hierarchy_add_level(cx, h, period_label, s));
    }
    return TACIT_OK;
}

/* Read texts as days. */
static tacit_status read_texts(tacit_ctx *cx, size_t order, dates *s)
{
    const size_t n = tacit_hierarchy_values(s->h);
    tacit_spelling_tally tally = { 0 };
    int32_t *day = NULL;
    bool *is_day = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *day, &day));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *is_day, &is_day));
    for (size_t v = 0; v < n; v++)
        tacit_spelling_see(&tally, tacit_hierarchy_value(s->h, v));
    const bool month_first =
        order == MONTH_FIRST || (order == ORDER_AUTO && tally.month_first > tally.day_first);
    for (size_t v = 0; v < n; v++)
        is_day[v] = tacit_spelling_read(tacit_hierarchy_value(s->h, v), month_first, &day[v]);
    s->day = day;
    s->is_day = is_day;
    return TACIT_OK;
}

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    static const char *const usual[] = { "month", "quarter", "year", "decade" };
    static const tacit_value preset = { .texts = usual, .n = sizeof usual / sizeof usual[0] };
    dates s = { .h = h };
    if (tacit_hierarchy_type(h) == TACIT_TYPE_CATEGORY)
        TACIT_TRY(read_texts(cx, tacit_arg_choice(args, ORDER), &s));
    return add_named(cx, args->at[LEVELS].given ? &args->at[LEVELS] : &preset, &s, h);
}

const tacit_hierarchy_builder tacit_hierarchy_builder_dates = {
    .about = { .name = "dates",
               .title = "Hierarchy of calendar periods",
               .summary = "Joins days into weeks, months, quarters, years, decades.",
               .source = "ISO 8601 (2019), Date and time",
               .params = PARAMS },
    .accepts = TACIT_TYPE_DATE | TACIT_TYPE_CATEGORY,
    .build = build,
};
