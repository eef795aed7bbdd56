/*
 * join.c - one table's keys put under another's, so that both share classes.
 *
 * Categories are matched once for each distinct text, not for each row.  O(rows).
 */
#include "classes/join.h"

/* The type that holds the values of both, or 0. */
static tacit_type common_type(const tacit_column *a, const tacit_column *b)
{
    const tacit_type x = tacit_column_type(a), y = tacit_column_type(b);
    if (x == y)
        return x;
    return ((x | y) & ~(unsigned)TACIT_TYPE_NUMBER) == 0 ? TACIT_TYPE_REAL : (tacit_type)0;
}

static tacit_status append_category(tacit_ctx *cx, const tacit_column *c, tacit_builder *b)
{
    const tacit_dict *old = tacit_column_dict(c);
    tacit_dict *dict = tacit_builder_dict(b);
    const size_t n = tacit_column_length(c);
    uint32_t *of = NULL, *code = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(old), sizeof *of, &of));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *code, &code));
    for (uint32_t v = 0; v < tacit_dict_size(old); v++)
        TACIT_TRY(
            tacit_dict_add(cx, dict, tacit_dict_text(old, v), tacit_dict_length(old, v), &of[v]));
    for (size_t i = 0; i < n; i++)
        code[i] = tacit_column_is_missing(c, i) ? 0 : of[tacit_column_codes(c)[i]];
    return tacit_builder_codes(cx, b, dict, code, tacit_column_valid(c), n);
}

static tacit_status append_reals(tacit_ctx *cx, const tacit_column *c, tacit_builder *b)
{
    double *x = NULL;
    const size_t n = tacit_column_length(c);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *x, &x));
    for (size_t i = 0; i < n; i++)
        x[i] = tacit_column_number(c, i);
    return tacit_builder_reals(cx, b, x, tacit_column_valid(c), n);
}

static tacit_status append(tacit_ctx *cx, const tacit_column *c, tacit_type type, tacit_builder *b)
{
    const size_t n = tacit_column_length(c);
    switch (type) {
    case TACIT_TYPE_INTEGER:
        return tacit_builder_integers(cx, b, tacit_column_integers(c), tacit_column_valid(c), n);
    case TACIT_TYPE_DATE:
        return tacit_builder_dates(cx, b, tacit_column_dates(c), tacit_column_valid(c), n);
    case TACIT_TYPE_REAL:
        return append_reals(cx, c, b);
    case TACIT_TYPE_CATEGORY:
        break;
    }
    return append_category(cx, c, b);
}

static tacit_status join_column(tacit_ctx *cx, const tacit_column *a, const tacit_column *b,
                                tacit_type type, tacit_table *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_builder *builder = NULL;
    tacit_column *column = NULL;
    TACIT_TRY(tacit_builder_new(cx, tacit_column_name(a), type, tacit_table_rows(out), &builder));
    tacit_status status = append(cx, a, type, builder);
    if (status == TACIT_OK)
        status = append(cx, b, type, builder);
    if (status != TACIT_OK) {
        tacit_builder_free(builder);
        return status;
    }
    tacit_scratch_release(cx, mark);
    TACIT_TRY(tacit_builder_finish(cx, builder, &column));
    return tacit_table_add(cx, out, column);
}

static tacit_status join_key(tacit_ctx *cx, const tacit_column *a, const tacit_table *below,
                             const char *const names[2], tacit_table *out)
{
    const size_t k = tacit_table_find(below, tacit_column_name(a));
    if (k == tacit_table_columns(below))
        return tacit_fail(cx, TACIT_ERR_INPUT, "Key '%s' of %s is not a column of %s.",
                          tacit_column_name(a), names[0], names[1]);
    const tacit_column *b = tacit_table_column(below, k);
    const tacit_type type = common_type(a, b);
    if (type == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "Key '%s' is a %s in %s and a %s in %s.",
                          tacit_column_name(a), tacit_type_name(tacit_column_type(a)), names[0],
                          tacit_type_name(tacit_column_type(b)), names[1]);
    return join_column(cx, a, b, type, out);
}

tacit_status tacit_join_rows(tacit_ctx *cx, const tacit_table *above, const tacit_select *keys,
                             const tacit_table *below, const char *const names[2],
                             tacit_table **out)
{
    tacit_table *joint = NULL;
    TACIT_TRY(tacit_table_new(cx, tacit_table_rows(above) + tacit_table_rows(below), &joint));
    tacit_status status = TACIT_OK;
    for (size_t j = 0; j < keys->n && status == TACIT_OK; j++)
        status = join_key(cx, tacit_table_column(above, keys->at[j]), below, names, joint);
    if (status != TACIT_OK) {
        tacit_table_free(joint);
        return status;
    }
    *out = joint;
    return TACIT_OK;
}
