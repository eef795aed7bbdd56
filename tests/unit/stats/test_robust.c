/*
 * test_robust.c - robust location and scatter.
 *
 * Provenance: medians by hand; 97.5 % quantiles; affine equivariance up to the axes; under
 * normal data the estimate is that of the mean and covariance, and up to 40 % of outliers do
 * not move it (Hubert, Rousseeuw and Verdonck 2012, sections 2 and 4).
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/counts/chi_square.h"
#include "stats/linear/robust.h"

static void test_spread(void **state)
{
    double x[] = { 9, 1, 2.5, 100, 4 };
    tacit_robust r;
    assert_ok(*state, tacit_robust_of(*state, x, 5, &r));
    assert_near(r.median, 4, 0);
    assert_near(r.spread, 1.4826 * 3, 1e-15);        /* deviations 0 1.5 3 5 96 */
    double most_zero[] = { 0, 0, 0, 0, 1, 3, 0, 5 }; /* quartiles 0 and 1.5 */
    assert_ok(*state, tacit_robust_of(*state, most_zero, 8, &r));
    assert_near(r.median, 0, 0);
    assert_near(r.spread, 1.5 / 1.349, 1e-12);
    double one_other[] = { 2, 2, 2, 2, 2, 8 };
    assert_ok(*state, tacit_robust_of(*state, one_other, 6, &r));
    assert_near(r.spread, sqrt(6.0), 1e-12); /* mean 3: (5 * 1 + 25) / 5 */
}

/* Points of a correlated normal cloud, the first `outliers` of them far away together. */
static void fill(double *x, size_t n, size_t outliers)
{
    tacit_rng rng = tacit_rng_seed(1985);
    for (size_t i = 0; i < n; i++) {
        const double a = tacit_rng_normal(&rng), b = tacit_rng_normal(&rng);
        x[3 * i] = 100 + 20 * a;
        x[3 * i + 1] = -5 + 0.9 * a + 0.3 * b;
        x[3 * i + 2] = 1000 * tacit_rng_normal(&rng);
        if (i < outliers) {
            x[3 * i] = 300 + a;
            x[3 * i + 1] = -20 + b;
        }
    }
}

enum { N = 3000 };

static size_t count_far(const tacit_mcd *m, const double *x, size_t first, size_t end)
{
    const double limit = tacit_chi_square_quantile(0.975, 3);
    size_t n = 0;
    for (size_t i = first; i < end; i++)
        n += tacit_mcd_distance(m, x + 3 * i) > limit;
    return n;
}

static void test_normal(void **state)
{
    static double x[3 * N];
    tacit_mcd m;
    fill(x, N, 0);
    assert_ok(*state, tacit_mcd_fit(*state, x, N, 3, &m));
    assert_int_equal(m.kept, 3);
    assert_near(m.share, 0.5, 0.01);
    assert_near((double)count_far(&m, x, 0, N) / N, 0.025, 0.012);
    double mean = 0;
    for (size_t i = 0; i < N; i++)
        mean += tacit_mcd_distance(&m, x + 3 * i) / N;
    assert_near(mean, 3, 0.15); /* the mean of a chi-square variable is its degrees of freedom */
}

static void test_outliers(void **state)
{
    static double x[3 * N];
    tacit_mcd m;
    fill(x, N, 2 * N / 5);
    assert_ok(*state, tacit_mcd_fit(*state, x, N, 3, &m));
    assert_int_equal(count_far(&m, x, 0, 2 * N / 5), 2 * N / 5);
    assert_near((double)count_far(&m, x, 2 * N / 5, N) / (0.6 * N), 0.025, 0.02);
}

/* Distances do not change with the units and origins of columns. */
static void test_units(void **state)
{
    static double x[3 * N], y[3 * N];
    tacit_mcd a, b;
    fill(x, N, N / 10);
    for (size_t i = 0; i < 3 * N; i++)
        y[i] = i % 3 == 1 ? x[i] * -250 + 7 : x[i];
    assert_ok(*state, tacit_mcd_fit(*state, x, N, 3, &a));
    assert_ok(*state, tacit_mcd_fit(*state, y, N, 3, &b));
    for (size_t i = 0; i < N; i++) {
        const double d = tacit_mcd_distance(&a, x + 3 * i);
        assert_near(tacit_mcd_distance(&b, y + 3 * i), d, 1e-6 * (1 + d));
    }
}

/* Constant and dependent columns are left out; a column that is mostly 0 widens the fit. */
static void test_columns(void **state)
{
    static double x[4 * N], y[2 * N];
    tacit_rng rng = tacit_rng_seed(4);
    tacit_mcd m;
    for (size_t i = 0; i < N; i++) {
        x[4 * i] = tacit_rng_normal(&rng);
        x[4 * i + 1] = 3;
        x[4 * i + 2] = tacit_rng_normal(&rng);
        x[4 * i + 3] = 2 * x[4 * i] - x[4 * i + 2] + 1;
        y[2 * i] = x[4 * i];
        y[2 * i + 1] = i % 5 < 3 ? 0.0 : tacit_rng_normal(&rng);
    }
    assert_ok(*state, tacit_mcd_fit(*state, x, N, 4, &m));
    const bool kept[] = { true, false, true, false };
    assert_int_equal(m.kept, 2);
    for (size_t j = 0; j < 4; j++)
        assert_int_equal(m.is_kept[j], kept[j]);
    assert_ok(*state, tacit_mcd_fit(*state, y, N, 2, &m));
    assert_int_equal(m.kept, 2);
    assert_near(m.share, 0.75, 0.01);
    double constant[] = { 1, 1, 1 };
    assert_ok(*state, tacit_mcd_fit(*state, constant, 3, 1, &m));
    assert_int_equal(m.kept, 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_spread), with_context(test_normal),  with_context(test_outliers),
        with_context(test_units),  with_context(test_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
