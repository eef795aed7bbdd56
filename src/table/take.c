/*
 * take.c - rows taken out of columns and tables, and columns under other names.
 *
 * O(rows) a column; a renamed column has its values copied, for columns are immutable.
 */
#include "table/take.h"

#include <string.h>

#include "table/column_own.h"

/* Gather `n` cells of `bytes` bytes each. */
static void gather(const char *from, size_t bytes, const tacit_row_list *rows, char *to)
{
    if (rows->at == NULL) {
        memcpy(to, from, rows->n * bytes);
        return;
    }
    if (bytes == sizeof(uint32_t)) { /* sizes that are known are copied without a call */
        for (size_t i = 0; i < rows->n; i++)
            memcpy(to + i * sizeof(uint32_t), from + rows->at[i] * sizeof(uint32_t),
                   sizeof(uint32_t));
        return;
    }
    TACIT_ASSERT(bytes == sizeof(uint64_t));
    for (size_t i = 0; i < rows->n; i++)
        memcpy(to + i * sizeof(uint64_t), from + rows->at[i] * sizeof(uint64_t), sizeof(uint64_t));
}

static void gather_valid(const uint64_t *from, const tacit_row_list *rows, uint64_t *to)
{
    for (size_t i = 0; i < rows->n; i++)
        if (tacit_valid_at(from, rows->at == NULL ? i : rows->at[i]))
            to[i / 64] |= (uint64_t)1 << (i % 64);
}

static tacit_status append(tacit_ctx *cx, const tacit_column *c, const void *cells,
                           const uint64_t *valid, size_t n, tacit_builder *b)
{
    switch (c->type) {
    case TACIT_TYPE_INTEGER:
        return tacit_builder_integers(cx, b, cells, valid, n);
    case TACIT_TYPE_REAL:
        return tacit_builder_reals(cx, b, cells, valid, n);
    case TACIT_TYPE_DATE:
        return tacit_builder_dates(cx, b, cells, valid, n);
    case TACIT_TYPE_CATEGORY:
        return tacit_builder_codes(cx, b, c->dict, cells, valid, n);
    }
    return TACIT_OK;
}

static tacit_status fill(tacit_ctx *cx, const tacit_column *c, const tacit_row_list *rows,
                         tacit_builder *b)
{
    const size_t mark = tacit_scratch_mark(cx), bytes = tacit_type_bytes(c->type);
    char *cells = NULL;
    uint64_t *valid = NULL;
    TACIT_TRY(tacit_scratch(cx, rows->n, bytes, &cells));
    if (c->valid != NULL)
        TACIT_TRY(tacit_scratch(cx, tacit_valid_words(rows->n), sizeof *valid, &valid));
    if (rows->n > 0)
        gather(c->data, bytes, rows, cells);
    if (valid != NULL)
        gather_valid(c->valid, rows, valid);
    TACIT_TRY(append(cx, c, cells, valid, rows->n, b));
    tacit_scratch_release(cx, mark);
    return tacit_builder_notes(cx, b, &c->notes);
}

tacit_status tacit_column_take(tacit_ctx *cx, const tacit_column *c, const char *name,
                               const tacit_row_list *rows, tacit_column **out)
{
    tacit_builder *b = NULL;
    TACIT_TRY(tacit_builder_new(cx, name, c->type, rows->n, &b));
    const tacit_status status = fill(cx, c, rows, b);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    return tacit_builder_finish(cx, b, out);
}

tacit_status tacit_column_numbers(tacit_ctx *cx, const char *name, size_t n, tacit_column **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_builder *b = NULL;
    int64_t *number = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *number, &number));
    for (size_t i = 0; i < n; i++)
        number[i] = (int64_t)i + 1;
    TACIT_TRY(tacit_builder_new(cx, name, TACIT_TYPE_INTEGER, n, &b));
    const tacit_status status = tacit_builder_integers(cx, b, number, NULL, n);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    return tacit_builder_finish(cx, b, out);
}

static tacit_status take_columns(tacit_ctx *cx, const tacit_table *t, const tacit_row_list *rows,
                                 tacit_table *out)
{
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        const tacit_column *c = tacit_table_column(t, j);
        tacit_column *own = NULL;
        TACIT_TRY(tacit_column_take(cx, c, tacit_column_name(c), rows, &own));
        TACIT_TRY(tacit_table_add(cx, out, own));
        tacit_table_set_roles(out, j, tacit_table_roles(t, j));
    }
    return TACIT_OK;
}

tacit_status tacit_table_take(tacit_ctx *cx, const tacit_table *t, const tacit_row_list *rows,
                              tacit_table **out)
{
    tacit_table *own = NULL;
    TACIT_TRY(tacit_table_new(cx, rows->n, &own));
    const tacit_status status = take_columns(cx, t, rows, own);
    if (status != TACIT_OK) {
        tacit_table_free(own);
        return status;
    }
    *out = own;
    return TACIT_OK;
}

tacit_status tacit_table_rename(tacit_ctx *cx, tacit_table *t, size_t j, const char *name)
{
    const tacit_row_list all = { .n = tacit_table_rows(t) };
    tacit_column *own = NULL;
    TACIT_ASSERT(tacit_table_find(t, name) == tacit_table_columns(t));
    TACIT_TRY(tacit_column_take(cx, tacit_table_column(t, j), name, &all, &own));
    tacit_table_replace(t, j, own);
    return TACIT_OK;
}
