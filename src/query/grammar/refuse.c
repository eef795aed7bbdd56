/*
 * refuse.c - what is refused, where, and why.
 *
 * Only fields of the tree that are listed are let pass; the words for those that are not stand in
 * one table.  A refusal may repeat words of the question, which are the asker's own, and names and
 * values that the policy declares; it knows nothing else.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "query/grammar/own.h"

/* ---- where ---- */

const char *tacit_sql_kind(const json_t *node)
{
    void *first = json_object_iter((json_t *)(uintptr_t)node);
    return first != NULL ? json_object_iter_key(first) : "";
}

const json_t *tacit_sql_is(const json_t *node, const char *kind)
{
    return json_object_get(node, kind);
}

json_int_t tacit_sql_place(const json_t *node)
{
    const json_t *content = json_object_get(node, tacit_sql_kind(node));
    const json_t *at = json_object_get(content, "location");
    if (json_is_integer(at))
        return json_integer_value(at);
    const json_t *inner = json_object_get(content, "node"); /* SortBy has no place of its own */
    return inner != NULL ? tacit_sql_place(inner) : json_is_object(content) ? 0 : -1;
}

/* Whether a table is `name`, or a join has it. */
static bool names_table(const json_t *node, const char *name)
{
    const json_t *join = tacit_sql_is(node, "JoinExpr"), *range = tacit_sql_is(node, "RangeVar");
    const char *own = json_string_value(json_object_get(range, "relname"));
    return join != NULL ? names_table(json_object_get(join, "larg"), name) ||
                              names_table(json_object_get(join, "rarg"), name)
                        : own != NULL && strcmp(own, name) == 0;
}

bool tacit_sql_reads(const json_t *statement, const char *name)
{
    const json_t *explained = json_object_get(tacit_sql_is(statement, "ExplainStmt"), "query");
    const json_t *select = tacit_sql_is(explained != NULL ? explained : statement, "SelectStmt");
    const json_t *from = json_object_get(select, "fromClause");
    for (size_t i = 0; i < json_array_size(from); i++)
        if (names_table(json_array_get(from, i), name))
            return true;
    return false;
}

/* Line and character of byte `at`, from 1. */
static void find_place(const char *text, size_t at, int *line, int *column)
{
    *line = 1;
    *column = 1;
    for (size_t i = 0; i < at && text[i] != '\0'; i++) {
        const bool begins = ((unsigned char)text[i + 1] & 0xc0) != 0x80;
        *line += text[i] == '\n';
        *column = text[i] == '\n' ? 1 : *column + begins;
    }
}

