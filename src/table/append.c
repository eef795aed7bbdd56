/*
 * append.c - cells of a column appended to one under construction.
 *
 * Texts of a category are matched once for each distinct text, not for each row.
 */
#include "table/append.h"

#include <string.h>

#include "table/values.h"

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

/* Numbers and dates as the texts that they are written as. */
static tacit_status append_texts(tacit_ctx *cx, const tacit_column *c, tacit_builder *b)
{
    const size_t n = tacit_column_length(c);
    tacit_dict *dict = tacit_builder_dict(b);
    tacit_values values;
    uint32_t *of = NULL, *code = NULL;
    TACIT_TRY(tacit_values_of(cx, c, &values));
    TACIT_TRY(tacit_scratch(cx, values.n, sizeof *of, &of));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *code, &code));
    for (uint32_t v = 0; v < values.n; v++) {
        char number[32];
        const char *text = tacit_column_text(c, values.row[v], number);
        TACIT_TRY(tacit_dict_add(cx, dict, text, strlen(text), &of[v]));
    }
    for (size_t i = 0; i < n; i++)
        code[i] = values.of[i] == values.n ? 0 : of[values.of[i]];
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
    return tacit_column_type(c) == TACIT_TYPE_CATEGORY ? append_category(cx, c, b)
                                                       : append_texts(cx, c, b);
}

tacit_status tacit_builder_append(tacit_ctx *cx, tacit_builder *b, tacit_type type,
                                  const tacit_column *c)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = append(cx, c, type, b);
    tacit_scratch_release(cx, mark);
    return status;
}
