/*
 * column.h - one immutable typed column.
 *
 * A column holds its values in one array, a bitmap of which of them are present
 * (none if all are), and for categories a dictionary.  It never changes once built
 * and is shared between tables by counted references.  What is missing is told by
 * the bitmap alone; the value under a missing cell is 0 (code 0) and means nothing.
 */
#ifndef TACIT_TABLE_COLUMN_H
#define TACIT_TABLE_COLUMN_H

#include "base/context.h"
#include "table/dict.h"

/* Bits, so that a method can accept several. */
typedef enum tacit_type {
    TACIT_TYPE_INTEGER = 1,  /* int64_t */
    TACIT_TYPE_REAL = 2,     /* double, finite */
    TACIT_TYPE_CATEGORY = 4, /* uint32_t code into a dictionary */
    TACIT_TYPE_DATE = 8      /* int32_t, days since 1970-01-01 */
} tacit_type;

#define TACIT_TYPE_NUMBER (TACIT_TYPE_INTEGER | TACIT_TYPE_REAL)
#define TACIT_TYPE_ANY                                                                             \
    (TACIT_TYPE_INTEGER | TACIT_TYPE_REAL | TACIT_TYPE_CATEGORY | TACIT_TYPE_DATE)

/* A value label of a statistical package: `value` (a number's or code's text) is
 * shown as `text`. */
typedef struct tacit_label {
    const char *value, *text;
} tacit_label;

/* What a statistical package knows of a column besides its values.  All borrowed
 * when given to a builder, owned by the column after. */
typedef struct tacit_column_notes {
    const char *title;         /* variable label, or NULL */
    const tacit_label *labels; /* value labels */
    size_t n_labels;
} tacit_column_notes;

typedef struct tacit_column tacit_column;

/* The type's name for people: integer, real, category, date. */
const char *tacit_type_name(tacit_type type);

/* Another reference to `c`; give each back with tacit_column_free(), which wipes and
 * frees with the last.  Free accepts NULL. */
tacit_column *tacit_column_share(const tacit_column *c);
void tacit_column_free(tacit_column *c);

/* Name, type, number of cells, and how many of them are missing. */
const char *tacit_column_name(const tacit_column *c);
tacit_type tacit_column_type(const tacit_column *c);
size_t tacit_column_length(const tacit_column *c);
size_t tacit_column_missing(const tacit_column *c);

/* Title and value labels; empty if there are none. */
const tacit_column_notes *tacit_column_notes_of(const tacit_column *c);

/* The values, by type; the type must be right. */
const int64_t *tacit_column_integers(const tacit_column *c);
const double *tacit_column_reals(const tacit_column *c);
const uint32_t *tacit_column_codes(const tacit_column *c);
const int32_t *tacit_column_dates(const tacit_column *c);
const tacit_dict *tacit_column_dict(const tacit_column *c);

/* Bit i % 64 of word i / 64 is set if cell i is present; NULL if all are. */
const uint64_t *tacit_column_valid(const tacit_column *c);

/* Whether cell i is present by such a bitmap. */
static inline bool tacit_valid_at(const uint64_t *valid, size_t i)
{
    return valid == NULL || (valid[i / 64] >> (i % 64) & 1) != 0;
}

/* Whether cell i is missing. */
bool tacit_column_is_missing(const tacit_column *c, size_t i);

/* Cell i as a number; the column is INTEGER, REAL or DATE and the cell is present. */
double tacit_column_number(const tacit_column *c, size_t i);

/* Write cell i as text ("" if missing) into `out`; returns `out` or, for a category,
 * the dictionary's own text. */
const char *tacit_column_text(const tacit_column *c, size_t i, char out[32]);

/* The present numbers of an INTEGER, REAL or DATE column in row order, as doubles in
 * scratch memory. */
tacit_status tacit_column_present(tacit_ctx *cx, const tacit_column *c, double **x, size_t *n);

/* Bytes of memory that the column's values, bitmap and dictionary hold. */
size_t tacit_column_bytes(const tacit_column *c);

/* ---- building ---- */

typedef struct tacit_builder tacit_builder;

/* Start a column; room for `reserve` rows is made at once. */
tacit_status tacit_builder_new(tacit_ctx *cx, const char *name, tacit_type type, size_t reserve,
                               tacit_builder **out);

/* Give up a builder.  Accepts NULL. */
void tacit_builder_free(tacit_builder *b);

/* Append `n` cells of the column's type; `valid` as in a column, NULL if all present. */
tacit_status tacit_builder_integers(tacit_ctx *cx, tacit_builder *b, const int64_t *x,
                                    const uint64_t *valid, size_t n);
tacit_status tacit_builder_reals(tacit_ctx *cx, tacit_builder *b, const double *x,
                                 const uint64_t *valid, size_t n);
tacit_status tacit_builder_dates(tacit_ctx *cx, tacit_builder *b, const int32_t *x,
                                 const uint64_t *valid, size_t n);

/* The dictionary of a category column under construction, to add texts to. */
tacit_dict *tacit_builder_dict(tacit_builder *b);

/* Append `n` codes into the dictionary `dict`, which replaces the builder's own. */
tacit_status tacit_builder_codes(tacit_ctx *cx, tacit_builder *b, const tacit_dict *dict,
                                 const uint32_t *x, const uint64_t *valid, size_t n);

/* Append one text of `n` bytes to a category column, or one missing cell to any. */
tacit_status tacit_builder_text(tacit_ctx *cx, tacit_builder *b, const char *text, size_t n);
tacit_status tacit_builder_missing(tacit_ctx *cx, tacit_builder *b);

/* Keep a copy of `notes` with the column. */
tacit_status tacit_builder_notes(tacit_ctx *cx, tacit_builder *b, const tacit_column_notes *notes);

/* End building: `*out` is the column, `b` is gone, also on failure. */
tacit_status tacit_builder_finish(tacit_ctx *cx, tacit_builder *b, tacit_column **out);

#endif
