/*
 * own.h - what the files of table/arrow share.
 */
#ifndef TACIT_TABLE_ARROW_OWN_H
#define TACIT_TABLE_ARROW_OWN_H

#include "table/arrow/arrow.h"

typedef enum tacit_arrow_kind {
    TACIT_ARROW_NULL,
    TACIT_ARROW_BOOL,
    TACIT_ARROW_INTEGER,
    TACIT_ARROW_REAL,
    TACIT_ARROW_DECIMAL,
    TACIT_ARROW_TEXT,
    TACIT_ARROW_DATE,
    TACIT_ARROW_TIME
} tacit_arrow_kind;

/* A type of Arrow that is read. */
typedef struct tacit_arrow_type {
    tacit_arrow_kind kind;
    unsigned bytes;  /* of a value, of the offsets of texts (0: they are views) */
    bool is_signed;  /* of integers */
    int scale;       /* decimal places of decimals */
    int64_t per_day; /* units of a day, of dates and times */
    bool zoned;      /* a time has a zone, and counts in UTC */
} tacit_arrow_type;

/* One column while it is read.  Names and notes are in scratch memory. */
typedef struct tacit_arrow_in {
    const char *name;
    tacit_arrow_type type;   /* of the values, or of the places in a dictionary */
    bool has_dict;           /* the values are in a dictionary ... */
    tacit_arrow_type values; /* ... and are of this type */
    tacit_column_notes notes;
    tacit_builder *builder;
} tacit_arrow_in;

/* Cells of an array: `n` from element `at`, the array's own offset counted in. */
typedef struct tacit_arrow_span {
    const struct ArrowArray *array;
    size_t at, n;
} tacit_arrow_span;

enum { TACIT_ARROW_BLOCK = 4096 }; /* cells that are taken over at a time */

/* Whether bit `i` of an Arrow bitmap is set. */
static inline bool tacit_arrow_bit(const void *bits, size_t i)
{
    return (((const unsigned char *)bits)[i / 8] >> (i % 8) & 1) != 0;
}

/* The type that `s` states for `column`; fails by name and type if it is not read. */
tacit_status tacit_arrow_type_of(tacit_ctx *cx, const struct ArrowSchema *s, const char *column,
                                 tacit_arrow_type *out);

/* The type of the builder that takes the cells of `in` (times: their raw numbers). */
tacit_type tacit_arrow_builds(const tacit_arrow_in *in);

/* The failure of an array that does not hold what its schema promises. */
tacit_status tacit_arrow_broken(tacit_ctx *cx, const tacit_arrow_in *in);

/* Whether the buffers that the cells of `type` are in are there. */
bool tacit_arrow_has_buffers(const tacit_arrow_type *type, const struct ArrowArray *array);

/* Append the cells of `span` to the column's builder. */
tacit_status tacit_arrow_append(tacit_ctx *cx, tacit_arrow_in *in, const tacit_arrow_span *span);

/* Write which of the cells of `span` are present to `valid`; false if all are. */
bool tacit_arrow_valid(const tacit_arrow_span *span, uint64_t valid[TACIT_ARROW_BLOCK / 64]);

/* The integer of `type` at `p`; false if it is beyond int64. */
bool tacit_arrow_integer(const tacit_arrow_type *type, const char *p, int64_t *out);

/* The decimal of `type` at `p` as an integer or a real; false if digits would be lost. */
bool tacit_arrow_whole(const tacit_arrow_type *type, const char *p, int64_t *out);
bool tacit_arrow_fraction(const tacit_arrow_type *type, const char *p, double *out);

/* Append texts, or values of a dictionary, which has `map` for its values: the codes known
 * so far.  At most a block of cells. */
tacit_status tacit_arrow_texts(tacit_ctx *cx, tacit_arrow_in *in, const tacit_arrow_span *span);
tacit_status tacit_arrow_coded(tacit_ctx *cx, tacit_arrow_in *in, const tacit_arrow_span *span,
                               uint32_t *map);

/* No code is known yet in the `map` of a dictionary. */
enum { TACIT_ARROW_NEW = -1 };

/* Turn the raw numbers of a column of times into dates or texts: `*c` is replaced. */
tacit_status tacit_arrow_times(tacit_ctx *cx, const tacit_arrow_in *in, tacit_column **c);

/* Notes in scratch memory from a schema's metadata, and owned metadata from notes (NULL if
 * there are none). */
tacit_status tacit_arrow_notes(tacit_ctx *cx, const char *metadata, const char *column,
                               tacit_column_notes *out);
tacit_status tacit_arrow_metadata(tacit_ctx *cx, const tacit_column_notes *notes, char **out);

/* A column without anything that its cells do not show: zeros under missing cells, and only
 * texts that a row has.  `c` itself, shared, if it is such a column already. */
tacit_status tacit_arrow_clean(tacit_ctx *cx, const tacit_column *c, tacit_column **out);

/* Export a table of clean columns: its schema, its rows. */
tacit_status tacit_arrow_export_schema(tacit_ctx *cx, const tacit_table *t,
                                       struct ArrowSchema *out);
tacit_status tacit_arrow_export_rows(tacit_ctx *cx, const tacit_table *t, struct ArrowArray *out);

/* Bytes of all texts of a dictionary, end to end. */
size_t tacit_arrow_text_bytes(const tacit_dict *d);

#endif
