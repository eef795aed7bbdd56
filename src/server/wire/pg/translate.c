/*
 * translate.c - a SELECT about the catalog, in SQLite's SQL.
 */
#include <string.h>

#include "server/wire/pg/own.h"

/* ---- what is shown ---- */

static bool is_star(const json_t *value)
{
    const json_t *fields = json_object_get(tacit_sql_is(value, "ColumnRef"), "fields");
    const json_t *last = json_array_get(fields, json_array_size(fields) - 1);
    return tacit_sql_is(last, "A_Star") != NULL;
}

/* Numbers of objects are told by the names of these. */
static const char *name_function(const json_t *value)
{
    const json_t *to = json_object_get(tacit_sql_is(value, "TypeCast"), "typeName");
    const char *type = to != NULL ? tacit_pg_type_name(to) : "";
    return strcmp(type, "regclass") == 0       ? "tacit_table_name"
           : strcmp(type, "regtype") == 0      ? "tacit_format_type"
           : strcmp(type, "regnamespace") == 0 ? "tacit_space_name"
                                               : NULL;
}

static tacit_status write_target(tacit_pg_writing *w, const json_t *node, bool top)
{
    const json_t *target = tacit_sql_is(node, "ResTarget"), *value = json_object_get(target, "val");
    const char *name = json_string_value(json_object_get(target, "name"));
    const char *by_name = top ? name_function(value) : NULL;
    if (by_name != NULL)
        TACIT_TRY(tacit_pg_put(w, "%s(", by_name));
    TACIT_TRY(tacit_pg_write(w, value));
    if (by_name != NULL)
        TACIT_TRY(tacit_pg_put(w, ")"));
    if (is_star(value))
        return TACIT_OK;
    TACIT_TRY(tacit_pg_put(w, " AS "));
    return tacit_pg_write_name(w, name != NULL ? name : tacit_pg_name_of(value));
}

static tacit_status write_targets(tacit_pg_writing *w, const json_t *select, bool top)
{
    const json_t *all = json_object_get(select, "targetList");
    TACIT_TRY(tacit_pg_put(w, json_object_get(select, "distinctClause") != NULL ? "SELECT DISTINCT "
                                                                                : "SELECT "));
    for (size_t i = 0; i < json_array_size(all); i++) {
        if (i > 0)
            TACIT_TRY(tacit_pg_put(w, ", "));
        TACIT_TRY(write_target(w, json_array_get(all, i), top));
    }
    return json_array_size(all) == 0 ? tacit_pg_put(w, "NULL") : TACIT_OK;
}

/* ---- FROM ---- */

static tacit_status write_source(tacit_pg_writing *w, const json_t *node);

static tacit_status write_alias(tacit_pg_writing *w, const json_t *in)
{
    const json_t *alias = json_object_get(in, "alias");
    const char *name = json_string_value(json_object_get(alias, "aliasname"));
    if (name == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_pg_put(w, " AS "));
    return tacit_pg_write_name(w, name);
}

/* Whether there is such a table. */
static bool is_known(const char *name, bool information)
{
    for (size_t i = 0; i < TACIT_PG_N_TABLES; i++)
        if (TACIT_PG_TABLES[i].information == information &&
            strcmp(TACIT_PG_TABLES[i].name, name) == 0)
            return true;
    return false;
}

static tacit_status write_table(tacit_pg_writing *w, const json_t *node)
{
    const json_t *range = tacit_sql_is(node, "RangeVar");
    const char *space = json_string_value(json_object_get(range, "schemaname"));
    const char *name = json_string_value(json_object_get(range, "relname"));
    const bool information = space != NULL && strcmp(space, "information_schema") == 0;
    if (name == NULL || !is_known(name, information))
        return tacit_pg_refuse(w, node, "42P01", "the catalog here has no table '%.60s'.",
                               name != NULL ? name : "");
    TACIT_TRY(tacit_pg_put(w, "%s.", information ? "information_schema" : "pg_catalog"));
    TACIT_TRY(tacit_pg_write_name(w, name));
    return write_alias(w, range);
}

static tacit_status write_inner(tacit_pg_writing *w, const json_t *node)
{
    const json_t *range = tacit_sql_is(node, "RangeSubselect");
    const json_t *select = tacit_sql_is(json_object_get(range, "subquery"), "SelectStmt");
    if (select == NULL || json_object_get(json_object_get(range, "alias"), "colnames") != NULL)
        return tacit_pg_refuse(w, node, "0A000", "this table cannot be made here.");
    TACIT_TRY(tacit_pg_put(w, "("));
    TACIT_TRY(tacit_pg_write_select(w, select, false));
    TACIT_TRY(tacit_pg_put(w, ")"));
    return write_alias(w, range);
}

