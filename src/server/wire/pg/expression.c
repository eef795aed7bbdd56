/*
 * expression.c - expressions of a question about the catalog, in SQLite's SQL.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "server/wire/pg/own.h"

tacit_status tacit_pg_refuse(tacit_pg_writing *w, const json_t *node, const char *state,
                             const char *fmt, ...)
{
    char why[300];
    va_list list;
    va_start(list, fmt);
    (void)vsnprintf(why, sizeof why, fmt, list);
    va_end(list);
    (void)snprintf(w->state, 6, "%s", state);
    return tacit_sql_refuse(w->cx, w->text, tacit_sql_place(node), "not_supported", "%s", why);
}

/* ---- words ---- */

/* Write `text` between quotes, which are doubled in it. */
static tacit_status write_quoted(tacit_pg_writing *w, const char *text, char quote)
{
    TACIT_TRY(tacit_pg_put(w, "%c", quote));
    for (const char *at = text; *at != '\0'; at++) {
        TACIT_TRY(tacit_buffer_bytes(w->cx, &w->sql, at, 1));
        if (*at == quote)
            TACIT_TRY(tacit_pg_put(w, "%c", quote));
    }
    return tacit_pg_put(w, "%c", quote);
}

tacit_status tacit_pg_write_name(tacit_pg_writing *w, const char *name)
{
    return write_quoted(w, name, '"');
}

tacit_status tacit_pg_write_text(tacit_pg_writing *w, const char *text)
{
    return write_quoted(w, text, '\'');
}

tacit_status tacit_pg_write_list(tacit_pg_writing *w, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (i > 0)
            TACIT_TRY(tacit_pg_put(w, ", "));
        TACIT_TRY(tacit_pg_write(w, json_array_get(list, i)));
    }
    return TACIT_OK;
}

/* ---- leaves ---- */

/* A whole number.  The parser's tree leaves out those that are not above 0: a minus sign is looked
 * for in the text, and what is neither is 0. */
static tacit_status write_whole(tacit_pg_writing *w, const json_t *node, const json_t *ival)
{
    const json_t *value = json_object_get(ival, "ival");
    const json_int_t at = tacit_sql_place(node);
    if (json_is_integer(value))
        return tacit_pg_put(w, "%lld", (long long)json_integer_value(value));
    const char *from = at >= 0 && (size_t)at < strlen(w->text) ? w->text + at : "";
    const char *digits = from + (*from == '-');
    digits += strspn(digits, " \t\r\n");
    const size_t n = strspn(digits, "0123456789");
    return tacit_pg_put(w, "%s%.*s", *from == '-' && n > 0 ? "-" : "0", *from == '-' ? (int)n : 0,
                        digits);
}

static tacit_status write_constant(tacit_pg_writing *w, const json_t *node)
{
    const json_t *k = tacit_sql_is(node, "A_Const"), *part = NULL;
    if ((part = json_object_get(k, "sval")) != NULL) {
        const char *text = json_string_value(json_object_get(part, "sval"));
        return tacit_pg_write_text(w, text != NULL ? text : "");
    }
    if ((part = json_object_get(k, "ival")) != NULL)
        return write_whole(w, node, part);
    if ((part = json_object_get(k, "boolval")) != NULL)
        return tacit_pg_put(w, "%d", json_is_true(json_object_get(part, "boolval")));
    if ((part = json_object_get(k, "fval")) != NULL) {
        const char *text = json_string_value(json_object_get(part, "fval"));
        double x = 0;
        char number[TACIT_NUMBER_BYTES];
        if (text == NULL || !tacit_parse_real(text, &x))
            return tacit_pg_refuse(w, node, "22003", "this number is out of range.");
        tacit_format_real(x, number);
        return tacit_pg_put(w, "%s", number);
    }
    return tacit_pg_put(w, "NULL");
}

static tacit_status write_column(tacit_pg_writing *w, const json_t *node)
{
    const json_t *fields = json_object_get(tacit_sql_is(node, "ColumnRef"), "fields");
    for (size_t i = 0; i < json_array_size(fields); i++) {
        const char *name = tacit_pg_string(json_array_get(fields, i));
        if (i > 0)
            TACIT_TRY(tacit_pg_put(w, "."));
        TACIT_TRY(name != NULL ? tacit_pg_write_name(w, name) : tacit_pg_put(w, "*"));
    }
    return TACIT_OK;
}

