/*
 * test_prefix.c - hierarchies of codes by their first characters.
 *
 * Provenance: labels worked out by hand.
 */
#include "help.h"

#define PREFIX (&tacit_hierarchy_builder_prefix)

static void test_codes(void **state)
{
    (void)state;
    static const char *const cells[] = { "C10.11", "C10.2", "C9", "D\xc3\xa9t", "C10" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, cells, 5);
    tacit_args args = args_of(cx, PREFIX);
    GIVE_REALS(&args, "lengths", 5.0, 3.0, 2.0, 1.0);
    tacit_hierarchy *h = build_with(cx, &args, PREFIX, c);
    assert_int_equal(tacit_hierarchy_levels(h), 6);
    assert_labels(h, 1, "C10.1|C10.2|C9|D\xc3\xa9t|C10");
    assert_labels(h, 2, "C10|C10|C9|D\xc3\xa9t|C10");
    assert_labels(h, 3, "C1|C1|C9|D\xc3\xa9|C1");
    assert_labels(h, 4, "C|C|C|D|C");
    assert_labels(h, 5, "*|*|*|*|*");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

/* Whole numbers have as many digits as the longest. */
static void test_zeros(void **state)
{
    (void)state;
    static const int64_t codes[] = { 1067, 99423, 5 }, negative[] = { -12, 15 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_integers(cx, codes, 3), *d = column_of_integers(cx, negative, 2);
    tacit_args args = args_of(cx, PREFIX);
    GIVE_REALS(&args, "lengths", 2.0, 1.0);
    tacit_hierarchy *h = build_with(cx, &args, PREFIX, c);
    assert_labels(h, 1, "00|01|99");
    assert_labels(h, 2, "0|0|9");
    tacit_hierarchy_free(h);
    h = build_with(cx, &args, PREFIX, d);
    assert_labels(h, 1, "-1|15");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_column_free(d);
    tacit_ctx_free(cx);
}

static void test_refusals(void **state)
{
    (void)state;
    static const char *const cells[] = { "a", "b" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, cells, 2);
    tacit_args args = args_of(cx, PREFIX);
    assert_refused(cx, &args, PREFIX, c, TACIT_ERR_INPUT, "lengths");
    GIVE_REALS(&args, "lengths", 3.0, 3.0);
    assert_refused(cx, &args, PREFIX, c, TACIT_ERR_INPUT, "number 2 is not");
    GIVE_REALS(&args, "lengths", 1.5);
    assert_refused(cx, &args, PREFIX, c, TACIT_ERR_INPUT, "number 1 is not");
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_codes),
        cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
