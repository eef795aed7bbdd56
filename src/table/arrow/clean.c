/*
 * clean.c - columns that hold nothing but what their cells show.
 *
 * Masking may leave the old value under a cell that it made missing, and in the dictionary
 * the texts of values that it took out of every row.  Inside, nobody looks there; a consumer
 * of the shared memory could.  Clean columns are shared, others copied.  O(rows).
 */
#include <string.h>

#include "table/arrow/own.h"
#include "table/column_own.h"

/* Whether all bytes under missing cells are zero. */
static bool has_zeros(const tacit_column *c)
{
    static const char zero[8];
    const size_t size = tacit_type_bytes(c->type);
    for (size_t i = 0; c->missing > 0 && i < c->n; i++)
        if (!tacit_valid_at(c->valid, i) &&
            memcmp((const char *)c->data + i * size, zero, size) != 0)
            return false;
    return true;
}

static tacit_status copy_values(tacit_ctx *cx, const tacit_column *c, tacit_column **out)
{
    tacit_column *own = NULL;
    TACIT_TRY(tacit_column_blank(cx, c, c->type, &own));
    const size_t size = tacit_type_bytes(c->type);
    for (size_t i = 0; i < c->n; i++)
        if (tacit_valid_at(c->valid, i))
            memcpy((char *)own->data + i * size, (const char *)c->data + i * size, size);
    *out = own;
    return TACIT_OK;
}

/* The old code's place among the texts that rows have, in the old order; the size of the
 * dictionary if no row has it. */
static tacit_status number_used(tacit_ctx *cx, const tacit_column *c, uint32_t **map,
                                uint32_t *used)
{
    const uint32_t n = tacit_dict_size(c->dict);
    const uint32_t *codes = c->data;
    TACIT_TRY(tacit_scratch(cx, n, sizeof **map, map));
    for (size_t i = 0; i < c->n; i++)
        if (tacit_valid_at(c->valid, i))
            (*map)[codes[i]] = 1;
    *used = 0;
    for (uint32_t code = 0; code < n; code++)
        (*map)[code] = (*map)[code] != 0 ? (*used)++ : n;
    return TACIT_OK;
}

static tacit_status fill_codes(tacit_ctx *cx, const tacit_column *c, const uint32_t *map,
                               tacit_column *own)
{
    const uint32_t n = tacit_dict_size(c->dict), *from = c->data;
    uint32_t *to = own->data, code = 0;
    TACIT_TRY(tacit_dict_new(cx, &own->dict));
    for (uint32_t old = 0; old < n; old++)
        if (map[old] < n)
            TACIT_TRY(tacit_dict_add(cx, own->dict, tacit_dict_text(c->dict, old),
                                     tacit_dict_length(c->dict, old), &code));
    for (size_t i = 0; i < c->n; i++)
        to[i] = tacit_valid_at(c->valid, i) ? map[from[i]] : 0;
    return TACIT_OK;
}

static tacit_status clean_codes(tacit_ctx *cx, const tacit_column *c, tacit_column **out)
{
    uint32_t *map = NULL, used = 0;
    tacit_column *own = NULL;
    TACIT_TRY(number_used(cx, c, &map, &used));
    if (used == tacit_dict_size(c->dict) && has_zeros(c)) {
        *out = tacit_column_share(c);
        return TACIT_OK;
    }
    TACIT_TRY(tacit_column_blank(cx, c, TACIT_TYPE_CATEGORY, &own));
    const tacit_status status = fill_codes(cx, c, map, own);
    if (status != TACIT_OK) {
        tacit_column_free(own);
        return status;
    }
    *out = own;
    return TACIT_OK;
}

tacit_status tacit_arrow_clean(tacit_ctx *cx, const tacit_column *c, tacit_column **out)
{
    if (c->type != TACIT_TYPE_CATEGORY) {
        if (!has_zeros(c))
            return copy_values(cx, c, out);
        *out = tacit_column_share(c);
        return TACIT_OK;
    }
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = clean_codes(cx, c, out);
    tacit_scratch_release(cx, mark);
    return status;
}
