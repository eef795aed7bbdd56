/*
 * test_cluster.c - hierarchies found in the data.
 *
 * Provenance: labels worked out by hand.
 */
#include "help.h"

#define CLUSTER (&tacit_hierarchy_builder_cluster)

/* Eight values of one row each are halved three times. */
static void test_numbers(void **state)
{
    (void)state;
    static const int64_t x[] = { 1, 2, 3, 5, 8, 13, 21, 34 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_integers(cx, x, 8);
    tacit_args args = args_of(cx, CLUSTER);
    tacit_hierarchy *h = build_with(cx, &args, CLUSTER, c);
    assert_int_equal(tacit_hierarchy_levels(h), 4);
    assert_labels(h, 1, "<3|<3|3-7|3-7|8-20|8-20|>=21|>=21");
    assert_labels(h, 2, "<8|<8|<8|<8|>=8|>=8|>=8|>=8");
    assert_labels(h, 3, "*|*|*|*|*|*|*|*");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

/* Half the rows, not half the values: 0 has 6 of 10 rows. */
static void test_rows(void **state)
{
    (void)state;
    static const double x[] = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 1.5, 2.5, 3.5 };
    static const char *const days[] = { "2000-01-01", "2000-01-02", "2000-03-01" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_reals(cx, x, 10), *d = column_of_dates(cx, days, 3);
    tacit_args args = args_of(cx, CLUSTER);
    give(&args, "levels")->number = 3.0;
    tacit_hierarchy *h = build_with(cx, &args, CLUSTER, c);
    assert_labels(h, 1, "<0.5|[0.5, 2.5)|[0.5, 2.5)|>=2.5|>=2.5");
    assert_labels(h, 2, "<0.5|>=0.5|>=0.5|>=0.5|>=0.5");
    tacit_hierarchy_free(h);
    h = build_with(cx, &args, CLUSTER, d);
    assert_int_equal(tacit_hierarchy_levels(h), 4);
    assert_labels(h, 2, "<2000-01-02|>=2000-01-02|>=2000-01-02");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_column_free(d);
    tacit_ctx_free(cx);
}

/* e 4, d 3, c 2, a 1, b 1: a + b = 2; c + ab = 4; d + e = 7 (equals: values first). */
static void test_texts(void **state)
{
    (void)state;
    static const char *const cells[] = { "e", "e", "d", "c", "a", "e", "d", "c", "b", "e", "d" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_texts(cx, cells, 11);
    tacit_args args = args_of(cx, CLUSTER);
    tacit_hierarchy *h = build_with(cx, &args, CLUSTER, c);
    assert_int_equal(tacit_hierarchy_levels(h), 4); /* 5^(2/3) -> 3, 5^(1/3) -> 2, 1 */
    assert_labels(h, 1, "e|d|{c, a, b}|{c, a, b}|{c, a, b}");
    assert_labels(h, 2, "{e, d}|{e, d}|{c, a, b}|{c, a, b}|{c, a, b}");
    assert_labels(h, 3, "*|*|*|*|*");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

/* a and c go with x, b and d with y: they are joined though each is as frequent. */
static void test_by(void **state)
{
    (void)state;
    static const char *const cells[] = { "a", "b", "c", "d", "a", "b", "c", "d" };
    static const int64_t other[] = { 1, 2, 1, 2, 1, 2, 1, 2 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = NULL;
    tacit_hierarchy *h = NULL;
    tacit_hierarchy_spec spec = { .column = "code",
                                  .builder = CLUSTER,
                                  .args = args_of(cx, CLUSTER) };
    assert_int_equal(tacit_table_new(cx, 8, &t), TACIT_OK);
    assert_int_equal(tacit_table_add(cx, t, column_of_texts(cx, cells, 8)), TACIT_OK);
    assert_int_equal(tacit_table_add(cx, t, column_of_integers(cx, other, 8)), TACIT_OK);
    give(&spec.args, "by")->text = "age";
    assert_int_equal(tacit_hierarchy_of(cx, &spec, t, 0, &h), TACIT_OK);
    assert_labels(h, 1, "{a, c}|{b, d}|{a, c}|{b, d}");
    tacit_hierarchy_free(h);
    h = NULL;
    give(&spec.args, "by")->text = "aeg";
    assert_int_equal(tacit_hierarchy_of(cx, &spec, t, 0, &h), TACIT_ERR_INPUT);
    assert_non_null(strstr(tacit_message(cx), "names column 'aeg', which is not there"));
    assert_refused(cx, &spec.args, CLUSTER, tacit_table_column(t, 0), TACIT_ERR_INPUT,
                   "'by' of cluster for column 'code' does not work here");
    assert_refused(cx, &spec.args, CLUSTER, tacit_table_column(t, 1), TACIT_ERR_INPUT,
                   "'by' of cluster is for categories");
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_by),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
