/*
 * test_chi_square.c - the chi-square distribution.
 *
 * Provenance: with 2 degrees of freedom P(X <= x) = 1 - exp(-x / 2), with 4 it is
 * 1 - exp(-x / 2) (1 + x / 2), with 1 it is erf(sqrt(x / 2)); quantiles of the printed tables
 * (Abramowitz and Stegun 1964, table 26.8).
 */
#include "support/check.h"

#include "stats/counts/chi_square.h"

static void test_closed_forms(void **state)
{
    (void)state;
    const double x[] = { 0.001, 0.37, 2.385, 5.0, 17.2, 61.0 };
    for (size_t i = 0; i < 6; i++) {
        assert_near(tacit_chi_square_cdf(x[i], 2), -expm1(-x[i] / 2), 1e-14);
        assert_near(tacit_chi_square_cdf(x[i], 4), 1 - exp(-x[i] / 2) * (1 + x[i] / 2), 1e-14);
        assert_near(tacit_chi_square_cdf(x[i], 1), erf(sqrt(x[i] / 2)), 1e-14);
    }
    assert_near(tacit_chi_square_cdf(0, 3), 0, 0);
    assert_near(tacit_chi_square_cdf(-1, 3), 0, 0);
}

static void test_quantiles(void **state)
{
    (void)state;
    assert_near(tacit_chi_square_quantile(0.975, 1), 5.02389, 5e-6);
    assert_near(tacit_chi_square_quantile(0.975, 2), -2 * log(0.025), 1e-12);
    assert_near(tacit_chi_square_quantile(0.975, 10), 20.483, 5e-4);
    assert_near(tacit_chi_square_quantile(0.5, 5), 4.35146, 5e-6);
    assert_near(tacit_chi_square_quantile(0.005, 30), 13.7867, 5e-5);
    assert_near(tacit_chi_square_quantile(0.0, 3), 0, 1e-300);
    for (double p = 0.01; p < 1.0; p += 0.07)
        assert_near(tacit_chi_square_cdf(tacit_chi_square_quantile(p, 13), 13), p, 1e-13);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_closed_forms),
                                        with_context(test_quantiles) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
