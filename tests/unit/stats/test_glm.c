/*
 * test_glm.c - regressions with the covariances of their coefficients, and tests of several.
 */
#include "support/check.h"

#include <math.h>

#include "stats/counts/combine.h"
#include "stats/counts/student.h"
#include "stats/linear/glm.h"

/* By hand: y = 1, 2, 4 on x = 0, 1, 2 has the slope 3/2, the intercept 5/6, residuals 1/6, -1/3 and
 * 1/6, so s^2 = 1/6; (X'X)^-1 = (5/6, -1/2; -1/2, 1/2). */
static void test_least_squares(void **state)
{
    static const double x[] = { 1, 1, 1, 0, 1, 2 }, y[] = { 1, 2, 4 };
    double beta[2], v[4];
    bool settled = false;
    const tacit_glm model = { 3, 2, x, y, false };
    assert_ok(*state, tacit_glm_fit(*state, &model, beta, v, &settled));
    assert_true(settled);
    assert_near(beta[0], 5.0 / 6.0, 1e-13);
    assert_near(beta[1], 1.5, 1e-13);
    assert_near(v[0], 5.0 / 36.0, 1e-13);
    assert_near(v[1], -1.0 / 12.0, 1e-13);
    assert_near(v[3], 1.0 / 12.0, 1e-13);
}

/* A table of two by two with counts 3, 5 and 4, 2: the slope is the logarithm of the odds ratio
 * (2 / 4) / (5 / 3), and its variance is the sum of the counts' inverses. */
static void test_logistic(void **state)
{
    double x[28], y[14], beta[2], v[4];
    bool settled = false;
    for (size_t i = 0; i < 14; i++) {
        x[i] = 1;
        x[14 + i] = i >= 8;
        y[i] = i < 8 ? i >= 3 : i >= 12;
    }
    const tacit_glm model = { 14, 2, x, y, true };
    assert_ok(*state, tacit_glm_fit(*state, &model, beta, v, &settled));
    assert_true(settled);
    assert_near(beta[0], log(5.0 / 3.0), 1e-8);
    assert_near(beta[1], log((2.0 / 4.0) / (5.0 / 3.0)), 1e-8);
    assert_near(v[3], 1.0 / 3.0 + 1.0 / 5.0 + 1.0 / 4.0 + 1.0 / 2.0, 1e-7);
}

static void test_no_solution(void **state)
{
    static const double twice[] = { 1, 1, 1, 1, 2, 2, 2, 2 }, y[] = { 0, 1, 1, 0 },
                        apart[] = { 1, 1, 1, 1, 0, 1, 1, 0 };
    double beta[2], v[4];
    bool settled = true;
    assert_ok(*state,
              tacit_glm_fit(*state, &(tacit_glm){ 4, 2, twice, y, false }, beta, v, &settled));
    assert_false(settled);
    assert_ok(*state,
              tacit_glm_fit(*state, &(tacit_glm){ 4, 2, apart, y, true }, beta, v, &settled));
    assert_false(settled);
    assert_ok(*state,
              tacit_glm_fit(*state, &(tacit_glm){ 2, 2, apart, y, false }, beta, v, &settled));
    assert_false(settled);
}

/* F with 1 and w degrees of freedom is the square of t with w; with 2 and w its tail is
 * (1 + 2 f / w)^(-w / 2). */
static void test_f(void **state)
{
    (void)state;
    assert_near(tacit_f_above(1, 7, 7), 0.5, 1e-12);
    for (double f = 0.3; f < 20; f *= 1.7) {
        assert_near(tacit_f_above(f, 1, 9), 2.0 * (1.0 - tacit_student_below(sqrt(f), 9)), 1e-11);
        assert_near(tacit_f_above(f, 2, 5), pow(1.0 + 2.0 * f / 5.0, -2.5), 1e-11);
    }
    assert_near(tacit_f_above(0, 3, 3), 1, 0);
}

/* One estimate: S = Q^2 / (U + b / m), the square of Reiter's (2003) t.  By hand with q = 1, 2, 3,
 * 2, 2, 2, 2 and U = 1/2: Q = 2, b = 1/3, r = (1/3) 2 / 7 = 2/21, t = 6,
 * w = 4 + 2 (1 + (2/3) (21/2))^2 = 132. */
static void test_vector(void **state)
{
    static const double q[] = { 1, 2, 3, 2, 2, 2, 2 }, u[] = { 2 };
    const tacit_vector_test t = tacit_combine_test(q, u, 7, 1);
    (void)state;
    assert_near(t.statistic, 4.0 / (0.5 + 1.0 / 21.0), 1e-12);
    assert_near(t.w, 132.0, 1e-9);
    assert_near(t.p, tacit_f_above(t.statistic, 1, 132), 1e-15);
    /* two estimates that do not vary together, with variances 1/2 and 1/4 */
    static const double two[] = { 1, 5, 3, 5 }, v[] = { 2, 0, 0, 4 };
    const tacit_vector_test d = tacit_combine_test(two, v, 2, 2);
    assert_near(d.statistic, (2 * 4 + 4 * 25) / (2.0 * (1.0 + (2.0 * 2.0) / (2.0 * 2.0))), 1e-12);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_least_squares),
                                        with_context(test_logistic), with_context(test_no_solution),
                                        with_context(test_f), with_context(test_vector) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
