/*
 * lens.c - key columns as codes, packed into one 64-bit number a row.
 *
 * Packing is mixed radix: the combination (a, b, c) becomes (a * |B| + b) * |C| + c, so
 * equal combinations have equal numbers and no hash can collide.  When the next column
 * would overflow 62 bits, the numbers so far are grouped to dense ones first.
 */
#include "micro/classes/group.h"

#include "table/values.h"

enum { BLOCK = 2048 };

/* Integers over a wider range than this are numbered instead of offset. */
#define WIDEST (UINT64_C(1) << 30)

static uint64_t missing_codes(const tacit_column *c)
{
    return tacit_column_missing(c) > 0 ? 1 : 0;
}

static int64_t whole(const tacit_column *c, size_t i)
{
    return tacit_column_type(c) == TACIT_TYPE_DATE ? tacit_column_dates(c)[i]
                                                   : tacit_column_integers(c)[i];
}

/* As find_range() when no value is missing. */
static void find_full_range(const tacit_column *c, int64_t *least, int64_t *most)
{
    const bool days = tacit_column_type(c) == TACIT_TYPE_DATE;
    const int64_t *x = days ? NULL : tacit_column_integers(c);
    const int32_t *day = days ? tacit_column_dates(c) : NULL;
    int64_t low = whole(c, 0), high = low;
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        const int64_t v = days ? day[i] : x[i];
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    *least = low;
    *most = high;
}

/* Smallest and largest present value of an INTEGER or DATE column; false if none is. */
static bool find_range(const tacit_column *c, int64_t *least, int64_t *most)
{
    const uint64_t *valid = tacit_column_valid(c);
    bool any = false;
    if (tacit_column_missing(c) == 0 && tacit_column_length(c) > 0) {
        find_full_range(c, least, most);
        return true;
    }
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        if (!tacit_valid_at(valid, i))
            continue;
        const int64_t x = whole(c, i);
        *least = !any || x < *least ? x : *least;
        *most = !any || x > *most ? x : *most;
        any = true;
    }
    return any;
}

static tacit_status number_values(tacit_ctx *cx, tacit_lens *lens)
{
    tacit_values values;
    TACIT_TRY(tacit_values_of(cx, lens->column, &values));
    lens->number = values.of;
    lens->radix = values.n + missing_codes(lens->column);
    return TACIT_OK;
}

tacit_status tacit_lens_make(tacit_ctx *cx, const tacit_column *column, tacit_lens *out)
{
    *out = (tacit_lens){ .column = column };
    if (tacit_column_type(column) == TACIT_TYPE_CATEGORY) {
        out->radix = tacit_dict_size(tacit_column_dict(column)) + missing_codes(column);
    } else if (tacit_column_type(column) == TACIT_TYPE_REAL) {
        TACIT_TRY(number_values(cx, out));
    } else {
        int64_t most = 0;
        const bool any = find_range(column, &out->base, &most);
        const uint64_t range = (uint64_t)most - (uint64_t)out->base;
        if (any && range >= WIDEST)
            TACIT_TRY(number_values(cx, out));
        else
            out->radix = (any ? range + 1 : 0) + missing_codes(column);
    }
    if (out->radix == 0)
        out->radix = 1; /* no rows */
    return TACIT_OK;
}

uint64_t tacit_lens_code(const tacit_lens *lens, size_t i)
{
    if (!tacit_valid_at(tacit_column_valid(lens->column), i))
        return lens->radix - 1;
    if (lens->number != NULL)
        return lens->number[i];
    if (tacit_column_type(lens->column) == TACIT_TYPE_CATEGORY)
        return tacit_column_codes(lens->column)[i];
    return (uint64_t)whole(lens->column, i) - (uint64_t)lens->base;
}

