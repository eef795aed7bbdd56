/*
 * test_mask.c - hierarchies by masking characters.
 *
 * Provenance: expected labels are written by hand from the rule in mask.c.
 */
#include "help.h"

#define MASK (&tacit_hierarchy_builder_mask)

static tacit_hierarchy *build(tacit_ctx *cx, const tacit_args *args, tacit_column *c)
{
    tacit_hierarchy *h = NULL;
    if (tacit_hierarchy_build(cx, MASK, args, c, &h) != TACIT_OK)
        fail_msg("%s", tacit_message(cx));
    return h;
}

static void check_labels(const tacit_hierarchy *h, size_t level, const char *const *labels)
{
    for (size_t v = 0; v < tacit_hierarchy_values(h); v++)
        assert_string_equal(label_at(h, level, v), labels[v]);
}

static void test_texts(void **state)
{
    (void)state;
    static const char *const cells[] = { "1010", "10", "20", "" };
    static const char *const right[4][3] = { { "101*", "10**", "20**" },
                                             { "10**", "10**", "20**" },
                                             { "1***", "1***", "2***" },
                                             { "****", "****", "****" } };
    static const char *const left[4][3] = { { "*010", "**10", "**20" },
                                            { "**10", "**10", "**20" },
                                            { "***0", "***0", "***0" },
                                            { "****", "****", "****" } };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, cells, 4);
    tacit_args args = args_of(cx, MASK);
    tacit_hierarchy *h = build(cx, &args, c);
    assert_int_equal(tacit_hierarchy_levels(h), 5);
    for (size_t l = 0; l < 4; l++)
        check_labels(h, l + 1, right[l]);
    tacit_hierarchy_free(h);
    give(&args, "from")->number = 1.0;
    h = build(cx, &args, c);
    for (size_t l = 0; l < 4; l++)
        check_labels(h, l + 1, left[l]);
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

/* Digits of the same place stand together: 5 is 05, and not like 50. */
static void test_whole_numbers(void **state)
{
    (void)state;
    static const int64_t x[] = { 5, 50, 57 }, negative[] = { -5, 50 };
    static const char *const one[] = { "0*", "5*", "5*" }, *const text[] = { "-*", "5*" };
    static const char *const last[] = { "*5", "*0", "*7" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_integers(cx, x, 3), *d = column_of_integers(cx, negative, 2);
    tacit_args args = args_of(cx, MASK);
    tacit_hierarchy *h = build(cx, &args, c);
    check_labels(h, 1, one);
    tacit_hierarchy_free(h);
    h = build(cx, &args, d);
    check_labels(h, 1, text);
    tacit_hierarchy_free(h);
    give(&args, "from")->number = 1.0;
    h = build(cx, &args, c);
    check_labels(h, 1, last);
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_column_free(d);
    tacit_ctx_free(cx);
}

static void test_characters_and_levels(void **state)
{
    (void)state;
    static const char *const cells[] = { "\xc3\xa4\xc3\xb6x", "z" };
    static const char *const one[] = { "\xc3\xa4\xc3\xb6\xe2\x96\xa0",
                                       "z\xe2\x96\xa0\xe2\x96\xa0" };
    static const char *const all[] = { "\xe2\x96\xa0\xe2\x96\xa0\xe2\x96\xa0",
                                       "\xe2\x96\xa0\xe2\x96\xa0\xe2\x96\xa0" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, cells, 2);
    tacit_args args = args_of(cx, MASK);
    give(&args, "character")->text = "\xe2\x96\xa0"; /* U+25A0 */
    give(&args, "levels")->number = 5.0;
    tacit_hierarchy *h = build(cx, &args, c);
    assert_int_equal(tacit_hierarchy_levels(h), 6);
    check_labels(h, 1, one);
    check_labels(h, 3, all);
    check_labels(h, 5, all);
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

static void test_refusals(void **state)
{
    (void)state;
    static const char *const cells[] = { "a" };
    char long_text[1002];
    memset(long_text, 'x', 1001);
    long_text[1001] = '\0';
    const char *const long_cells[] = { long_text };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, cells, 1), *d = column_of_texts(cx, long_cells, 1);
    tacit_args args = args_of(cx, MASK);
    tacit_hierarchy *h = NULL;
    assert_int_equal(tacit_hierarchy_build(cx, MASK, &args, d, &h), TACIT_ERR_DATA);
    give(&args, "character")->text = "**";
    assert_int_equal(tacit_hierarchy_build(cx, MASK, &args, c, &h), TACIT_ERR_INPUT);
    assert_string_equal(tacit_message(cx),
                        "'character' of mask for column 'code' must be a single character.");
    args.at[1].text = "";
    assert_int_equal(tacit_hierarchy_build(cx, MASK, &args, c, &h), TACIT_ERR_INPUT);
    give(&args, "levels")->number = 0.0;
    assert_int_equal(tacit_hierarchy_build(cx, MASK, &args, c, &h), TACIT_ERR_INPUT);
    assert_string_equal(tacit_message(cx),
                        "'levels' of mask must be a whole number from 1 to 1000.");
    tacit_column_free(c);
    tacit_column_free(d);
    tacit_ctx_free(cx);
}

/* Columns without a value have hierarchies too: of no labels. */
static void test_all_missing(void **state)
{
    (void)state;
    static const char *const cells[] = { "", "" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, cells, 2);
    tacit_args args = args_of(cx, MASK);
    tacit_hierarchy *h = build(cx, &args, c);
    tacit_table *t = NULL;
    assert_int_equal(tacit_hierarchy_values(h), 0);
    assert_int_equal(tacit_hierarchy_levels(h), 2);
    assert_int_equal(tacit_table_new(cx, 2, &t), TACIT_OK);
    assert_int_equal(tacit_table_add(cx, t, tacit_column_share(c)), TACIT_OK);
    assert_int_equal(tacit_hierarchy_apply(cx, h, 1, t, 0), TACIT_OK);
    assert_int_equal(tacit_column_missing(tacit_table_column(t, 0)), 2);
    tacit_table_free(t);
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_whole_numbers),
        cmocka_unit_test(test_characters_and_levels),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_all_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
