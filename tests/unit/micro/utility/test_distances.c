/*
 * test_distances.c - distances of distributions and overlap of intervals, by hand.
 */
#include "support/comparisons.h"

#include "stats/counts/overlap.h"

/* x: 1 2 3 4 becomes 2 3 4 5 6: F - F' is 1/4, 1/2 - 1/5, 3/4 - 2/5, 1 - 3/5, 1/5 from 1, 2, 3,
 * 4, 5 on.  c: shares 1/2 1/4 1/4 (missing) become 1/5 3/5 1/5. */
static void test_by_hand(void **state)
{
    comparison c;
    start_comparison(&c, "distances", table_of(*state, "x:i,c:c", "4,a\n2,a\n3,b\n1,\n"),
                     table_of(*state, "x:i,c:c", "2,a\n6,b\n4,b\n5,b\n3,\n"));
    tacit_result *r = run_comparison(*state, &c);
    const double area = 0.25 + 0.3 + 0.35 + 0.4 + 0.2, sd = sqrt(5.0 / 3.0);
    assert_near(figure(r, "kolmogorov_smirnov"), 0.4, 1e-15);
    assert_near(figure(r, "wasserstein"), area / sd, 1e-12);
    assert_near(figure(r, "total_variation"), 0.35, 1e-15);
    const double roots = sqrt(0.5 * 0.2) + sqrt(0.25 * 0.6) + sqrt(0.25 * 0.2);
    assert_near(cell_of(r, "columns", 1, 4), sqrt(1.0 - roots), 1e-12);
    assert_true(isnan(cell_of(r, "columns", 1, 1)));
    assert_true(isnan(cell_of(r, "columns", 0, 3)));
    json_decref(r);
    end_comparison(&c);
}

/* Two intervals: quantiles of 0 0 ... 1 1 ... are 0 or 1, so the bins are the two values. */
static void test_two_values(void **state)
{
    comparison c;
    start_comparison(&c, "distances", table_of(*state, "x:i", "0\n0\n1\n1\n"),
                     table_of(*state, "x:i", "0\n1\n1\n1\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_near(figure(r, "hellinger"), sqrt(1.0 - sqrt(0.5 * 0.25) - sqrt(0.5 * 0.75)), 1e-12);
    json_decref(r);
    end_comparison(&c);
}

/* Nothing in common: 1 for all that end there. */
static void test_apart(void **state)
{
    comparison c;
    start_comparison(&c, "distances", table_of(*state, "x:i,d:d", "0,2000-01-01\n2,2000-01-03\n"),
                     table_of(*state, "x:i,d:d", "10,2001-01-01\n12,2001-01-03\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_near(figure(r, "kolmogorov_smirnov"), 1.0, 1e-15);
    assert_near(figure(r, "hellinger"), 1.0, 1e-12);
    assert_near(cell_of(r, "columns", 0, 2), 10.0 / sqrt(2.0), 1e-12);
    assert_near(cell_of(r, "columns", 1, 2), 366.0 / sqrt(2.0), 1e-12);
    json_decref(r);
    end_comparison(&c);
}

static void test_recoded(void **state)
{
    static const char *const names[] = { "distances", "interval_overlap" };
    for (size_t k = 0; k < 2; k++) {
        comparison c;
        start_comparison(&c, names[k], table_of(*state, "age:i,job:c,x:r", "31,a,1\n32,b,2\n"),
                         table_of(*state, "age:c,job:c,x:r", "30-39,A,1\n30-39,B,2\n"));
        tacit_table_set_roles(c.before, 0, TACIT_ROLE_KEY);
        tacit_result *r = run_comparison(*state, &c);
        assert_note(r, k == 0 ? "2 columns have no distance" : "2 columns have no intervals");
        json_decref(r);
        end_comparison(&c);
    }
}

static void test_constant(void **state)
{
    comparison c;
    start_comparison(&c, "distances", table_of(*state, "x:i,y:i", "3,3\n3,3\n"),
                     table_of(*state, "x:i,y:i", "3,4\n3,4\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_near(cell_of(r, "columns", 0, 2), 0.0, 0.0);
    assert_true(isnan(cell_of(r, "columns", 1, 2)));
    assert_near(cell_of(r, "columns", 1, 1), 1.0, 0.0);
    json_decref(r);
    end_comparison(&c);
}

/* ---- intervals ---- */

static void test_overlap(void **state)
{
    (void)state;
    const tacit_estimate a = { 0.0, 1.0 }, b = { 1.0, 0.5 }, far = { 9.0, 1.0 },
                         point = { 1.0, 0.0 };
    assert_near(tacit_confidence_factor(0.95), 1.959963984540054, 1e-9);
    assert_near(tacit_interval_overlap(&a, &a, 2.0), 1.0, 0.0);
    assert_near(tacit_interval_overlap(&a, &b, 2.0), (2.0 / 4.0 + 2.0 / 2.0) / 2.0, 1e-15);
    assert_near(tacit_interval_overlap(&a, &far, 2.0), 0.0, 0.0);
    assert_near(tacit_interval_overlap(&a, &point, 2.0), 0.5, 1e-15);
    assert_near(tacit_interval_overlap(&point, &point, 2.0), 1.0, 0.0);
    assert_true(isnan(tacit_interval_overlap(&a, &(tacit_estimate){ NAN, 1.0 }, 2.0)));
    const tacit_estimate large = { 1e12, 1e-3 };
    assert_near(tacit_interval_overlap(&large, &large, 2.0), 1.0, 0.0);
}

/* x: mean 2.5, se sqrt(5/3 / 4) becomes mean 3.5 with the same se; c: see above. */
static void test_means(void **state)
{
    comparison c;
    start_comparison(&c, "interval_overlap", table_of(*state, "x:i,c:c", "4,a\n2,a\n3,b\n1,b\n"),
                     table_of(*state, "x:r,c:c", "4,a\n2,a\n3,b\n5,a\n"));
    tacit_result *r = run_comparison(*state, &c);
    const double z = 1.959963984540054, se = sqrt(5.0 / 12.0), half = sqrt(0.25 / 4.0);
    const double other = sqrt(3.0 / 16.0 / 4.0), both = z * half + z * other - 0.25;
    const double x = (2.0 * z * se - 1.0) / (2.0 * z * se);
    const double shares = (both / (2.0 * z * half) + both / (2.0 * z * other)) / 2.0;
    assert_near(cell_of(r, "columns", 0, 1), x, 1e-9);
    assert_near(cell_of(r, "columns", 0, 2), 1.0 / se, 1e-9);
    assert_near(cell_of(r, "columns", 1, 1), shares, 1e-9); /* both categories alike */
    assert_near(cell_of(r, "columns", 1, 2), 0.25 / half, 1e-9);
    assert_near(figure(r, "interval_overlap"), (x + shares) / 2.0, 1e-9);
    assert_near(figure(r, "least_overlap"), fmin(x, shares), 1e-9);
    json_decref(r);
    end_comparison(&c);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_by_hand), with_context(test_two_values), with_context(test_apart),
        with_context(test_recoded), with_context(test_constant),   with_context(test_overlap),
        with_context(test_means),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
