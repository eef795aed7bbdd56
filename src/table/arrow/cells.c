/*
 * cells.c - cells of Arrow arrays into the builder of their column, block by block.
 *
 * Buffers may be unaligned and may begin anywhere (slices): values are copied out of them.
 * What is under a missing cell is never looked at.  O(cells).
 */
#include <math.h>
#include <string.h>

#include "table/arrow/own.h"

enum { BLOCK = TACIT_ARROW_BLOCK };

tacit_status tacit_arrow_broken(tacit_ctx *cx, const tacit_arrow_in *in)
{
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "The Arrow stream does not hold what it promises in column '%s'.", in->name);
}

bool tacit_arrow_has_buffers(const tacit_arrow_type *type, const struct ArrowArray *array)
{
    if (type->kind == TACIT_ARROW_NULL)
        return true;
    const int64_t least = type->kind == TACIT_ARROW_TEXT ? 3 : 2;
    return array->n_buffers >= least && array->buffers != NULL && array->buffers[1] != NULL;
}

bool tacit_arrow_valid(const tacit_arrow_span *span, uint64_t valid[BLOCK / 64])
{
    const struct ArrowArray *a = span->array;
    if (a->null_count == 0 || a->n_buffers == 0 || a->buffers[0] == NULL)
        return false;
    memset(valid, 0, BLOCK / 8);
    for (size_t i = 0; i < span->n; i++)
        valid[i / 64] |= (uint64_t)tacit_arrow_bit(a->buffers[0], span->at + i) << (i % 64);
    return true;
}

bool tacit_arrow_integer(const tacit_arrow_type *type, const char *p, int64_t *out)
{
    uint64_t x = 0;
    memcpy(&x, p, type->bytes); /* little-endian: the low bytes come first */
    const unsigned spare = 64 - 8 * type->bytes;
    if (type->is_signed)
        *out = (int64_t)(x << spare) >> spare;
    else
        *out = (int64_t)x;
    return type->is_signed || x <= INT64_MAX;
}

/* IEEE 754 binary16. */
static double half(const char *p)
{
    uint16_t x = 0;
    memcpy(&x, p, sizeof x);
    const int exponent = x >> 10 & 31, fraction = x & 1023;
    double y = 0.0;
    if (exponent == 31)
        y = fraction == 0 ? INFINITY : NAN;
    else
        y = exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
    return x >> 15 != 0 ? -y : y;
}

static double real(const tacit_arrow_type *type, const char *p)
{
    double x = 0.0;
    float y = 0.0F;
    if (type->bytes == 2)
        return half(p);
    if (type->bytes == 4) {
        memcpy(&y, p, sizeof y);
        return (double)y;
    }
    memcpy(&x, p, sizeof x);
    return x;
}

/* Where the values of the span begin. */
static const char *values(const tacit_arrow_in *in, const tacit_arrow_span *span)
{
    return (const char *)span->array->buffers[1] + span->at * in->type.bytes;
}

static tacit_status add_integers(tacit_ctx *cx, tacit_arrow_in *in, const tacit_arrow_span *span,
                                 const uint64_t *valid)
{
    const bool decimal = in->type.kind == TACIT_ARROW_DECIMAL;
    const char *p = values(in, span);
    int64_t x[BLOCK];
    for (size_t i = 0; i < span->n; i++, p += in->type.bytes) {
        x[i] = 0;
        if (!tacit_valid_at(valid, i))
            continue;
        if (decimal ? !tacit_arrow_whole(&in->type, p, &x[i])
                    : !tacit_arrow_integer(&in->type, p, &x[i]))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' has whole numbers too large for 64 bits with a sign.",
                              in->name);
    }
    return tacit_builder_integers(cx, in->builder, x, valid, span->n);
}

static tacit_status add_reals(tacit_ctx *cx, tacit_arrow_in *in, const tacit_arrow_span *span,
                              const uint64_t *valid)
{
    const bool decimal = in->type.kind == TACIT_ARROW_DECIMAL;
    const char *p = values(in, span);
    double x[BLOCK];
    for (size_t i = 0; i < span->n; i++, p += in->type.bytes) {
        x[i] = 0.0;
        if (!tacit_valid_at(valid, i))
            continue;
        if (!decimal)
            x[i] = real(&in->type, p);
        else if (!tacit_arrow_fraction(&in->type, p, &x[i]))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' has decimals of more than 15 digits, which a real "
                              "number does not keep; round them, or pass them as texts.",
                              in->name);
    }
    return tacit_builder_reals(cx, in->builder, x, valid, span->n);
}

