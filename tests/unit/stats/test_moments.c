/*
 * test_moments.c - means, deviations, correlations.
 *
 * Provenance: small cases by hand.  The sleep data (Student 1908; R's data set
 * `sleep`): means 0.75 and 2.33, deviations 1.789 and 2.002 of the two drugs.  Anscombe (1973):
 * mean 9 and 7.50, variance 11 and 4.13, correlation 0.816 for each of four sets.
 */
#include "support/check.h"

#include "stats/moments.h"

static void test_by_hand(void **state)
{
    (void)state;
    const double x[] = { 2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0 };
    const tacit_moments m = tacit_moments_of(x, 8);
    assert_int_equal(m.n, 8);
    assert_near(m.mean, 5.0, 0.0);
    assert_near(m.sd, sqrt(32.0 / 7.0), 1e-15); /* squares add up to 32 */
    assert_near(m.least, 2.0, 0.0);
    assert_near(m.most, 9.0, 0.0);
}

static void test_sleep(void **state)
{
    (void)state;
    const double a[] = { 0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0 };
    const double b[] = { 1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4 };
    assert_near(tacit_moments_of(a, 10).mean, 0.75, 1e-15);
    assert_near(tacit_moments_of(b, 10).mean, 2.33, 1e-15);
    assert_near(tacit_moments_of(a, 10).sd, 1.789010, 5e-7);
    assert_near(tacit_moments_of(b, 10).sd, 2.002249, 5e-7);
}

static void test_anscombe(void **state)
{
    (void)state;
    const double x[] = { 10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5 };
    const double y[] = { 8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68 };
    const tacit_moments mx = tacit_moments_of(x, 11), my = tacit_moments_of(y, 11);
    assert_near(mx.mean, 9.0, 0.0);
    assert_near(mx.sd * mx.sd, 11.0, 1e-13);
    assert_near(my.mean, 7.50, 0.005);
    assert_near(my.sd * my.sd, 4.13, 0.005);
    assert_near(tacit_correlation(x, y, 11), 0.816, 0.0005);
    assert_near(tacit_correlation(y, x, 11), tacit_correlation(x, y, 11), 1e-15);
}

static void test_edges(void **state)
{
    (void)state;
    const double one[] = { 2.385 };
    const tacit_moments none = tacit_moments_of(NULL, 0), single = tacit_moments_of(one, 1);
    assert_int_equal(none.n, 0);
    assert_near(none.mean + none.sd + none.least + none.most, 0.0, 0.0);
    assert_near(single.mean, 2.385, 0.0);
    assert_near(single.sd, 0.0, 0.0);
    assert_near(tacit_correlation(one, one, 1), 0.0, 0.0);
    assert_near(tacit_correlation(one, one, 0), 0.0, 0.0);
}

/* A constant that is no binary fraction: sums of it are rounded, its deviation is not. */
static void test_constant(void **state)
{
    (void)state;
    double x[1000], y[1000];
    for (size_t i = 0; i < 1000; i++) {
        x[i] = 0.1;
        y[i] = (double)i;
    }
    for (size_t n = 2; n <= 1000; n++) {
        assert_near(tacit_moments_of(x, n).sd, 0.0, 0.0);
        assert_near(tacit_moments_of(x, n).mean, 0.1, 0.0);
    }
    assert_near(tacit_correlation(x, y, 1000), 0.0, 0.0);
}

static void test_large_mean(void **state)
{
    (void)state;
    const double x[] = { 1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16 };
    assert_near(tacit_moments_of(x, 4).sd, sqrt(30.0), 1e-12); /* (36 + 9 + 9 + 36) / 3 */
}

static void test_extreme_scales(void **state)
{
    (void)state;
    const double big[] = { 1e300, 2e300, 3e300 }, small[] = { 1e-300, 2e-300, 3e-300 };
    const double huge[] = { 1.5e308, 1.5e308, 1.2e308 };
    assert_near(tacit_moments_of(big, 3).sd / 1e300, 1.0, 1e-12);
    assert_near(tacit_moments_of(big, 3).mean / 1e300, 2.0, 1e-12);
    assert_near(tacit_moments_of(small, 3).sd / 1e-300, 1.0, 1e-12);
    assert_near(tacit_correlation(big, small, 3), 1.0, 1e-12);
    assert_near(tacit_moments_of(huge, 3).mean / 1e308, 1.4, 1e-12);
}

/* Counted numbers are what they are written out: 1 1 1 2.385 7 7 7 7. */
static void test_counted(void **state)
{
    (void)state;
    const double all[] = { 1, 1, 1, 2.385, 7, 7, 7, 7 }, x[] = { 1, 2.385, 7 };
    const uint64_t count[] = { 3, 1, 4 }, one[] = { 5 };
    const tacit_moments a = tacit_moments_of(all, 8), b = tacit_moments_counted(x, count, 3);
    assert_int_equal(b.n, 8);
    assert_near(b.mean, 33.385 / 8.0, 1e-15);
    assert_near(b.mean, a.mean, 1e-15);
    assert_near(b.sd, a.sd, 1e-14);
    assert_near(b.least, 1.0, 0.0);
    assert_near(b.most, 7.0, 0.0);
    assert_near(tacit_moments_counted(x + 2, one, 1).mean, 7.0, 0.0);
    assert_near(tacit_moments_counted(x + 2, one, 1).sd, 0.0, 0.0);
    assert_int_equal(tacit_moments_counted(x, count, 0).n, 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),        cmocka_unit_test(test_sleep),
        cmocka_unit_test(test_anscombe),       cmocka_unit_test(test_edges),
        cmocka_unit_test(test_constant),       cmocka_unit_test(test_large_mean),
        cmocka_unit_test(test_extreme_scales), cmocka_unit_test(test_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
