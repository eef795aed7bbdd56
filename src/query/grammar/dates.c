/*
 * dates.c - days and periods of the calendar in questions.
 *
 * A column of dates has bins by a declared period; longer periods are levels of it.  Whatever is
 * compared becomes a range of days, which parts the column at edges of its bins or is refused.
 */
#include <string.h>

#include "query/grammar/own.h"

/* ---- constants ---- */

/* Whether what follows a day says midnight, or nothing. */
static bool is_midnight(const char *rest)
{
    return *rest == '\0' || ((*rest == 'T' || *rest == ' ') && rest[1] == '0' &&
                             strspn(rest + 1, "0:.") == strlen(rest + 1));
}

/* What a cast to a date or a time is made of; the node itself if it is no cast. */
static const json_t *cast_from(const json_t *node)
{
    static const char *const others[] = { "typmods", "arrayBounds", "setof", "pct_type" };
    const json_t *cast = tacit_sql_is(node, "TypeCast"), *type = json_object_get(cast, "typeName");
    const char *name = tacit_sql_builtin(json_object_get(type, "names"));
    bool day = strcmp(name, "date") == 0 || strcmp(name, "timestamp") == 0;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        day = day && json_object_get(type, others[i]) == NULL;
    return day ? json_object_get(cast, "arg") : node;
}

tacit_status tacit_sql_day(const tacit_sql *s, const json_t *node, const char *column, int32_t *out)
{
    enum { LENGTH = 10 };
    const json_t *from = cast_from(node);
    tacit_sql_constant k = { 0 };
    TACIT_TRY(tacit_sql_constant_of(s, from, &k));
    if (!k.is_number && tacit_parse_day(k.text, out) && is_midnight(k.text + LENGTH))
        return TACIT_OK;
    return tacit_sql_refuse_node(s, node, "wrong_type",
                                 "'%s' is a date; compare it with a day such as DATE '2022-01-31'.",
                                 column);
}

/* A year as a number. */
static tacit_status read_year(const tacit_sql *s, const json_t *node, int32_t *out)
{
    tacit_sql_constant k = { 0 };
    int64_t year = 0;
    char *text = NULL;
    TACIT_TRY(tacit_sql_constant_of(s, node, &k));
    if (!k.is_number || !tacit_parse_integer(k.text, strlen(k.text), &year) || year < 1 ||
        year > 9999)
        return tacit_sql_refuse_node(s, node, "wrong_type", "a year is a whole number.");
    TACIT_TRY(tacit_scratch_format(s->cx, &text, "%04d-01-01", (int)year));
    TACIT_ASSERT(tacit_parse_date(text, out));
    return TACIT_OK;
}

/* The day at which the period with this label begins; false if there is none such. */
static bool find_label(const tacit_sql *s, const tacit_sql_period *p, const json_t *node,
                       int32_t *out)
{
    const tacit_query_column *c = &s->schema->column[p->column];
    const json_t *k = tacit_sql_is(node, "A_Const"), *text = json_object_get(k, "sval");
    const char *label = json_string_value(json_object_get(text, "sval"));
    for (size_t g = 0; label != NULL && g < tacit_query_labels(c, 0); g++)
        if (strcmp(tacit_query_label(c, p->level, tacit_query_label_of(c, p->level, g)), label) ==
            0) {
            *out = tacit_period_start(p->period, (int32_t)c->domain.edge[g]);
            return true;
        }
    return false;
}

