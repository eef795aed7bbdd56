/*
 * ones.c - the histogram of a source that cannot count: its rows, each with count 1.
 */
#include "engine/ones.h"

/* Add a column of ones. */
static tacit_status add_count(tacit_ctx *cx, tacit_table *t)
{
    tacit_builder *b = NULL;
    TACIT_TRY(tacit_builder_new(cx, TACIT_COUNT, TACIT_TYPE_INTEGER, tacit_table_rows(t), &b));
    const int64_t one = 1;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        const tacit_status status = tacit_builder_integers(cx, b, &one, NULL, 1);
        if (status != TACIT_OK) {
            tacit_builder_free(b);
            return status;
        }
    }
    tacit_column *count = NULL;
    TACIT_TRY(tacit_builder_finish(cx, b, &count));
    return tacit_table_add(cx, t, count);
}

static tacit_status copy_weights(tacit_ctx *cx, const tacit_column *w, tacit_builder *b)
{
    for (size_t i = 0; i < tacit_column_length(w); i++) {
        if (tacit_column_is_missing(w, i)) {
            TACIT_TRY(tacit_builder_missing(cx, b));
            continue;
        }
        const double x = tacit_column_number(w, i);
        TACIT_TRY(tacit_builder_reals(cx, b, &x, NULL, 1));
    }
    return TACIT_OK;
}

/* Replace the last column but one, the weight, by a REAL one at the end. */
static tacit_status add_weight(tacit_ctx *cx, tacit_table *t)
{
    const size_t j = tacit_table_columns(t) - 2;
    const tacit_column *w = tacit_table_column(t, j);
    tacit_builder *b = NULL;
    TACIT_TRY(tacit_builder_new(cx, TACIT_WEIGHT, TACIT_TYPE_REAL, tacit_table_rows(t), &b));
    const tacit_status status = copy_weights(cx, w, b);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    tacit_column *sum = NULL;
    TACIT_TRY(tacit_builder_finish(cx, b, &sum));
    TACIT_TRY(tacit_table_add(cx, t, sum));
    tacit_table_drop(t, j);
    return TACIT_OK;
}

tacit_status tacit_group_ones(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                              size_t weight, tacit_table **out)
{
    const bool weighted = weight < data->schema.n;
    if (weighted && data->schema.field[weight].type == TACIT_TYPE_CATEGORY)
        return tacit_fail(cx, TACIT_ERR_INPUT, "Column '%s' holds texts and cannot be a weight.",
                          data->schema.field[weight].name);
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, keys->n + 1, sizeof *at, &at));
    for (size_t c = 0; c < keys->n; c++)
        at[c] = keys->at[c];
    at[keys->n] = weight;
    const tacit_select both = { .n = keys->n + weighted, .at = at };
    tacit_table *t = NULL;
    TACIT_TRY(data->engine->load(cx, data, &both, &t));
    tacit_status status = add_count(cx, t);
    if (status == TACIT_OK && weighted)
        status = add_weight(cx, t);
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    *out = t;
    return TACIT_OK;
}
