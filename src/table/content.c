/*
 * content.c - a keyed digest of the values of a column.
 *
 * Each cell becomes 64 bits: a number those of its double, a date its day, a text its hash, a
 * missing cell a mark.  A hash runs over the bits of each block of rows, blocks in parallel, and
 * then over the digests of the blocks in their order.
 */
#include "table/content.h"

#include <endian.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"

/* Cells that are turned into bits at once. */
enum { PIECE = 512 };

/* No number has these bits: a NaN. */
#define MISSING UINT64_C(0x7ff8746163697400)

/* What the cells of one column become bits by. */
typedef struct cells {
    const tacit_column *column;
    const uint64_t *valid;
    const uint64_t *text; /* of each code of a category its hash */
} cells;

static uint64_t real_bits(double x)
{
    uint64_t bits = 0;
    const double plain = x + 0.0; /* -0 is 0 */
    memcpy(&bits, &plain, sizeof bits);
    return bits;
}

/* Those of the double if one is the same number. */
static uint64_t integer_bits(int64_t x)
{
    enum { EXACT = 53 };
    const int64_t most = INT64_C(1) << EXACT;
    return x >= -most && x <= most ? real_bits((double)x) : tacit_hash_u64((uint64_t)x);
}

static uint64_t cell_bits(const cells *c, size_t i)
{
    switch (tacit_column_type(c->column)) {
    case TACIT_TYPE_INTEGER:
        return integer_bits(tacit_column_integers(c->column)[i]);
    case TACIT_TYPE_REAL:
        return real_bits(tacit_column_reals(c->column)[i]);
    case TACIT_TYPE_DATE:
        return (uint64_t)tacit_column_dates(c->column)[i];
    case TACIT_TYPE_CATEGORY:
        break;
    }
    return c->text[tacit_column_codes(c->column)[i]];
}

/* The digest of rows from ... to - 1; the same on every machine. */
static uint64_t block_digest(const cells *c, size_t from, size_t to, uint64_t key)
{
    uint64_t bits[PIECE], digest = key;
    for (size_t i = from; i < to; i += PIECE) {
        const size_t n = to - i < PIECE ? to - i : PIECE;
        for (size_t k = 0; k < n; k++)
            bits[k] = htole64(tacit_valid_at(c->valid, i + k) ? cell_bits(c, i + k) : MISSING);
        digest = tacit_hash_keyed(bits, n * sizeof *bits, digest);
    }
    return digest;
}

/* The hash of each text of a category, in scratch memory. */
static tacit_status hash_texts(tacit_ctx *cx, uint64_t key, cells *c)
{
    uint64_t *text = NULL;
    if (tacit_column_type(c->column) != TACIT_TYPE_CATEGORY)
        return TACIT_OK;
    const tacit_dict *d = tacit_column_dict(c->column);
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(d), sizeof *text, &text));
    for (uint32_t v = 0; v < tacit_dict_size(d); v++)
        text[v] = tacit_hash_keyed(tacit_dict_text(d, v), tacit_dict_length(d, v), key);
    c->text = text;
    return TACIT_OK;
}

static tacit_status add(tacit_ctx *cx, tacit_content *d, const tacit_column *column)
{
    const size_t rows = tacit_column_length(column);
    const size_t blocks = (rows + TACIT_BLOCK_ROWS - 1) / TACIT_BLOCK_ROWS;
    cells c = { .column = column, .valid = tacit_column_valid(column) };
    uint64_t *block = NULL;
    TACIT_TRY(tacit_scratch(cx, blocks, sizeof *block, &block));
    TACIT_TRY(hash_texts(cx, d->key, &c));
#pragma omp parallel for schedule(static) if (blocks > 1)
    for (size_t b = 0; b < blocks; b++) {
        const size_t from = b * TACIT_BLOCK_ROWS, to = from + TACIT_BLOCK_ROWS;
        block[b] = htole64(block_digest(&c, from, to < rows ? to : rows, d->key));
    }
    for (size_t b = 0; b < blocks; b++)
        d->state = tacit_hash_keyed(&block[b], sizeof block[b], d->state ^ d->key);
    return TACIT_OK;
}

tacit_status tacit_content_add(tacit_ctx *cx, tacit_content *d, const tacit_column *c)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = add(cx, d, c);
    tacit_scratch_release(cx, mark);
    return status;
}
