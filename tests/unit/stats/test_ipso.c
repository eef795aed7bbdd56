/*
 * test_ipso.c - exact moments and Latin hypercubes.
 *
 * Provenance: by hand, and the moments that were asked for.
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/linear/covariance.h"
#include "stats/linear/hypercube.h"
#include "stats/linear/ipso.h"

/* One response without predictors: 1, 2, 6 has mean 3 and variance 7; noise 0, 3, 3 is whitened to
 * -2 / sqrt 3, 1 / sqrt 3, 1 / sqrt 3. */
static void test_by_hand(void **state)
{
    const double y[] = { 1, 2, 6 }, noise[] = { 0, 3, 3 };
    double made[3];
    const tacit_ipso_data data = { 3, 1, 0, y };
    const tacit_ipso_draw c = { TACIT_IPSO_C, 3, NULL, noise };
    const tacit_ipso_draw b = { TACIT_IPSO_B, 3, NULL, noise };
    const tacit_ipso_draw a = { TACIT_IPSO_A, 3, NULL, noise };
    assert_ok(*state, tacit_ipso(*state, &data, &c, made));
    assert_near(made[0], 3.0 - 2.0 * sqrt(7.0 / 3.0), 1e-14);
    assert_near(made[1], 3.0 + sqrt(7.0 / 3.0), 1e-14);
    assert_ok(*state, tacit_ipso(*state, &data, &b, made));
    assert_near(made[0], 3.0 - 2.0 * sqrt(7.0), 1e-14);
    assert_ok(*state, tacit_ipso(*state, &data, &a, made));
    assert_near(made[0], 3.0, 1e-14);
    assert_near(made[1], 3.0 + 3.0 * sqrt(7.0), 1e-14);
}

enum { N = 60, K = 41, Q = 3, P = 2, D = Q + P };

/* Responses that depend on predictors; the last is the sum of the two before, and its moments are
 * met nevertheless, in other rows with other predictors. */
static void test_exact(void **state)
{
    tacit_rng rng = tacit_rng_seed(2);
    double yx[N * D], x[K * P], noise[K * Q], y[K * Q], all[K * D];
    double mean[D], v[D * D], mean_made[D], v_made[D * D];
    for (size_t i = 0; i < N * D; i++)
        yx[i] = tacit_rng_normal(&rng);
    for (size_t i = 0; i < N; i++) {
        double *r = yx + i * D;
        r[0] = 100.0 + 3.0 * r[Q] - r[Q + 1] + r[0];
        r[1] = r[1] * r[1] + 2.0 * r[Q + 1];
        r[2] = r[0] + r[1];
    }
    for (size_t i = 0; i < K * P; i++)
        x[i] = yx[i / P * D + Q + i % P];
    for (size_t i = 0; i < K * Q; i++)
        noise[i] = tacit_rng_normal(&rng);
    const tacit_ipso_data data = { N, Q, P, yx };
    const tacit_ipso_draw draw = { TACIT_IPSO_C, K, x, noise };
    assert_ok(*state, tacit_ipso(*state, &data, &draw, y));
    for (size_t i = 0; i < K; i++) {
        assert_near(y[i * Q + 2], y[i * Q] + y[i * Q + 1], 1e-6);
        for (size_t k = 0; k < D; k++)
            all[i * D + k] = k < Q ? y[i * Q + k] : x[i * P + k - Q];
    }
    /* What the predictors explain is B V(x) B' of their own rows, what they leave is the same. */
    assert_ok(*state, tacit_covariance_of(*state, yx, N, D, mean, v));
    assert_ok(*state, tacit_covariance_of(*state, all, K, D, mean_made, v_made));
    for (size_t r = 0; r < 2; r++) {
        double slope[2][2];
        const double *both[] = { v, v_made };
        double left[2];
        for (size_t s = 0; s < 2; s++) {
            const double *m = both[s], a = m[Q * D + Q], b = m[Q * D + Q + 1],
                         c = m[(Q + 1) * D + Q + 1], f = m[r * D + Q], g = m[r * D + Q + 1];
            slope[s][0] = (f * c - g * b) / (a * c - b * b);
            slope[s][1] = (g * a - f * b) / (a * c - b * b);
            left[s] = m[r * D + r] - slope[s][0] * f - slope[s][1] * g;
        }
        assert_near(slope[1][0], slope[0][0], 1e-12);
        assert_near(slope[1][1], slope[0][1], 1e-12);
        assert_near(left[1], left[0], 1e-11);
    }
}

/* What comes out has the correlations that were asked for, also singular ones. */
static void test_iman_conover(void **state)
{
    const double wanted[] = { 1, 0.5, 1, 0.5, 1, 0.5, 1, 0.5, 1 };
    tacit_rng rng = tacit_rng_seed(3);
    double x[50 * 3], mean[3], v[9];
    for (size_t i = 0; i < 150; i++)
        x[i] = tacit_rng_normal(&rng);
    assert_ok(*state, tacit_covariance_of(*state, x, 50, 3, mean, v));
    for (size_t i = 0; i < 150; i++)
        x[i] -= mean[i % 3];
    assert_ok(*state, tacit_iman_conover(*state, x, 50, 3, wanted));
    assert_ok(*state, tacit_covariance_of(*state, x, 50, 3, mean, v));
    tacit_correlation_of(v, 3, v);
    for (size_t i = 0; i < 9; i++)
        assert_near(v[i], wanted[i], 1e-12);
    double same[] = { -1, -1, 0, 0, 1, 1 };
    assert_fails(*state, tacit_iman_conover(*state, same, 3, 2, wanted), TACIT_ERR_DATA, "too few");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_by_hand),
        with_context(test_exact),
        with_context(test_iman_conover),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
