/*
 * column_own.h - the inside of a column, for table/ alone.
 */
#ifndef TACIT_TABLE_COLUMN_OWN_H
#define TACIT_TABLE_COLUMN_OWN_H

#include <stdatomic.h>

#include "table/column.h"

struct tacit_column {
    atomic_size_t refs;
    char *name;
    tacit_type type;
    size_t n, room; /* cells, and cells there is memory for */
    void *data;
    uint64_t *valid; /* NULL if no cell is missing */
    size_t missing;
    tacit_dict *dict; /* CATEGORY only */
    tacit_column_notes notes;
};

/* Bytes of one cell of `type`. */
size_t tacit_type_bytes(tacit_type type);

/* Words of a bitmap for `n` cells. */
static inline size_t tacit_valid_words(size_t n)
{
    return (n + 63) / 64;
}

/* A column of its own with the same name, notes and bitmap as `c` and `type`, its
 * values zero.  The caller owns it. */
tacit_status tacit_column_blank(tacit_ctx *cx, const tacit_column *c, tacit_type type,
                                tacit_column **out);

/* Copy notes into empty ones.  On failure `to` holds what was copied so far; freeing
 * its column frees it. */
tacit_status tacit_notes_copy(tacit_ctx *cx, const tacit_column_notes *from,
                              tacit_column_notes *to);

/* Give `c`, which nobody shares, a bitmap if it has none. */
tacit_status tacit_column_need_valid(tacit_ctx *cx, tacit_column *c);

/* Count again how many cells are missing, after the bitmap was written to. */
void tacit_column_recount(tacit_column *c);

#endif
