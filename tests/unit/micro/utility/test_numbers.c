/*
 * test_numbers.c - il_one, errors, quantiles, rank_correlations, eigenvalues and mlodak by hand.
 */
#include "support/comparisons.h"

/* x: 1 2 4 (sd sqrt(7/3)) becomes 2 2 1; y: 0 5 5 (sd sqrt(25/3)) becomes 1 5 and missing. */
static comparison *start_small(tacit_ctx *cx, comparison *c, const char *name)
{
    return start_comparison(c, name, table_of(cx, "x:i,y:r", "1,0\n2,5\n4,5\n"),
                            table_of(cx, "x:r,y:r", "2,1\n2,5\n1,\n"));
}

static void test_il_one(void **state)
{
    comparison c;
    tacit_result *r = run_comparison(*state, start_small(*state, &c, "il_one"));
    const double x = 4.0 / sqrt(14.0 / 3.0), y = 1.0 / 5.0; /* y present: 0 5, sd sqrt(12.5) */
    assert_near(figure(r, "il_one_sum"), x + y, 1e-12);
    assert_near(figure(r, "il_one"), (x + y) / 5.0, 1e-12);
    assert_near(figure(r, "relative_sum"), 100.0 + 75.0, 1e-12);
    assert_near(figure(r, "relative"), 175.0 / 4.0, 1e-12); /* the 0 is left out */
    assert_near(bar(r, "il_one", 0), x / 3.0, 1e-12);
    assert_near(cell_of(r, "columns", 1, 1), 2.0, 0.0);
    json_decref(r);
    end_comparison(&c);
}

static void test_errors(void **state)
{
    comparison c;
    tacit_result *r = run_comparison(*state, start_small(*state, &c, "errors"));
    assert_near(cell_of(r, "columns", 0, 2), -2.0 / 3.0, 1e-15); /* 1 0 -3 */
    assert_near(cell_of(r, "columns", 0, 3), 10.0 / 3.0, 1e-15);
    assert_near(cell_of(r, "columns", 0, 4), sqrt(10.0 / 3.0), 1e-15);
    assert_near(cell_of(r, "columns", 0, 5), 4.0 / 3.0, 1e-15);
    assert_near(cell_of(r, "columns", 0, 6), sqrt(10.0 / 7.0), 1e-12);
    assert_near(cell_of(r, "columns", 1, 2), 0.5, 1e-15); /* 1 0 */
    assert_near(figure(r, "sse_share"), (10.0 / (14.0 / 3.0) + 1.0 / 12.5) / 2.0, 1e-12);
    assert_near(figure(r, "sse_share_raw"), 11.0 / (14.0 / 3.0 + 12.5), 1e-12);
    assert_near(figure(r, "bias"), (2.0 / 3.0 / sqrt(7.0 / 3.0) + 0.5 / sqrt(12.5)) / 2.0, 1e-12);
    json_decref(r);
    end_comparison(&c);
}

static void test_quantiles(void **state)
{
    static const double half[] = { 0.5, 1.0 };
    comparison c;
    start_small(*state, &c, "quantiles");
    *argument(&c.a, "probabilities") = (tacit_value){ .given = true, .n = 2, .reals = half };
    tacit_result *r = run_comparison(*state, &c);
    const double x = sqrt(7.0 / 3.0), y = sqrt(25.0 / 3.0);
    assert_near(cell_of(r, "columns", 0, 1), 0.0, 1e-15);
    assert_near(cell_of(r, "columns", 0, 2), -2.0 / x, 1e-12);
    assert_near(cell_of(r, "columns", 1, 1), -2.0 / y, 1e-12); /* 3 of 1 5 */
    assert_near(cell_of(r, "columns", 1, 2), 0.0, 1e-12);
    assert_near(figure(r, "quantile_change"), (2.0 / x + 2.0 / y) / 4.0, 1e-12);
    assert_near(figure(r, "largest_change"), 2.0 / x, 1e-12);
    json_decref(r);
    static double many[100];
    *argument(&c.a, "probabilities") = (tacit_value){ .given = true, .n = 100, .reals = many };
    assert_comparison_fails(*state, &c, TACIT_ERR_INPUT, "at most");
    end_comparison(&c);
}

/* Rank correlations of 1 2 3 with 1 2 3 and its permutations: 1 - 6 sum d^2 / 24; with a tie,
 * ranks 1.5 1.5 3: sqrt(3) / 2.  The second table has more rows. */
static void test_rank_correlations(void **state)
{
    comparison c;
    start_comparison(&c, "rank_correlations",
                     table_of(*state, "x:r,y:r,z:r", "1,10,5\n20,30,5\n300,20,7\n"),
                     table_of(*state, "x:r,y:r,z:r", "5,5,1\n6,7,2\n9,8,3\n,1,1\n"));
    tacit_result *r = run_comparison(*state, &c);
    const double xy = 1.0 - 0.5, xz = 1.0 - sqrt(0.75), yz = 1.0 - 0.0;
    assert_near(figure(r, "rank_correlation_change"), (xy + xz + yz) / 3.0, 1e-12);
    assert_near(figure(r, "largest_change"), yz, 1e-12);
    assert_near(bar(r, "rank_correlation_change", 2), xz, 1e-12);
    assert_note(r, "1 records");
    json_decref(r);
    end_comparison(&c);
}

