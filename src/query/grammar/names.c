/*
 * names.c - names of columns, generalisations of them, and constants.
 *
 * SQL makes small letters of a name that is not in double quotes; so a column whose name has
 * capital letters is asked for in quotes, and a refusal says so.
 */
#include <ctype.h>
#include <string.h>

#include "query/grammar/own.h"

/* ---- columns ---- */

static const char *column_name(const void *user, size_t i)
{
    const tacit_query_schema *schema = user;
    return schema->column[i].domain.column;
}

/* The text of field `i` of a ColumnRef; NULL if it is a star, or there is none. */
static const char *field(const json_t *node, size_t i)
{
    const json_t *fields = json_object_get(tacit_sql_is(node, "ColumnRef"), "fields");
    const json_t *part = json_array_get(fields, i);
    return json_string_value(json_object_get(tacit_sql_is(part, "String"), "sval"));
}

static size_t fields(const json_t *node)
{
    return json_array_size(json_object_get(tacit_sql_is(node, "ColumnRef"), "fields"));
}

const char *tacit_sql_word(const json_t *node)
{
    return fields(node) == 1 ? field(node, 0) : NULL;
}

/* Whether a name is in quotes, or would need none. */
static bool is_plain(const char *name)
{
    bool plain = *name == '_' || islower((unsigned char)*name);
    for (const char *c = name; plain && *c != '\0'; c++)
        plain = *c == '_' || islower((unsigned char)*c) || isdigit((unsigned char)*c);
    return plain;
}

static tacit_status refuse_column(const tacit_sql *s, const json_t *node, const char *name)
{
    const char *near = tacit_suggest(name, s->schema->n, column_name, s->schema);
    for (size_t i = 0; near == NULL && i < s->schema->n; i++)
        if (strcasecmp(column_name(s->schema, i), name) == 0)
            near = column_name(s->schema, i);
    if (near != NULL)
        return tacit_sql_refuse_node(s, node, "unknown_column",
                                     "there is no column '%s'; did you mean %s%s%s?", name,
                                     is_plain(near) ? "" : "\"", near, is_plain(near) ? "" : "\"");
    return tacit_sql_refuse_node(s, node, "unknown_column",
                                 "there is no column '%s'; the policy declares those that can be "
                                 "asked for.",
                                 name);
}

/* A name of a table before that of the column must be that of the data. */
static tacit_status check_table(const tacit_sql *s, const json_t *node)
{
    const size_t n = fields(node);
    const char *last = field(node, n - 1);
    if (last == NULL)
        return tacit_sql_refuse_node(s, node, "not_supported",
                                     "* cannot be used: records are not shown; name the columns "
                                     "under GROUP BY, and aggregates.");
    if (n > 2 || (n == 2 && (field(node, 0) == NULL || strcmp(field(node, 0), s->table) != 0)))
        return tacit_sql_refuse_node(s, node, "unknown_name",
                                     "'%s' is a column of no table; the one that can be asked is "
                                     "'%s'.",
                                     last, s->table);
    return TACIT_OK;
}

tacit_status tacit_sql_column(const tacit_sql *s, const json_t *node, bool persons, size_t *out)
{
    if (tacit_sql_is(node, "ColumnRef") == NULL)
        return tacit_sql_refuse_kind(s, node, "it is the place of a column's name");
    TACIT_TRY(tacit_sql_only(s, node, "fields location"));
    TACIT_TRY(check_table(s, node));
    const char *name = field(node, fields(node) - 1);
    for (*out = 0; *out < s->schema->n; (*out)++)
        if (strcmp(s->schema->column[*out].domain.column, name) == 0)
            return TACIT_OK;
    const bool person = s->schema->person != NULL && strcmp(s->schema->person, name) == 0;
    if (person && persons)
        return TACIT_OK;
    if (person)
        return tacit_sql_refuse_node(s, node, "wrong_column",
                                     "'%s' tells persons apart: it can be counted as "
                                     "COUNT(DISTINCT %s), and nothing else.",
                                     name, name);
    return refuse_column(s, node, name);
}

/* ---- generalisations ---- */

const char *tacit_sql_function(const json_t *node)
{
    const json_t *names = json_object_get(tacit_sql_is(node, "FuncCall"), "funcname");
    const json_t *last = json_array_get(names, json_array_size(names) - 1);
    const char *name = json_string_value(json_object_get(tacit_sql_is(last, "String"), "sval"));
    return name != NULL ? name : "";
}

bool tacit_sql_is_general(const json_t *node)
{
    const char *f = tacit_sql_function(node);
    return tacit_sql_is(node, "ColumnRef") != NULL || strcmp(f, "bin") == 0 ||
           strcmp(f, "level") == 0 || strcmp(f, "date_trunc") == 0;
}

/* The level that level(column, l) asks for. */
static tacit_status read_level(const tacit_sql *s, const json_t *node, size_t column, size_t *out)
{
    const tacit_query_column *c = &s->schema->column[column];
    tacit_sql_constant k = { 0 };
    TACIT_TRY(tacit_sql_constant_of(s, node, &k));
    for (*out = 0; k.is_number && *out <= c->n_levels; (*out)++)
        if (!(k.number < (double)*out) && !(k.number > (double)*out))
            return TACIT_OK;
    if (c->n_levels == 0)
        return tacit_sql_refuse_node(s, node, "out_of_range",
                                     "'%s' has no levels; the policy declares no hierarchy of it.",
                                     c->domain.column);
    return tacit_sql_refuse_node(s, node, "out_of_range", "'%s' has the levels 0 to %zu.",
                                 c->domain.column, c->n_levels);
}

