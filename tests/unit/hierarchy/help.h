/*
 * help.h - columns, arguments and files for the tests of hierarchies.
 */
#ifndef TACIT_TESTS_HIERARCHY_HELP_H
#define TACIT_TESTS_HIERARCHY_HELP_H

#include "support/check.h"

#include "base/text.h"
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

/* A column of days called born. */
static inline tacit_column *column_of_dates(tacit_ctx *cx, const char *const *text, size_t n)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    assert_int_equal(tacit_builder_new(cx, "born", TACIT_TYPE_DATE, n, &b), TACIT_OK);
    for (size_t i = 0; i < n; i++) {
        int32_t days = 0;
        assert_true(tacit_parse_date(text[i], &days));
        assert_int_equal(tacit_builder_dates(cx, b, &days, NULL, 1), TACIT_OK);
    }
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

/* A list of texts, or of numbers, as an argument. */
#define GIVE_TEXTS(args, name, ...)                                                                \
    do {                                                                                           \
        static const char *const list_[] = { __VA_ARGS__ };                                        \
        tacit_value *value_ = give((args), (name));                                                \
        value_->texts = list_;                                                                     \
        value_->n = sizeof list_ / sizeof list_[0];                                                \
    } while (0)
#define GIVE_REALS(args, name, ...)                                                                \
    do {                                                                                           \
        static const double list_[] = { __VA_ARGS__ };                                             \
        tacit_value *value_ = give((args), (name));                                                \
        value_->reals = list_;                                                                     \
        value_->n = sizeof list_ / sizeof list_[0];                                                \
    } while (0)

/* The labels of the values at a level, one after the other with | between. */
static inline void assert_labels(const tacit_hierarchy *h, size_t level, const char *expected)
{
    char all[2000] = "";
    for (size_t v = 0; v < tacit_hierarchy_values(h); v++) {
        strncat(all, v > 0 ? "|" : "", sizeof all - strlen(all) - 1);
        strncat(all, label_at(h, level, v), sizeof all - strlen(all) - 1);
    }
    assert_string_equal(all, expected);
}

/* The label at a level that value v has stands for so much of the domain. */
static inline void assert_weight(const tacit_hierarchy *h, size_t level, size_t v, double expected)
{
    const double own = tacit_hierarchy_weight(h, level, tacit_hierarchy_label(h, level, v));
    assert_float_equal(own, expected, 0.0);
}

/* Build, or end the test with the message. */
static inline tacit_hierarchy *build_with(tacit_ctx *cx, const tacit_args *args,
                                          const tacit_hierarchy_builder *builder,
                                          const tacit_column *c)
{
    tacit_hierarchy *h = NULL;
    if (tacit_hierarchy_build(cx, builder, args, c, &h) != TACIT_OK)
        fail_msg("%s", tacit_message(cx));
    return h;
}

/* Building must fail with this status, and the message have this part. */
static inline void assert_refused(tacit_ctx *cx, const tacit_args *args,
                                  const tacit_hierarchy_builder *builder, const tacit_column *c,
                                  tacit_status expected, const char *part)
{
    tacit_hierarchy *h = NULL;
    const tacit_status status = tacit_hierarchy_build(cx, builder, args, c, &h);
    assert_null(h);
    if (strstr(tacit_message(cx), part) == NULL)
        fail_msg("%s", tacit_message(cx));
    assert_int_equal(status, expected);
}

#endif
