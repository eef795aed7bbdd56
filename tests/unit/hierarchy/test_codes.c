/*
 * test_codes.c - a hierarchy without groups.
 *
 * Provenance: labels worked out by hand.
 */
#include "help.h"

static void test_star(void **state)
{
    (void)state;
    static const int64_t codes[] = { 3, 4, 9 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_integers(cx, codes, 3);
    tacit_args args = args_of(cx, &tacit_hierarchy_builder_codes);
    tacit_hierarchy *h = build_with(cx, &args, &tacit_hierarchy_builder_codes, c);
    assert_int_equal(tacit_hierarchy_levels(h), 2);
    assert_labels(h, 1, "*|*|*");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_star) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
