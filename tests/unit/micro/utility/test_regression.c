/*
 * test_regression.c - coefficients of a regression on both tables.
 *
 * Provenance: by hand (simple regression, group means, the log odds ratio of a 2 by 2 table);
 * Longley's data (1967) with the certified values of the NIST Statistical Reference Datasets.
 */
#include "support/comparisons.h"

static const double Z = 1.959963984540054;

/* y on x = 1 2 3 4: y = 2 3 5 6 has slope 7/5, residual sum 0.2, error sqrt(0.1/5);
 * y = 2 3 5 7 has slope 8.5/5, residual sum 0.3, error sqrt(0.15/5). */
static void test_slope(void **state)
{
    comparison c;
    start_comparison(&c, "regression", table_of(*state, "x:i,y:r", "1,2\n2,3\n3,5\n4,6\n,6\n"),
                     table_of(*state, "x:i,y:r", "1,2\n2,3\n3,5\n4,7\n"));
    tacit_result *r = run_comparison(*state, set_text(&c, "response", "y"));
    const double a = sqrt(0.1 / 5.0), b = sqrt(0.15 / 5.0);
    const double both = Z * a + Z * b - 0.3;
    assert_near(cell_of(r, "coefficients", 0, 1), 1.4, 1e-12);
    assert_near(cell_of(r, "coefficients", 0, 2), a, 1e-12);
    assert_near(cell_of(r, "coefficients", 0, 3), 1.7, 1e-12);
    assert_near(cell_of(r, "coefficients", 0, 4), b, 1e-12);
    assert_near(figure(r, "coefficient_overlap"),
                (both / (2.0 * Z * a) + both / (2.0 * Z * b)) / 2.0, 1e-9);
    assert_near(figure(r, "standardised_difference"), 0.3 / a, 1e-9);
    assert_note(r, "Least squares regression on 4 and 4");
    json_decref(r);
    end_comparison(&c);
}

/* Groups a (three records, the reference), b, c: coefficients are differences of means. */
static void test_groups(void **state)
{
    static const char *const predictors[] = { "g" };
    comparison c;
    tacit_table *t = table_of(*state, "g:c,y:r", "b,5\na,1\na,2\na,3\nb,7\nc,9\n");
    start_comparison(&c, "regression", t, t);
    set_text(&c, "response", "y");
    tacit_result *r = run_comparison(*state, set_texts(&c, "predictors", predictors, 1));
    const double variance = (2.0 + 2.0) / 3.0; /* within groups: 1 0 1, 1 1, 0 */
    assert_near(cell_of(r, "coefficients", 0, 1), 4.0, 1e-12);
    assert_near(cell_of(r, "coefficients", 0, 2), sqrt(variance * (1.0 / 2 + 1.0 / 3)), 1e-12);
    assert_near(cell_of(r, "coefficients", 1, 1), 7.0, 1e-12);
    assert_near(cell_of(r, "coefficients", 1, 2), sqrt(variance * (1.0 / 1 + 1.0 / 3)), 1e-12);
    assert_near(figure(r, "coefficient_overlap"), 1.0, 0.0);
    json_decref(r);
    end_comparison(&c);
}

/* Records of a 2 by 2 table of x and y with the counts of the cells 00 01 10 11. */
static tacit_table *two_by_two(tacit_ctx *cx, const size_t count[4])
{
    char rows[1024] = "";
    size_t used = 0;
    for (size_t k = 0; k < 4; k++)
        for (size_t i = 0; i < count[k]; i++)
            used += (size_t)snprintf(rows + used, sizeof rows - used, "%zu,%s\n", k / 2,
                                     k % 2 == 0 ? "no" : "yes");
    return table_of(cx, "x:i,y:c", rows);
}

/* The coefficient is the log odds ratio, its error sqrt(1/a + 1/b + 1/c + 1/d). */
static void test_odds(void **state)
{
    static const size_t before[] = { 10, 5, 4, 12 }, after[] = { 9, 6, 5, 11 };
    comparison c;
    start_comparison(&c, "regression", two_by_two(*state, before), two_by_two(*state, after));
    tacit_result *r = run_comparison(*state, set_text(&c, "response", "y"));
    assert_near(cell_of(r, "coefficients", 0, 1), log(10.0 * 12.0 / (5.0 * 4.0)), 1e-9);
    assert_near(cell_of(r, "coefficients", 0, 2), sqrt(0.1 + 0.2 + 0.25 + 1.0 / 12.0), 1e-9);
    assert_near(cell_of(r, "coefficients", 0, 3), log(9.0 * 11.0 / (6.0 * 5.0)), 1e-9);
    assert_note(r, "Logistic regression");
    json_decref(r);
    end_comparison(&c);
}

