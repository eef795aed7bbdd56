/*
 * grammar.c - from the text of a question in SQL to its canonical form: the statement.
 */
#include "query/grammar/grammar.h"

#include <string.h>

#include "query/grammar/own.h"

/* The one statement of the text. */
static tacit_status find_select(const tacit_sql *s, const json_t *tree, const json_t **out)
{
    const json_t *all = json_object_get(tree, "stmts");
    if (json_array_size(all) != 1)
        return tacit_sql_refuse(
            s->cx, s->text, -1, json_array_size(all) == 0 ? "empty" : "too_many",
            json_array_size(all) == 0 ? "it is empty; ask SELECT COUNT(*) FROM %s."
                                      : "it has several statements; ask SELECT ... FROM %s once.",
            s->schema->name);
    *out = json_object_get(json_array_get(all, 0), "stmt");
    if (tacit_sql_is(*out, "SelectStmt") == NULL)
        return tacit_sql_refuse(s->cx, s->text, -1, "not_supported",
                                "only SELECT can be asked: nothing is changed or administered "
                                "here.");
    return TACIT_OK;
}

static bool has_word(const json_t *select, const char *field, const char *word)
{
    const char *text = json_string_value(json_object_get(select, field));
    return text != NULL && strcmp(text, word) == 0;
}

static tacit_status take_select(tacit_sql *s, const json_t *node)
{
    const json_t *select = tacit_sql_is(node, "SelectStmt");
    const json_t *where = json_object_get(select, "whereClause");
    TACIT_TRY(tacit_sql_only(s, node,
                             "targetList fromClause whereClause groupClause havingClause "
                             "sortClause limitCount limitOption op"));
    if (!has_word(select, "op", "SETOP_NONE") ||
        has_word(select, "limitOption", "LIMIT_OPTION_WITH_TIES"))
        return tacit_sql_refuse_node(s, node, "not_supported",
                                     "UNION and the like, and WITH TIES, cannot be used.");
    TACIT_TRY(tacit_sql_from(s, json_object_get(select, "fromClause")));
    if (where != NULL)
        TACIT_TRY(tacit_sql_where(s, where));
    TACIT_TRY(tacit_sql_items(s, select));
    TACIT_TRY(tacit_sql_view(s, select));
    if (s->query->n_aggregates == 0 || s->query->n_shown == 0)
        return tacit_sql_refuse_node(s, node, "not_supported",
                                     "it asks for no aggregate; add one such as COUNT(*).");
    return tacit_query_settle(s->cx, s->query);
}

/* Read the statement of a tree. */
static tacit_status read_tree(tacit_sql *s, const json_t *tree)
{
    const json_t *select = NULL;
    TACIT_TRY(find_select(s, tree, &select));
    return take_select(s, select);
}

tacit_status tacit_sql_read_bound(tacit_ctx *cx, const char *text, const tacit_sql_values *values,
                                  const tacit_query_schema *schema, tacit_query *out)
{
    tacit_sql s = { .cx = cx, .text = text, .schema = schema, .values = values, .query = out };
    json_t *tree = NULL;
    TACIT_TRY(tacit_query_start(cx, schema, out));
    TACIT_TRY(tacit_sql_tree(cx, text, &tree));
    const tacit_status status = read_tree(&s, tree);
    json_decref(tree);
    return status;
}

tacit_status tacit_sql_read(tacit_ctx *cx, const char *text, const tacit_query_schema *schema,
                            tacit_query *out)
{
    return tacit_sql_read_bound(cx, text, NULL, schema, out);
}

/* Take from a statement what has conditions, where parameters stand. */
static void strip(json_t *tree)
{
    static const char *const PARTS[] = { "whereClause", "havingClause", "limitCount" };
    json_t *all = json_object_get(tree, "stmts"), *first = json_array_get(all, 0);
    json_t *select = json_object_get(json_object_get(first, "stmt"), "SelectStmt");
    for (size_t i = 0; select != NULL && i < sizeof PARTS / sizeof PARTS[0]; i++)
        (void)json_object_del(select, PARTS[i]);
}

tacit_status tacit_sql_read_shape(tacit_ctx *cx, const char *text, const tacit_query_schema *schema,
                                  tacit_query *out)
{
    tacit_sql s = { .cx = cx, .text = text, .schema = schema, .query = out };
    json_t *tree = NULL;
    TACIT_TRY(tacit_query_start(cx, schema, out));
    TACIT_TRY(tacit_sql_tree(cx, text, &tree));
    strip(tree);
    const tacit_status status = read_tree(&s, tree);
    json_decref(tree);
    return status;
}