/* Codes of rows from ... from + n - 1 when nothing is missing. */
static void codes_of(const tacit_lens *lens, size_t from, size_t n, uint64_t *code)
{
    const tacit_column *c = lens->column;
    const uint32_t *number = lens->number != NULL                          ? lens->number
                             : tacit_column_type(c) == TACIT_TYPE_CATEGORY ? tacit_column_codes(c)
                                                                           : NULL;
    const uint64_t base = (uint64_t)lens->base;
    if (number != NULL) {
        for (size_t i = 0; i < n; i++)
            code[i] = number[from + i];
    } else if (tacit_column_type(c) == TACIT_TYPE_INTEGER) {
        const int64_t *x = tacit_column_integers(c);
        for (size_t i = 0; i < n; i++)
            code[i] = (uint64_t)x[from + i] - base;
    } else {
        const int32_t *day = tacit_column_dates(c);
        for (size_t i = 0; i < n; i++)
            code[i] = (uint64_t)day[from + i] - base;
    }
}

/* Codes of rows from ... from + n - 1. */
static void all_codes_of(const tacit_lens *lens, size_t from, size_t n, uint64_t *code)
{
    const uint64_t *valid = tacit_column_valid(lens->column);
    codes_of(lens, from, n, code);
    if (tacit_column_missing(lens->column) > 0)
        for (size_t i = 0; i < n; i++)
            code[i] = tacit_valid_at(valid, from + i) ? code[i] : lens->radix - 1;
}

static void pack_block(const tacit_lens *lens, uint64_t *key, size_t from, size_t n)
{
    uint64_t code[BLOCK];
    all_codes_of(lens, from, n, code);
    for (size_t i = 0; i < n; i++)
        key[from + i] = key[from + i] * lens->radix + code[i];
}

/* Pack lenses from ... to - 1 into the keys, block by block, so that a block's keys stay in
 * the cache while all lenses are added. */
static void pack(const tacit_lens *lens, size_t from, size_t to, uint64_t *key, size_t rows)
{
    const size_t blocks = (rows + BLOCK - 1) / BLOCK;
#pragma omp parallel for schedule(static) if (blocks > 4)
    for (size_t b = 0; b < blocks; b++) {
        const size_t at = b * BLOCK, n = rows - at < BLOCK ? rows - at : BLOCK;
        if (from == 0 && to > 0) /* the keys are zeros: do not read them */
            all_codes_of(&lens[0], at, n, key + at);
        for (size_t j = from > 0 ? from : 1; j < to; j++)
            pack_block(&lens[j], key, at, n);
    }
}

/* How many lenses from `from` on fit into the space that is left; the space is updated. */
static size_t fitting(const tacit_lens *lens, size_t from, size_t n, uint64_t *space)
{
    size_t to = from;
    for (; to < n; to++) {
        uint64_t wider = 0;
        if (__builtin_mul_overflow(*space, lens[to].radix, &wider) || wider > TACIT_GROUP_SPACE)
            break;
        *space = wider;
    }
    return to;
}

tacit_status tacit_group_counted_lenses(tacit_ctx *cx, const tacit_lens *lens, size_t n_lenses,
                                        const tacit_group_rows *rows, uint32_t *number,
                                        size_t *groups)
{
    const size_t mark = tacit_scratch_mark(cx);
    uint64_t *key = NULL, space = 1;
    TACIT_TRY(tacit_scratch(cx, rows->n, sizeof *key, &key));
    for (size_t from = 0; from < n_lenses;) {
        const size_t to = fitting(lens, from, n_lenses, &space);
        pack(lens, from, to, key, rows->n);
        if (to < n_lenses) { /* full: go on from dense numbers */
            TACIT_TRY(tacit_group_counted(cx, key, rows, space, number, groups));
            for (size_t i = 0; i < rows->n; i++)
                key[i] = number[i];
            TACIT_ASSERT(*groups < space);
            space = *groups > 0 ? *groups : 1;
        }
        from = to;
    }
    TACIT_TRY(tacit_group_counted(cx, key, rows, space, number, groups));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_group_lenses(tacit_ctx *cx, const tacit_lens *lens, size_t n_lenses, size_t rows,
                                uint32_t *number, size_t *groups)
{
    return tacit_group_counted_lenses(cx, lens, n_lenses, &(tacit_group_rows){ rows, rows }, number,
                                      groups);
}
