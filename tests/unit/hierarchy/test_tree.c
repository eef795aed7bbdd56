/*
 * test_tree.c - hierarchies as trees.
 *
 * Provenance: labels worked out by hand.
 */
#include "help.h"

#define TREE (&tacit_hierarchy_builder_tree)

static void give_tree(tacit_args *args, const tacit_group *branches, size_t n)
{
    tacit_value *v = give(args, "branches");
    v->groups = branches;
    v->n = n;
}

/* A branch that is less deep repeats its lowest label. */
static void test_depths(void **state)
{
    (void)state;
    static const char *const north[] = { "SE", "NO" }, *const south[] = { "IT", "ES", "PT" },
                             *const europe[] = { "CH" }, *const asia[] = { "JP", "IN" };
    static const tacit_group branches[] = { { "Europe", europe, 1, 0 },
                                            { "North", north, 2, 1 },
                                            { "South", south, 3, 1 },
                                            { "Asia", asia, 2, 0 } };
    static const char *const cells[] = { "IN", "SE", "", "ES", "IT", "CH" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, cells, 6);
    tacit_args args = args_of(cx, TREE);
    give_tree(&args, branches, 4);
    tacit_hierarchy *h = build_with(cx, &args, TREE, c);
    assert_int_equal(tacit_hierarchy_levels(h), 4);
    assert_labels(h, 1, "Asia|North|South|South|Europe");
    assert_labels(h, 2, "Asia|Europe|Europe|Europe|Europe");
    assert_labels(h, 3, "*|*|*|*|*");
    assert_float_equal(tacit_hierarchy_domain(h), 8.0, 0.0);
    assert_weight(h, 1, 1, 2.0);
    assert_weight(h, 1, 2, 3.0);
    assert_weight(h, 2, 1, 6.0);
    assert_weight(h, 3, 1, 8.0);
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

/* One label at the top is the root; values that no branch has are not covered. */
static void test_root_and_cover(void **state)
{
    (void)state;
    static const char *const low[] = { "1", "2" }, *const high[] = { "3" };
    static const tacit_group branches[] = { { "all", NULL, 0, 0 },
                                            { "low", low, 2, 1 },
                                            { "high", high, 1, 1 } };
    static const tacit_group parts[] = { { "low", low, 2, 0 }, { "high", high, 1, 0 } };
    static const int64_t x[] = { 1, 2, 2 }, y[] = { 1, 4, 5 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_integers(cx, x, 3), *d = column_of_integers(cx, y, 3);
    tacit_args args = args_of(cx, TREE);
    give_tree(&args, branches, 3);
    tacit_hierarchy *h = build_with(cx, &args, TREE, c);
    assert_int_equal(tacit_hierarchy_levels(h), 3);
    assert_labels(h, 1, "low|low");
    assert_labels(h, 2, "all|all");
    tacit_hierarchy_free(h);
    /* of the whole domain "low" is a part only, though the column has nothing else */
    give_tree(&args, parts, 2);
    h = build_with(cx, &args, TREE, c);
    assert_labels(h, tacit_hierarchy_levels(h) - 1, "*|*");
    tacit_hierarchy_free(h);
    assert_refused(cx, &args, TREE, d, TACIT_ERR_DATA,
                   "'tree' of column 'age' does not cover 2 of its 3 values.");
    tacit_column_free(c);
    tacit_column_free(d);
    tacit_ctx_free(cx);
}

/* The same label in two branches would join what is apart above. */
static void test_split(void **state)
{
    (void)state;
    static const char *const a[] = { "x" }, *const b[] = { "y" };
    static const tacit_group branches[] = {
        { "A", NULL, 0, 0 }, { "rest", a, 1, 1 }, { "B", NULL, 0, 0 }, { "rest", b, 1, 1 }
    };
    static const char *const cells[] = { "x", "y" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, cells, 2);
    tacit_args args = args_of(cx, TREE);
    give_tree(&args, branches, 4);
    assert_refused(cx, &args, TREE, c, TACIT_ERR_DATA, "splits 1 labels of level 1 again");
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depths),
        cmocka_unit_test(test_root_and_cover),
        cmocka_unit_test(test_split),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
