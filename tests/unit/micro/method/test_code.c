/*
 * test_code.c - top and bottom coding, by hand.
 *
 * Quantiles are of type 7 (Hyndman and Fan 1996): the 0.8-quantile of 1 ... 10 is 8.2.
 */
#include "support/told.h"

static tacit_table *ten(tacit_ctx *cx)
{
    return table_of(cx, "x:i,y:r,c:c",
                    "1,1,a\n2,2,a\n3,3,a\n4,4,a\n5,5,a\n6,6,a\n7,7,a\n8,8,a\n"
                    "9,9,a\n10,10.5,a\n,,a\n");
}

static void test_threshold(void **state)
{
    tacit_table *t = ten(*state);
    mask m;
    set_number(&add_column(start_mask(&m, "top_code"), t, "x")->a, "at", 8);
    assert_masked(*state, &m, t, "x", "1,2,3,4,5,6,7,8,8,8,");
    set_number(&m.a, "at", 8.5); /* a whole number stays whole: 8 is the one inside */
    assert_masked(*state, &m, t, "x", "1,2,3,4,5,6,7,8,8,8,");
    set_number(&m.a, "at", 1e300); /* nothing is beyond */
    tacit_table *out = run_mask(*state, &m, t);
    assert_true(same_table(t, out));
    tacit_table_free(out);
    set_number(&add_column(start_mask(&m, "bottom_code"), t, "x")->a, "at", 2.5);
    add_column(&m, t, "y");
    out = run_mask(*state, &m, t);
    assert_cells(out, "x", "3,3,3,4,5,6,7,8,9,10,");
    assert_cells(out, "y", "2.5,2.5,3,4,5,6,7,8,9,10.5,");
    assert_int_equal(tacit_column_type(column_of(out, "x")), TACIT_TYPE_INTEGER);
    tacit_table_free(out);
    assert_cells(t, "x", "1,2,3,4,5,6,7,8,9,10,"); /* the original is untouched */
    tacit_table_free(t);
}

static void test_share(void **state)
{
    tacit_table *t = ten(*state);
    mask m;
    set_number(&add_column(start_mask(&m, "top_code"), t, "x")->a, "share", 0.2);
    add_column(&m, t, "y");
    tacit_table *out = run_mask(*state, &m, t);
    assert_cells(out, "x", "1,2,3,4,5,6,7,8,8,8,");
    assert_cells(out, "y", "1,2,3,4,5,6,7,8,8.2,8.2,");
    tacit_table_free(out);
    set_number(&add_column(start_mask(&m, "bottom_code"), t, "x")->a, "share", 0.2);
    assert_masked(*state, &m, t, "x", "3,3,3,4,5,6,7,8,9,10,"); /* 2.8, inside is 3 */
    set_number(&m.a, "share", 0.0);
    assert_masked(*state, &m, t, "x", "1,2,3,4,5,6,7,8,9,10,");
    tacit_table_free(t);
}

static void test_mean(void **state)
{
    tacit_table *t = ten(*state);
    mask m;
    set_number(&add_column(start_mask(&m, "top_code"), t, "x")->a, "at", 7);
    set_number(&m.a, "replace", 1);
    assert_masked(*state, &m, t, "x", "1,2,3,4,5,6,7,9,9,9,"); /* (8 + 9 + 10) / 3 */
    set_number(&m.a, "at", 8);
    assert_masked(*state, &m, t, "x", "1,2,3,4,5,6,7,8,9.5,9.5,");
    set_number(&m.a, "at", 100);
    assert_masked(*state, &m, t, "x", "1,2,3,4,5,6,7,8,9,10,");
    tacit_table_free(t);
}

static void test_value(void **state)
{
    tacit_table *t = ten(*state);
    mask m;
    set_number(&add_column(start_mask(&m, "top_code"), t, "x")->a, "at", 8);
    set_number(set_number(&m.a, "replace", 2), "value", 99);
    tacit_table *out = run_mask(*state, &m, t);
    assert_cells(out, "x", "1,2,3,4,5,6,7,8,99,99,");
    assert_int_equal(tacit_column_type(column_of(out, "x")), TACIT_TYPE_INTEGER);
    tacit_table_free(out);
    set_number(&m.a, "value", -0.5);
    assert_masked(*state, &m, t, "x", "1,2,3,4,5,6,7,8,-0.5,-0.5,");
    set_number(&m.a, "replace", 0);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "go together");
    argument(&m.a, "value")->given = false;
    set_number(&m.a, "replace", 2);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "go together");
    tacit_table_free(t);
}

