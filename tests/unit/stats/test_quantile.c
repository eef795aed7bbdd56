/*
 * test_quantile.c - type 7 quantiles of Hyndman and Fan (1996).
 *
 * Provenance: by hand from the definition x[l] + (h - l)(x[l+1] - x[l]), h = (n - 1) p;
 * R's default type is 7 and quantile(1:10) gives 1.00 3.25 5.50 7.75 10.00.
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/quantile.h"

static void test_one_to_ten(void **state)
{
    (void)state;
    const double x[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
    const double expected[] = { 1.0, 3.25, 5.5, 7.75, 10.0 };
    for (int i = 0; i <= 4; i++)
        assert_near(tacit_quantile(x, 10, 0.25 * i), expected[i], 1e-15);
    assert_near(tacit_quantile(x, 10, 0.9), 9.1, 1e-14);
}

static void test_edges(void **state)
{
    (void)state;
    const double one[] = { 2.385 }, two[] = { -1.0, 3.0 };
    assert_near(tacit_quantile(one, 1, 0.0), 2.385, 0.0);
    assert_near(tacit_quantile(one, 1, 0.5), 2.385, 0.0);
    assert_near(tacit_quantile(one, 1, 1.0), 2.385, 0.0);
    assert_near(tacit_quantile(two, 2, 0.75), 2.0, 0.0);
}

static void test_monotone(void **state)
{
    (void)state;
    double x[101];
    tacit_rng rng = tacit_rng_seed(5);
    x[0] = -50.0;
    for (size_t i = 1; i < 101; i++)
        x[i] = x[i - 1] + tacit_rng_uniform(&rng);
    double last = x[0];
    for (int i = 0; i <= 10000; i++) {
        const double q = tacit_quantile(x, 101, i / 10000.0);
        assert_true(q >= last && q <= x[100]);
        last = q;
    }
    for (size_t i = 0; i <= 100; i++)
        assert_near(tacit_quantile(x, 101, (double)i / 100.0), x[i], 1e-12);
}

/* Counted numbers are what they are written out: 1 1 1 2.385 7 7 7 7. */
static void test_counted(void **state)
{
    (void)state;
    const double all[] = { 1, 1, 1, 2.385, 7, 7, 7, 7 }, x[] = { 1, 2.385, 7 };
    const uint64_t count[] = { 3, 1, 4 };
    for (int i = 0; i <= 1000; i++)
        assert_near(tacit_quantile_counted(x, count, 3, i / 1000.0),
                    tacit_quantile(all, 8, i / 1000.0), 0.0);
    assert_near(tacit_quantile_counted(x, count, 1, 0.5), 1.0, 0.0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_to_ten),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_monotone),
        cmocka_unit_test(test_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
