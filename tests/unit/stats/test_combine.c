/*
 * test_combine.c - combining rules and Student's distribution, by hand and from tables.
 */
#include "support/check.h"

#include "stats/counts/combine.h"
#include "stats/counts/student.h"

/* Estimates 1, 2, 3 with variances 0.5: mean 2, b = 1, U = 0.5. */
static const double Q[] = { 1, 2, 3 }, U[] = { 0.5, 0.5, 0.5 };

static tacit_joint_estimate combine(tacit_combining rule, double n, double k)
{
    return tacit_combine(rule,
                         &(tacit_combined_sets){ .m = 3, .r = 1, .q = Q, .u = U, .n = n, .k = k });
}

static void test_rules(void **state)
{
    (void)state;
    tacit_joint_estimate c = combine(TACIT_COMBINE_PARTIAL, 10, 10);
    assert_near(c.estimate, 2.0, 1e-15);
    assert_near(c.variance, 0.5 + 1.0 / 3.0, 1e-15);
    assert_near(c.df, 2.0 * 2.5 * 2.5, 1e-12);
    c = combine(TACIT_COMBINE_FULL, 10, 10);
    assert_near(c.variance, 4.0 / 3.0 - 0.5, 1e-15);
    assert_near(c.df, 2.0 * 0.625 * 0.625, 1e-12);
    assert_false(c.replaced);
    c = combine(TACIT_COMBINE_SIMPLE, 10, 20); /* v = 1 */
    assert_near(c.variance, 1.0 + 10.0 / 60.0, 1e-15);
    assert_true(isinf(c.df));
    c = combine(TACIT_COMBINE_PROPER, 10, 20);
    assert_near(c.variance, 1.0 + 1.5 / 3.0, 1e-15);
    c = combine(TACIT_COMBINE_INCOMPLETE, 10, 20);
    assert_near(c.variance, 1.0 + 1.0 / 3.0, 1e-15);
}

/* Sets that differ less than their variances say: T_f is negative, and (k / n) U is taken. */
static void test_replaced(void **state)
{
    (void)state;
    const double q[] = { 2.0, 2.1 }, u[] = { 4.0, 6.0 };
    const tacit_joint_estimate c =
        tacit_combine(TACIT_COMBINE_FULL,
                      &(tacit_combined_sets){ .m = 2, .r = 1, .q = q, .u = u, .n = 10, .k = 5 });
    assert_true(c.replaced);
    assert_near(c.variance, 2.5, 1e-15);
}

/* Two imputations of two sets: means 1.5 and 4.5, b = 4.5, w = 0.5, U = 1.
 * T = 1.5 * 4.5 - 0.25 + 1 = 7.5; 1 / df = 6.75^2 / 56.25 + 0.0625 / (2 * 56.25). */
static void test_nested(void **state)
{
    (void)state;
    const double q[] = { 1, 2, 4, 5 }, u[] = { 1, 1, 1, 1 };
    const tacit_joint_estimate c =
        tacit_combine(TACIT_COMBINE_NESTED,
                      &(tacit_combined_sets){ .m = 2, .r = 2, .q = q, .u = u, .n = 9, .k = 9 });
    assert_near(c.estimate, 3.0, 1e-15);
    assert_near(c.between, 4.5, 1e-15);
    assert_near(c.inner, 0.5, 1e-15);
    assert_near(c.variance, 7.5, 1e-14);
    assert_near(c.df, 1.0 / (45.5625 / 56.25 + 0.0625 / 112.5), 1e-12);
}

/* Quantiles of published tables (Abramowitz and Stegun 1964, table 26.10), and closed forms: with
 * one degree of freedom tan(pi (p - 1/2)), with two (2p - 1) sqrt(2 / (1 - (2p - 1)^2)). */
static void test_student(void **state)
{
    (void)state;
    const double pi = 3.14159265358979323846;
    assert_near(tacit_student_quantile(0.975, 10), 2.228, 5e-4);
    assert_near(tacit_student_quantile(0.995, 30), 2.750, 5e-4);
    assert_near(tacit_student_quantile(0.975, INFINITY), 1.959963984540054, 1e-9);
    for (int i = 1; i < 100; i++) {
        const double p = i / 100.0, z = 2.0 * p - 1.0;
        const double one = tan(pi * (p - 0.5)), two = z * sqrt(2.0 / (1.0 - z * z));
        assert_near(tacit_student_quantile(p, 1), one, 1e-11 * (1.0 + fabs(one)));
        assert_near(tacit_student_quantile(p, 2), two, 1e-11 * (1.0 + fabs(two)));
        for (double df = 0.3; df < 1e9; df *= 7.0)
            assert_near(tacit_student_below(tacit_student_quantile(p, df), df), p,
                        1e-12 + 1e-17 * df);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_rules),
        with_context(test_replaced),
        with_context(test_nested),
        with_context(test_student),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
