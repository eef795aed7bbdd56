/*
 * test_intervals.c - hierarchies of intervals.
 *
 * Provenance: expected labels are worked out by hand from floor((x - origin) / width).
 */
#include "help.h"

#include <stdio.h>

#include "base/rng.h"

#define INTERVALS (&tacit_hierarchy_builder_intervals)

static void give_reals(tacit_args *args, const char *name, const double *x, size_t n)
{
    tacit_value *v = give(args, name);
    v->reals = x;
    v->n = n;
}

static void check_labels(const tacit_hierarchy *h, size_t level, const char *const *labels)
{
    for (size_t v = 0; v < tacit_hierarchy_values(h); v++)
        assert_string_equal(label_at(h, level, v), labels[v]);
}

static void test_whole_widths(void **state)
{
    (void)state;
    static const int64_t x[] = { -3, 0, 4, 5, 19, 20 };
    static const double widths[] = { 5, 10, 20 };
    static const char *const one[] = { "-5 to -1", "0-4", "0-4", "5-9", "15-19", "20-24" };
    static const char *const two[] = { "-10 to -1", "0-9", "0-9", "0-9", "10-19", "20-29" };
    static const char *const three[] = { "-20 to -1", "0-19", "0-19", "0-19", "0-19", "20-39" };
    static const char *const top[] = { "*", "*", "*", "*", "*", "*" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_integers(cx, x, 6);
    tacit_args args = args_of(cx, INTERVALS);
    tacit_hierarchy *h = NULL;
    give_reals(&args, "widths", widths, 3);
    assert_int_equal(tacit_hierarchy_build(cx, INTERVALS, &args, c, &h), TACIT_OK);
    assert_int_equal(tacit_hierarchy_levels(h), 5);
    check_labels(h, 1, one);
    check_labels(h, 2, two);
    check_labels(h, 3, three);
    check_labels(h, 4, top);
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

static void test_real_widths(void **state)
{
    (void)state;
    static const double x[] = { -0.05, 0.29, 0.31, 2.385 };
    static const double widths[] = { 0.1, 0.5 };
    static const char *const one[] = { "[-0.05, 0.05)", "[0.25, 0.35)", "[0.25, 0.35)",
                                       "[2.35, 2.45)" };
    static const char *const two[] = { "[-0.05, 0.45)", "[-0.05, 0.45)", "[-0.05, 0.45)",
                                       "[1.95, 2.45)" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_reals(cx, x, 4);
    tacit_args args = args_of(cx, INTERVALS);
    tacit_hierarchy *h = NULL;
    give_reals(&args, "widths", widths, 2);
    give(&args, "origin")->number = -0.05;
    assert_int_equal(tacit_hierarchy_build(cx, INTERVALS, &args, c, &h), TACIT_OK);
    check_labels(h, 1, one);
    check_labels(h, 2, two);
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

/* Width 1 names the number; a whole column with a broken width is labelled as reals. */
static void test_odd_widths(void **state)
{
    (void)state;
    static const int64_t x[] = { 3, 7 };
    static const double one[] = { 1 }, broken[] = { 2.5 };
    static const char *const same[] = { "3", "7" }, *const reals[] = { "[2.5, 5)", "[5, 7.5)" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_integers(cx, x, 2);
    tacit_args args = args_of(cx, INTERVALS);
    tacit_hierarchy *h = NULL;
    give_reals(&args, "widths", one, 1);
    assert_int_equal(tacit_hierarchy_build(cx, INTERVALS, &args, c, &h), TACIT_OK);
    check_labels(h, 1, same);
    tacit_hierarchy_free(h);
    give_reals(&args, "widths", broken, 1);
    assert_int_equal(tacit_hierarchy_build(cx, INTERVALS, &args, c, &h), TACIT_OK);
    check_labels(h, 1, reals);
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

static void test_breaks(void **state)
{
    (void)state;
    static const int64_t x[] = { 17, 18, 64, 65, 90 };
    static const double y[] = { 17.999, 18.0, 65.0 };
    static const double breaks[] = { 18, 65 };
    static const char *const whole[] = { "<18", "18-64", "18-64", ">=65", ">=65" };
    static const char *const real[] = { "<18", "[18, 65)", ">=65" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *a = column_of_integers(cx, x, 5), *b = column_of_reals(cx, y, 3);
    tacit_args args = args_of(cx, INTERVALS);
    tacit_hierarchy *h = NULL;
    give_reals(&args, "breaks", breaks, 2);
    assert_int_equal(tacit_hierarchy_build(cx, INTERVALS, &args, a, &h), TACIT_OK);
    assert_int_equal(tacit_hierarchy_levels(h), 3);
    check_labels(h, 1, whole);
    tacit_hierarchy_free(h);
    assert_int_equal(tacit_hierarchy_build(cx, INTERVALS, &args, b, &h), TACIT_OK);
    check_labels(h, 1, real);
    tacit_hierarchy_free(h);
    tacit_column_free(a);
    tacit_column_free(b);
    tacit_ctx_free(cx);
}

/* 12 rows in 6, 3 intervals of equally many: 2 below 3, 4 below 5, 10 below 7; 5 has five rows, so
 * that two of the intervals fall together. */
static void test_parts(void **state)
{
    (void)state;
    static const int64_t x[] = { 1, 2, 3, 4, 5, 5, 5, 5, 5, 6, 7, 8 };
    static const double parts[] = { 6, 3 }, broken[] = { 6, 4 }, near[] = { 2 };
    static const double y[] = { 1.0000000000001, 1.0000000000002, 1.0000000000003 };
    static const char *const six[] = { "<3", "<3", "3-4", "3-4", "5", "6", ">=7", ">=7" };
    static const char *const three[] = { "<5", "<5", "<5", "<5", "5", ">=6", ">=6", ">=6" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_integers(cx, x, 12), *d = column_of_reals(cx, y, 3);
    tacit_args args = args_of(cx, INTERVALS);
    give_reals(&args, "parts", parts, 2);
    tacit_hierarchy *h = build_with(cx, &args, INTERVALS, c);
    assert_int_equal(tacit_hierarchy_levels(h), 4);
    check_labels(h, 1, six);
    check_labels(h, 2, three);
    tacit_hierarchy_free(h);
    give_reals(&args, "parts", broken, 2);
    assert_refused(cx, &args, INTERVALS, c, TACIT_ERR_INPUT, "number 2 is not");
    give_reals(&args, "parts", near, 1);
    h = build_with(cx, &args, INTERVALS, d);
    assert_labels(h, 1, "<1.0000000000003|<1.0000000000003|>=1.0000000000003");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_column_free(d);
    tacit_ctx_free(cx);
}

/* Random reals, also at the ends of intervals: each label holds its value, levels nest
 * (the build would fail if they did not). */
static void test_random_values_nest(void **state)
{
    (void)state;
    static const double widths[] = { 0.1, 0.3, 0.9, 2.7 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_rng rng = tacit_rng_seed(11);
    double x[400];
    for (size_t i = 0; i < 400; i++)
        x[i] = i % 2 == 0 ? (double)tacit_rng_below(&rng, 1000) * 0.1 - 50.0
                          : 100.0 * tacit_rng_uniform(&rng) - 50.0;
    tacit_column *c = column_of_reals(cx, x, 400);
    tacit_args args = args_of(cx, INTERVALS);
    tacit_hierarchy *h = NULL;
    give_reals(&args, "widths", widths, 4);
    assert_int_equal(tacit_hierarchy_build(cx, INTERVALS, &args, c, &h), TACIT_OK);
    for (size_t level = 1; level <= 4; level++)
        for (size_t v = 0; v < tacit_hierarchy_values(h); v++) {
            double low = 0.0, high = 0.0;
            const double y = tacit_hierarchy_number(h, v);
            assert_int_equal(sscanf(label_at(h, level, v), "[%lf, %lf)", &low, &high), 2);
            assert_true(y > low - 1e-9 && y < high + 1e-9);
        }
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

static void check_refused(tacit_ctx *cx, const tacit_args *args, const tacit_column *c,
                          tacit_status status, const char *message)
{
    tacit_hierarchy *h = NULL;
    assert_int_equal(tacit_hierarchy_build(cx, INTERVALS, args, c, &h), status);
    assert_string_equal(tacit_message(cx), message);
    assert_null(h);
}

static void test_refusals(void **state)
{
    (void)state;
    static const int64_t x[] = { INT64_MIN, 2, INT64_MAX };
    static const char *const texts[] = { "a" };
    static const double uneven[] = { 5, 12 }, same[] = { 5, 5 }, down[] = { 2, 1 };
    static const double tiny[] = { 0.5 }, wide[] = { 1e6 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_integers(cx, x, 3), *t = column_of_texts(cx, texts, 1);
    tacit_column *small = column_of_integers(cx, x + 1, 1);
    tacit_args args = args_of(cx, INTERVALS);
    check_refused(cx, &args, t, TACIT_ERR_INPUT,
                  "The hierarchy 'intervals' does not fit column 'code', which is of type "
                  "category.");
    check_refused(cx, &args, c, TACIT_ERR_INPUT,
                  "intervals for column 'age' needs one of 'widths', 'breaks' and 'parts'.");
    give_reals(&args, "widths", uneven, 2);
    check_refused(cx, &args, small, TACIT_ERR_INPUT,
                  "'widths' of intervals for column 'age': width 2 must be a multiple of width 1.");
    give_reals(&args, "widths", same, 2);
    check_refused(cx, &args, small, TACIT_ERR_INPUT,
                  "'widths' of intervals for column 'age': width 2 must be a multiple of width 1.");
    give_reals(&args, "widths", tiny, 1);
    check_refused(cx, &args, c, TACIT_ERR_DATA,
                  "'widths' of intervals is too small for the range of column 'age'.");
    tacit_hierarchy *h = NULL;
    give_reals(&args, "widths", wide, 1);
    assert_int_equal(tacit_hierarchy_build(cx, INTERVALS, &args, c, &h), TACIT_OK);
    tacit_hierarchy_free(h);
    give_reals(&args, "widths", NULL, 0);
    give_reals(&args, "breaks", down, 2);
    check_refused(cx, &args, small, TACIT_ERR_INPUT,
                  "'breaks' of intervals for column 'age' must go upwards, but break 2 does not.");
    tacit_column_free(c);
    tacit_column_free(t);
    tacit_column_free(small);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_widths), cmocka_unit_test(test_real_widths),
        cmocka_unit_test(test_odd_widths),   cmocka_unit_test(test_breaks),
        cmocka_unit_test(test_parts),        cmocka_unit_test(test_random_values_nest),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
