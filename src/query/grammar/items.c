/*
 * items.c - SELECT and GROUP BY.
 *
 * What is selected is an aggregate, or stands under GROUP BY too; a group may be named there by its
 * number in the list, by its name in the list, or as itself.
 */
#include <string.h>

#include "query/grammar/own.h"

/* ---- groups ---- */

static tacit_status add_axis(const tacit_sql *s, const json_t *node, size_t column, size_t level)
{
    tacit_query *q = s->query;
    for (size_t i = 0; i < q->n_by; i++)
        if (q->by[i].column == column && q->by[i].level == level)
            return TACIT_OK;
    if (q->n_by == TACIT_QUERY_AXES)
        return tacit_sql_refuse_node(s, node, "too_many", "it groups by more than %d columns.",
                                     TACIT_QUERY_AXES);
    q->by[q->n_by++] = (tacit_query_by){ .column = column, .level = level };
    return TACIT_OK;
}

/* The item that a number under GROUP BY means. */
static tacit_status find_number(const tacit_sql *s, const json_t *items, const json_t *node,
                                const json_t **out)
{
    const json_t *ival = json_object_get(tacit_sql_is(node, "A_Const"), "ival");
    const json_int_t n = json_integer_value(json_object_get(ival, "ival"));
    if (n < 1 || (size_t)n > json_array_size(items))
        return tacit_sql_refuse_node(s, node, "out_of_range",
                                     "the items of the list have the numbers 1 to %zu.",
                                     json_array_size(items));
    *out = json_object_get(tacit_sql_is(json_array_get(items, (size_t)n - 1), "ResTarget"), "val");
    return TACIT_OK;
}

/* The item with this name, which is that of no column; or NULL. */
static const json_t *find_name(const tacit_sql *s, const json_t *items, const char *name)
{
    if (name != NULL && tacit_sql_has_column(s, name))
        return NULL;
    for (size_t i = 0; name != NULL && i < json_array_size(items); i++) {
        const json_t *item = tacit_sql_is(json_array_get(items, i), "ResTarget");
        const char *own = json_string_value(json_object_get(item, "name"));
        if (own != NULL && strcmp(own, name) == 0)
            return json_object_get(item, "val");
    }
    return NULL;
}

static tacit_status take_group(const tacit_sql *s, const json_t *items, const json_t *node)
{
    const json_t *meant = find_name(s, items, tacit_sql_word(node));
    size_t column = 0, level = 0;
    if (tacit_sql_is(node, "A_Const") != NULL)
        TACIT_TRY(find_number(s, items, node, &meant));
    meant = meant != NULL ? meant : node;
    TACIT_TRY(tacit_sql_general(s, meant, &column, &level));
    return add_axis(s, meant, column, level);
}

/* ---- items ---- */

/* The number of the group that a generalisation means. */
static tacit_status find_axis(const tacit_sql *s, const json_t *node, size_t *out)
{
    const tacit_query *q = s->query;
    size_t column = 0, level = 0;
    TACIT_TRY(tacit_sql_general(s, node, &column, &level));
    for (*out = 0; *out < q->n_by; (*out)++)
        if (q->by[*out].column == column && q->by[*out].level == level)
            return TACIT_OK;
    return tacit_sql_refuse_node(s, node, "not_supported",
                                 "'%s' is shown, so it must stand under GROUP BY too.",
                                 s->schema->column[column].domain.column);
}

/* What an item is called if nothing else is said. */
static const char *name_of(const tacit_sql *s, const json_t *node, const tacit_query_shown *shown)
{
    if (!shown->is_axis)
        return tacit_sql_function(node);
    const tacit_query_by *by = &s->query->by[shown->at];
    const tacit_query_column *c = &s->schema->column[by->column];
    const bool public = by->level > 0 && c->level[by->level - 1].table != NULL;
    return public ? c->level[by->level - 1].name : c->domain.column;
}

static tacit_status take_item(const tacit_sql *s, const json_t *node)
{
    tacit_query *q = s->query;
    const json_t *item = tacit_sql_is(node, "ResTarget"), *val = json_object_get(item, "val");
    const char *name = json_string_value(json_object_get(item, "name"));
    char *kept = NULL;
    if (q->n_shown == TACIT_QUERY_SHOWN)
        return tacit_sql_refuse_node(s, node, "too_many", "it shows more than %d columns.",
                                     TACIT_QUERY_SHOWN);
    tacit_query_shown *shown = &q->shown[q->n_shown++];
    TACIT_TRY(tacit_sql_only(s, node, "name val location"));
    shown->is_axis = tacit_sql_is_general(val);
    TACIT_TRY(shown->is_axis ? find_axis(s, val, &shown->at)
                             : tacit_sql_aggregate(s, val, &shown->at));
    TACIT_TRY(tacit_scratch_text(s->cx, name != NULL ? name : name_of(s, val, shown), &kept));
    shown->name = kept;
    return TACIT_OK;
}

tacit_status tacit_sql_items(const tacit_sql *s, const json_t *select)
{
    const json_t *items = json_object_get(select, "targetList");
    const json_t *groups = json_object_get(select, "groupClause");
    for (size_t i = 0; i < json_array_size(groups); i++)
        TACIT_TRY(take_group(s, items, json_array_get(groups, i)));
    for (size_t i = 0; i < json_array_size(items); i++)
        TACIT_TRY(take_item(s, json_array_get(items, i)));
    return TACIT_OK;
}