static tacit_status write_parameter(tacit_pg_writing *w, const json_t *node)
{
    const json_t *number = json_object_get(tacit_sql_is(node, "ParamRef"), "number");
    return tacit_pg_put(w, "?%lld", (long long)json_integer_value(number));
}

static tacit_status write_session_value(tacit_pg_writing *w, const json_t *node)
{
    const json_t *op = json_object_get(tacit_sql_is(node, "SQLValueFunction"), "op");
    const char *name = json_string_value(op);
    if (name != NULL && strcmp(name, "SVFOP_CURRENT_CATALOG") == 0)
        return tacit_pg_put(w, "tacit_database()");
    if (name != NULL && strcmp(name, "SVFOP_CURRENT_SCHEMA") == 0)
        return tacit_pg_put(w, "'public'");
    if (name != NULL && (strstr(name, "USER") != NULL || strstr(name, "ROLE") != NULL))
        return tacit_pg_put(w, "tacit_user()");
    return tacit_pg_put(w, "datetime('now')");
}

/* ---- operators ---- */

/* Operators that SQLite has too, and those that are a match. */
static const struct sign {
    const char *name, *before, *between, *after;
} SIGNS[] = {
    { "=", "(", " = ", ")" },
    { "<>", "(", " <> ", ")" },
    { "!=", "(", " <> ", ")" },
    { "<", "(", " < ", ")" },
    { ">", "(", " > ", ")" },
    { "<=", "(", " <= ", ")" },
    { ">=", "(", " >= ", ")" },
    { "+", "(", " + ", ")" },
    { "-", "(", " - ", ")" },
    { "*", "(", " * ", ")" },
    { "/", "(", " / ", ")" },
    { "%", "(", " % ", ")" },
    { "&", "(", " & ", ")" },
    { "|", "(", " | ", ")" },
    { "||", "(", " || ", ")" },
    { "~", "tacit_match(", ", ", ", 0)" },
    { "~*", "tacit_match(", ", ", ", 1)" },
    { "!~", "NOT tacit_match(", ", ", ", 0)" },
    { "!~*", "NOT tacit_match(", ", ", ", 1)" },
    { "~~", "(", " LIKE ", " ESCAPE '\\')" },
    { "!~~", "(", " NOT LIKE ", " ESCAPE '\\')" },
    { "~~*", "(", " LIKE ", " ESCAPE '\\')" },
    { "!~~*", "(", " NOT LIKE ", " ESCAPE '\\')" },
};

/* The last name of an operator, pg_catalog.~ being ~. */
static const char *sign_of(const json_t *e)
{
    const json_t *names = json_object_get(e, "name");
    const char *sign = tacit_pg_string(json_array_get(names, json_array_size(names) - 1));
    return sign != NULL ? sign : "";
}

static tacit_status write_three(tacit_pg_writing *w, const json_t *left, const char *between,
                                const json_t *right)
{
    TACIT_TRY(tacit_pg_put(w, "("));
    TACIT_TRY(tacit_pg_write(w, left));
    TACIT_TRY(tacit_pg_put(w, "%s", between));
    TACIT_TRY(tacit_pg_write(w, right));
    return tacit_pg_put(w, ")");
}

static tacit_status write_operator(tacit_pg_writing *w, const json_t *node)
{
    const json_t *e = tacit_sql_is(node, "A_Expr"), *left = json_object_get(e, "lexpr");
    const char *name = sign_of(e);
    if (left == NULL && (strcmp(name, "-") == 0 || strcmp(name, "+") == 0)) {
        TACIT_TRY(tacit_pg_put(w, "(%s ", name));
        TACIT_TRY(tacit_pg_write(w, json_object_get(e, "rexpr")));
        return tacit_pg_put(w, ")");
    }
    for (size_t i = 0; left != NULL && i < sizeof SIGNS / sizeof SIGNS[0]; i++) {
        if (strcmp(SIGNS[i].name, name) != 0)
            continue;
        TACIT_TRY(tacit_pg_put(w, "%s", SIGNS[i].before));
        TACIT_TRY(tacit_pg_write(w, left));
        TACIT_TRY(tacit_pg_put(w, "%s", SIGNS[i].between));
        TACIT_TRY(tacit_pg_write(w, json_object_get(e, "rexpr")));
        return tacit_pg_put(w, "%s", SIGNS[i].after);
    }
    return tacit_pg_refuse(w, node, "42883", "the catalog here does not know this operator.");
}

