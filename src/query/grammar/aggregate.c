/*
 * aggregate.c - the aggregates that can be asked for, by the names that SQL has for them.
 */
#include <string.h>

#include "query/grammar/own.h"

/* Sets of records whose squares are added up in 128 bits: a column is narrower than this, in
 * steps. */
#define WIDEST (INT64_C(1) << 45)

static const struct name {
    const char *sql;
    tacit_aggregate_kind kind;
} NAMES[] = {
    { "count", TACIT_AGGREGATE_COUNT },
    { "sum", TACIT_AGGREGATE_SUM },
    { "avg", TACIT_AGGREGATE_MEAN },
    { "var", TACIT_AGGREGATE_VARIANCE },
    { "variance", TACIT_AGGREGATE_VARIANCE },
    { "var_samp", TACIT_AGGREGATE_VARIANCE },
    { "var_pop", TACIT_AGGREGATE_VARIANCE_ALL },
    { "stddev", TACIT_AGGREGATE_DEVIATION },
    { "stddev_samp", TACIT_AGGREGATE_DEVIATION },
    { "stddev_pop", TACIT_AGGREGATE_DEVIATION_ALL },
    { "median", TACIT_AGGREGATE_QUANTILE },
    { "quantile", TACIT_AGGREGATE_QUANTILE },
    { "percentile_cont", TACIT_AGGREGATE_QUANTILE },
    { "regr_slope", TACIT_AGGREGATE_SLOPE },
    { "corr", TACIT_AGGREGATE_CORRELATION },
    { "min", TACIT_AGGREGATE_LEAST },
    { "max", TACIT_AGGREGATE_LARGEST },
};
enum { N_NAMES = sizeof NAMES / sizeof NAMES[0] };

static const char *name_at(const void *user, size_t i)
{
    (void)user;
    return NAMES[i].sql;
}

static tacit_status find_kind(const tacit_sql *s, const json_t *node, tacit_aggregate_kind *out)
{
    const char *name = tacit_sql_function(node);
    for (size_t i = 0; i < N_NAMES; i++)
        if (strcmp(NAMES[i].sql, name) == 0) {
            *out = NAMES[i].kind;
            return TACIT_OK;
        }
    const char *near = tacit_suggest(name, N_NAMES, name_at, NULL);
    if (near != NULL)
        return tacit_sql_refuse_node(s, node, "unknown_name",
                                     "there is no aggregate '%s'; did you mean %s?", name, near);
    return tacit_sql_refuse_node(s, node, "unknown_name",
                                 "the function '%s' cannot be asked; there are COUNT, SUM, AVG, "
                                 "VAR_SAMP, VAR_POP, STDDEV_SAMP, STDDEV_POP, MEDIAN, QUANTILE, "
                                 "REGR_SLOPE, CORR, MIN and MAX.",
                                 name);
}

/* ---- arguments ---- */

static bool is_flag(const json_t *call, const char *name)
{
    return json_is_true(json_object_get(call, name));
}

/* A number that aggregates are made of. */
static tacit_status read_number(const tacit_sql *s, const json_t *node, bool squares, size_t *out)
{
    TACIT_TRY(tacit_sql_column(s, node, false, out));
    const tacit_domain *d = &s->schema->column[*out].domain;
    if (!d->number || d->date)
        return tacit_sql_refuse_node(s, node, "wrong_column",
                                     "'%s' is no number%s; it can be grouped by and filtered.",
                                     d->column, d->date ? " but a date" : "");
    if (squares && d->lattice.upper - d->lattice.lower >= WIDEST)
        return tacit_sql_refuse_node(s, node, "out_of_range",
                                     "'%s' is declared too wide for its decimals to add up "
                                     "squares of it exactly.",
                                     d->column);
    return TACIT_OK;
}

static tacit_status refuse_form(const tacit_sql *s, const json_t *node, const char *form)
{
    return tacit_sql_refuse_node(s, node, "wrong_type", "it is written %s.", form);
}