/* Make one line of UTF-8 of a sentence that repeats words of the asker and may have been cut. */
static void clean(char *text)
{
    size_t n = strlen(text);
    while (!tacit_is_utf8(text, n))
        text[--n] = '\0';
    for (char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = ' ';
}

tacit_status tacit_sql_refuse(tacit_ctx *cx, const char *text, json_int_t at, const char *code,
                              const char *fmt, ...)
{
    char why[1024];
    int line = 0, column = 0;
    va_list list;
    va_start(list, fmt);
    (void)vsnprintf(why, sizeof why, fmt, list);
    va_end(list);
    clean(why);
    if (at >= 0)
        find_place(text, (size_t)at, &line, &column);
    const tacit_status status =
        at >= 0 ? tacit_fail(cx, TACIT_ERR_INPUT, "The question, line %d, column %d: %s", line,
                             column, why)
                : tacit_fail(cx, TACIT_ERR_INPUT, "The question: %s", why);
    tacit_fail_details(cx, json_pack("[{s:o, s:o, s:s, s:[], s:s}]", "line",
                                     at >= 0 ? json_integer(line) : json_null(), "column",
                                     at >= 0 ? json_integer(column) : json_null(), "code", code,
                                     "arguments", "message", why));
    return status;
}

/* ---- what ---- */

/* Words for fields and kinds of nodes that people know under other names. */
static const struct word {
    const char *name, *words;
} WORDS[] = {
    { "distinctClause", "SELECT DISTINCT" },
    { "withClause", "WITH" },
    { "lockingClause", "FOR UPDATE and the like" },
    { "windowClause", "WINDOW" },
    { "valuesLists", "VALUES" },
    { "intoClause", "INTO" },
    { "limitOffset", "OFFSET" },
    { "larg", "UNION, INTERSECT or EXCEPT" },
    { "groupDistinct", "GROUP BY DISTINCT" },
    { "agg_filter", "FILTER; put the condition under WHERE" },
    { "agg_order", "ORDER BY in an aggregate" },
    { "agg_distinct", "DISTINCT in this aggregate" },
    { "agg_star", "a star in this function" },
    { "agg_within_group", "WITHIN GROUP with this function" },
    { "func_variadic", "VARIADIC" },
    { "over", "OVER, a window" },
    { "schemaname", "a schema before the name of the data" },
    { "catalogname", "a database before the name of the data" },
    { "colnames", "new names of columns in FROM" },
    { "indirection", "a part of a value" },
    { "useOp", "ORDER BY USING" },
    { "TypeCast", "a cast" },
    { "CollateClause", "COLLATE" },
    { "ParamRef", "a parameter such as $1; write the constant itself" },
    { "SubLink", "a question in a question" },
    { "RangeSubselect", "a question in FROM" },
    { "RangeFunction", "a function in FROM" },
    { "RangeTableSample", "TABLESAMPLE" },
    { "JoinExpr", "a join" },
    { "A_Indirection", "a part of a value" },
    { "A_ArrayExpr", "an array; use IN (...)" },
    { "RowExpr", "a row of several values" },
    { "CaseExpr", "CASE" },
    { "CoalesceExpr", "COALESCE" },
    { "MinMaxExpr", "GREATEST or LEAST" },
    { "SQLValueFunction", "a value of the server such as CURRENT_USER" },
    { "XmlExpr", "XML" },
    { "GroupingSet", "GROUPING SETS, CUBE or ROLLUP" },
    { "GroupingFunc", "GROUPING" },
    { "BooleanTest", "IS TRUE and the like" },
    { "SetToDefault", "DEFAULT" },
    { "A_Expr", "a calculation or comparison" },
    { "BoolExpr", "AND, OR or NOT" },
    { "NullTest", "IS NULL" },
    { "A_Const", "a constant" },
    { "ColumnRef", "a column" },
    { "FuncCall", "a function" },
    { "RangeVar", "a table" },
    { "List", "a list" },
};

/* The words for a name of the tree. */
static const char *words_of(const char *name)
{
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        if (strcmp(WORDS[i].name, name) == 0)
            return WORDS[i].words;
    return name;
}

/* Whether `name` is one of the words in `list`. */
static bool is_listed(const char *list, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = strstr(list, name); at != NULL; at = strstr(at + 1, name))
        if ((at == list || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

tacit_status tacit_sql_only(const tacit_sql *s, const json_t *node, const char *allowed)
{
    const json_t *content = json_object_get(node, tacit_sql_kind(node));
    for (void *at = json_object_iter((json_t *)(uintptr_t)content); at != NULL;
         at = json_object_iter_next((json_t *)(uintptr_t)content, at)) {
        const char *name = json_object_iter_key(at);
        if (!is_listed(allowed, name))
            return tacit_sql_refuse_node(s, node, "not_supported", "%s cannot be used here.",
                                         words_of(name));
    }
    return TACIT_OK;
}

tacit_status tacit_sql_refuse_kind(const tacit_sql *s, const json_t *node, const char *wanted)
{
    return tacit_sql_refuse_node(s, node, "not_supported", "%s cannot stand here; %s.",
                                 words_of(tacit_sql_kind(node)), wanted);
}
