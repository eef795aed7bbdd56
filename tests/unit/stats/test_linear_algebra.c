/*
 * test_linear_algebra.c - small symmetric matrices; cases by hand.
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/linear/linear_algebra.h"

/* [4 2; 2 5] = L L' with L = [2 0; 1 2]; determinant 16. */
static void test_cholesky(void **state)
{
    (void)state;
    double a[] = { 4, 99, 2, 5 }, x[] = { 6, 7 };
    assert_true(tacit_cholesky(a, 2, 1e-12));
    assert_near(a[0], 2, 0);
    assert_near(a[1], 99, 0); /* the upper triangle is nobody's */
    assert_near(a[2], 1, 0);
    assert_near(a[3], 2, 0);
    assert_near(tacit_log_determinant(a, 2), log(16.0), 1e-15);
    tacit_solve_lower(a, 2, x);
    assert_near(x[0], 3, 0);
    assert_near(x[1], 2, 0);
    double flat[] = { 1, 0, 2, 4 }, nothing[] = { 0 }, wild[] = { INFINITY };
    assert_false(tacit_cholesky(flat, 2, 1e-12));
    assert_false(tacit_cholesky(nothing, 1, 0.0));
    assert_false(tacit_cholesky(wild, 1, 0.0));
}

/* Factors of matrices larger than a panel are those of the plain loops, to the bit; so is whether
 * there are any: a column that is the sum of two others has a pivot that is next to nothing. */
static void test_cholesky_large(void **state)
{
    enum { N = 170 };
    static double a[N * N], f[N * N];
    tacit_rng rng = tacit_rng_seed(7);
    (void)state;
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j <= i; j++)
            f[i * N + j] = a[i * N + j] = tacit_rng_normal(&rng) + (i == j ? 2.0 * N : 0.0);
    for (size_t j = 0; j < N; j++)
        for (size_t i = j; i < N; i++) {
            for (size_t k = 0; k < j; k++)
                f[i * N + j] -= f[i * N + k] * f[j * N + k];
            f[i * N + j] = i == j ? sqrt(f[i * N + j]) : f[i * N + j] / f[j * N + j];
        }
    assert_true(tacit_cholesky(a, N, 1e-12));
    assert_memory_equal(a, f, sizeof a);
    for (size_t i = 0; i < N; i++) /* the identity, but for the last */
        for (size_t j = 0; j <= i; j++)
            a[i * N + j] = i + 1 < N ? (double)(i == j) : j < 2 ? 1.0 : 0.0;
    a[N * N - 1] = 2.0 + 1e-10;
    assert_false(tacit_cholesky(a, N, 1e-9));
}

/* [2 1; 1 2] has values 3 and 1, vectors (1, 1) and (1, -1) over sqrt 2. */
static void test_eigen(void **state)
{
    (void)state;
    double a[] = { 2, 1, 1, 2 }, values[2], v[4];
    tacit_eigen_symmetric(a, 2, values, v);
    assert_near(values[0], 3, 1e-15);
    assert_near(values[1], 1, 1e-15);
    assert_near(v[0], sqrt(0.5), 1e-15);
    assert_near(v[2], sqrt(0.5), 1e-15);
    assert_near(fabs(v[1]), sqrt(0.5), 1e-15);
    assert_near(v[1] + v[3], 0, 1e-15);
}

/* A random symmetric matrix is V diag(values) V'. */
static void test_eigen_random(void **state)
{
    (void)state;
    enum { P = 9 };
    tacit_rng rng = tacit_rng_seed(7);
    double a[P * P], copy[P * P], values[P], v[P * P];
    for (size_t i = 0; i < P; i++)
        for (size_t j = i; j < P; j++)
            a[i * P + j] = a[j * P + i] = copy[i * P + j] = copy[j * P + i] =
                tacit_rng_normal(&rng);
    tacit_eigen_symmetric(a, P, values, v);
    for (size_t i = 0; i < P; i++)
        for (size_t j = 0; j < P; j++) {
            double sum = 0;
            for (size_t k = 0; k < P; k++)
                sum += v[i * P + k] * values[k] * v[j * P + k];
            assert_near(sum, copy[i * P + j], 1e-12);
        }
    for (size_t k = 1; k < P; k++)
        assert_true(values[k - 1] >= values[k]);
}

/* Covariances of x, 2x, y, x + y with x and y independent of variances 1 and 9; the fifth
 * column is constant. */
static void test_independent(void **state)
{
    (void)state;
    double a[] = { 1, 2, 0, 1, 0, 2, 4, 0, 2, 0, 0, 0, 9, 9, 0, 1, 2, 9, 10, 0, 0, 0, 0, 0, 0 };
    bool kept[5];
    assert_int_equal(tacit_independent_columns(a, 5, 1e-10, kept), 2);
    const bool expected[] = { true, false, true, false, false };
    for (size_t j = 0; j < 5; j++)
        assert_int_equal(kept[j], expected[j]);
}

/* (4 2; 2 3) has the determinant 8; random ones times their inverses are the identity. */
static void test_inverse(void **state)
{
    double a[] = { 4, 2, 2, 3 }, not [] = { 1, 2, 2, 1 };
    (void)state;
    assert_true(tacit_inverse_positive(a, 2, 1e-12));
    assert_near(a[0], 3.0 / 8.0, 1e-15);
    assert_near(a[1], -2.0 / 8.0, 1e-15);
    assert_near(a[2], -2.0 / 8.0, 1e-15);
    assert_near(a[3], 4.0 / 8.0, 1e-15);
    assert_false(tacit_inverse_positive(not, 2, 1e-12));
    tacit_rng rng = tacit_rng_seed(4);
    for (int c = 0; c < 200; c++) {
        enum { N = 5 };
        double f[N * N], m[N * N], v[N * N];
        for (size_t i = 0; i < N * N; i++)
            f[i] = tacit_rng_normal(&rng);
        for (size_t i = 0; i < N * N; i++) {
            m[i] = i / N == i % N ? 0.1 : 0.0;
            for (size_t k = 0; k < N; k++)
                m[i] += f[i / N * N + k] * f[i % N * N + k];
            v[i] = m[i];
        }
        assert_true(tacit_inverse_positive(v, N, 1e-12));
        for (size_t i = 0; i < N * N; i++) {
            double sum = 0.0;
            for (size_t k = 0; k < N; k++)
                sum += m[i / N * N + k] * v[k * N + i % N];
            assert_near(sum, i / N == i % N ? 1.0 : 0.0, 1e-9);
        }
    }
}

/* The inverse of min(i, j), counted from 1, is 2 on the diagonal, 1 at its end, and -1 beside it.
 */
static void test_inverse_large(void **state)
{
    enum { N = 70 };
    static double a[N * N];
    (void)state;
    for (size_t i = 0; i < N * N; i++)
        a[i] = 1.0 + (double)(i / N < i % N ? i / N : i % N);
    assert_true(tacit_inverse_positive(a, N, 0.0));
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++)
            assert_near(a[i * N + j],
                        i == j                     ? (i + 1 < N ? 2.0 : 1.0)
                        : i + 1 == j || j + 1 == i ? -1.0
                                                   : 0.0,
                        1e-10);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_cholesky),      with_context(test_cholesky_large),
        with_context(test_eigen),         with_context(test_eigen_random),
        with_context(test_independent),   with_context(test_inverse),
        with_context(test_inverse_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
