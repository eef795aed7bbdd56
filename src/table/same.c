/*
 * same.c - which cells of two columns of the same rows are the same.
 *
 * Texts are looked up once for each distinct value, not for each row.
 */
#include "table/same.h"

#include "base/text.h"
#include "table/values.h"

/* For each text of `c` its code in `dict`, or the dictionary's size. */
static tacit_status look_up_codes(tacit_ctx *cx, const tacit_column *c, const tacit_dict *dict,
                                  tacit_same *m)
{
    const tacit_dict *own = tacit_column_dict(c);
    uint32_t *code = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(own), sizeof *code, &code));
    for (uint32_t k = 0; k < tacit_dict_size(own); k++)
        code[k] = own == dict ? k : tacit_dict_find(dict, tacit_dict_text(own, k));
    m->of = tacit_column_codes(c);
    m->code = code;
    return TACIT_OK;
}

/* The same for each number or date of `c`. */
static tacit_status look_up_values(tacit_ctx *cx, const tacit_column *c, const tacit_dict *dict,
                                   tacit_same *m)
{
    tacit_values v;
    uint32_t *code = NULL;
    TACIT_TRY(tacit_values_of(cx, c, &v));
    TACIT_TRY(tacit_scratch(cx, v.n, sizeof *code, &code));
    for (uint32_t k = 0; k < v.n; k++) {
        char room[TACIT_NUMBER_BYTES];
        code[k] = tacit_dict_find(dict, tacit_column_text(c, v.row[k], room));
    }
    m->of = v.of;
    m->code = code;
    return TACIT_OK;
}

tacit_status tacit_same_new(tacit_ctx *cx, const tacit_column *a, const tacit_column *b,
                            tacit_same *m)
{
    const tacit_type x = tacit_column_type(a), y = tacit_column_type(b);
    *m = (tacit_same){ .a = a, .b = b };
    m->valid_a = tacit_column_missing(a) > 0 ? tacit_column_valid(a) : NULL;
    m->valid_b = tacit_column_missing(b) > 0 ? tacit_column_valid(b) : NULL;
    if (x == TACIT_TYPE_CATEGORY || y == TACIT_TYPE_CATEGORY) {
        const tacit_column *texts = y == TACIT_TYPE_CATEGORY ? b : a, *other = texts == b ? a : b;
        m->is = tacit_column_codes(texts);
        return tacit_column_type(other) == TACIT_TYPE_CATEGORY
                   ? look_up_codes(cx, other, tacit_column_dict(texts), m)
                   : look_up_values(cx, other, tacit_column_dict(texts), m);
    }
    m->never = (x == TACIT_TYPE_DATE) != (y == TACIT_TYPE_DATE);
    if (x == TACIT_TYPE_REAL && y == TACIT_TYPE_REAL) {
        m->x = tacit_column_reals(a);
        m->y = tacit_column_reals(b);
    }
    return TACIT_OK;
}

size_t tacit_same_differ(const tacit_same *m)
{
    const size_t rows = tacit_column_length(m->a);
    size_t n = 0;
    if (m->x != NULL && m->valid_a == NULL && m->valid_b == NULL) {
        for (size_t i = 0; i < rows; i++)
            n += (m->x[i] < m->y[i]) | (m->x[i] > m->y[i]);
        return n;
    }
    for (size_t i = 0; i < rows; i++) {
        const bool here = tacit_valid_at(m->valid_a, i), there = tacit_valid_at(m->valid_b, i);
        n += here != there || (here && !tacit_same_at(m, i));
    }
    return n;
}