/* value = ANY(array): of a list that is written out, of a SELECT, or of an array as a text. */
static tacit_status write_any(tacit_pg_writing *w, const json_t *node)
{
    const json_t *e = tacit_sql_is(node, "A_Expr"), *right = json_object_get(e, "rexpr");
    const json_t *array = tacit_sql_is(right, "A_ArrayExpr");
    const bool not = strcmp(sign_of(e), "<>") == 0;
    if (strcmp(sign_of(e), "=") != 0 && !not )
        return tacit_pg_refuse(w, node, "42883", "ANY and ALL go with = or <> here.");
    TACIT_TRY(tacit_pg_put(w, not ? "(NOT " : "("));
    if (array == NULL)
        TACIT_TRY(tacit_pg_put(w, "tacit_any("));
    TACIT_TRY(tacit_pg_write(w, json_object_get(e, "lexpr")));
    TACIT_TRY(tacit_pg_put(w, array != NULL ? " IN (" : ", "));
    TACIT_TRY(array != NULL ? tacit_pg_write_list(w, json_object_get(array, "elements"))
                            : tacit_pg_write(w, right));
    return tacit_pg_put(w, "))");
}

static tacit_status write_between(tacit_pg_writing *w, const json_t *e, bool not )
{
    const json_t *ends =
        json_object_get(tacit_sql_is(json_object_get(e, "rexpr"), "List"), "items");
    TACIT_TRY(tacit_pg_put(w, "("));
    TACIT_TRY(tacit_pg_write(w, json_object_get(e, "lexpr")));
    TACIT_TRY(tacit_pg_put(w, not ? " NOT BETWEEN " : " BETWEEN "));
    TACIT_TRY(tacit_pg_write(w, json_array_get(ends, 0)));
    TACIT_TRY(tacit_pg_put(w, " AND "));
    TACIT_TRY(tacit_pg_write(w, json_array_get(ends, 1)));
    return tacit_pg_put(w, ")");
}

static tacit_status write_in(tacit_pg_writing *w, const json_t *e)
{
    const json_t *list = tacit_sql_is(json_object_get(e, "rexpr"), "List");
    TACIT_TRY(tacit_pg_put(w, "("));
    TACIT_TRY(tacit_pg_write(w, json_object_get(e, "lexpr")));
    TACIT_TRY(tacit_pg_put(w, strcmp(sign_of(e), "<>") == 0 ? " NOT IN (" : " IN ("));
    TACIT_TRY(tacit_pg_write_list(w, json_object_get(list, "items")));
    return tacit_pg_put(w, "))");
}

static tacit_status write_expression(tacit_pg_writing *w, const json_t *node)
{
    const json_t *e = tacit_sql_is(node, "A_Expr");
    const json_t *left = json_object_get(e, "lexpr"), *right = json_object_get(e, "rexpr");
    const char *kind = json_string_value(json_object_get(e, "kind"));
    if (kind == NULL)
        return tacit_pg_refuse(w, node, "0A000", "this cannot be used here.");
    if (strcmp(kind, "AEXPR_OP") == 0 || strcmp(kind, "AEXPR_LIKE") == 0 ||
        strcmp(kind, "AEXPR_ILIKE") == 0)
        return write_operator(w, node);
    if (strcmp(kind, "AEXPR_IN") == 0)
        return write_in(w, e);
    if (strcmp(kind, "AEXPR_OP_ANY") == 0 || strcmp(kind, "AEXPR_OP_ALL") == 0)
        return write_any(w, node);
    if (strcmp(kind, "AEXPR_DISTINCT") == 0)
        return write_three(w, left, " IS NOT ", right);
    if (strcmp(kind, "AEXPR_NOT_DISTINCT") == 0)
        return write_three(w, left, " IS ", right);
    if (strcmp(kind, "AEXPR_NULLIF") == 0) {
        TACIT_TRY(tacit_pg_put(w, "nullif"));
        return write_three(w, left, ", ", right);
    }
    if (strcmp(kind, "AEXPR_BETWEEN") == 0 || strcmp(kind, "AEXPR_NOT_BETWEEN") == 0)
        return write_between(w, e, strcmp(kind, "AEXPR_NOT_BETWEEN") == 0);
    return tacit_pg_refuse(w, node, "0A000", "this comparison cannot be used here.");
}

