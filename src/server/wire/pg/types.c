/*
 * types.c - types of PostgreSQL, and which an expression has.
 *
 * SQLite has no such types, and clients act by them: so the type of each column of a result is
 * found from the tree.  What is not known is a text.
 */
#include <string.h>

#include "server/wire/pg/own.h"

const tacit_pg_kind TACIT_PG_KINDS[] = {
    { TACIT_PG_BOOL, "bool", "boolean", 1, 'B', 0 },
    { 17, "bytea", "bytea", -1, 'U', 0 },
    { TACIT_PG_CHAR, "char", "\"char\"", 1, 'Z', 0 },
    { TACIT_PG_NAME, "name", "name", 64, 'S', 0 },
    { TACIT_PG_INT8, "int8", "bigint", 8, 'N', 0 },
    { TACIT_PG_INT2, "int2", "smallint", 2, 'N', 0 },
    { TACIT_PG_INT4, "int4", "integer", 4, 'N', 0 },
    { TACIT_PG_TEXT, "text", "text", -1, 'S', 0 },
    { TACIT_PG_OID, "oid", "oid", 4, 'N', 0 },
    { 114, "json", "json", -1, 'U', 0 },
    { TACIT_PG_FLOAT4, "float4", "real", 4, 'N', 0 },
    { TACIT_PG_FLOAT8, "float8", "double precision", 8, 'N', 0 },
    { TACIT_PG_UNKNOWN, "unknown", "unknown", -2, 'X', 0 },
    { 1000, "_bool", "boolean[]", -1, 'A', TACIT_PG_BOOL },
    { 1003, "_name", "name[]", -1, 'A', TACIT_PG_NAME },
    { 1005, "_int2", "smallint[]", -1, 'A', TACIT_PG_INT2 },
    { 1007, "_int4", "integer[]", -1, 'A', TACIT_PG_INT4 },
    { TACIT_PG_TEXTS, "_text", "text[]", -1, 'A', TACIT_PG_TEXT },
    { 1016, "_int8", "bigint[]", -1, 'A', TACIT_PG_INT8 },
    { 1022, "_float8", "double precision[]", -1, 'A', TACIT_PG_FLOAT8 },
    { 1042, "bpchar", "character", -1, 'S', 0 },
    { TACIT_PG_VARCHAR, "varchar", "character varying", -1, 'S', 0 },
    { 1082, "date", "date", 4, 'D', 0 },
    { 1083, "time", "time without time zone", 8, 'D', 0 },
    { 1114, "timestamp", "timestamp without time zone", 8, 'D', 0 },
    { 1184, "timestamptz", "timestamp with time zone", 8, 'D', 0 },
    { 1186, "interval", "interval", 16, 'T', 0 },
    { TACIT_PG_NUMERIC, "numeric", "numeric", -1, 'N', 0 },
    { TACIT_PG_REGCLASS, "regclass", "regclass", 4, 'N', 0 },
    { 2206, "regtype", "regtype", 4, 'N', 0 },
    { 2950, "uuid", "uuid", 16, 'U', 0 },
    { 3802, "jsonb", "jsonb", -1, 'U', 0 },
    { 4089, "regnamespace", "regnamespace", 4, 'N', 0 },
    { 4096, "regrole", "regrole", 4, 'N', 0 },
};
const size_t TACIT_PG_N_KINDS = sizeof TACIT_PG_KINDS / sizeof TACIT_PG_KINDS[0];

const tacit_pg_kind *tacit_pg_kind_named(const char *name)
{
    for (size_t i = 0; i < TACIT_PG_N_KINDS; i++)
        if (strcmp(TACIT_PG_KINDS[i].name, name) == 0)
            return &TACIT_PG_KINDS[i];
    return NULL;
}

const tacit_pg_kind *tacit_pg_kind_of(uint32_t oid)
{
    size_t i = 0;
    while (i < TACIT_PG_N_KINDS && TACIT_PG_KINDS[i].oid != oid)
        i++;
    TACIT_ASSERT(i < TACIT_PG_N_KINDS);
    return &TACIT_PG_KINDS[i];
}

