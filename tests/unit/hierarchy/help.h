/*
 * help.h - columns, arguments and files for the tests of hierarchies.
 */
#ifndef TACIT_TESTS_HIERARCHY_HELP_H
#define TACIT_TESTS_HIERARCHY_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hierarchy/hierarchy.h"

/* A category column; "" is a missing cell. */
static inline tacit_column *column_of_texts(tacit_ctx *cx, const char *const *text, size_t n)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    assert_int_equal(tacit_builder_new(cx, "code", TACIT_TYPE_CATEGORY, n, &b), TACIT_OK);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(text[i][0] == '\0' ? tacit_builder_missing(cx, b)
                                            : tacit_builder_text(cx, b, text[i], strlen(text[i])),
                         TACIT_OK);
    assert_int_equal(tacit_builder_finish(cx, b, &c), TACIT_OK);
    return c;
}

/* A column of whole numbers called age. */
static inline tacit_column *column_of_integers(tacit_ctx *cx, const int64_t *x, size_t n)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    assert_int_equal(tacit_builder_new(cx, "age", TACIT_TYPE_INTEGER, n, &b), TACIT_OK);
    assert_int_equal(tacit_builder_integers(cx, b, x, NULL, n), TACIT_OK);
    assert_int_equal(tacit_builder_finish(cx, b, &c), TACIT_OK);
    return c;
}

/* A column of reals called income. */
static inline tacit_column *column_of_reals(tacit_ctx *cx, const double *x, size_t n)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    assert_int_equal(tacit_builder_new(cx, "income", TACIT_TYPE_REAL, n, &b), TACIT_OK);
    assert_int_equal(tacit_builder_reals(cx, b, x, NULL, n), TACIT_OK);
    assert_int_equal(tacit_builder_finish(cx, b, &c), TACIT_OK);
    return c;
}

/* Default arguments of a builder, in scratch memory. */
static inline tacit_args args_of(tacit_ctx *cx, const tacit_hierarchy_builder *builder)
{
    tacit_value *at = NULL;
    tacit_args args;
    assert_int_equal(tacit_scratch(cx, tacit_param_count(builder->about.params), sizeof *at, &at),
                     TACIT_OK);
    tacit_args_preset(builder->about.params, at, &args);
    return args;
}

/* The argument called `name`, now given. */
static inline tacit_value *give(tacit_args *args, const char *name)
{
    const size_t i = tacit_param_find(args->params, name);
    assert_true(i < args->n);
    args->at[i].given = true;
    return &args->at[i];
}

/* The label of value v at a level. */
static inline const char *label_at(const tacit_hierarchy *h, size_t level, size_t v)
{
    return tacit_dict_text(tacit_hierarchy_labels(h, level), tacit_hierarchy_label(h, level, v));
}

#endif
