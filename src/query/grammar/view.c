/*
 * view.c - HAVING, ORDER BY and LIMIT: they look at what is released, and at nothing else.
 */
#include <string.h>

#include "query/grammar/own.h"

/* ---- HAVING ---- */

static tacit_status refuse_test(const tacit_sql *s, const json_t *node)
{
    return tacit_sql_refuse_node(s, node, "not_supported",
                                 "under HAVING an aggregate is compared with a number, as in "
                                 "COUNT(*) >= 10 or BETWEEN 5 AND 10; several go with AND, and "
                                 "conditions on columns stand under WHERE.");
}

/* The aggregate that is compared, by itself or by its name in the list. */
static tacit_status read_released(const tacit_sql *s, const json_t *node, size_t *out)
{
    const tacit_query *q = s->query;
    const char *name = tacit_sql_word(node);
    for (size_t i = 0; name != NULL && !tacit_sql_has_column(s, name) && i < q->n_shown; i++)
        if (!q->shown[i].is_axis && strcmp(q->shown[i].name, name) == 0) {
            *out = q->shown[i].at;
            return TACIT_OK;
        }
    return tacit_sql_aggregate(s, node, out);
}

static tacit_status add_test(const tacit_sql *s, const json_t *node, const json_t *bound,
                             tacit_query_test test)
{
    tacit_query *q = s->query;
    tacit_sql_constant k = { 0 };
    TACIT_TRY(tacit_sql_constant_of(s, bound, &k));
    if (!k.is_number)
        return tacit_sql_refuse_node(s, bound, "wrong_type", "an aggregate is a number.");
    test.bound = k.number;
    if (q->n_tests == TACIT_QUERY_TESTS)
        return tacit_sql_refuse_node(s, node, "too_many", "HAVING has more than %d comparisons.",
                                     TACIT_QUERY_TESTS);
    q->test[q->n_tests++] = test;
    return TACIT_OK;
}

static tacit_status take_test(const tacit_sql *s, const json_t *node)
{
    const json_t *e = tacit_sql_is(node, "A_Expr"), *left = json_object_get(e, "lexpr"),
                 *right = json_object_get(e, "rexpr");
    const json_t *list = json_object_get(tacit_sql_is(right, "List"), "items");
    const char *kind = json_string_value(json_object_get(e, "kind"));
    const bool between = kind != NULL && strcmp(kind, "AEXPR_BETWEEN") == 0;
    tacit_query_test test = { .compare = TACIT_COMPARE_AT_LEAST };
    if (left == NULL || (!between && (kind == NULL || strcmp(kind, "AEXPR_OP") != 0 ||
                                      !tacit_sql_compare(node, &test.compare))))
        return refuse_test(s, node);
    if (!between && tacit_sql_is(left, "A_Const") != NULL) {
        const json_t *constant = left;
        left = right;
        right = constant;
        test.compare = tacit_sql_flip(test.compare);
    }
    TACIT_TRY(read_released(s, left, &test.aggregate));
    if (!between)
        return add_test(s, node, right, test);
    TACIT_TRY(add_test(s, node, json_array_get(list, 0), test));
    test.compare = TACIT_COMPARE_AT_MOST;
    return add_test(s, node, json_array_get(list, 1), test);
}

static tacit_status take_tests(const tacit_sql *s, const json_t *node)
{
    const json_t *all = tacit_sql_is(node, "BoolExpr"), *args = json_object_get(all, "args");
    const char *op = json_string_value(json_object_get(all, "boolop"));
    if (op == NULL || strcmp(op, "AND_EXPR") != 0)
        return take_test(s, node);
    for (size_t i = 0; i < json_array_size(args); i++)
        TACIT_TRY(take_tests(s, json_array_get(args, i)));
    return TACIT_OK;
}

/* ---- ORDER BY ---- */