static tacit_status read_function(const tacit_sql *s, const json_t *node, size_t *column,
                                  size_t *level)
{
    const bool bin = strcmp(tacit_sql_function(node), "bin") == 0;
    const json_t *args = json_object_get(tacit_sql_is(node, "FuncCall"), "args");
    TACIT_TRY(tacit_sql_only(s, node, "funcname args funcformat location"));
    if (strcmp(tacit_sql_function(node), "date_trunc") == 0)
        return tacit_sql_refuse_node(s, node, "not_supported",
                                     "date_trunc needs a column of dates, and the policy declares "
                                     "none; group by a category, a number that has bins, or "
                                     "level(column, l).");
    if (json_array_size(args) != (bin ? 1 : 2))
        return tacit_sql_refuse_node(s, node, "wrong_type", "it is written %s.",
                                     bin ? "bin(column)" : "level(column, 1)");
    TACIT_TRY(tacit_sql_column(s, json_array_get(args, 0), false, column));
    return bin ? TACIT_OK : read_level(s, json_array_get(args, 1), *column, level);
}

tacit_status tacit_sql_general(const tacit_sql *s, const json_t *node, size_t *column,
                               size_t *level)
{
    *level = 0;
    if (!tacit_sql_is_general(node))
        return tacit_sql_refuse_kind(
            s, node, "it is the place of a column, bin(column) or level(column, 1)");
    TACIT_TRY(tacit_sql_is(node, "ColumnRef") != NULL ? tacit_sql_column(s, node, false, column)
                                                      : read_function(s, node, column, level));
    const tacit_query_column *c = &s->schema->column[*column];
    if (tacit_query_labels(c, 0) == 0)
        return tacit_sql_refuse_node(s, node, "wrong_column",
                                     "'%s' has no declared bins, so that it can neither be grouped "
                                     "by nor filtered.",
                                     c->domain.column);
    return TACIT_OK;
}

/* ---- constants ---- */

/* A whole number.  The parser's tree leaves out those that are not above 0: they are read from the
 * text, where they must stand plainly. */
static tacit_status read_whole(const tacit_sql *s, const json_t *node, const json_t *ival,
                               tacit_sql_constant *out)
{
    const json_t *value = json_object_get(ival, "ival");
    const json_int_t at = tacit_sql_place(node);
    char *text = NULL;
    size_t n = 0;
    if (json_is_integer(value)) {
        TACIT_TRY(tacit_scratch_format(s->cx, &text, "%lld", (long long)json_integer_value(value)));
        out->text = text;
        return TACIT_OK;
    }
    const bool stands = at >= 0 && (size_t)at < strlen(s->text);
    const char *from = s->text + (stands ? (size_t)at : strlen(s->text)),
               *digit = from + (*from == '-');
    digit += strspn(digit, " \t\r\n");
    n = strspn(digit, "0123456789");
    if (n == 0)
        return tacit_sql_refuse_node(s, node, "wrong_type",
                                     "write this number plainly, such as -1.");
    digit += strspn(digit, "0") < n ? strspn(digit, "0") : n - 1;
    n = strspn(digit, "0123456789");
    TACIT_TRY(tacit_scratch_format(s->cx, &text, "%s%.*s", *from == '-' && *digit != '0' ? "-" : "",
                                   (int)n, digit));
    out->text = text;
    return TACIT_OK;
}

bool tacit_sql_is_constant(const tacit_sql *s, const json_t *node)
{
    return tacit_sql_is(node, "A_Const") != NULL ||
           (s->values != NULL && tacit_sql_is(node, "ParamRef") != NULL);
}

/* What was given for a parameter. */
static tacit_status read_parameter(const tacit_sql *s, const json_t *node, tacit_sql_constant *out)
{
    const json_t *number = json_object_get(tacit_sql_is(node, "ParamRef"), "number");
    const json_int_t i = json_integer_value(number);
    if (i < 1 || (uint64_t)i > s->values->n || s->values->value[i - 1].text == NULL)
        return tacit_sql_refuse_node(s, node, "missing_value",
                                     "no value was given for this parameter.");
    *out = s->values->value[i - 1];
    return TACIT_OK;
}

tacit_status tacit_sql_constant_of(const tacit_sql *s, const json_t *node, tacit_sql_constant *out)
{
    const json_t *k = tacit_sql_is(node, "A_Const"), *part = NULL;
    *out = (tacit_sql_constant){ .is_number = true };
    if (k == NULL && tacit_sql_is_constant(s, node))
        return read_parameter(s, node, out);
    if (k == NULL)
        return tacit_sql_refuse_kind(s, node, "it is the place of a constant");
    TACIT_TRY(tacit_sql_only(s, node, "ival fval sval location"));
    if ((part = json_object_get(k, "sval")) != NULL) {
        const char *text = json_string_value(json_object_get(part, "sval"));
        *out = (tacit_sql_constant){ .text = text != NULL ? text : "" };
        return TACIT_OK;
    }
    if ((part = json_object_get(k, "fval")) != NULL)
        out->text = json_string_value(json_object_get(part, "fval"));
    else
        TACIT_TRY(read_whole(s, node, json_object_get(k, "ival"), out));
    if (out->text == NULL || !tacit_parse_real(out->text, &out->number))
        return tacit_sql_refuse_node(s, node, "out_of_range", "this number is out of range.");
    return TACIT_OK;
}
