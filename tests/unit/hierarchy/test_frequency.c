/*
 * test_frequency.c - hierarchies by frequency.
 *
 * Provenance: labels worked out by hand.
 */
#include "help.h"

#define FREQUENCY (&tacit_hierarchy_builder_frequency)

/* b 3 times, a and d twice, c once. */
static const char *const CELLS[] = { "b", "d", "a", "b", "", "c", "d", "b", "a" };

static void test_levels(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, CELLS, 9);
    tacit_args args = args_of(cx, FREQUENCY);
    tacit_hierarchy *h = build_with(cx, &args, FREQUENCY, c);
    assert_int_equal(tacit_hierarchy_levels(h), 5);
    assert_labels(h, 1, "b|d|a|other"); /* b, d, a, c in order of appearance */
    assert_labels(h, 2, "b|other|a|other");
    assert_labels(h, 3, "b|other|other|other");
    assert_labels(h, 4, "*|*|*|*");
    assert_weight(h, 3, 1, 3.0);
    tacit_hierarchy_free(h);
    give(&args, "first")->number = 1.0;
    h = build_with(cx, &args, FREQUENCY, c);
    assert_labels(h, 1, "other|d|a|c");
    assert_labels(h, 3, "other|other|other|c");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

static void test_keep(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, CELLS, 9);
    tacit_args args = args_of(cx, FREQUENCY);
    GIVE_REALS(&args, "keep", 10.0, 1.0);
    give(&args, "other")->text = "rest";
    tacit_hierarchy *h = build_with(cx, &args, FREQUENCY, c);
    assert_int_equal(tacit_hierarchy_levels(h), 4);
    assert_labels(h, 1, "b|d|a|c");
    assert_labels(h, 2, "b|rest|rest|rest");
    assert_labels(h, 3, "*|*|*|*");
    tacit_hierarchy_free(h);
    GIVE_REALS(&args, "keep", 2.0, 2.0);
    assert_refused(cx, &args, FREQUENCY, c, TACIT_ERR_INPUT, "number 2 is not");
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_keep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