static tacit_status write_logic(tacit_pg_writing *w, const json_t *node)
{
    const json_t *b = tacit_sql_is(node, "BoolExpr"), *args = json_object_get(b, "args");
    const char *op = json_string_value(json_object_get(b, "boolop"));
    const bool not = op != NULL && strcmp(op, "NOT_EXPR") == 0;
    const char *between = op != NULL && strcmp(op, "AND_EXPR") == 0 ? " AND " : " OR ";
    TACIT_TRY(tacit_pg_put(w, not ? "(NOT " : "("));
    for (size_t i = 0; i < json_array_size(args); i++) {
        if (i > 0)
            TACIT_TRY(tacit_pg_put(w, "%s", between));
        TACIT_TRY(tacit_pg_write(w, json_array_get(args, i)));
    }
    return tacit_pg_put(w, ")");
}

static tacit_status write_null_test(tacit_pg_writing *w, const json_t *node)
{
    const json_t *t = tacit_sql_is(node, "NullTest");
    const char *type = json_string_value(json_object_get(t, "nulltesttype"));
    TACIT_TRY(tacit_pg_put(w, "("));
    TACIT_TRY(tacit_pg_write(w, json_object_get(t, "arg")));
    return tacit_pg_put(w, type != NULL && strcmp(type, "IS_NULL") == 0 ? " IS NULL)"
                                                                        : " IS NOT NULL)");
}

static tacit_status write_truth_test(tacit_pg_writing *w, const json_t *node)
{
    static const char *const TESTS[][2] = {
        { "IS_TRUE", " IS TRUE)" },    { "IS_NOT_TRUE", " IS NOT TRUE)" },
        { "IS_FALSE", " IS FALSE)" },  { "IS_NOT_FALSE", " IS NOT FALSE)" },
        { "IS_UNKNOWN", " IS NULL)" }, { "IS_NOT_UNKNOWN", " IS NOT NULL)" },
    };
    const json_t *t = tacit_sql_is(node, "BooleanTest");
    const char *type = json_string_value(json_object_get(t, "booltesttype"));
    TACIT_TRY(tacit_pg_put(w, "("));
    TACIT_TRY(tacit_pg_write(w, json_object_get(t, "arg")));
    for (size_t i = 0; type != NULL && i < sizeof TESTS / sizeof TESTS[0]; i++)
        if (strcmp(TESTS[i][0], type) == 0)
            return tacit_pg_put(w, "%s", TESTS[i][1]);
    return tacit_pg_put(w, ")");
}

/* ---- calls and casts ---- */

static tacit_status write_call(tacit_pg_writing *w, const json_t *node)
{
    const json_t *call = tacit_sql_is(node, "FuncCall");
    const char *name = tacit_sql_function(node);
    const tacit_pg_function *f = tacit_pg_function_named(name);
    if (f == NULL)
        return tacit_pg_refuse(w, node, "42883", "the catalog here has no function '%.60s'.", name);
    if (json_object_get(call, "over") != NULL || json_object_get(call, "agg_filter") != NULL ||
        json_object_get(call, "agg_within_group") != NULL)
        return tacit_pg_refuse(w, node, "0A000", "OVER, FILTER and WITHIN GROUP cannot be used.");
    if (f->form == TACIT_PG_WORD)
        return tacit_pg_put(w, "%s", f->sql);
    TACIT_TRY(tacit_pg_put(w, "%s(%s", f->sql,
                           json_object_get(call, "agg_distinct") != NULL ? "DISTINCT " : ""));
    TACIT_TRY(json_object_get(call, "agg_star") != NULL
                  ? tacit_pg_put(w, "*")
                  : tacit_pg_write_list(w, json_object_get(call, "args")));
    return tacit_pg_put(w, ")");
}