/* A function that gives rows gives none: what it would take apart is empty. */
static tacit_status write_function(tacit_pg_writing *w, const json_t *node)
{
    const json_t *range = tacit_sql_is(node, "RangeFunction"),
                 *alias = json_object_get(range, "alias"),
                 *names = json_object_get(alias, "colnames");
    const char *name = json_string_value(json_object_get(alias, "aliasname"));
    const json_t *list = json_array_get(json_object_get(range, "functions"), 0);
    const json_t *call = json_array_get(json_object_get(tacit_sql_is(list, "List"), "items"), 0);
    const size_t n = json_array_size(names);
    if (tacit_pg_function_named(tacit_sql_function(call)) == NULL)
        return tacit_pg_refuse(w, call, "42883", "the catalog here has no function '%.60s'.",
                               tacit_sql_function(call));
    TACIT_TRY(tacit_pg_put(w, "(SELECT "));
    for (size_t i = 0; i < (n > 0 ? n : 1); i++) {
        const char *column = i < n ? tacit_pg_string(json_array_get(names, i)) : name;
        TACIT_TRY(tacit_pg_put(w, i > 0 ? ", NULL AS " : "NULL AS "));
        TACIT_TRY(tacit_pg_write_name(w, column != NULL ? column : "unnest"));
    }
    TACIT_TRY(tacit_pg_put(w, " WHERE 0)"));
    return write_alias(w, range);
}

static tacit_status write_join(tacit_pg_writing *w, const json_t *node)
{
    const json_t *j = tacit_sql_is(node, "JoinExpr"), *on = json_object_get(j, "quals"),
                 *names = json_object_get(j, "usingClause");
    const char *type = json_string_value(json_object_get(j, "jointype"));
    const char *word = type != NULL && strcmp(type, "JOIN_LEFT") == 0    ? " LEFT JOIN "
                       : type != NULL && strcmp(type, "JOIN_RIGHT") == 0 ? " RIGHT JOIN "
                       : type != NULL && strcmp(type, "JOIN_FULL") == 0  ? " FULL JOIN "
                                                                         : " JOIN ";
    if (json_is_true(json_object_get(j, "isNatural")) || json_object_get(j, "alias") != NULL)
        return tacit_pg_refuse(w, node, "0A000", "write joins with ON.");
    TACIT_TRY(write_source(w, json_object_get(j, "larg")));
    TACIT_TRY(tacit_pg_put(w, "%s", word));
    TACIT_TRY(write_source(w, json_object_get(j, "rarg")));
    if (on != NULL) {
        TACIT_TRY(tacit_pg_put(w, " ON "));
        TACIT_TRY(tacit_pg_write(w, on));
    }
    for (size_t i = 0; i < json_array_size(names); i++) {
        TACIT_TRY(tacit_pg_put(w, i == 0 ? " USING (" : ", "));
        TACIT_TRY(tacit_pg_write_name(w, tacit_pg_string(json_array_get(names, i))));
    }
    return json_array_size(names) > 0 ? tacit_pg_put(w, ")") : TACIT_OK;
}

static tacit_status write_source(tacit_pg_writing *w, const json_t *node)
{
    if (tacit_sql_is(node, "RangeVar") != NULL)
        return write_table(w, node);
    if (tacit_sql_is(node, "JoinExpr") != NULL)
        return write_join(w, node);
    if (tacit_sql_is(node, "RangeSubselect") != NULL)
        return write_inner(w, node);
    if (tacit_sql_is(node, "RangeFunction") != NULL)
        return write_function(w, node);
    return tacit_pg_refuse(w, node, "0A000", "this cannot stand in FROM here.");
}

static tacit_status write_from(tacit_pg_writing *w, const json_t *from)
{
    for (size_t i = 0; i < json_array_size(from); i++) {
        TACIT_TRY(tacit_pg_put(w, i == 0 ? " FROM " : ", "));
        TACIT_TRY(write_source(w, json_array_get(from, i)));
    }
    return TACIT_OK;
}

/* ---- the rest ---- */

/* A part with a word before it, if it is there. */
static tacit_status write_part(tacit_pg_writing *w, const char *word, const json_t *node)
{
    if (node == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_pg_put(w, " %s ", word));
    return json_is_array(node) ? tacit_pg_write_list(w, node) : tacit_pg_write(w, node);
}