/* COUNT(*), for which COUNT(1) is another word, or COUNT(DISTINCT person). */
static tacit_status read_count(const tacit_sql *s, const json_t *node, tacit_aggregate *out)
{
    const json_t *call = tacit_sql_is(node, "FuncCall"), *args = json_object_get(call, "args");
    size_t column = 0;
    TACIT_TRY(tacit_sql_only(s, node, "funcname args agg_star agg_distinct funcformat location"));
    if (is_flag(call, "agg_star"))
        return TACIT_OK;
    if (json_array_size(args) != 1)
        return refuse_form(s, node, "COUNT(*), or COUNT(DISTINCT person)");
    if (tacit_sql_is(json_array_get(args, 0), "A_Const") != NULL && !is_flag(call, "agg_distinct"))
        return tacit_sql_constant_of(s, json_array_get(args, 0), &(tacit_sql_constant){ 0 });
    TACIT_TRY(tacit_sql_column(s, json_array_get(args, 0), true, &column));
    if (is_flag(call, "agg_distinct") && column == s->schema->n) {
        out->kind = TACIT_AGGREGATE_PERSONS;
        return TACIT_OK;
    }
    return tacit_sql_refuse_node(s, node, "not_supported",
                                 "of a column only the persons can be counted%s%s%s; records that "
                                 "have it are COUNT(*) with WHERE column IS NOT NULL.",
                                 s->schema->person != NULL ? ", as COUNT(DISTINCT " : "",
                                 s->schema->person != NULL ? s->schema->person : "",
                                 s->schema->person != NULL ? ")" : "");
}

static tacit_status read_share(const tacit_sql *s, const json_t *node, double *out)
{
    tacit_sql_constant k = { 0 };
    TACIT_TRY(tacit_sql_constant_of(s, node, &k));
    if (!k.is_number || k.number < 0 || k.number > 1)
        return tacit_sql_refuse_node(s, node, "out_of_range",
                                     "the share of a quantile is a number from 0 to 1.");
    *out = k.number + 0.0; /* no minus before 0 */
    return TACIT_OK;
}

/* PERCENTILE_CONT(p) WITHIN GROUP (ORDER BY c). */
static tacit_status read_within(const tacit_sql *s, const json_t *node, tacit_aggregate *out)
{
    static const char form[] = "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY column)";
    const json_t *call = tacit_sql_is(node, "FuncCall"), *args = json_object_get(call, "args");
    const json_t *order = json_object_get(call, "agg_order"), *by = json_array_get(order, 0);
    const json_t *sort = tacit_sql_is(by, "SortBy");
    TACIT_TRY(
        tacit_sql_only(s, node, "funcname args agg_order agg_within_group funcformat location"));
    if (!is_flag(call, "agg_within_group") || json_array_size(args) != 1 ||
        json_array_size(order) != 1 || sort == NULL)
        return refuse_form(s, node, form);
    TACIT_TRY(tacit_sql_only(s, by, "node sortby_dir sortby_nulls location"));
    const char *way = json_string_value(json_object_get(sort, "sortby_dir"));
    if (way != NULL && strcmp(way, "SORTBY_DESC") == 0)
        return refuse_form(s, node, form);
    TACIT_TRY(read_share(s, json_array_get(args, 0), &out->share));
    return read_number(s, json_object_get(sort, "node"), false, &out->column);
}

static tacit_status read_quantile(const tacit_sql *s, const json_t *node, tacit_aggregate *out)
{
    const bool median = strcmp(tacit_sql_function(node), "median") == 0;
    const json_t *args = json_object_get(tacit_sql_is(node, "FuncCall"), "args");
    if (strcmp(tacit_sql_function(node), "percentile_cont") == 0)
        return read_within(s, node, out);
    TACIT_TRY(tacit_sql_only(s, node, "funcname args funcformat location"));
    if (json_array_size(args) != (median ? 1 : 2))
        return refuse_form(s, node, median ? "MEDIAN(column)" : "QUANTILE(column, 0.5)");
    out->share = 0.5;
    if (!median)
        TACIT_TRY(read_share(s, json_array_get(args, 1), &out->share));
    return read_number(s, json_array_get(args, 0), false, &out->column);
}

