/*
 * columns.h - small columns and tables for the tests of profiles.
 */
#ifndef TACIT_TEST_PROFILE_COLUMNS_H
#define TACIT_TEST_PROFILE_COLUMNS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "table/table.h"
#include "support/group.h"

/* Start a column. */
static inline tacit_builder *begin(tacit_ctx *cx, const char *name, tacit_type type)
{
    tacit_builder *b = NULL;
    assert_int_equal(tacit_builder_new(cx, name, type, 0, &b), TACIT_OK);
    return b;
}

/* End the column and add it to `t`. */
static inline void finish(tacit_ctx *cx, tacit_builder *b, tacit_table *t)
{
    tacit_column *c = NULL;
    assert_int_equal(tacit_builder_finish(cx, b, &c), TACIT_OK);
    assert_int_equal(tacit_table_add(cx, t, c), TACIT_OK);
}

/* Add a column of texts; NULL is a missing value. */
static inline void add_texts(tacit_ctx *cx, tacit_table *t, const char *name, const char *const *x)
{
    tacit_builder *b = begin(cx, name, TACIT_TYPE_CATEGORY);
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        assert_int_equal(x[i] == NULL ? tacit_builder_missing(cx, b)
                                      : tacit_builder_text(cx, b, x[i], strlen(x[i])),
                         TACIT_OK);
    finish(cx, b, t);
}

/* Add a column of numbers; `valid` as in a column. */
static inline void add_integers(tacit_ctx *cx, tacit_table *t, const char *name, const int64_t *x,
                                const uint64_t *valid)
{
    tacit_builder *b = begin(cx, name, TACIT_TYPE_INTEGER);
    assert_int_equal(tacit_builder_integers(cx, b, x, valid, tacit_table_rows(t)), TACIT_OK);
    finish(cx, b, t);
}

/* A table without columns. */
static inline tacit_table *rows_of(tacit_ctx *cx, size_t rows)
{
    tacit_table *t = NULL;
    assert_int_equal(tacit_table_new(cx, rows, &t), TACIT_OK);
    return t;
}

#endif