/* Casts to a type: what stands before and behind what is cast. */
static const struct cast {
    const char *type, *before, *after;
} CASTS[] = {
    { "int2", "CAST(", " AS INTEGER)" },
    { "int4", "CAST(", " AS INTEGER)" },
    { "int8", "CAST(", " AS INTEGER)" },
    { "oid", "CAST(", " AS INTEGER)" },
    { "text", "CAST(", " AS TEXT)" },
    { "varchar", "CAST(", " AS TEXT)" },
    { "name", "CAST(", " AS TEXT)" },
    { "bpchar", "CAST(", " AS TEXT)" },
    { "float8", "CAST(", " AS REAL)" },
    { "numeric", "CAST(", " AS REAL)" },
    { "regclass", "tacit_table_oid(", ")" },
    { "regtype", "tacit_type_oid(", ")" },
    { "regnamespace", "tacit_space_oid(", ")" },
    { "regrole", "tacit_role_oid(", ")" },
};

/* Numbers of objects by names, as texts. */
static const char *name_function(const char *type)
{
    return strcmp(type, "regclass") == 0       ? "tacit_table_name"
           : strcmp(type, "regtype") == 0      ? "tacit_format_type"
           : strcmp(type, "regnamespace") == 0 ? "tacit_space_name"
           : strcmp(type, "regrole") == 0      ? "tacit_role_name"
                                               : NULL;
}

/* A constant that is a truth value by its text. */
static bool read_truth(const json_t *arg, bool *out)
{
    const json_t *k = json_object_get(tacit_sql_is(arg, "A_Const"), "sval");
    const char *text = json_string_value(json_object_get(k, "sval"));
    if (text == NULL)
        return false;
    *out = text[0] == 't' || text[0] == 'T' || text[0] == '1' || text[0] == 'y';
    return true;
}

static tacit_status write_cast(tacit_pg_writing *w, const json_t *node)
{
    const json_t *cast = tacit_sql_is(node, "TypeCast"), *arg = json_object_get(cast, "arg");
    const json_t *to = json_object_get(cast, "typeName");
    const json_t *inner = tacit_sql_is(arg, "TypeCast");
    const char *type = tacit_pg_type_name(to);
    const char *by_name = name_function(tacit_pg_type_name(json_object_get(inner, "typeName")));
    bool truth = false;
    if (strcmp(type, "bool") == 0 && read_truth(arg, &truth))
        return tacit_pg_put(w, "%d", truth);
    if (by_name != NULL && strcmp(type, "text") == 0)
        TACIT_TRY(tacit_pg_put(w, "%s", by_name)); /* of the number that the inner cast gives */
    for (size_t i = 0; i < sizeof CASTS / sizeof CASTS[0]; i++) {
        if (strcmp(CASTS[i].type, type) != 0 || json_object_get(to, "arrayBounds") != NULL)
            continue;
        const bool named = by_name != NULL && strcmp(type, "text") == 0;
        TACIT_TRY(tacit_pg_put(w, "%s", named ? "(" : CASTS[i].before));
        TACIT_TRY(tacit_pg_write(w, arg));
        return tacit_pg_put(w, "%s", named ? ")" : CASTS[i].after);
    }
    return tacit_pg_write(w, arg);
}

/* ---- the rest ---- */

static tacit_status write_case(tacit_pg_writing *w, const json_t *node)
{
    const json_t *c = tacit_sql_is(node, "CaseExpr"), *arg = json_object_get(c, "arg");
    const json_t *all = json_object_get(c, "args"), *other = json_object_get(c, "defresult");
    TACIT_TRY(tacit_pg_put(w, "CASE "));
    if (arg != NULL)
        TACIT_TRY(tacit_pg_write(w, arg));
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *when = tacit_sql_is(json_array_get(all, i), "CaseWhen");
        TACIT_TRY(tacit_pg_put(w, " WHEN "));
        TACIT_TRY(tacit_pg_write(w, json_object_get(when, "expr")));
        TACIT_TRY(tacit_pg_put(w, " THEN "));
        TACIT_TRY(tacit_pg_write(w, json_object_get(when, "result")));
    }
    if (other != NULL) {
        TACIT_TRY(tacit_pg_put(w, " ELSE "));
        TACIT_TRY(tacit_pg_write(w, other));
    }
    return tacit_pg_put(w, " END");
}

