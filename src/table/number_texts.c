/*
 * number_texts.c - the texts of a category in the order in which rows have them first.
 *
 * A column that has them in this order already is found out as soon as each text was seen.
 * O(rows), with a copy of the codes of one column.
 */
#include "table/table.h"

enum { PIECE = 4096, WORD_BITS = 64 };

/* Whether each text is used, the first rows with each in the order of codes. */
static bool are_in_order(const tacit_column *c)
{
    const uint32_t *code = tacit_column_codes(c), n = tacit_dict_size(tacit_column_dict(c));
    const uint64_t *valid = tacit_column_missing(c) > 0 ? tacit_column_valid(c) : NULL;
    uint32_t seen = 0;
    for (size_t i = 0; i < tacit_column_length(c) && seen < n; i++) {
        if (!tacit_valid_at(valid, i) || code[i] < seen)
            continue;
        if (code[i] > seen)
            return false;
        seen++;
    }
    return seen == n;
}

/* For each code its new one, those of texts that no row has left out; the new dictionary. */
static tacit_status renumber(tacit_ctx *cx, const tacit_column *c, tacit_dict *out, uint32_t *to)
{
    const tacit_dict *dict = tacit_column_dict(c);
    const uint32_t *code = tacit_column_codes(c), n = tacit_dict_size(dict);
    const uint64_t *valid = tacit_column_missing(c) > 0 ? tacit_column_valid(c) : NULL;
    bool *seen = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *seen, &seen));
    for (size_t i = 0; i < tacit_column_length(c) && tacit_dict_size(out) < n; i++) {
        if (!tacit_valid_at(valid, i) || seen[code[i]])
            continue;
        seen[code[i]] = true;
        TACIT_TRY(tacit_dict_add(cx, out, tacit_dict_text(dict, code[i]),
                                 tacit_dict_length(dict, code[i]), &to[code[i]]));
    }
    return TACIT_OK;
}

/* Append the codes of `c` with the numbers that `to` has for them. */
static tacit_status append_all(tacit_ctx *cx, const tacit_column *c, const uint32_t *to,
                               const tacit_dict *dict, tacit_builder *b)
{
    const uint32_t *code = tacit_column_codes(c);
    const uint64_t *valid = tacit_column_missing(c) > 0 ? tacit_column_valid(c) : NULL;
    const size_t rows = tacit_column_length(c);
    uint32_t piece[PIECE];
    for (size_t at = 0; at < rows; at += PIECE) {
        const size_t n = rows - at < PIECE ? rows - at : PIECE;
        for (size_t i = 0; i < n; i++)
            piece[i] = tacit_valid_at(valid, at + i) ? to[code[at + i]] : 0;
        TACIT_TRY(tacit_builder_codes(cx, b, dict, piece,
                                      valid != NULL ? valid + at / WORD_BITS : NULL, n));
    }
    return TACIT_OK;
}

static tacit_status build(tacit_ctx *cx, const tacit_column *c, const tacit_dict *dict,
                          const uint32_t *to, tacit_column **out)
{
    tacit_builder *b = NULL;
    TACIT_TRY(tacit_builder_new(cx, tacit_column_name(c), TACIT_TYPE_CATEGORY,
                                tacit_column_length(c), &b));
    const tacit_status status = append_all(cx, c, to, dict, b);
    if (status == TACIT_OK)
        return tacit_builder_finish(cx, b, out);
    tacit_builder_free(b);
    return status;
}

tacit_status tacit_table_number_texts(tacit_ctx *cx, tacit_table *t, size_t j)
{
    const tacit_column *c = tacit_table_column(t, j);
    const size_t mark = tacit_scratch_mark(cx);
    tacit_dict *dict = NULL;
    tacit_column *fresh = NULL;
    uint32_t *to = NULL;
    if (tacit_column_type(c) != TACIT_TYPE_CATEGORY || are_in_order(c))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(tacit_column_dict(c)), sizeof *to, &to));
    TACIT_TRY(tacit_dict_new(cx, &dict));
    tacit_status status = renumber(cx, c, dict, to);
    if (status == TACIT_OK)
        status = build(cx, c, dict, to, &fresh);
    if (status == TACIT_OK)
        tacit_table_replace(t, j, fresh);
    tacit_dict_free(dict);
    tacit_scratch_release(cx, mark);
    return status;
}
