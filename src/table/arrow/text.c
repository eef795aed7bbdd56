/*
 * text.c - texts of Arrow arrays, and values of Arrow dictionaries, into a dictionary.
 *
 * Each value of an Arrow dictionary is looked up once in a chunk, when a row first has it:
 * dictionaries may differ from chunk to chunk, and values that no row has stay out.  Texts are
 * checked when they are new.  O(bytes of texts).
 */
#include <string.h>

#include "base/text.h"
#include "table/arrow/own.h"

enum { BLOCK = TACIT_ARROW_BLOCK, VIEW_BYTES = 16, VIEW_INLINE = 12, GONE = -2 };

typedef struct piece {
    const char *at;
    size_t n;
} piece;

/* An array of views: a length, and the text itself or where it is. */
static bool find_view(const struct ArrowArray *a, size_t i, piece *out)
{
    const char *view = (const char *)a->buffers[1] + i * VIEW_BYTES;
    int32_t part[4]; /* length, first bytes, number of the buffer, place in it */
    memcpy(part, view, sizeof part);
    if (part[0] < 0)
        return false;
    *out = (piece){ .at = view + sizeof part[0], .n = (size_t)part[0] };
    if (part[0] <= VIEW_INLINE)
        return true;
    const int64_t buffers = a->n_buffers - 3; /* besides bitmap, views and lengths */
    if (part[2] < 0 || part[2] >= buffers || part[3] < 0)
        return false;
    int64_t bytes = 0;
    const char *lengths = a->buffers[a->n_buffers - 1], *data = a->buffers[2 + part[2]];
    if (lengths == NULL || data == NULL)
        return false;
    memcpy(&bytes, lengths + (size_t)part[2] * sizeof bytes, sizeof bytes);
    out->at = data + part[3];
    return (int64_t)part[3] + part[0] <= bytes;
}

/* Text `i` of an array; false if the array is broken. */
static bool find_text(const tacit_arrow_type *type, const struct ArrowArray *a, size_t i,
                      piece *out)
{
    if (type->bytes == 0)
        return find_view(a, i, out);
    const tacit_arrow_type offset = { .bytes = type->bytes, .is_signed = true };
    const char *p = (const char *)a->buffers[1] + i * type->bytes;
    int64_t from = 0, to = 0;
    (void)tacit_arrow_integer(&offset, p, &from);
    (void)tacit_arrow_integer(&offset, p + type->bytes, &to);
    if (from < 0 || to < from || (to > from && a->buffers[2] == NULL))
        return false;
    *out = (piece){ .at = to > from ? (const char *)a->buffers[2] + from : "",
                    .n = (size_t)(to - from) };
    return true;
}

/* The code of a text, which is checked if it is new. */
static tacit_status add_text(tacit_ctx *cx, tacit_arrow_in *in, const piece *text, uint32_t *code)
{
    tacit_dict *dict = tacit_builder_dict(in->builder);
    const uint32_t known = tacit_dict_size(dict);
    TACIT_TRY(tacit_dict_add(cx, dict, text->at, text->n, code));
    if (*code == known && !tacit_is_utf8(text->at, text->n))
        return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has texts that are not valid UTF-8.",
                          in->name);
    return TACIT_OK;
}

tacit_status tacit_arrow_texts(tacit_ctx *cx, tacit_arrow_in *in, const tacit_arrow_span *span)
{
    uint64_t bits[BLOCK / 64];
    const uint64_t *valid = tacit_arrow_valid(span, bits) ? bits : NULL;
    uint32_t codes[BLOCK];
    for (size_t i = 0; i < span->n; i++) {
        piece text = { 0 };
        codes[i] = 0;
        if (!tacit_valid_at(valid, i))
            continue;
        if (!find_text(&in->type, span->array, span->at + i, &text))
            return tacit_arrow_broken(cx, in);
        TACIT_TRY(add_text(cx, in, &text, &codes[i]));
    }
    return tacit_builder_codes(cx, in->builder, tacit_builder_dict(in->builder), codes, valid,
                               span->n);
}

/* The code of value `i` of a dictionary, GONE if it is missing. */
static tacit_status add_value(tacit_ctx *cx, tacit_arrow_in *in, const struct ArrowArray *values,
                              size_t i, uint32_t *code)
{
    const size_t at = (size_t)values->offset + i;
    const tacit_arrow_span one = { .array = values, .at = at, .n = 1 };
    uint64_t bits[BLOCK / 64];
    piece text = { 0 };
    char number[TACIT_NUMBER_BYTES];
    if (in->values.kind == TACIT_ARROW_NULL ||
        (tacit_arrow_valid(&one, bits) && !tacit_valid_at(bits, 0))) {
        *code = (uint32_t)GONE;
        return TACIT_OK;
    }
    if (in->values.kind == TACIT_ARROW_TEXT) {
        if (!find_text(&in->values, values, at, &text))
            return tacit_arrow_broken(cx, in);
        return add_text(cx, in, &text, code);
    }
    int64_t x = 0;
    if (!tacit_arrow_integer(&in->values, (const char *)values->buffers[1] + at * in->values.bytes,
                             &x))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has whole numbers too large for 64 bits with a sign.",
                          in->name);
    tacit_format_integer(x, number);
    text = (piece){ .at = number, .n = strlen(number) };
    return add_text(cx, in, &text, code);
}

/* The code of the cell with place `p` in the dictionary, GONE if its value is missing. */
static tacit_status find_code(tacit_ctx *cx, tacit_arrow_in *in, const struct ArrowArray *values,
                              const char *p, uint32_t *map, uint32_t *code)
{
    int64_t k = 0;
    if (!tacit_arrow_integer(&in->type, p, &k) || k < 0 || k >= values->length)
        return tacit_arrow_broken(cx, in);
    if (map[k] == (uint32_t)TACIT_ARROW_NEW)
        TACIT_TRY(add_value(cx, in, values, (size_t)k, &map[k]));
    *code = map[k];
    return TACIT_OK;
}

tacit_status tacit_arrow_coded(tacit_ctx *cx, tacit_arrow_in *in, const tacit_arrow_span *span,
                               uint32_t *map)
{
    uint64_t valid[BLOCK / 64];
    uint32_t codes[BLOCK];
    const char *p = (const char *)span->array->buffers[1] + span->at * in->type.bytes;
    if (!tacit_arrow_valid(span, valid))
        memset(valid, 0xff, sizeof valid);
    for (size_t i = 0; i < span->n; i++, p += in->type.bytes) {
        codes[i] = 0;
        if (!tacit_valid_at(valid, i))
            continue;
        TACIT_TRY(find_code(cx, in, span->array->dictionary, p, map, &codes[i]));
        if (codes[i] == (uint32_t)GONE)
            valid[i / 64] &= ~(UINT64_C(1) << (i % 64));
    }
    return tacit_builder_codes(cx, in->builder, tacit_builder_dict(in->builder), codes, valid,
                               span->n);
}