const char *tacit_pg_string(const json_t *node)
{
    return json_string_value(json_object_get(tacit_sql_is(node, "String"), "sval"));
}

/* The last name of a list of them. */
static const char *last_name(const json_t *names)
{
    const size_t n = json_array_size(names);
    const char *name = n == 0 ? NULL : tacit_pg_string(json_array_get(names, n - 1));
    return name != NULL ? name : "";
}

const char *tacit_pg_type_name(const json_t *type)
{
    return last_name(json_object_get(type, "names"));
}

/* ---- of an expression ---- */

static uint32_t cast_type(const json_t *cast)
{
    const json_t *to = json_object_get(cast, "typeName");
    const tacit_pg_kind *kind = tacit_pg_kind_named(tacit_pg_type_name(to));
    if (json_object_get(to, "arrayBounds") != NULL)
        return TACIT_PG_TEXTS;
    return kind != NULL ? kind->oid : TACIT_PG_TEXT;
}

static uint32_t constant_type(const json_t *k)
{
    return json_object_get(k, "ival") != NULL      ? TACIT_PG_INT4
           : json_object_get(k, "fval") != NULL    ? TACIT_PG_NUMERIC
           : json_object_get(k, "boolval") != NULL ? TACIT_PG_BOOL
                                                   : TACIT_PG_TEXT;
}

static uint32_t operator_type(const json_t *e)
{
    const char *kind = json_string_value(json_object_get(e, "kind"));
    const char *sign = last_name(json_object_get(e, "name"));
    const json_t *left = json_object_get(e, "lexpr"), *right = json_object_get(e, "rexpr");
    if (kind == NULL || (strcmp(kind, "AEXPR_OP") != 0 && strcmp(kind, "AEXPR_NULLIF") != 0))
        return TACIT_PG_BOOL;
    if (strcmp(sign, "||") == 0)
        return TACIT_PG_TEXT;
    if (strcmp(kind, "AEXPR_NULLIF") == 0 || (strchr("+-*/%", sign[0]) != NULL && sign[1] == '\0'))
        return tacit_pg_type_of(left != NULL ? left : right);
    return TACIT_PG_BOOL;
}

/* The first of CASE's results that is no NULL. */
static uint32_t case_type(const json_t *c)
{
    const json_t *all = json_object_get(c, "args"), *other = json_object_get(c, "defresult");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *when = tacit_sql_is(json_array_get(all, i), "CaseWhen");
        const json_t *result = json_object_get(when, "result");
        if (json_object_get(tacit_sql_is(result, "A_Const"), "isnull") == NULL)
            return tacit_pg_type_of(result);
    }
    return other != NULL ? tacit_pg_type_of(other) : TACIT_PG_TEXT;
}

/* What the only column of a question in a question is. */
static const json_t *inner_value(const json_t *link)
{
    const json_t *inner = tacit_sql_is(json_object_get(link, "subselect"), "SelectStmt");
    const json_t *first = json_array_get(json_object_get(inner, "targetList"), 0);
    return tacit_sql_is(first, "ResTarget");
}

static bool is_link(const json_t *link, const char *type)
{
    const char *is = json_string_value(json_object_get(link, "subLinkType"));
    return is != NULL && strcmp(is, type) == 0;
}

static uint32_t link_type(const json_t *link)
{
    if (is_link(link, "ARRAY_SUBLINK"))
        return TACIT_PG_TEXTS;
    return is_link(link, "EXPR_SUBLINK")
               ? tacit_pg_type_of(json_object_get(inner_value(link), "val"))
               : TACIT_PG_BOOL;
}

static uint32_t call_type(const json_t *node)
{
    const tacit_pg_function *f = tacit_pg_function_named(tacit_sql_function(node));
    const json_t *args = json_object_get(tacit_sql_is(node, "FuncCall"), "args");
    if (f != NULL && f->type == 0)
        return tacit_pg_type_of(json_array_get(args, 0));
    return f != NULL ? f->type : TACIT_PG_TEXT;
}

