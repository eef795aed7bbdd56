/*
 * heading.c - which columns a table has, asked as drivers ask it: SELECT * FROM name LIMIT 0, or
 * WHERE 0 = 1.
 *
 * Such a question is about no record.  It is answered from the declarations, and asked of nobody.
 */
#include <stdio.h>
#include <string.h>

#include "query/grammar/tree.h"
#include "server/wire/own.h"

static bool is_star(const json_t *select)
{
    const json_t *all = json_object_get(select, "targetList");
    const json_t *value = json_object_get(tacit_sql_is(json_array_get(all, 0), "ResTarget"), "val");
    const json_t *fields = json_object_get(tacit_sql_is(value, "ColumnRef"), "fields");
    const json_t *last = json_array_get(fields, json_array_size(fields) - 1);
    return json_array_size(all) == 1 && tacit_sql_is(last, "A_Star") != NULL;
}

/* The whole number that a constant is; -1 if it is none, or is below 0 (whose sign the parser's
 * tree leaves to the text). */
static json_int_t whole(const tacit_wire_statement *st, const json_t *node)
{
    const json_t *k = tacit_sql_is(node, "A_Const"), *ival = json_object_get(k, "ival");
    const json_int_t at = tacit_sql_place(node);
    const bool minus = at >= 0 && (size_t)at < strlen(st->text) && st->text[at] == '-';
    return ival == NULL || minus ? -1 : json_integer_value(json_object_get(ival, "ival"));
}

/* FALSE, or two numbers that are not the same. */
static bool is_never(const tacit_wire_statement *st, const json_t *where)
{
    const json_t *k = json_object_get(tacit_sql_is(where, "A_Const"), "boolval");
    const json_t *e = tacit_sql_is(where, "A_Expr");
    const json_t *sign = json_array_get(json_object_get(e, "name"), 0);
    const char *name = json_string_value(json_object_get(tacit_sql_is(sign, "String"), "sval"));
    const json_int_t a = whole(st, json_object_get(e, "lexpr")),
                     b = whole(st, json_object_get(e, "rexpr"));
    if (k != NULL)
        return !json_is_true(json_object_get(k, "boolval"));
    return name != NULL && strcmp(name, "=") == 0 && a >= 0 && b >= 0 && a != b;
}

bool tacit_wire_is_heading(const tacit_wire_statement *st)
{
    const json_t *select = tacit_sql_is(st->node, "SelectStmt");
    const json_t *from = json_object_get(select, "fromClause");
    static const char *const NOT[] = { "groupClause", "havingClause", "withClause", "valuesLists" };
    if (!is_star(select) || json_array_size(from) != 1 ||
        tacit_sql_is(json_array_get(from, 0), "RangeVar") == NULL)
        return false;
    for (size_t i = 0; i < sizeof NOT / sizeof NOT[0]; i++)
        if (json_object_get(select, NOT[i]) != NULL)
            return false;
    const json_t *limit = json_object_get(select, "limitCount");
    return (limit != NULL && whole(st, limit) == 0) ||
           is_never(st, json_object_get(select, "whereClause"));
}

static void add(tacit_wire_result *out, const char *name, uint32_t type)
{
    out->rows.column[out->rows.columns++] = (tacit_pg_column){ name, type };
}

tacit_status tacit_wire_heading(tacit_ctx *cx, const tacit_query_schema *schema,
                                tacit_wire_result *out)
{
    out->has_rows = true;
    TACIT_TRY(tacit_scratch(cx, schema->n + 1, sizeof *out->rows.column, &out->rows.column));
    if (schema->person != NULL)
        add(out, schema->person, TACIT_PG_TEXT);
    for (size_t i = 0; i < schema->n; i++)
        add(out, schema->column[i].domain.column, tacit_pg_declared_type(&schema->column[i]));
    (void)snprintf(out->tag, sizeof out->tag, "SELECT 0");
    return TACIT_OK;
}
