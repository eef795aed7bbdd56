/*
 * test_benedetti_franconi.c - the expected inverse of a population frequency.
 *
 * The oracle is Gauss's continued fraction of 2F1(1, 1; f+1; q) in 113-bit arithmetic,
 * evaluated from its end: another formula than the program's, with 1 / sqrt(p) levels.
 * Closed forms by hand: f = 1 gives p / q log(1 / p), f = 2 gives
 * p / q - (p / q)^2 log(1 / p), f = 3 gives (p / q) (1/2 - p / q + (p / q)^2 log(1 / p)).
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/population/benedetti_franconi.h"

/* Coefficient n of the continued fraction 1 / (1 - g1 q / (1 - g2 q / ...)). */
static __float128 coefficient(__float128 f, long n)
{
    const __float128 k = n / 2;
    return n % 2 == 1 ? (1 + k) * (f + k) / ((f + 2 * k) * (f + 2 * k + 1))
                      : k * (f - 1 + k) / ((f + 2 * k - 1) * (f + 2 * k));
}

static double oracle(double f, double p)
{
    const __float128 q = 1 - (__float128)p;
    const long levels = 60 + (long)(20.0 / sqrt(p));
    __float128 x = 1;
    for (long n = levels; n > 0; n--)
        x = 1 - coefficient(f, n) * q / x;
    return (double)(p / ((__float128)f * x));
}

static void check(double f, double p)
{
    const double right = oracle(f, p), ours = tacit_benedetti_franconi(f, p);
    if (!(fabs(ours - right) <= 2e-14 * right))
        fail_msg("f = %.17g, p = %.17g: %.17g instead of %.17g", f, p, ours, right);
}

static void test_closed_forms(void **state)
{
    (void)state;
    const double p = 0.01, a = p / (1.0 - p), l = -log(p);
    assert_near(tacit_benedetti_franconi(1, p), a * l, 1e-16);
    assert_near(tacit_benedetti_franconi(2, p), a - a * a * l, 1e-16);
    assert_near(tacit_benedetti_franconi(3, p), a * (0.5 - a + a * a * l), 1e-16);
    assert_near(tacit_benedetti_franconi(1, 0.5), log(2.0), 1e-15);
    assert_near(tacit_benedetti_franconi(2, 0.5), 1.0 - log(2.0), 1e-15);
    assert_near(tacit_benedetti_franconi(3, 0.0), 0.0, 0.0);
    for (double f = 1.0; f < 1e9; f *= 3.7) /* a census: F = f */
        assert_near(tacit_benedetti_franconi(f, 1.0), 1.0 / f, 1e-16 / f);
}

static void test_whole(void **state)
{
    (void)state;
    for (double f = 1.0; f <= 20.0; f += 1.0)
        for (double p = 1.0; p > 1e-6; p *= 0.61)
            check(f, p);
    for (double f = 23.0; f < 1e8; f = floor(f * 2.9))
        for (double p = 1.0; p > 1e-5; p *= 0.31)
            check(f, p);
}

/* Frequencies that are not whole, and whole ones but for a hair. */
static void test_broken(void **state)
{
    (void)state;
    tacit_rng rng = tacit_rng_seed(5);
    for (int round = 0; round < 1000; round++) {
        const double f = 0.5 + 20.0 * tacit_rng_uniform(&rng);
        const double p = exp(-10.0 * tacit_rng_uniform(&rng));
        const double hair = exp(-40.0 * tacit_rng_uniform(&rng));
        check(f, p);
        check(round % 2 == 0 ? floor(f) + 1.0 + hair / 3.0 : floor(f) + 1.0 - hair / 3.0, p);
    }
}

/* Between 0 and 1 / f, growing in p, falling in f, also far out. */
static void test_order(void **state)
{
    (void)state;
    for (double p = 1e-300; p < 0.999; p = p < 0.1 ? p * 17.3 : p + 0.07)
        for (double f = 1.0; f < 1e6; f *= 1.31) {
            const double r = tacit_benedetti_franconi(f, p);
            assert_true(r > 0.0 && r <= 1.0 / f);
            assert_true(tacit_benedetti_franconi(f, p * 1.001) > r);
            assert_true(tacit_benedetti_franconi(f * 1.001, p) < r);
        }
}

/* Eight terms at f = 4, p = 1/2: 1 + 1/10 + 1/60 + 1/280 + 1/1120 + 1/4032 + 1/13440 +
 * 1/42240 of p / f = 1/8. */
static void test_cut(void **state)
{
    (void)state;
    const double sum =
        1.0 + 1 / 10.0 + 1 / 60.0 + 1 / 280.0 + 1 / 1120.0 + 1 / 4032.0 + 1 / 13440.0 + 1 / 42240.0;
    assert_near(tacit_benedetti_franconi_cut(4, 0.5, 8), sum / 8.0, 1e-16);
    assert_near(tacit_benedetti_franconi_cut(4, 0.5, 1), 1 / 8.0, 0.0);
    assert_near(tacit_benedetti_franconi_cut(20, 0.9, 100), tacit_benedetti_franconi(20, 0.9),
                1e-17);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed_forms), cmocka_unit_test(test_whole),
        cmocka_unit_test(test_broken),       cmocka_unit_test(test_order),
        cmocka_unit_test(test_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