static tacit_status write_order(tacit_pg_writing *w, const json_t *all)
{
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *sort = tacit_sql_is(json_array_get(all, i), "SortBy");
        const char *way = json_string_value(json_object_get(sort, "sortby_dir"));
        const char *nulls = json_string_value(json_object_get(sort, "sortby_nulls"));
        const bool falls = way != NULL && strcmp(way, "SORTBY_DESC") == 0;
        const bool first = nulls == NULL || strcmp(nulls, "SORTBY_NULLS_DEFAULT") == 0
                               ? falls
                               : strcmp(nulls, "SORTBY_NULLS_FIRST") == 0;
        TACIT_TRY(tacit_pg_put(w, i == 0 ? " ORDER BY " : ", "));
        TACIT_TRY(tacit_pg_write(w, json_object_get(sort, "node")));
        TACIT_TRY(
            tacit_pg_put(w, "%s%s", falls ? " DESC" : "", first ? " NULLS FIRST" : " NULLS LAST"));
    }
    return TACIT_OK;
}

/* VALUES (...), (...) with PostgreSQL's names. */
static tacit_status write_values(tacit_pg_writing *w, const json_t *lists)
{
    for (size_t i = 0; i < json_array_size(lists); i++) {
        const json_t *row =
            json_object_get(tacit_sql_is(json_array_get(lists, i), "List"), "items");
        TACIT_TRY(tacit_pg_put(w, i == 0 ? "SELECT " : " UNION ALL SELECT "));
        for (size_t j = 0; j < json_array_size(row); j++) {
            TACIT_TRY(tacit_pg_put(w, j > 0 ? ", " : ""));
            TACIT_TRY(tacit_pg_write(w, json_array_get(row, j)));
            TACIT_TRY(tacit_pg_put(w, " AS column%zu", j + 1));
        }
    }
    return TACIT_OK;
}

/* UNION and the like. */
static tacit_status write_sets(tacit_pg_writing *w, const json_t *select, const char *op, bool top)
{
    const bool all = json_is_true(json_object_get(select, "all"));
    const char *word = strcmp(op, "SETOP_INTERSECT") == 0 ? " INTERSECT "
                       : strcmp(op, "SETOP_EXCEPT") == 0  ? " EXCEPT "
                       : all                              ? " UNION ALL "
                                                          : " UNION ";
    TACIT_TRY(tacit_pg_write_select(w, json_object_get(select, "larg"), top));
    TACIT_TRY(tacit_pg_put(w, "%s", word));
    return tacit_pg_write_select(w, json_object_get(select, "rarg"), top);
}

static tacit_status write_plain(tacit_pg_writing *w, const json_t *select, bool top)
{
    TACIT_TRY(write_targets(w, select, top));
    TACIT_TRY(write_from(w, json_object_get(select, "fromClause")));
    TACIT_TRY(write_part(w, "WHERE", json_object_get(select, "whereClause")));
    TACIT_TRY(write_part(w, "GROUP BY", json_object_get(select, "groupClause")));
    return write_part(w, "HAVING", json_object_get(select, "havingClause"));
}

tacit_status tacit_pg_write_select(tacit_pg_writing *w, const json_t *select, bool top)
{
    const char *op = json_string_value(json_object_get(select, "op"));
    const json_t *values = json_object_get(select, "valuesLists"),
                 *limit = json_object_get(select, "limitCount");
    if (json_object_get(select, "withClause") != NULL ||
        json_object_get(select, "lockingClause") != NULL ||
        json_object_get(select, "windowClause") != NULL)
        return tacit_pg_refuse(w, NULL, "0A000",
                               "WITH, FOR UPDATE and WINDOW cannot be used with the catalog.");
    if (op != NULL && strcmp(op, "SETOP_NONE") != 0)
        TACIT_TRY(write_sets(w, select, op, top));
    else
        TACIT_TRY(values != NULL ? write_values(w, values) : write_plain(w, select, top));
    TACIT_TRY(write_order(w, json_object_get(select, "sortClause")));
    if (limit != NULL && json_object_get(tacit_sql_is(limit, "A_Const"), "isnull") == NULL)
        TACIT_TRY(write_part(w, "LIMIT", limit));
    else if (json_object_get(select, "limitOffset") != NULL)
        TACIT_TRY(tacit_pg_put(w, " LIMIT -1"));
    return write_part(w, "OFFSET", json_object_get(select, "limitOffset"));
}