/* One column, or two. */
static tacit_status read_plain(const tacit_sql *s, const json_t *node, tacit_aggregate *out)
{
    const bool pair =
        out->kind == TACIT_AGGREGATE_SLOPE || out->kind == TACIT_AGGREGATE_CORRELATION;
    const bool squares = pair || (out->kind >= TACIT_AGGREGATE_VARIANCE &&
                                  out->kind <= TACIT_AGGREGATE_DEVIATION_ALL);
    const json_t *args = json_object_get(tacit_sql_is(node, "FuncCall"), "args");
    TACIT_TRY(tacit_sql_only(s, node, "funcname args funcformat location"));
    if (json_array_size(args) != (pair ? 2 : 1))
        return tacit_sql_refuse_node(s, node, "wrong_type", "it is written %s(%s).",
                                     tacit_aggregate_sql(out->kind), pair ? "y, x" : "column");
    TACIT_TRY(read_number(s, json_array_get(args, 0), squares, &out->column));
    return pair ? read_number(s, json_array_get(args, 1), squares, &out->other) : TACIT_OK;
}

/* ---- the whole ---- */

/* What the mode answers, as a text. */
static tacit_status list_answers(const tacit_sql *s, char **out)
{
    TACIT_TRY(tacit_scratch_text(s->cx, "", out));
    for (unsigned k = 0; k < TACIT_AGGREGATES; k++)
        if ((s->schema->answers >> k & 1) != 0)
            TACIT_TRY(tacit_scratch_format(s->cx, out, "%s%s%s", *out, **out == '\0' ? "" : ", ",
                                           tacit_aggregate_sql(k)));
    return TACIT_OK;
}

static tacit_status check_mode(const tacit_sql *s, const json_t *node, tacit_aggregate_kind kind)
{
    char *all = NULL;
    if ((s->schema->answers >> kind & 1) != 0)
        return TACIT_OK;
    TACIT_TRY(list_answers(s, &all));
    return tacit_sql_refuse_node(s, node, "not_supported",
                                 "%s is not answered here; the mode '%s' answers %s.",
                                 tacit_aggregate_sql(kind), s->schema->mode, all);
}

static tacit_status read_call(const tacit_sql *s, const json_t *node, tacit_aggregate *out)
{
    if (out->kind == TACIT_AGGREGATE_COUNT)
        return read_count(s, node, out);
    return out->kind == TACIT_AGGREGATE_QUANTILE ? read_quantile(s, node, out)
                                                 : read_plain(s, node, out);
}

tacit_status tacit_sql_aggregate(const tacit_sql *s, const json_t *node, size_t *out)
{
    tacit_query *q = s->query;
    tacit_aggregate a = { 0 };
    const json_t *names = json_object_get(tacit_sql_is(node, "FuncCall"), "funcname");
    if (tacit_sql_is(node, "FuncCall") == NULL)
        return tacit_sql_refuse_kind(s, node, "it is the place of an aggregate such as COUNT(*)");
    if (json_array_size(names) != 1)
        return tacit_sql_refuse_node(s, node, "not_supported",
                                     "a function is named without a schema.");
    TACIT_TRY(find_kind(s, node, &a.kind));
    TACIT_TRY(read_call(s, node, &a));
    TACIT_TRY(check_mode(s, node, a.kind));
    if (q->n_aggregates == TACIT_QUERY_AGGREGATES)
        return tacit_sql_refuse_node(s, node, "too_many", "it asks for more than %d aggregates.",
                                     TACIT_QUERY_AGGREGATES);
    *out = q->n_aggregates;
    q->aggregate[q->n_aggregates++] = a;
    return TACIT_OK;
}
