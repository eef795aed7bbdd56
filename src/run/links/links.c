/*
 * links.c - which number stands for which id, for the custodian.
 *
 * The map is of what was released: if later steps changed a number, it has what they made of it.
 * O(rows).
 */
#include "run/links/links.h"

#include <string.h>

#include "table/values.h"

/* The columns of a map, and which they are. */
enum { COLUMN, ORIGINAL, RELEASED, PARTS };
static const char *const NAMES[PARTS] = { "renumbered", "original", "released" };

static tacit_status put_text(tacit_ctx *cx, tacit_builder *b, const char *text)
{
    return tacit_builder_text(cx, b, text, strlen(text));
}

static tacit_status put_pair(tacit_ctx *cx, const tacit_column *was, const tacit_column *is,
                             size_t i, tacit_builder *const *b)
{
    char number[TACIT_NUMBER_BYTES];
    TACIT_TRY(put_text(cx, b[COLUMN], tacit_column_name(is)));
    TACIT_TRY(put_text(cx, b[ORIGINAL], tacit_column_text(was, i, number)));
    return put_text(cx, b[RELEASED], tacit_column_text(is, i, number));
}

/* Add the pairs of one column, in the order in which records have them first. */
static tacit_status add_pairs(tacit_ctx *cx, const tacit_column *was, const tacit_column *is,
                              tacit_builder *const *b, size_t *rows)
{
    tacit_values from, to;
    uint32_t *last = NULL; /* of each id the value that stood for it last, plus 1 */
    TACIT_TRY(tacit_values_of(cx, was, &from));
    TACIT_TRY(tacit_values_of(cx, is, &to));
    TACIT_TRY(tacit_scratch(cx, from.n, sizeof *last, &last));
    for (size_t i = 0; i < tacit_column_length(was); i++) {
        if (from.of[i] == from.n || to.of[i] == to.n || last[from.of[i]] == to.of[i] + 1)
            continue;
        last[from.of[i]] = to.of[i] + 1;
        TACIT_TRY(put_pair(cx, was, is, i, b));
        ++*rows;
    }
    return TACIT_OK;
}

static tacit_status add_columns(tacit_ctx *cx, const tacit_value *columns,
                                const tacit_table *original, const tacit_table *released,
                                tacit_builder *const *b, size_t *rows)
{
    for (size_t c = 0; c < columns->n; c++) {
        const size_t i = tacit_table_find(original, columns->texts[c]),
                     j = tacit_table_find(released, columns->texts[c]);
        const size_t mark = tacit_scratch_mark(cx);
        if (i < tacit_table_columns(original) && j < tacit_table_columns(released))
            TACIT_TRY(add_pairs(cx, tacit_table_column(original, i),
                                tacit_table_column(released, j), b, rows));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* End the builders (also on failure) and put their columns into a table. */
static tacit_status finish(tacit_ctx *cx, tacit_builder **b, size_t rows, tacit_table **out)
{
    tacit_table *t = NULL;
    tacit_status status = tacit_table_new(cx, rows, &t);
    for (size_t k = 0; k < PARTS && status == TACIT_OK; k++) {
        tacit_column *column = NULL;
        tacit_builder *own = b[k];
        b[k] = NULL;
        status = tacit_builder_finish(cx, own, &column);
        if (status == TACIT_OK)
            status = tacit_table_add(cx, t, column);
    }
    if (status == TACIT_OK)
        *out = t;
    else
        tacit_table_free(t);
    return status;
}

static tacit_status make_map(tacit_ctx *cx, const tacit_value *columns, const tacit_table *original,
                             const tacit_table *released, tacit_table **out)
{
    tacit_builder *b[PARTS] = { NULL };
    size_t rows = 0;
    tacit_status status = TACIT_OK;
    for (size_t k = 0; k < PARTS && status == TACIT_OK; k++)
        status = tacit_builder_new(cx, NAMES[k], TACIT_TYPE_CATEGORY, 0, &b[k]);
    if (status == TACIT_OK)
        status = add_columns(cx, columns, original, released, b, &rows);
    if (status == TACIT_OK)
        status = finish(cx, b, rows, out);
    for (size_t k = 0; k < PARTS; k++)
        tacit_builder_free(b[k]);
    return status;
}

static tacit_status write_map(tacit_ctx *cx, tacit_work *w, const tacit_args *args,
                              const tacit_table *original, const tacit_table *released)
{
    const size_t map = tacit_param_find(args->params, "map");
    tacit_table *t = NULL;
    if (!tacit_arg_given(args, map))
        return TACIT_OK;
    TACIT_TRY(make_map(cx, &args->at[0], original, released, &t));
    const tacit_status status = tacit_work_write_table(cx, w, "map", tacit_arg_text(args, map), t);
    tacit_table_free(t);
    return status;
}

tacit_status tacit_links_write(tacit_ctx *cx, tacit_work *w, const tacit_table *original,
                               const tacit_table *released)
{
    for (size_t i = 0; i < w->plan->n_steps; i++)
        if (w->plan->step[i].method == &tacit_method_renumber)
            TACIT_TRY(write_map(cx, w, &w->plan->step[i].args, original, released));
    return TACIT_OK;
}