/* The item that a name or number means; the number of items if it is none. */
static tacit_status find_shown(const tacit_sql *s, const json_t *node, size_t *out)
{
    const tacit_query *q = s->query;
    const char *name = tacit_sql_word(node);
    tacit_sql_constant k = { 0 };
    *out = q->n_shown;
    for (size_t i = 0; name != NULL && i < q->n_shown && *out == q->n_shown; i++)
        if (strcmp(q->shown[i].name, name) == 0)
            *out = i;
    if (tacit_sql_is(node, "A_Const") == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_sql_constant_of(s, node, &k));
    for (*out = 0; k.is_number && *out < q->n_shown; (*out)++)
        if (!(k.number < (double)(*out + 1)) && !(k.number > (double)(*out + 1)))
            return TACIT_OK;
    return tacit_sql_refuse_node(s, node, "out_of_range",
                                 "the items of the list have the numbers 1 to %zu.", q->n_shown);
}

/* A group or an aggregate by itself. */
static tacit_status find_other(const tacit_sql *s, const json_t *node, tacit_query_order *out)
{
    const tacit_query *q = s->query;
    size_t column = 0, level = 0;
    out->is_axis = tacit_sql_is_general(node);
    if (!out->is_axis)
        return tacit_sql_aggregate(s, node, &out->at);
    TACIT_TRY(tacit_sql_general(s, node, &column, &level));
    for (out->at = 0; out->at < q->n_by; out->at++)
        if (q->by[out->at].column == column && q->by[out->at].level == level)
            return TACIT_OK;
    return tacit_sql_refuse_node(s, node, "not_supported",
                                 "'%s' orders the answer, so it must stand under GROUP BY too.",
                                 s->schema->column[column].domain.column);
}

static tacit_status take_order(const tacit_sql *s, const json_t *node)
{
    tacit_query *q = s->query;
    const json_t *sort = tacit_sql_is(node, "SortBy"), *by = json_object_get(sort, "node");
    const char *way = json_string_value(json_object_get(sort, "sortby_dir"));
    const char *nulls = json_string_value(json_object_get(sort, "sortby_nulls"));
    tacit_query_order order = { .falls = way != NULL && strcmp(way, "SORTBY_DESC") == 0 };
    size_t shown = 0;
    TACIT_TRY(tacit_sql_only(s, node, "node sortby_dir sortby_nulls location"));
    if (nulls != NULL && strcmp(nulls, "SORTBY_NULLS_FIRST") == 0)
        return tacit_sql_refuse_node(s, node, "not_supported",
                                     "NULLS FIRST cannot be used: values that are not told come "
                                     "last.");
    TACIT_TRY(find_shown(s, by, &shown));
    if (shown < q->n_shown) {
        order.is_axis = q->shown[shown].is_axis;
        order.at = q->shown[shown].at;
    } else {
        TACIT_TRY(find_other(s, by, &order));
    }
    if (q->n_orders == TACIT_QUERY_ORDERS)
        return tacit_sql_refuse_node(s, node, "too_many", "ORDER BY has more than %d parts.",
                                     TACIT_QUERY_ORDERS);
    q->order[q->n_orders++] = order;
    return TACIT_OK;
}

/* ---- LIMIT ---- */

static tacit_status take_limit(const tacit_sql *s, const json_t *node)
{
    tacit_sql_constant k = { 0 };
    int64_t n = 0;
    TACIT_TRY(tacit_sql_constant_of(s, node, &k));
    if (!k.is_number || !tacit_parse_integer(k.text, strlen(k.text), &n) || n < 0)
        return tacit_sql_refuse_node(s, node, "out_of_range", "LIMIT is a whole number from 0.");
    s->query->limited = true;
    s->query->limit = (uint64_t)n;
    return TACIT_OK;
}

tacit_status tacit_sql_view(const tacit_sql *s, const json_t *select)
{
    const json_t *having = json_object_get(select, "havingClause"),
                 *orders = json_object_get(select, "sortClause"),
                 *limit = json_object_get(select, "limitCount");
    if (having != NULL)
        TACIT_TRY(take_tests(s, having));
    for (size_t i = 0; i < json_array_size(orders); i++)
        TACIT_TRY(take_order(s, json_array_get(orders, i)));
    return limit != NULL ? take_limit(s, limit) : TACIT_OK;
}