uint32_t tacit_pg_type_of(const json_t *node)
{
    const json_t *in = json_object_get(node, tacit_sql_kind(node));
    if (tacit_sql_is(node, "ColumnRef") != NULL)
        return tacit_pg_column_type(last_name(json_object_get(in, "fields")));
    if (tacit_sql_is(node, "A_Const") != NULL)
        return constant_type(in);
    if (tacit_sql_is(node, "TypeCast") != NULL)
        return cast_type(in);
    if (tacit_sql_is(node, "FuncCall") != NULL)
        return call_type(node);
    if (tacit_sql_is(node, "A_Expr") != NULL)
        return operator_type(in);
    if (tacit_sql_is(node, "CaseExpr") != NULL)
        return case_type(in);
    if (tacit_sql_is(node, "SubLink") != NULL)
        return link_type(in);
    if (tacit_sql_is(node, "CoalesceExpr") != NULL)
        return tacit_pg_type_of(json_array_get(json_object_get(in, "args"), 0));
    if (tacit_sql_is(node, "CollateClause") != NULL)
        return tacit_pg_type_of(json_object_get(in, "arg"));
    if (tacit_sql_is(node, "BoolExpr") != NULL || tacit_sql_is(node, "NullTest") != NULL ||
        tacit_sql_is(node, "BooleanTest") != NULL)
        return TACIT_PG_BOOL;
    if (tacit_sql_is(node, "A_ArrayExpr") != NULL)
        return TACIT_PG_TEXTS;
    return tacit_sql_is(node, "SQLValueFunction") != NULL ? TACIT_PG_NAME : TACIT_PG_TEXT;
}

/* ---- the name ---- */

static const char *value_function_name(const json_t *in)
{
    static const char *const NAMES[][2] = {
        { "SVFOP_CURRENT_USER", "current_user" },
        { "SVFOP_SESSION_USER", "session_user" },
        { "SVFOP_USER", "user" },
        { "SVFOP_CURRENT_ROLE", "current_role" },
        { "SVFOP_CURRENT_CATALOG", "current_catalog" },
        { "SVFOP_CURRENT_SCHEMA", "current_schema" },
    };
    const char *op = json_string_value(json_object_get(in, "op"));
    for (size_t i = 0; op != NULL && i < sizeof NAMES / sizeof NAMES[0]; i++)
        if (strcmp(NAMES[i][0], op) == 0)
            return NAMES[i][1];
    return "?column?";
}

static const char *link_name(const json_t *link)
{
    const char *own = json_string_value(json_object_get(inner_value(link), "name"));
    if (is_link(link, "EXISTS_SUBLINK"))
        return "exists";
    if (is_link(link, "ARRAY_SUBLINK"))
        return "array";
    if (!is_link(link, "EXPR_SUBLINK"))
        return "?column?";
    return own != NULL ? own : tacit_pg_name_of(json_object_get(inner_value(link), "val"));
}

/* A cast is called like what is cast, or else like the type. */
static const char *cast_name(const json_t *cast)
{
    const char *name = tacit_pg_name_of(json_object_get(cast, "arg"));
    return strcmp(name, "?column?") != 0 ? name
                                         : tacit_pg_type_name(json_object_get(cast, "typeName"));
}

const char *tacit_pg_name_of(const json_t *node)
{
    const json_t *in = json_object_get(node, tacit_sql_kind(node));
    if (tacit_sql_is(node, "ColumnRef") != NULL)
        return last_name(json_object_get(in, "fields"));
    if (tacit_sql_is(node, "FuncCall") != NULL)
        return tacit_sql_function(node);
    if (tacit_sql_is(node, "TypeCast") != NULL)
        return cast_name(in);
    if (tacit_sql_is(node, "CollateClause") != NULL)
        return tacit_pg_name_of(json_object_get(in, "arg"));
    if (tacit_sql_is(node, "SubLink") != NULL)
        return link_name(in);
    if (tacit_sql_is(node, "SQLValueFunction") != NULL)
        return value_function_name(in);
    if (tacit_sql_is(node, "A_ArrayExpr") != NULL)
        return "array";
    return tacit_sql_is(node, "CaseExpr") != NULL       ? "case"
           : tacit_sql_is(node, "CoalesceExpr") != NULL ? "coalesce"
                                                        : "?column?";
}
