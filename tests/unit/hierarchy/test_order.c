/*
 * test_order.c - hierarchies of neighbours in an order.
 *
 * Provenance: labels worked out by hand.
 */
#include "help.h"

#define ORDER (&tacit_hierarchy_builder_order)

static void test_numbers(void **state)
{
    (void)state;
    static const int64_t x[] = { 7, 3, 1, 9, 3, -4, 12 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_integers(cx, x, 7);
    tacit_args args = args_of(cx, ORDER);
    GIVE_REALS(&args, "sizes", 2.0, 2.0);
    tacit_hierarchy *h = build_with(cx, &args, ORDER, c);
    assert_int_equal(tacit_hierarchy_levels(h), 4); /* values, pairs, pairs of pairs, root */
    assert_labels(h, 1, "-4 to 1|-4 to 1|3-7|3-7|9-12|9-12");
    assert_labels(h, 2, "-4 to 7|-4 to 7|-4 to 7|-4 to 7|9-12|9-12");
    assert_labels(h, 3, "*|*|*|*|*|*");
    assert_weight(h, 2, 0, 4.0);
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

/* Categories stand in the order of their texts, whatever the order of rows. */
static void test_texts(void **state)
{
    (void)state;
    static const char *const cells[] = { "d", "b", "", "c", "a", "b" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, cells, 6);
    tacit_args args = args_of(cx, ORDER);
    GIVE_REALS(&args, "sizes", 3.0);
    tacit_hierarchy *h = build_with(cx, &args, ORDER, c);
    assert_int_equal(tacit_hierarchy_levels(h), 3);
    assert_labels(h, 1, "d|a to c|a to c|a to c");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

/* Listed values keep their places if the column does not have them. */
static void test_listed(void **state)
{
    (void)state;
    static const char *const cells[] = { "high", "low", "middle" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, cells, 3);
    tacit_args args = args_of(cx, ORDER);
    GIVE_REALS(&args, "sizes", 2.0, 2.0);
    GIVE_TEXTS(&args, "values", "none", "low", "middle", "high");
    tacit_hierarchy *h = build_with(cx, &args, ORDER, c);
    assert_labels(h, 1, "middle to high|none to low|middle to high");
    assert_labels(h, 2, "none to high|none to high|none to high");
    assert_int_equal(tacit_hierarchy_levels(h), 3);
    assert_float_equal(tacit_hierarchy_domain(h), 4.0, 0.0);
    assert_weight(h, 1, 1, 2.0);
    assert_weight(h, 2, 1, 4.0);
    tacit_hierarchy_free(h);
    GIVE_TEXTS(&args, "values", "none", "low");
    assert_refused(cx, &args, ORDER, c, TACIT_ERR_DATA, "does not cover 2 of its 3 values");
    GIVE_TEXTS(&args, "values", "low", "middle", "low", "high");
    assert_refused(cx, &args, ORDER, c, TACIT_ERR_INPUT, "lists a value twice");
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

static void test_groups(void **state)
{
    (void)state;
    static const char *const young[] = { "1", "2.0" }, *const middle[] = { "3" },
                             *const old[] = { "4", "5" };
    static const tacit_group groups[] = { { "young", young, 2, 0 },
                                          { "middle", middle, 1, 0 },
                                          { "old", old, 2, 0 } };
    static const int64_t x[] = { 2, 4, 3, 1 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_integers(cx, x, 4);
    tacit_args args = args_of(cx, ORDER);
    tacit_value *v = give(&args, "groups");
    v->groups = groups;
    v->n = 3;
    tacit_hierarchy *h = build_with(cx, &args, ORDER, c);
    assert_int_equal(tacit_hierarchy_levels(h), 3);
    assert_labels(h, 1, "young|young|middle|old");
    assert_weight(h, 1, 3, 2.0);
    tacit_hierarchy_free(h);
    GIVE_REALS(&args, "sizes", 2.0);
    h = build_with(cx, &args, ORDER, c);
    assert_int_equal(tacit_hierarchy_levels(h), 4);
    assert_labels(h, 2, "young to middle|young to middle|young to middle|old");
    assert_weight(h, 2, 3, 2.0);
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

static void test_refusals(void **state)
{
    (void)state;
    static const int64_t x[] = { 1, 2 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_integers(cx, x, 2);
    tacit_args args = args_of(cx, ORDER);
    assert_refused(cx, &args, ORDER, c, TACIT_ERR_INPUT, "needs 'sizes' or 'groups'");
    GIVE_REALS(&args, "sizes", 2.5);
    assert_refused(cx, &args, ORDER, c, TACIT_ERR_INPUT, "must be whole numbers");
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),  cmocka_unit_test(test_texts),
        cmocka_unit_test(test_listed),   cmocka_unit_test(test_groups),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
