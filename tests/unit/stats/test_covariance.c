/*
 * test_covariance.c - covariances and correlations, ranks.
 *
 * Provenance: by hand; shifting columns by 1e9 must not change covariances (two passes); many
 * blocks give what one pass over each pair of columns gives.
 */
#include "support/check.h"

#include <stdlib.h>

#include "base/pool.h"
#include "base/rng.h"
#include "stats/linear/covariance.h"
#include "stats/moments.h"
#include "stats/ranks.h"

/* Columns 1 2 4 and 0 2 4: means 7/3 and 2, variances 7/3 and 4, covariance 3. */
static void test_by_hand(void **state)
{
    const double x[] = { 1e9 + 1, 0, 1e9 + 2, 2, 1e9 + 4, 4 };
    double mean[2], v[4], r[4];
    assert_ok(*state, tacit_covariance_of(*state, x, 3, 2, mean, v));
    assert_near(mean[0], 1e9 + 7.0 / 3.0, 1e-6);
    assert_near(mean[1], 2.0, 1e-15);
    assert_near(v[0], 7.0 / 3.0, 1e-6);
    assert_near(v[3], 4.0, 1e-15);
    assert_near(v[1], 3.0, 1e-6);
    assert_near(v[1], v[2], 0.0);
    tacit_correlation_of(v, 2, r);
    assert_near(r[1], 3.0 / sqrt(28.0 / 3.0), 1e-7);
    assert_near(r[0], 1.0, 0.0);
}

static void test_constant(void **state)
{
    double x[2 * 7], mean[2], v[4];
    for (size_t i = 0; i < 7; i++) {
        x[2 * i] = 0.1; /* its sum over 7 is not 0.7 */
        x[2 * i + 1] = (double)i;
    }
    assert_ok(*state, tacit_covariance_of(*state, x, 7, 2, mean, v));
    assert_near(mean[0], 0.1, 0.0);
    assert_near(v[0], 0.0, 0.0);
    assert_near(v[1], 0.0, 0.0);
    tacit_correlation_of(v, 2, v); /* in place */
    assert_near(v[0], 1.0, 0.0);
    assert_near(v[1], 0.0, 0.0);
    assert_ok(*state, tacit_covariance_of(*state, x, 1, 2, mean, v));
    assert_near(v[3], 0.0, 0.0);
}

enum { N = 50000, P = 3 };

static void test_blocks(void **state)
{
    double *x = NULL, *a = NULL, *b = NULL, mean[P], v[P * P], again[P * P], r[P * P];
    tacit_rng rng = tacit_rng_seed(8);
    assert_ok(*state, tacit_scratch(*state, N * P, sizeof *x, &x));
    assert_ok(*state, tacit_scratch(*state, N, sizeof *a, &a));
    assert_ok(*state, tacit_scratch(*state, N, sizeof *b, &b));
    for (size_t i = 0; i < N; i++) {
        x[i * P] = a[i] = 5.0 + tacit_rng_normal(&rng);
        x[i * P + 1] = b[i] = a[i] + 2.0 * tacit_rng_normal(&rng);
        x[i * P + 2] = tacit_rng_normal(&rng);
    }
    tacit_pool_set(1);
    assert_ok(*state, tacit_covariance_of(*state, x, N, P, mean, v));
    tacit_pool_set(7);
    assert_ok(*state, tacit_covariance_of(*state, x, N, P, mean, again));
    tacit_pool_set(2);
    assert_memory_equal(v, again, sizeof v);
    tacit_correlation_of(v, P, r);
    assert_near(r[1], tacit_correlation(a, b, N), 1e-12);
    assert_near(sqrt(v[0]), tacit_moments_of(a, N).sd, 1e-12);
}

static void test_ranks(void **state)
{
    double x[] = { 3, 0, 1, 0, -0.0, 0, 3, 0, 0.0, 0, 9, 0 };
    assert_ok(*state, tacit_ranks_of(*state, x, 6, 2));
    const double want[] = { 4.5, 3, 1.5, 4.5, 1.5, 6 };
    for (size_t i = 0; i < 6; i++) {
        assert_near(x[2 * i], want[i], 0.0);
        assert_near(x[2 * i + 1], 0.0, 0.0);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_by_hand),
        with_context(test_constant),
        with_context(test_blocks),
        with_context(test_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
