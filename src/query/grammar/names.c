/*
 * names.c - words of names, generalisations of columns, and constants.
 *
 * SQL makes small letters of a name that is not in double quotes; so a column whose name has
 * capital letters is asked for in quotes, and a refusal says so.
 */
#include <ctype.h>
#include <string.h>

#include "query/grammar/own.h"

/* ---- columns ---- */

const char *tacit_sql_field(const json_t *node, size_t i)
{
    const json_t *fields = json_object_get(tacit_sql_is(node, "ColumnRef"), "fields");
    const json_t *part = json_array_get(fields, i);
    return json_string_value(json_object_get(tacit_sql_is(part, "String"), "sval"));
}

size_t tacit_sql_fields(const json_t *node)
{
    return json_array_size(json_object_get(tacit_sql_is(node, "ColumnRef"), "fields"));
}

const char *tacit_sql_word(const json_t *node)
{
    return tacit_sql_fields(node) == 1 ? tacit_sql_field(node, 0) : NULL;
}

tacit_status tacit_sql_spell(const tacit_sql *s, const char *name, char **out)
{
    bool plain = *name == '_' || islower((unsigned char)*name);
    for (const char *c = name; plain && *c != '\0'; c++)
        plain = *c == '_' || islower((unsigned char)*c) || isdigit((unsigned char)*c);
    return tacit_scratch_format(s->cx, out, plain ? "%s" : "\"%s\"", name);
}

/* ---- generalisations ---- */

const char *tacit_sql_builtin(const json_t *names)
{
    const size_t n = json_array_size(names);
    const json_t *first = tacit_sql_is(json_array_get(names, 0), "String"),
                 *last = tacit_sql_is(json_array_get(names, n - 1), "String");
    const char *schema = json_string_value(json_object_get(first, "sval"));
    const char *name = json_string_value(json_object_get(last, "sval"));
    const bool own = n == 1 || (n == 2 && schema != NULL && strcmp(schema, "pg_catalog") == 0);
    return own && name != NULL ? name : "";
}

const char *tacit_sql_function(const json_t *node)
{
    return tacit_sql_builtin(json_object_get(tacit_sql_is(node, "FuncCall"), "funcname"));
}

bool tacit_sql_is_general(const json_t *node)
{
    const char *f = tacit_sql_function(node);
    return tacit_sql_is(node, "ColumnRef") != NULL || strcmp(f, "bin") == 0 ||
           strcmp(f, "level") == 0 || tacit_sql_is_period(node);
}

/* The level that level(column, l) asks for. */
static tacit_status read_level(const tacit_sql *s, const json_t *node, size_t column, size_t *out)
{
    const tacit_query_column *c = &s->schema->column[column];
    const size_t levels = tacit_query_numbered(c);
    tacit_sql_constant k = { 0 };
    TACIT_TRY(tacit_sql_constant_of(s, node, &k));
    for (*out = 0; k.is_number && *out <= levels; (*out)++)
        if (!(k.number < (double)*out) && !(k.number > (double)*out))
            return TACIT_OK;
    if (levels == 0)
        return tacit_sql_refuse_node(s, node, "out_of_range",
                                     "'%s' has no levels; the policy declares no hierarchy of it.",
                                     c->domain.column);
    return tacit_sql_refuse_node(s, node, "out_of_range", "'%s' has the levels 0 to %zu.",
                                 c->domain.column, levels);
}

static tacit_status read_function(const tacit_sql *s, const json_t *node, size_t *column,
                                  size_t *level)
{
    const bool bin = strcmp(tacit_sql_function(node), "bin") == 0;
    const json_t *args = json_object_get(tacit_sql_is(node, "FuncCall"), "args");
    TACIT_TRY(tacit_sql_only(s, node, "funcname args funcformat location"));
    if (json_array_size(args) != (bin ? 1 : 2))
        return tacit_sql_refuse_node(s, node, "wrong_type", "it is written %s.",
                                     bin ? "bin(column)" : "level(column, 1)");
    TACIT_TRY(tacit_sql_column(s, json_array_get(args, 0), false, column));
    return bin ? TACIT_OK : read_level(s, json_array_get(args, 1), *column, level);
}

/* A column of the data, or of a public table. */
static tacit_status read_name(const tacit_sql *s, const json_t *node, size_t *column, size_t *level)
{
    tacit_sql_name name = { 0 };
    TACIT_TRY(tacit_sql_find(s, node, &name));
    *column = name.column;
    *level = name.level;
    return name.level != 0 ? TACIT_OK : tacit_sql_column(s, node, false, column);
}

static tacit_status read_dates(const tacit_sql *s, const json_t *node, size_t *column,
                               size_t *level)
{
    tacit_sql_period p = { 0 };
    TACIT_TRY(tacit_sql_period_of(s, node, &p));
    *column = p.column;
    *level = p.level;
    return TACIT_OK;
}

tacit_status tacit_sql_general(const tacit_sql *s, const json_t *node, size_t *column,
                               size_t *level)
{
    *level = 0;
    if (!tacit_sql_is_general(node))
        return tacit_sql_refuse_kind(
            s, node, "it is the place of a column, bin(column) or level(column, 1)");
    TACIT_TRY(tacit_sql_is(node, "ColumnRef") != NULL ? read_name(s, node, column, level)
              : tacit_sql_is_period(node)             ? read_dates(s, node, column, level)
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