tacit_status tacit_sql_period_bound(const tacit_sql *s, const tacit_sql_period *p,
                                    const json_t *node, int64_t *at, int64_t *next)
{
    const char *column = s->schema->column[p->column].domain.column;
    int32_t day = 0;
    if (p->year)
        TACIT_TRY(read_year(s, node, &day));
    else if (p->raw || !find_label(s, p, node, &day))
        TACIT_TRY(tacit_sql_day(s, node, column, &day));
    const int32_t start = tacit_period_start(p->period, day),
                  after = tacit_period_next(p->period, day);
    *at = start;
    *next = after;
    if (start == day)
        return TACIT_OK;
    char first[TACIT_NUMBER_BYTES], second[TACIT_NUMBER_BYTES];
    tacit_format_date(start, first);
    tacit_format_date(after, second);
    return tacit_sql_refuse_node(s, node, "out_of_range",
                                 "date_trunc('%s', %s) is the first day of a %s; the nearest are "
                                 "DATE '%s' and DATE '%s'.",
                                 tacit_period_name(p->period), column, tacit_period_name(p->period),
                                 first, second);
}

/* ---- periods ---- */

static tacit_status refuse_period(const tacit_sql *s, const json_t *node,
                                  const tacit_query_column *c)
{
    char *all = NULL;
    TACIT_TRY(tacit_scratch_format(s->cx, &all, "'%s'", tacit_period_name(c->domain.by)));
    for (size_t l = 0; l < c->n_levels; l++)
        if (c->level[l].table == NULL && c->level[l].name != NULL)
            TACIT_TRY(tacit_scratch_format(s->cx, &all, "%s, '%s'", all, c->level[l].name));
    return tacit_sql_refuse_node(s, node, "out_of_range",
                                 "'%s' is declared by %s; date_trunc can give of it: %s.",
                                 c->domain.column, tacit_period_name(c->domain.by), all);
}

/* The period that is named, in any letters, as SQL has it. */
static tacit_status read_period(const tacit_sql *s, const json_t *node, tacit_sql_period *p)
{
    const tacit_query_column *c = &s->schema->column[p->column];
    tacit_sql_constant k = { 0 };
    TACIT_TRY(tacit_sql_constant_of(s, node, &k));
    unsigned which = 0;
    while (which < TACIT_CALENDAR_PERIODS && strcasecmp(tacit_period_name(which), k.text) != 0)
        which++;
    p->period = which;
    if (p->year && p->period != TACIT_CALENDAR_YEAR)
        return tacit_sql_refuse_node(s, node, "not_supported",
                                     "of a date the year can be extracted; other periods are asked "
                                     "for as date_trunc('month', %s).",
                                     c->domain.column);
    if (which == TACIT_CALENDAR_PERIODS)
        return refuse_period(s, node, c);
    p->level = p->period == c->domain.by
                   ? 0
                   : tacit_query_find_level(c, NULL, tacit_period_name(p->period));
    return p->period == c->domain.by || p->level != 0 ? TACIT_OK : refuse_period(s, node, c);
}

bool tacit_sql_is_period(const json_t *node)
{
    const char *f = tacit_sql_function(node);
    return strcmp(f, "date_trunc") == 0 || strcmp(f, "extract") == 0 || strcmp(f, "date_part") == 0;
}

tacit_status tacit_sql_period_of(const tacit_sql *s, const json_t *node, tacit_sql_period *out)
{
    const json_t *args = json_object_get(tacit_sql_is(node, "FuncCall"), "args");
    *out = (tacit_sql_period){ .year = strcmp(tacit_sql_function(node), "date_trunc") != 0 };
    TACIT_TRY(tacit_sql_only(s, node, "funcname args funcformat location"));
    if (json_array_size(args) != 2)
        return tacit_sql_refuse_node(s, node, "wrong_type", "it is written %s.",
                                     out->year ? "EXTRACT(year FROM column)"
                                               : "date_trunc('month', column)");
    TACIT_TRY(tacit_sql_column(s, json_array_get(args, 1), false, &out->column));
    const tacit_domain *d = &s->schema->column[out->column].domain;
    if (!d->date)
        return tacit_sql_refuse_node(s, node, "wrong_column",
                                     "%s needs a column of dates, which '%s' is not; group by a "
                                     "category, a number that has bins, or level(column, l).",
                                     tacit_sql_function(node), d->column);
    return read_period(s, json_array_get(args, 0), out);
}
