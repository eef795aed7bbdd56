/*
 * test_readstat_help.h - what the tests of the ReadStat driver share: building
 * tables, writing and reading them, comparing.
 */
#ifndef TACIT_TEST_READSTAT_HELP_H
#define TACIT_TEST_READSTAT_HELP_H

#include <string.h>

#include "engine/engine.h"
#include "unit/engine/test_readstat_folder.h"

/* End the builder and append its column to `t`. */
static inline void finish(tacit_ctx *cx, tacit_builder *b, tacit_table *t)
{
    tacit_column *c = NULL;
    assert_int_equal(tacit_builder_finish(cx, b, &c), TACIT_OK);
    assert_int_equal(tacit_table_add(cx, t, c), TACIT_OK);
}

/* Start a column, with notes unless they are NULL. */
static inline tacit_builder *start(tacit_ctx *cx, const char *name, tacit_type type,
                                   const tacit_column_notes *notes)
{
    tacit_builder *b = NULL;
    assert_int_equal(tacit_builder_new(cx, name, type, 0, &b), TACIT_OK);
    if (notes != NULL)
        assert_int_equal(tacit_builder_notes(cx, b, notes), TACIT_OK);
    return b;
}

/* Add a column; bit i of `valid` says whether cell i is present (n <= 64). */
static inline void add_integers(tacit_ctx *cx, tacit_table *t, const char *name, const int64_t *x,
                                uint64_t valid, const tacit_column_notes *notes)
{
    tacit_builder *b = start(cx, name, TACIT_TYPE_INTEGER, notes);
    assert_int_equal(tacit_builder_integers(cx, b, x, &valid, tacit_table_rows(t)), TACIT_OK);
    finish(cx, b, t);
}

/* Add a column of reals, as add_integers does. */
static inline void add_reals(tacit_ctx *cx, tacit_table *t, const char *name, const double *x,
                             uint64_t valid, const tacit_column_notes *notes)
{
    tacit_builder *b = start(cx, name, TACIT_TYPE_REAL, notes);
    assert_int_equal(tacit_builder_reals(cx, b, x, &valid, tacit_table_rows(t)), TACIT_OK);
    finish(cx, b, t);
}

/* Add a column of dates, as add_integers does. */
static inline void add_dates(tacit_ctx *cx, tacit_table *t, const char *name, const int32_t *x,
                             uint64_t valid, const tacit_column_notes *notes)
{
    tacit_builder *b = start(cx, name, TACIT_TYPE_DATE, notes);
    assert_int_equal(tacit_builder_dates(cx, b, x, &valid, tacit_table_rows(t)), TACIT_OK);
    finish(cx, b, t);
}

/* A NULL text is a missing cell. */
static inline void add_texts(tacit_ctx *cx, tacit_table *t, const char *name, const char *const *x,
                             const tacit_column_notes *notes)
{
    tacit_builder *b = start(cx, name, TACIT_TYPE_CATEGORY, notes);
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        assert_int_equal(x[i] == NULL ? tacit_builder_missing(cx, b)
                                      : tacit_builder_text(cx, b, x[i], strlen(x[i])),
                         TACIT_OK);
    finish(cx, b, t);
}

/* Gives `table` as one chunk. */
typedef struct one_chunk {
    const tacit_table *table;
    bool given;
} one_chunk;

/* What tacit_rows asks of a source of chunks. */
static inline tacit_status next_chunk(tacit_ctx *cx, void *user, tacit_table **chunk)
{
    one_chunk *one = user;
    *chunk = NULL;
    if (one->given)
        return TACIT_OK;
    one->given = true;
    return tacit_table_copy(cx, one->table, chunk);
}

/* Write `t` to `path`, whose ending names the format. */
static inline tacit_status write_table(tacit_ctx *cx, const tacit_table *t, const char *path)
{
    one_chunk one = { .table = t };
    const tacit_rows rows = { .shape = t, .next = next_chunk, .user = &one };
    return tacit_engine_readstat.write(cx, &rows, path, path);
}

/* Open `path`, load all, close. */
static inline tacit_status read_table(tacit_ctx *cx, const char *path, tacit_table **out)
{
    const tacit_source source = { .uri = path };
    tacit_data *data = NULL;
    tacit_status status = tacit_engine_readstat.open(cx, &source, &data);
    if (status != TACIT_OK)
        return status;
    status = tacit_engine_readstat.load(cx, data, NULL, out);
    tacit_engine_readstat.close(data);
    return status;
}

/* Read, or end the test with the message. */
static inline tacit_table *must_read(tacit_ctx *cx, const char *path)
{
    tacit_table *t = NULL;
    if (read_table(cx, path, &t) != TACIT_OK)
        fail_msg("%s", tacit_message(cx));
    return t;
}

/* Write, or end the test with the message. */
static inline void must_write(tacit_ctx *cx, const tacit_table *t, const char *path)
{
    if (write_table(cx, t, path) != TACIT_OK)
        fail_msg("%s", tacit_message(cx));
}

/* Cells are compared by the text that shows them exactly. */
static inline void assert_same_column(const tacit_column *a, const tacit_column *b)
{
    assert_string_equal(tacit_column_name(a), tacit_column_name(b));
    assert_int_equal(tacit_column_type(a), tacit_column_type(b));
    assert_int_equal(tacit_column_length(a), tacit_column_length(b));
    for (size_t i = 0; i < tacit_column_length(a); i++) {
        char x[32], y[32];
        assert_int_equal(tacit_column_is_missing(a, i), tacit_column_is_missing(b, i));
        assert_string_equal(tacit_column_text(a, i, x), tacit_column_text(b, i, y));
    }
}

/* Titles and value labels, in their order. */
static inline void assert_same_notes(const tacit_column *a, const tacit_column *b)
{
    const tacit_column_notes *x = tacit_column_notes_of(a), *y = tacit_column_notes_of(b);
    assert_int_equal(x->title == NULL, y->title == NULL);
    if (x->title != NULL)
        assert_string_equal(x->title, y->title);
    assert_int_equal(x->n_labels, y->n_labels);
    for (size_t i = 0; i < x->n_labels; i++) {
        assert_string_equal(x->labels[i].value, y->labels[i].value);
        assert_string_equal(x->labels[i].text, y->labels[i].text);
    }
}

/* Names, types and cells of all columns. */
static inline void assert_same_table(const tacit_table *a, const tacit_table *b)
{
    assert_int_equal(tacit_table_columns(a), tacit_table_columns(b));
    assert_int_equal(tacit_table_rows(a), tacit_table_rows(b));
    for (size_t j = 0; j < tacit_table_columns(a); j++)
        assert_same_column(tacit_table_column(a, j), tacit_table_column(b, j));
}

#endif