static void test_longley(void **state)
{
    static const char rows[] = "60323,83.0,234289,2356,1590,107608,1947\n"
                               "61122,88.5,259426,2325,1456,108632,1948\n"
                               "60171,88.2,258054,3682,1616,109773,1949\n"
                               "61187,89.5,284599,3351,1650,110929,1950\n"
                               "63221,96.2,328975,2099,3099,112075,1951\n"
                               "63639,98.1,346999,1932,3594,113270,1952\n"
                               "64989,99.0,365385,1870,3547,115094,1953\n"
                               "63761,100.0,363112,3578,3350,116219,1954\n"
                               "66019,101.2,397469,2904,3048,117388,1955\n"
                               "67857,104.6,419180,2822,2857,118734,1956\n"
                               "68169,108.4,442769,2936,2798,120445,1957\n"
                               "66513,110.8,444546,4681,2637,121950,1958\n"
                               "68655,112.6,482704,3813,2552,123366,1959\n"
                               "69564,114.2,502601,3931,2514,125368,1960\n"
                               "69331,115.7,518173,4806,2572,127852,1961\n"
                               "70551,116.9,554894,4007,2827,130081,1962\n";
    static const double value[] = { 15.0618722713733,  -0.358191792925910e-1, -2.02022980381683,
                                    -1.03322686717359, -0.511041056535807e-1, 1829.15146461355 };
    static const double error[] = { 84.9149257747669,  0.334910077722432e-1, 0.488399681651699,
                                    0.214274163161675, 0.226073200069370,    455.478499142212 };
    comparison c;
    tacit_table *t = table_of(*state, "y:i,a:r,b:i,c:i,d:i,e:i,f:i", rows);
    start_comparison(&c, "regression", t, t);
    tacit_result *r = run_comparison(*state, set_text(&c, "response", "y"));
    for (size_t j = 0; j < 6; j++) {
        assert_near(cell_of(r, "coefficients", j, 1), value[j], 1e-8 * fabs(value[j]));
        assert_near(cell_of(r, "coefficients", j, 2), error[j], 1e-8 * error[j]);
    }
    json_decref(r);
    end_comparison(&c);
}

/* z = x + y is left out and named; so is a category that one table lacks. */
static void test_dependent(void **state)
{
    static const char *const predictors[] = { "x", "y", "z", "g" };
    comparison c;
    start_comparison(&c, "regression",
                     table_of(*state, "r:r,x:r,y:r,z:r,g:c",
                              "1,1,0,1,a\n3,2,5,7,a\n2,3,1,4,a\n7,4,4,8,b\n"
                              "5,5,5,10,b\n6,6,1,7,a\n"),
                     table_of(*state, "r:r,x:r,y:r,z:r,g:c",
                              "1,1,0,1,a\n3,2,5,7,a\n2,3,1,4,a\n7,4,4,8,a\n"
                              "5,5,5,10,a\n6,6,1,7,a\n"));
    set_text(&c, "response", "r");
    tacit_result *r = run_comparison(*state, set_texts(&c, "predictors", predictors, 4));
    assert_int_equal(rows_of(r, "coefficients"), 2);
    assert_note(r, "'z' is left out");
    assert_note(r, "'g, category 1' is left out");
    json_decref(r);
    end_comparison(&c);
}

static void test_no_solution(void **state)
{
    comparison c;
    tacit_table *t = table_of(*state, "x:r,y:c", "1,a\n2,a\n3,b\n4,b\n");
    tacit_result *r =
        run_comparison(*state, set_text(start_comparison(&c, "regression", t, t), "response", "y"));
    assert_true(isnan(figure(r, "coefficient_overlap")));
    assert_note(r, "separate");
    json_decref(r);
    end_comparison(&c);
    t = table_of(*state, "x:r,y:r", "1,2\n2,3\n");
    r = run_comparison(*state, set_text(start_comparison(&c, "regression", t, t), "response", "y"));
    assert_true(isnan(figure(r, "coefficient_overlap")));
    json_decref(r);
    end_comparison(&c);
}

static void test_refuses(void **state)
{
    static const char *const self[] = { "y" }, *const three[] = { "y", "x" };
    comparison c;
    start_comparison(&c, "regression", table_of(*state, "x:c,y:r,m:i", "a,1,3\nb,2,4\nc,3,3\n"),
                     table_of(*state, "x:c,y:r,m:c", "a,1,3\nb,2,4\nc,3,3\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_note(r, "'response' names");
    json_decref(r);
    assert_comparison_fails(*state, set_text(&c, "response", "q"), TACIT_ERR_INPUT, "'q'");
    assert_comparison_fails(*state, set_text(&c, "response", "y"), TACIT_ERR_INPUT, "predictor");
    assert_comparison_fails(*state, set_texts(&c, "predictors", self, 1), TACIT_ERR_INPUT, "'y'");
    set_text(&c, "response", "x");
    assert_comparison_fails(*state, set_texts(&c, "predictors", self, 1), TACIT_ERR_DATA,
                            "two values");
    set_text(&c, "response", "m");
    assert_comparison_fails(*state, set_texts(&c, "predictors", three, 2), TACIT_ERR_INPUT, "'m'");
    end_comparison(&c);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_slope),   with_context(test_groups),    with_context(test_odds),
        with_context(test_longley), with_context(test_dependent), with_context(test_no_solution),
        with_context(test_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
