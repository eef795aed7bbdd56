/*
 * builder.c - building a column, chunk by chunk.
 *
 * Memory doubles as the column grows; large blocks move by remapping pages, so the
 * resident memory is that of the cells.  The bitmap is made at the first missing cell.
 */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "table/column_own.h"

struct tacit_builder {
    tacit_column *column;
};

enum { LEAST_ROOM = 1024 };

static tacit_status fill_builder(tacit_ctx *cx, tacit_builder *b, const char *name, size_t reserve)
{
    tacit_column *c = b->column;
    TACIT_TRY(tacit_copy_text(cx, name, &c->name));
    c->room = reserve > LEAST_ROOM ? reserve : LEAST_ROOM;
    TACIT_TRY(tacit_alloc(cx, c->room, tacit_type_bytes(c->type), &c->data));
    if (c->type == TACIT_TYPE_CATEGORY)
        TACIT_TRY(tacit_dict_new(cx, &c->dict));
    return TACIT_OK;
}

tacit_status tacit_builder_new(tacit_ctx *cx, const char *name, tacit_type type, size_t reserve,
                               tacit_builder **out)
{
    tacit_builder *b = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *b, &b));
    tacit_status status = tacit_alloc(cx, 1, sizeof *b->column, &b->column);
    if (status == TACIT_OK) {
        atomic_init(&b->column->refs, 1);
        b->column->type = type;
        status = fill_builder(cx, b, name, reserve);
    }
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    *out = b;
    return TACIT_OK;
}

void tacit_builder_free(tacit_builder *b)
{
    if (b == NULL)
        return;
    tacit_column_free(b->column);
    tacit_free(b);
}

/* Make room for `n` more cells. */
static tacit_status make_room(tacit_ctx *cx, tacit_column *c, size_t n)
{
    size_t need = 0;
    if (__builtin_add_overflow(c->n, n, &need))
        return tacit_fail_memory(cx);
    if (need <= c->room)
        return TACIT_OK;
    const size_t room = need > 2 * c->room ? need : 2 * c->room;
    TACIT_TRY(tacit_grow(cx, room, tacit_type_bytes(c->type), &c->data));
    if (c->valid != NULL) {
        const size_t old = tacit_valid_words(c->room), words = tacit_valid_words(room);
        TACIT_TRY(tacit_grow(cx, words, sizeof *c->valid, &c->valid));
        memset(c->valid + old, 0xff, (words - old) * sizeof *c->valid);
    }
    c->room = room;
    return TACIT_OK;
}

static void set_missing(tacit_column *c, size_t i)
{
    c->valid[i / 64] &= ~(UINT64_C(1) << (i % 64));
    c->missing++;
}

/* Take over the bitmap of `n` cells that begin at cell `at`. */
static tacit_status take_valid(tacit_ctx *cx, tacit_column *c, size_t at, const uint64_t *valid,
                               size_t n)
{
    if (valid == NULL)
        return TACIT_OK;
    for (size_t i = 0; i < n; i++) {
        if (i % 64 == 0 && i + 64 <= n && valid[i / 64] == UINT64_MAX) {
            i += 63; /* none of these is missing */
            continue;
        }
        if (tacit_valid_at(valid, i))
            continue;
        TACIT_TRY(tacit_column_need_valid(cx, c));
        set_missing(c, at + i);
        memset((char *)c->data + (at + i) * tacit_type_bytes(c->type), 0,
               tacit_type_bytes(c->type));
    }
    return TACIT_OK;
}

/* Append `n` cells of the column's type. */
static tacit_status append(tacit_ctx *cx, tacit_builder *b, const void *x, const uint64_t *valid,
                           size_t n)
{
    tacit_column *c = b->column;
    TACIT_TRY(make_room(cx, c, n));
    const size_t size = tacit_type_bytes(c->type);
    if (n > 0)
        memcpy((char *)c->data + c->n * size, x, n * size);
    TACIT_TRY(take_valid(cx, c, c->n, valid, n));
    c->n += n;
    return TACIT_OK;
}

