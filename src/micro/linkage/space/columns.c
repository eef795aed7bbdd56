/*
 * columns.c - the columns that two tables have in common.
 *
 * Columns are matched by name.  They can be compared if both hold categories, both numbers
 * or both dates.
 */
#include <string.h>

#include "micro/linkage/space/space.h"
#include "table/recoded.h"

/* Columns that say nothing of a person which an attacker would know. */
enum { NOT_COMPARED = TACIT_ROLE_IDENTIFIER | TACIT_ROLE_WEIGHT | TACIT_ROLE_LINKS };

static bool is_technical(const tacit_column *c)
{
    const char *name = tacit_column_name(c);
    return strcmp(name, TACIT_COUNT) == 0 || strcmp(name, TACIT_WEIGHT) == 0;
}

/* The kinds that can be compared with `type`. */
static unsigned kind_of(tacit_type type)
{
    return (type & TACIT_TYPE_NUMBER) != 0 ? TACIT_TYPE_NUMBER : (unsigned)type;
}

static bool is_named(const tacit_common *common, const char *name)
{
    for (size_t i = 0; i < common->n; i++)
        if (strcmp(common->names[i], name) == 0)
            return true;
    return false;
}

static tacit_status check_name(tacit_ctx *cx, const tacit_common *common, const char *name)
{
    const tacit_table *a = common->table_a, *b = common->table_b;
    const size_t j = tacit_table_find(a, name), k = tacit_table_find(b, name);
    if (j == tacit_table_columns(a) || k == tacit_table_columns(b))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Column '%s' is not in the %s table; both must have it under one name.",
                          name, j == tacit_table_columns(a) ? "first" : "second");
    const tacit_type left = tacit_column_type(tacit_table_column(a, j)),
                     right = tacit_column_type(tacit_table_column(b, k));
    if (kind_of(left) != kind_of(right))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Column '%s' cannot be compared: it is %s in the first table and %s in "
                          "the second.",
                          name, tacit_type_name(left), tacit_type_name(right));
    return TACIT_OK;
}

/* Whether column j of the first table is asked for. */
static bool is_wanted(const tacit_common *common, size_t j, bool keys)
{
    const tacit_column *c = tacit_table_column(common->table_a, j);
    const unsigned roles = tacit_table_roles(common->table_a, j);
    if (common->n > 0)
        return is_named(common, tacit_column_name(c));
    if (keys)
        return (roles & TACIT_ROLE_KEY) != 0;
    return (roles & NOT_COMPARED) == 0 && !is_technical(c);
}

/* The column of the second table to compare column j of the first with, or the number of
 * its columns. */
static tacit_status find_counterpart(tacit_ctx *cx, const tacit_common *common, size_t j,
                                     size_t *out)
{
    const tacit_column *c = tacit_table_column(common->table_a, j);
    const size_t k = tacit_table_find(common->table_b, tacit_column_name(c)),
                 none = tacit_table_columns(common->table_b);
    *out = none;
    if (k == none)
        return TACIT_OK;
    const tacit_column *other = tacit_table_column(common->table_b, k);
    bool apart = kind_of(tacit_column_type(c)) != kind_of(tacit_column_type(other));
    if (apart && common->texts)
        TACIT_TRY(tacit_column_recoded(cx, other, c, &apart));
    if (!apart)
        *out = k;
    return TACIT_OK;
}

static tacit_status fail_empty(tacit_ctx *cx, bool keys)
{
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "The two tables have no %s in common that can be compared; columns are "
                      "matched by name and must be of one kind.",
                      keys ? "key column" : "column");
}

tacit_status tacit_common_columns(tacit_ctx *cx, const tacit_common *common, tacit_select *a,
                                  tacit_select *b)
{
    const size_t columns = tacit_table_columns(common->table_a);
    size_t *at_a = NULL, *at_b = NULL, n = 0;
    bool keys = false;
    for (size_t i = 0; i < common->n; i++)
        TACIT_TRY(check_name(cx, common, common->names[i]));
    for (size_t j = 0; common->keys && common->n == 0 && j < columns; j++)
        keys = keys || (tacit_table_roles(common->table_a, j) & TACIT_ROLE_KEY) != 0;
    TACIT_TRY(tacit_scratch(cx, columns, sizeof *at_a, &at_a));
    TACIT_TRY(tacit_scratch(cx, columns, sizeof *at_b, &at_b));
    for (size_t j = 0; j < columns; j++) {
        size_t k = 0;
        if (!is_wanted(common, j, keys))
            continue;
        TACIT_TRY(find_counterpart(cx, common, j, &k));
        if (k == tacit_table_columns(common->table_b))
            continue;
        at_a[n] = j;
        at_b[n++] = k;
    }
    if (n == 0)
        return fail_empty(cx, keys);
    *a = (tacit_select){ n, at_a };
    *b = (tacit_select){ n, at_b };
    return TACIT_OK;
}