static tacit_status add_dates(tacit_ctx *cx, tacit_arrow_in *in, const tacit_arrow_span *span,
                              const uint64_t *valid)
{
    const char *p = values(in, span);
    int32_t x[BLOCK];
    for (size_t i = 0; i < span->n; i++, p += in->type.bytes) {
        int64_t day = 0;
        if (tacit_valid_at(valid, i))
            (void)tacit_arrow_integer(&in->type, p, &day);
        if (day % in->type.per_day != 0)
            return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has dates with a time of day.",
                              in->name);
        day /= in->type.per_day;
        if (day < INT32_MIN || day > INT32_MAX)
            return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has dates beyond all calendars.",
                              in->name);
        x[i] = (int32_t)day;
    }
    return tacit_builder_dates(cx, in->builder, x, valid, span->n);
}

static tacit_status add_flags(tacit_ctx *cx, tacit_arrow_in *in, const tacit_arrow_span *span,
                              const uint64_t *valid)
{
    tacit_dict *dict = tacit_builder_dict(in->builder);
    uint32_t codes[BLOCK];
    for (size_t i = 0; i < span->n; i++) {
        codes[i] = 0;
        if (!tacit_valid_at(valid, i))
            continue;
        const bool yes = tacit_arrow_bit(span->array->buffers[1], span->at + i);
        TACIT_TRY(tacit_dict_add(cx, dict, yes ? "true" : "false", yes ? 4 : 5, &codes[i]));
    }
    return tacit_builder_codes(cx, in->builder, dict, codes, valid, span->n);
}

static tacit_status add_nothing(tacit_ctx *cx, tacit_arrow_in *in, size_t n)
{
    static const uint32_t codes[BLOCK];
    static const uint64_t valid[BLOCK / 64];
    return tacit_builder_codes(cx, in->builder, tacit_builder_dict(in->builder), codes, valid, n);
}

static tacit_status add_block(tacit_ctx *cx, tacit_arrow_in *in, const tacit_arrow_span *span)
{
    uint64_t bits[BLOCK / 64];
    const uint64_t *valid = tacit_arrow_valid(span, bits) ? bits : NULL;
    switch (tacit_arrow_builds(in)) {
    case TACIT_TYPE_INTEGER:
        return add_integers(cx, in, span, valid);
    case TACIT_TYPE_REAL:
        return add_reals(cx, in, span, valid);
    case TACIT_TYPE_DATE:
        return add_dates(cx, in, span, valid);
    case TACIT_TYPE_CATEGORY:
        break;
    }
    if (in->type.kind == TACIT_ARROW_NULL)
        return add_nothing(cx, in, span->n);
    return in->type.kind == TACIT_ARROW_BOOL ? add_flags(cx, in, span, valid)
                                             : tacit_arrow_texts(cx, in, span);
}

/* The codes that the values of a dictionary have, none known yet. */
static tacit_status make_map(tacit_ctx *cx, const tacit_arrow_in *in,
                             const struct ArrowArray *dictionary, uint32_t **map)
{
    if (dictionary == NULL || dictionary->length < 0 || dictionary->offset < 0 ||
        (dictionary->length > 0 && !tacit_arrow_has_buffers(&in->values, dictionary)))
        return tacit_arrow_broken(cx, in);
    TACIT_TRY(tacit_scratch(cx, (size_t)dictionary->length, sizeof **map, map));
    memset(*map, TACIT_ARROW_NEW, (size_t)dictionary->length * sizeof **map);
    return TACIT_OK;
}

static tacit_status append(tacit_ctx *cx, tacit_arrow_in *in, const tacit_arrow_span *span)
{
    uint32_t *map = NULL;
    if (span->n > 0 && !tacit_arrow_has_buffers(&in->type, span->array))
        return tacit_arrow_broken(cx, in);
    if (in->has_dict)
        TACIT_TRY(make_map(cx, in, span->array->dictionary, &map));
    for (size_t done = 0; done < span->n; done += BLOCK) {
        const size_t left = span->n - done;
        const tacit_arrow_span block = { .array = span->array,
                                         .at = span->at + done,
                                         .n = left < BLOCK ? left : BLOCK };
        TACIT_TRY(tacit_tick(cx, done, span->n));
        TACIT_TRY(in->has_dict ? tacit_arrow_coded(cx, in, &block, map)
                               : add_block(cx, in, &block));
    }
    return TACIT_OK;
}

tacit_status tacit_arrow_append(tacit_ctx *cx, tacit_arrow_in *in, const tacit_arrow_span *span)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = append(cx, in, span);
    tacit_scratch_release(cx, mark);
    return status;
}