/* Correlation 1/2 becomes 1 (eigenvalues 3/2 1/2 become 2 0); variances 1 become 4 and 1. */
static void test_eigenvalues(void **state)
{
    comparison c;
    start_comparison(&c, "eigenvalues", table_of(*state, "x:r,y:r", "-1,0\n0,-1\n1,1\n"),
                     table_of(*state, "x:r,y:r", "-2,-1\n0,0\n2,1\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_near(figure(r, "eigenvalue_change"), 0.5 / 1.5 + 1.0, 1e-12);
    assert_near(figure(r, "mean_change"), (0.5 / 1.5 + 1.0) / 2.0, 1e-12);
    assert_note(r, "no robust estimate");
    json_decref(r);
    set_number(&c.a, "matrix", 1);
    set_number(&c.a, "robust", 0);
    r = run_comparison(*state, &c);
    assert_near(figure(r, "eigenvalue_change"), 3.5 / 1.5 + 1.0, 1e-12); /* 5 and 0 */
    json_decref(r);
    end_comparison(&c);
}

/* A constant column has eigenvalue 1 in the correlation and 0 in the covariance matrix. */
static void test_no_variance(void **state)
{
    comparison c;
    tacit_table *t = table_of(*state, "x:r,y:r", "1,7\n2,7\n3,7\n");
    start_comparison(&c, "eigenvalues", t, t);
    set_number(&c.a, "matrix", 1);
    tacit_result *r = run_comparison(*state, &c);
    assert_near(figure(r, "eigenvalue_change"), 0.0, 0.0);
    assert_note(r, "1 eigenvalues");
    json_decref(r);
    end_comparison(&c);
}

/* Robust eigenvalues do not see a twentieth of outliers; plain ones do. */
static void test_robust(void **state)
{
    tacit_builder *b[4];
    tacit_type type[4];
    tacit_rng rng = tacit_rng_seed(5);
    const size_t rows = 1000;
    start_columns(*state, "x:r,y:r", b, type);
    start_columns(*state, "x:r,y:r", b + 2, type + 2);
    for (size_t i = 0; i < rows; i++) {
        const double x = tacit_rng_normal(&rng), y = tacit_rng_normal(&rng);
        const double z[] = { x, y, x, i % 20 == 0 ? 50.0 + y : y };
        for (size_t j = 0; j < 4; j++)
            assert_ok(*state, tacit_builder_reals(*state, b[j], &z[j], NULL, 1));
    }
    comparison c;
    start_comparison(&c, "eigenvalues", finish_columns(*state, b, 2, rows),
                     finish_columns(*state, b + 2, 2, rows));
    set_number(&c.a, "matrix", 1);
    tacit_result *r = run_comparison(*state, &c);
    assert_true(figure(r, "eigenvalue_change") > 50.0);
    assert_true(figure(r, "robust_change") < 0.3);
    json_decref(r);
    end_comparison(&c);
}

/* With orthogonal u, v, w: x = u, y = u + v, z = w have the inverse diagonal 2 2 1, and u, v, w
 * have 1 1 1.  y moves by 1 in each record: (2 / pi) arctan 1 = 1/2. */
static void test_mlodak(void **state)
{
    comparison c;
    start_comparison(
        &c, "mlodak",
        table_of(*state, "x:i,y:i,z:i,g:c", "1,2,1,a\n1,0,-1,b\n-1,0,-1,\n-1,-2,1,d\n"),
        table_of(*state, "x:i,y:i,z:i,g:c", "1,1,1,a\n1,-1,-1,c\n-1,1,-1,\n-1,-1,1,\n"));
    tacit_result *r = run_comparison(*state, &c);
    const double a = 2.0 / 3.0 - 1.0 / sqrt(3.0), b = 1.0 / 3.0 - 1.0 / sqrt(3.0);
    assert_near(figure(r, "gamma"), sqrt((2.0 * a * a + b * b) / 2.0), 1e-12);
    assert_near(figure(r, "lambda"), (0.0 + 0.5 + 0.0 + 0.5) / 4.0, 1e-12);
    json_decref(r);
    set_number(&c.a, "scale", 1);
    r = run_comparison(*state, &c);
    const double moved = 2.0 / 3.14159265358979323846 * atan(1.0 / sqrt(8.0 / 3.0));
    assert_near(cell_of(r, "columns", 1, 1), moved, 1e-12);
    json_decref(r);
    end_comparison(&c);
    start_comparison(&c, "mlodak", table_of(*state, "x:r,y:r", "1,2\n2,4\n3,6\n,\n"),
                     table_of(*state, "x:r,y:r", "1,2\n2,5\n3,6\n,1\n"));
    r = run_comparison(*state, &c);
    assert_true(isnan(figure(r, "gamma")));
    assert_note(r, "depend on each other");
    assert_near(cell_of(r, "columns", 1, 1), (0.5 + 1.0) / 4.0, 1e-12);
    json_decref(r);
    end_comparison(&c);
}

/* Nothing to compare is said, not failed. */
static void test_nothing(void **state)
{
    static const char *const names[] = { "il_one", "errors", "quantiles", "rank_correlations",
                                         "eigenvalues" };
    for (size_t k = 0; k < 5; k++) {
        comparison c;
        tacit_table *t = table_of(*state, "c:c", "a\nb\n");
        tacit_result *r = run_comparison(*state, start_comparison(&c, names[k], t, t));
        assert_note(r, "numeric both before and after");
        json_decref(r);
        end_comparison(&c);
        t = table_of(*state, "x:r,y:r", "3,\n3,\n");
        r = run_comparison(*state, start_comparison(&c, names[k], t, t));
        const json_t *f;
        size_t i;
        json_array_foreach(json_object_get(r, "figures"), i, f)
        {
            const json_t *value = json_object_get(f, "value");
            assert_true(json_is_null(value) || fabs(json_number_value(value)) <= 0.0);
        }
        json_decref(r);
        end_comparison(&c);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_il_one),      with_context(test_errors),
        with_context(test_quantiles),   with_context(test_rank_correlations),
        with_context(test_eigenvalues), with_context(test_no_variance),
        with_context(test_robust),      with_context(test_mlodak),
        with_context(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
