/*
 * join.c - one table's keys put under another's, so that both share classes.
 *
 * Categories are matched once for each distinct text, not for each row.  O(rows).
 */
#include "micro/classes/join.h"

#include "table/append.h"

/* What is joined: what the tables are called, and whether texts meet what is none. */
typedef struct joining {
    const char *const *names;
    bool texts;
} joining;

/* The type that holds the values of both, or 0. */
static tacit_type common_type(const tacit_column *a, const tacit_column *b, bool texts)
{
    const tacit_type x = tacit_column_type(a), y = tacit_column_type(b);
    if (x == y)
        return x;
    if (texts && ((x | y) & TACIT_TYPE_CATEGORY) != 0)
        return TACIT_TYPE_CATEGORY;
    return ((x | y) & ~(unsigned)TACIT_TYPE_NUMBER) == 0 ? TACIT_TYPE_REAL : (tacit_type)0;
}

static tacit_status join_column(tacit_ctx *cx, const tacit_column *a, const tacit_column *b,
                                tacit_type type, tacit_table *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_builder *builder = NULL;
    tacit_column *column = NULL;
    TACIT_TRY(tacit_builder_new(cx, tacit_column_name(a), type, tacit_table_rows(out), &builder));
    tacit_status status = tacit_builder_append(cx, builder, type, a);
    if (status == TACIT_OK)
        status = tacit_builder_append(cx, builder, type, b);
    if (status != TACIT_OK) {
        tacit_builder_free(builder);
        return status;
    }
    tacit_scratch_release(cx, mark);
    TACIT_TRY(tacit_builder_finish(cx, builder, &column));
    return tacit_table_add(cx, out, column);
}

static tacit_status join_key(tacit_ctx *cx, const tacit_column *a, const tacit_table *below,
                             const joining *how, tacit_table *out)
{
    const char *const *names = how->names;
    const size_t k = tacit_table_find(below, tacit_column_name(a));
    if (k == tacit_table_columns(below))
        return tacit_fail(cx, TACIT_ERR_INPUT, "Key '%s' of %s is not a column of %s.",
                          tacit_column_name(a), names[0], names[1]);
    const tacit_column *b = tacit_table_column(below, k);
    const tacit_type type = common_type(a, b, how->texts);
    if (type == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "Key '%s' is a %s in %s and a %s in %s.",
                          tacit_column_name(a), tacit_type_name(tacit_column_type(a)), names[0],
                          tacit_type_name(tacit_column_type(b)), names[1]);
    return join_column(cx, a, b, type, out);
}

static tacit_status join(tacit_ctx *cx, const tacit_table *above, const tacit_select *keys,
                         const tacit_table *below, const joining *how, tacit_table **out)
{
    tacit_table *joint = NULL;
    TACIT_TRY(tacit_table_new(cx, tacit_table_rows(above) + tacit_table_rows(below), &joint));
    tacit_status status = TACIT_OK;
    for (size_t j = 0; j < keys->n && status == TACIT_OK; j++)
        status = join_key(cx, tacit_table_column(above, keys->at[j]), below, how, joint);
    if (status != TACIT_OK) {
        tacit_table_free(joint);
        return status;
    }
    *out = joint;
    return TACIT_OK;
}

tacit_status tacit_join_rows(tacit_ctx *cx, const tacit_table *above, const tacit_select *keys,
                             const tacit_table *below, const char *const names[2],
                             tacit_table **out)
{
    return join(cx, above, keys, below, &(joining){ .names = names }, out);
}

tacit_status tacit_join_texts(tacit_ctx *cx, const tacit_table *above, const tacit_select *keys,
                              const tacit_table *below, const char *const names[2],
                              tacit_table **out)
{
    return join(cx, above, keys, below, &(joining){ .names = names, .texts = true }, out);
}