/* A label makes a category of the column, also if no value is beyond. */
static void test_label(void **state)
{
    tacit_table *t = ten(*state);
    tacit_result *told = NULL;
    mask m;
    set_number(&add_column(start_mask(&m, "top_code"), t, "x")->a, "at", 8);
    set_number(&add_column(&m, t, "y")->a, "replace", 3);
    tacit_table *out = run_told(*state, &m, t, &told);
    assert_cells(out, "x", "1,2,3,4,5,6,7,8,>8,>8,");
    assert_cells(out, "y", "1,2,3,4,5,6,7,8,>8,>8,");
    assert_near(told_cell(told, "replaced", 1, 1), 10, 0);
    assert_near(told_cell(told, "replaced", 1, 2), 2, 0);
    json_decref(told);
    tacit_table_free(out);
    argument(&m.a, "label")->text = "9 or more";
    assert_masked(*state, &m, t, "x", "1,2,3,4,5,6,7,8,9 or more,9 or more,");
    set_number(&m.a, "replace", 0);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'replace: label'");
    set_number(&add_column(start_mask(&m, "bottom_code"), t, "x")->a, "at", 0);
    set_number(&m.a, "replace", 3);
    out = run_mask(*state, &m, t);
    assert_int_equal(tacit_column_type(column_of(out, "x")), TACIT_TYPE_CATEGORY);
    assert_cells(out, "x", "1,2,3,4,5,6,7,8,9,10,");
    tacit_table_free(out);
    set_number(&m.a, "at", 2.5);
    assert_masked(*state, &m, t, "x", "<3,<3,3,4,5,6,7,8,9,10,");
    tacit_table_free(t);
}

/* The mean of one or two values is close to them, which is warned of. */
static void test_few(void **state)
{
    tacit_table *t = ten(*state);
    mask m;
    set_number(&add_column(start_mask(&m, "top_code"), t, "x")->a, "replace", 1);
    set_number(&m.a, "at", 7);
    tacit_table_free(run_mask(*state, &m, t));
    assert_int_equal(tacit_warning_count(*state), 0);
    set_number(&m.a, "at", 8);
    tacit_table_free(run_mask(*state, &m, t));
    assert_int_equal(tacit_warning_count(*state), 1);
    tacit_table_free(t);
}

static double mean_of(const tacit_column *c)
{
    double sum = 0.0;
    size_t n = 0;
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (!tacit_column_is_missing(c, i)) {
            sum += tacit_column_number(c, i);
            n++;
        }
    return sum / (double)n;
}

/* With a threshold coding twice is coding once; with the mean the column's mean stays. */
static void test_properties(void **state)
{
    static const char *const methods[] = { "top_code", "bottom_code" };
    tacit_rng rng = tacit_rng_seed(23);
    for (int round = 0; round < 60; round++) {
        tacit_table *t = random_table(*state, &rng, "x:i,y:r", 80, 50, 0.1);
        mask m;
        start_mask(&m, methods[round % 2]);
        set_number(&add_column(add_column(&m, t, "x"), t, "y")->a, "at", 10 + round / 4.0);
        tacit_table *once = run_mask(*state, &m, t), *twice = run_mask(*state, &m, once);
        assert_true(same_table(once, twice));
        set_number(&m.a, "replace", 1);
        tacit_table *mean = run_mask(*state, &m, t);
        assert_near(mean_of(column_of(mean, "x")), mean_of(column_of(t, "x")), 1e-12);
        assert_near(mean_of(column_of(mean, "y")), mean_of(column_of(t, "y")), 1e-12);
        tacit_table_free(t);
        tacit_table_free(once);
        tacit_table_free(twice);
        tacit_table_free(mean);
    }
}

static void test_refusals(void **state)
{
    tacit_table *t = ten(*state), *none = table_of(*state, "x:i", "\n\n");
    mask m;
    add_column(start_mask(&m, "top_code"), t, "x");
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "either 'at' or 'share'");
    set_number(set_number(&m.a, "at", 1), "share", 0.1);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "not both");
    set_number(&add_column(start_mask(&m, "bottom_code"), t, "c")->a, "at", 1);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "column 'c'");
    set_number(&add_column(start_mask(&m, "top_code"), none, "x")->a, "share", 0.1);
    assert_mask_fails(*state, &m, none, TACIT_ERR_DATA, "Column 'x'");
    set_number(&m.a, "share", 0.6);
    assert_mask_fails(*state, &m, none, TACIT_ERR_INPUT, "'share'");
    start_mask(&m, "top_code");
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'columns'");
    tacit_table_free(t);
    tacit_table_free(none);
}

/* Whole numbers that no double holds exactly are left as they are. */
static void test_large_integers(void **state)
{
    tacit_table *t = table_of(*state, "x:i", "9007199254740993\n5\n");
    mask m;
    set_number(&add_column(start_mask(&m, "bottom_code"), t, "x")->a, "at", 7);
    assert_masked(*state, &m, t, "x", "9007199254740993,7");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_threshold), with_context(test_share),
        with_context(test_mean),      with_context(test_properties),
        with_context(test_refusals),  with_context(test_large_integers),
        with_context(test_value),     with_context(test_label),
        with_context(test_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
