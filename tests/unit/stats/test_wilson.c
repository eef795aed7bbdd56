/*
 * test_wilson.c - rates with their uncertainty.
 */
#include "support/check.h"

#include <math.h>

#include "stats/counts/wilson.h"

/* Quantiles as in printed tables of the normal distribution, to all digits of a double. */
static void test_quantile(void **state)
{
    (void)state;
    assert_near(tacit_normal_quantile(0.5), 0.0, 1e-15);
    assert_near(tacit_normal_quantile(0.975), 1.959963984540054, 1e-14);
    assert_near(tacit_normal_quantile(0.95), 1.6448536269514722, 1e-14);
    assert_near(tacit_normal_quantile(0.995), 2.5758293035489004, 1e-14);
    assert_near(tacit_normal_quantile(0.025), -1.959963984540054, 1e-14);
    assert_near(tacit_normal_quantile(1e-9), -5.997807015007686, 1e-13);
    for (double p = 1e-300; p < 0.5; p *= 3.7)
        assert_near(0.5 * erfc(-tacit_normal_quantile(p) / sqrt(2.0)) / p, 1.0, 1e-11);
}

/* By hand with z = 1.96: 8 of 10 has the interval 0.4902 ... 0.9433 (Agresti and Coull 1998,
 * Approximate is better than exact, print the formula). */
static void test_interval(void **state)
{
    (void)state;
    const tacit_rate r = tacit_wilson(8, 10, 0.95);
    assert_near(r.value - r.error, 0.4901625, 1e-6);
    assert_near(r.value + r.error, 0.9433178, 1e-6);
    /* 0 of n: from 0 to z^2 / (n + z^2) */
    const double z2 = 1.959963984540054 * 1.959963984540054;
    const tacit_rate none = tacit_wilson(0, 10, 0.95), all = tacit_wilson(10, 10, 0.95);
    assert_near(none.value - none.error, 0.0, 1e-15);
    assert_near(none.value + none.error, z2 / (10 + z2), 1e-14);
    assert_near(all.value + all.error, 1.0, 1e-14);
    assert_true(isnan(tacit_wilson(0, 0, 0.95).value));
    /* the ends solve (p - x/n)^2 = z^2 p (1 - p) / n, which defines the interval */
    for (double x = 0; x <= 37.5; x += 2.5) {
        const tacit_rate w = tacit_wilson(x, 37.5, 0.9);
        const double z = 1.6448536269514722;
        for (int sign = -1; sign <= 1; sign += 2) {
            const double p = w.value + sign * w.error;
            assert_near((p - x / 37.5) * (p - x / 37.5), z * z * p * (1 - p) / 37.5, 1e-12);
        }
    }
}

static void test_excess(void **state)
{
    (void)state;
    const tacit_excess e = tacit_excess_of((tacit_rate){ 0.5, 0.06 }, (tacit_rate){ 0.2, 0.04 });
    assert_near(e.value, 0.375, 1e-15);
    const double error = sqrt(0.075 * 0.075 + 0.5 / 0.64 * 0.04 * 0.5 / 0.64 * 0.04);
    assert_near(e.low, 0.375 - error, 1e-15);
    assert_near(e.high, 0.375 + error, 1e-15);
    const tacit_excess less = tacit_excess_of((tacit_rate){ 0.1, 0.05 }, (tacit_rate){ 0.2, 0.04 });
    assert_near(less.value, 0, 0);
    assert_near(less.low, 0, 0);
    assert_true(isnan(tacit_excess_of(tacit_wilson(0, 0, 0.95), (tacit_rate){ 0.1, 0.1 }).value));
}

/* Newcombe (1998), table II, method 10: 56/70 - 48/80 has the interval 0.0524 ... 0.3339, and
 * 9/10 - 3/10 has 0.1705 ... 0.8090. */
static void test_difference(void **state)
{
    (void)state;
    const tacit_surplus a =
        tacit_surplus_of((const double[]){ 56, 48 }, (const double[]){ 70, 80 }, 0.95);
    assert_near(a.value, 0.2, 1e-15);
    assert_near(a.low, 0.0524, 5e-5);
    assert_near(a.high, 0.3339, 5e-5);
    const tacit_surplus b =
        tacit_surplus_of((const double[]){ 9, 3 }, (const double[]){ 10, 10 }, 0.95);
    assert_near(b.low, 0.1705, 5e-5);
    assert_near(b.high, 0.8090, 5e-5);
    assert_true(
        isnan(tacit_surplus_of((const double[]){ 0, 3 }, (const double[]){ 0, 10 }, 0.95).value));
}

/* The integral against a sum of 100 000 strips. */
static void test_isolation(void **state)
{
    (void)state;
    static const double n[] = { 1, 2, 10, 300 }, low[] = { 0, 0.1, 0, 0.001 },
                        high[] = { 1, 0.3, 0.05, 1 };
    for (int c = 0; c < 4; c++) {
        double sum = 0;
        const int strips = 100000;
        for (int i = 0; i < strips; i++) {
            const double w = low[c] + (high[c] - low[c]) * (i + 0.5) / strips;
            sum += n[c] * w * pow(1 - w, n[c] - 1) * (high[c] - low[c]) / strips;
        }
        assert_near(tacit_isolation_integral(n[c], low[c], high[c]), sum, 1e-8);
    }
}

/* Drawing 2 of 4 of whom 2 meet it: 6 pairs, 4 of them with exactly one. */
static void test_drawn(void **state)
{
    (void)state;
    assert_near(tacit_isolation_drawn(2, 4, 2), 4.0 / 6.0, 1e-14);
    assert_near(tacit_isolation_drawn(3, 5, 1), 3.0 / 5.0, 1e-14);
    assert_near(tacit_isolation_drawn(5, 5, 1), 1.0, 1e-14);
    assert_near(tacit_isolation_drawn(5, 5, 2), 0.0, 0);
    assert_near(tacit_isolation_drawn(3, 5, 0), 0.0, 0);
    assert_near(tacit_isolation_drawn(1, 7, 7), 1.0, 1e-14);
    assert_near(tacit_isolation_drawn(2, 7, 7), 0.0, 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quantile),  cmocka_unit_test(test_interval),
        cmocka_unit_test(test_excess),    cmocka_unit_test(test_difference),
        cmocka_unit_test(test_isolation), cmocka_unit_test(test_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