tacit_status tacit_builder_integers(tacit_ctx *cx, tacit_builder *b, const int64_t *x,
                                    const uint64_t *valid, size_t n)
{
    TACIT_ASSERT(b->column->type == TACIT_TYPE_INTEGER);
    return append(cx, b, x, valid, n);
}

tacit_status tacit_builder_reals(tacit_ctx *cx, tacit_builder *b, const double *x,
                                 const uint64_t *valid, size_t n)
{
    TACIT_ASSERT(b->column->type == TACIT_TYPE_REAL);
    return append(cx, b, x, valid, n);
}

tacit_status tacit_builder_dates(tacit_ctx *cx, tacit_builder *b, const int32_t *x,
                                 const uint64_t *valid, size_t n)
{
    TACIT_ASSERT(b->column->type == TACIT_TYPE_DATE);
    return append(cx, b, x, valid, n);
}

tacit_dict *tacit_builder_dict(tacit_builder *b)
{
    TACIT_ASSERT(b->column->type == TACIT_TYPE_CATEGORY);
    return b->column->dict;
}

tacit_status tacit_builder_codes(tacit_ctx *cx, tacit_builder *b, const tacit_dict *dict,
                                 const uint32_t *x, const uint64_t *valid, size_t n)
{
    tacit_column *c = b->column;
    TACIT_ASSERT(c->type == TACIT_TYPE_CATEGORY);
    if (c->dict != dict) {
        TACIT_ASSERT(c->n == 0);
        tacit_dict_free(c->dict);
        c->dict = tacit_dict_share(dict);
    }
    return append(cx, b, x, valid, n);
}

tacit_status tacit_builder_text(tacit_ctx *cx, tacit_builder *b, const char *text, size_t n)
{
    tacit_column *c = b->column;
    TACIT_ASSERT(c->type == TACIT_TYPE_CATEGORY);
    TACIT_TRY(make_room(cx, c, 1));
    TACIT_TRY(tacit_dict_add(cx, c->dict, text, n, (uint32_t *)c->data + c->n));
    c->n++;
    return TACIT_OK;
}

tacit_status tacit_builder_missing(tacit_ctx *cx, tacit_builder *b)
{
    static const uint64_t zero = 0;
    return append(cx, b, &zero, &zero, 1);
}

tacit_status tacit_builder_notes(tacit_ctx *cx, tacit_builder *b, const tacit_column_notes *notes)
{
    return tacit_notes_copy(cx, notes, &b->column->notes);
}

/* A real that is not finite is not a number to compute with: it becomes missing. */
static tacit_status drop_infinite(tacit_ctx *cx, tacit_column *c)
{
    double *x = c->data;
    size_t dropped = 0;
    for (size_t i = 0; i < c->n; i++) {
        if (isfinite(x[i])) {
            x[i] += 0.0; /* -0 is 0 */
            continue;
        }
        TACIT_TRY(tacit_column_need_valid(cx, c));
        x[i] = 0.0;
        set_missing(c, i);
        dropped++;
    }
    if (dropped > 0)
        tacit_warn(cx, "Column '%s': %zu values that are not finite numbers count as missing.",
                   c->name, dropped);
    return TACIT_OK;
}

/* Give back the room that was made in advance. */
static tacit_status trim(tacit_ctx *cx, tacit_column *c)
{
    if (c->valid != NULL)
        TACIT_TRY(tacit_grow(cx, tacit_valid_words(c->n), sizeof *c->valid, &c->valid));
    TACIT_TRY(tacit_grow(cx, c->n, tacit_type_bytes(c->type), &c->data));
    c->room = c->n;
    return TACIT_OK;
}

tacit_status tacit_builder_finish(tacit_ctx *cx, tacit_builder *b, tacit_column **out)
{
    tacit_status status =
        b->column->type == TACIT_TYPE_REAL ? drop_infinite(cx, b->column) : TACIT_OK;
    if (status == TACIT_OK)
        status = trim(cx, b->column);
    if (status == TACIT_OK) {
        *out = b->column;
        b->column = NULL;
    }
    tacit_builder_free(b);
    return status;
}