static tacit_status write_coalesce(tacit_pg_writing *w, const json_t *node)
{
    const json_t *args = json_object_get(tacit_sql_is(node, "CoalesceExpr"), "args");
    TACIT_TRY(tacit_pg_put(w, "coalesce("));
    TACIT_TRY(tacit_pg_write_list(w, args));
    return tacit_pg_put(w, json_array_size(args) == 1 ? ", NULL)" : ")");
}

static tacit_status write_link(tacit_pg_writing *w, const json_t *node)
{
    const json_t *link = tacit_sql_is(node, "SubLink");
    const char *type = json_string_value(json_object_get(link, "subLinkType"));
    const json_t *select = tacit_sql_is(json_object_get(link, "subselect"), "SelectStmt");
    const bool any = type != NULL && strcmp(type, "ANY_SUBLINK") == 0;
    if (type == NULL || select == NULL || strcmp(type, "ALL_SUBLINK") == 0)
        return tacit_pg_refuse(w, node, "0A000",
                               "this kind of question in a question is not there.");
    TACIT_TRY(tacit_pg_put(w, "("));
    if (any)
        TACIT_TRY(tacit_pg_write(w, json_object_get(link, "testexpr")));
    TACIT_TRY(tacit_pg_put(w, any                                   ? " IN ("
                              : strcmp(type, "EXISTS_SUBLINK") == 0 ? "EXISTS ("
                                                                    : "("));
    TACIT_TRY(tacit_pg_write_select(w, select, false));
    return tacit_pg_put(w, "))");
}

/* An array as a text: {a,b}. */
static tacit_status write_array(tacit_pg_writing *w, const json_t *node)
{
    const json_t *all = json_object_get(tacit_sql_is(node, "A_ArrayExpr"), "elements");
    TACIT_TRY(tacit_pg_put(w, "('{'"));
    for (size_t i = 0; i < json_array_size(all); i++) {
        TACIT_TRY(tacit_pg_put(w, i > 0 ? " || ',' || " : " || "));
        TACIT_TRY(tacit_pg_write(w, json_array_get(all, i)));
    }
    return tacit_pg_put(w, " || '}')");
}

/* Another order of letters changes nothing here. */
static tacit_status write_collated(tacit_pg_writing *w, const json_t *node)
{
    return tacit_pg_write(w, json_object_get(tacit_sql_is(node, "CollateClause"), "arg"));
}

/* There are no arrays with elements. */
static tacit_status write_nothing(tacit_pg_writing *w, const json_t *node)
{
    (void)node;
    return tacit_pg_put(w, "NULL");
}

static const struct writer {
    const char *kind;
    tacit_status (*write)(tacit_pg_writing *w, const json_t *node);
} WRITERS[] = {
    { "A_Const", write_constant },       { "ColumnRef", write_column },
    { "ParamRef", write_parameter },     { "SQLValueFunction", write_session_value },
    { "A_Expr", write_expression },      { "BoolExpr", write_logic },
    { "NullTest", write_null_test },     { "BooleanTest", write_truth_test },
    { "FuncCall", write_call },          { "TypeCast", write_cast },
    { "CaseExpr", write_case },          { "CoalesceExpr", write_coalesce },
    { "SubLink", write_link },           { "A_ArrayExpr", write_array },
    { "CollateClause", write_collated }, { "A_Indirection", write_nothing },
};

tacit_status tacit_pg_write(tacit_pg_writing *w, const json_t *node)
{
    for (size_t i = 0; i < sizeof WRITERS / sizeof WRITERS[0]; i++)
        if (tacit_sql_is(node, WRITERS[i].kind) != NULL)
            return WRITERS[i].write(w, node);
    return tacit_pg_refuse(w, node, "0A000", "this cannot be asked of the catalog here.");
}
