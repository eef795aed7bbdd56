/*
 * test_conditional.c - normal variables given others.
 *
 * Provenance: by hand; exact draws against the covariances of what they are drawn for.
 */
#include "support/check.h"

#include "base/pool.h"
#include "stats/linear/conditional.h"
#include "stats/linear/covariance.h"

static void test_one(void **state)
{
    const double v[] = { 4, 1, 1, 2 };
    tacit_conditional c = { 0 };
    assert_ok(*state, tacit_conditional_fit(*state, v, 1, 1, &c));
    assert_near(c.slope[0], 0.5, 1e-15);
    assert_near(c.root[0], sqrt(3.5), 1e-14);
    assert_near(c.explained[0], 0.125, 1e-15);
    assert_true(c.is_kept[0]);
}

/* x = 3 s1 + s4 + e, s2 = 2 s1, s3 constant: variances 1, 4, 0, 5 and that of e 2, so that of x
 * is 9 + 5 + 2. */
static void test_collinear(void **state)
{
    const double v[] = {
        16, 3, 6, 0, 5, 3, 1, 2, 0, 0, 6, 2, 4, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 5
    };
    const bool kept[] = { true, false, false, true };
    const double slope[] = { 3, 0, 0, 1 };
    tacit_conditional c = { 0 };
    assert_ok(*state, tacit_conditional_fit(*state, v, 1, 4, &c));
    assert_memory_equal(c.is_kept, kept, sizeof kept);
    for (size_t k = 0; k < 4; k++)
        assert_near(c.slope[k], slope[k], 1e-14);
    assert_near(c.root[0], sqrt(2.0), 1e-13);
    assert_near(c.explained[0], 14.0 / 16.0, 1e-14);
}

/* Without predictors root root' is the covariance; that of equal columns is singular. */
static void test_alone(void **state)
{
    const double v[] = { 2, 1, 1, 3 }, same[] = { 2, 2, 2, 2 };
    tacit_conditional c = { 0 };
    assert_ok(*state, tacit_conditional_fit(*state, v, 2, 0, &c));
    assert_near(c.root[0] * c.root[0] + c.root[1] * c.root[1], 2.0, 1e-14);
    assert_near(c.root[0] * c.root[2] + c.root[1] * c.root[3], 1.0, 1e-14);
    assert_near(c.root[2] * c.root[2] + c.root[3] * c.root[3], 3.0, 1e-14);
    assert_near(c.explained[0], 0.0, 0.0);
    assert_ok(*state, tacit_conditional_fit(*state, same, 2, 0, &c));
    assert_near(c.root[0] * c.root[0] + c.root[1] * c.root[1], 2.0, 1e-14);
    assert_near(c.root[0], c.root[2], 1e-14);
}

enum { Q = 2, P = 3, D = Q + P };

/* Columns of mean 0 that depend on one another; the last is the sum of the two before. */
static double *points(tacit_ctx *cx, size_t n, double v[D * D])
{
    double *x = NULL, mean[D];
    tacit_rng rng = tacit_rng_seed(3);
    assert_ok(cx, tacit_scratch(cx, n * D, sizeof *x, &x));
    for (size_t i = 0; i < n; i++) {
        double *row = x + i * D;
        for (size_t k = 0; k < D - 1; k++)
            row[k] = tacit_rng_normal(&rng) + (k > 0 ? 0.7 * row[k - 1] : 0.0);
        row[D - 1] = row[D - 2] + row[D - 3];
    }
    assert_ok(cx, tacit_covariance_of(cx, x, n, D, mean, v));
    for (size_t i = 0; i < n * D; i++)
        x[i] -= mean[i % D];
    return x;
}

/* The largest difference of means and covariances of `y` with the predictors in `x` from v. */
static double off_moments(tacit_ctx *cx, const double *x, const double *y, size_t n,
                          const double *v)
{
    double *z = NULL, mean[D], w[D * D], off = 0.0;
    assert_ok(cx, tacit_scratch(cx, n * D, sizeof *z, &z));
    for (size_t i = 0; i < n * D; i++)
        z[i] = i % D < Q ? y[i / D * Q + i % D] : x[i];
    assert_ok(cx, tacit_covariance_of(cx, z, n, D, mean, w));
    for (size_t k = 0; k < D * D; k++)
        off = fmax(off, fmax(fabs(w[k] - v[k]), fabs(mean[k % D])));
    return off;
}

static void check_exact(tacit_ctx *cx, size_t n, double proximity)
{
    const tacit_rng rng = tacit_rng_seed(11);
    double v[D * D], *x = points(cx, n, v), *y = NULL;
    tacit_conditional c = { 0 };
    tacit_conditional_draws draws = { x, n, proximity, true, &rng };
    assert_ok(cx, tacit_scratch(cx, n * Q, sizeof *y, &y));
    assert_ok(cx, tacit_conditional_fit(cx, v, Q, P, &c));
    assert_false(c.is_kept[P - 1]);
    assert_ok(cx, tacit_conditional_draw(cx, &c, &draws, y));
    assert_true(off_moments(cx, x, y, n, v) < 1e-11);
    draws.exact = false;
    assert_ok(cx, tacit_conditional_draw(cx, &c, &draws, y));
    if (proximity < 1.0) /* chance shows if nothing holds it back, within six deviations */
        assert_true(off_moments(cx, x, y, n, v) > 1e-6);
    assert_true(off_moments(cx, x, y, n, v) < 6.0 * 4.0 / sqrt((double)n));
    draws.proximity = 1.0;
    assert_ok(cx, tacit_conditional_draw(cx, &c, &draws, y));
    for (size_t i = 0; i < n * Q; i++)
        assert_near(y[i], x[i / Q * D + i % Q], 1e-13);
}

static void test_exact(void **state)
{
    check_exact(*state, 9, 0.0); /* p + 2 q + 2 */
    check_exact(*state, 9, 0.6);
    check_exact(*state, 500, 0.0);
    check_exact(*state, 500, 0.9);
}

static void test_threads(void **state)
{
    enum { N = 40000 };
    const tacit_rng rng = tacit_rng_seed(12);
    double v[D * D], *x = points(*state, N, v), *y[2] = { NULL };
    tacit_conditional c = { 0 };
    const tacit_conditional_draws draws = { x, N, 0.3, true, &rng };
    assert_ok(*state, tacit_conditional_fit(*state, v, Q, P, &c));
    for (size_t threads = 1; threads <= 2; threads++) {
        tacit_pool_set(threads);
        assert_ok(*state, tacit_scratch(*state, N * Q, sizeof **y, &y[threads - 1]));
        assert_ok(*state, tacit_conditional_draw(*state, &c, &draws, y[threads - 1]));
    }
    assert_memory_equal(y[0], y[1], N * Q * sizeof **y);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_one),   with_context(test_collinear), with_context(test_alone),
        with_context(test_exact), with_context(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
