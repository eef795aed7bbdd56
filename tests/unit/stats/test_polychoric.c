/*
 * test_polychoric.c - the normal law of two variables, and correlations behind classes.
 *
 * Provenance: P(X <= 0, Y <= 0) = 1/4 + asin(rho) / (2 pi) (Sheppard 1899), so the table of two
 * medians has rho = sin(pi/2 (4 p - 1)); other probabilities against the integral of
 * phi(x) Phi((k - rho x) / sqrt(1 - rho^2)) by Simpson's rule; correlations of drawn data by what
 * they were drawn with.
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/counts/binormal.h"
#include "stats/counts/polychoric.h"
#include "stats/counts/wilson.h"

/* P(X <= h, Y <= k), slowly. */
static double slow_cdf(double h, double k, double rho)
{
    enum { STEPS = 4000 };
    const double from = -9.0, step = (h - from) / STEPS, s = sqrt(1.0 - rho * rho);
    double sum = 0.0;
    for (int i = 0; i <= STEPS; i++) {
        const double x = from + step * i;
        const double f =
            exp(-0.5 * x * x) / sqrt(2.0 * acos(-1.0)) * tacit_normal_cdf((k - rho * x) / s);
        sum += f * (i == 0 || i == STEPS ? 1.0 : i % 2 == 1 ? 4.0 : 2.0);
    }
    return sum * step / 3.0;
}

static void test_cdf(void **state)
{
    (void)state;
    for (double rho = -0.96; rho < 0.97; rho += 0.24)
        for (double h = -2.3; h < 2.5; h += 0.9)
            for (double k = -1.7; k < 3.0; k += 1.1)
                assert_near(tacit_binormal_cdf(h, k, rho), slow_cdf(h, k, rho), 3e-10);
    for (double rho = -0.999; rho < 1.0; rho += 0.111)
        assert_near(tacit_binormal_cdf(0.0, 0.0, rho), 0.25 + asin(rho) / (2.0 * acos(-1.0)),
                    1e-15);
    assert_near(tacit_binormal_cdf(INFINITY, 0.7, 0.4), tacit_normal_cdf(0.7), 0.0);
    assert_near(tacit_binormal_cdf(0.7, INFINITY, 0.4), tacit_normal_cdf(0.7), 0.0);
    assert_near(tacit_binormal_cdf(INFINITY, INFINITY, 0.4), 1.0, 0.0);
    assert_near(tacit_binormal_cdf(-INFINITY, INFINITY, 0.4), 0.0, 0.0);
}

static double polychoric(tacit_ctx *cx, const double *count, size_t rows, size_t columns)
{
    double rho = NAN;
    assert_ok(cx, tacit_polychoric(cx, &(tacit_pair_table){ rows, columns, count }, &rho));
    return rho;
}

static void test_medians(void **state)
{
    const double high[] = { 40, 10, 10, 40 }, low[] = { 10, 40, 40, 10 }, none[] = { 6, 9, 4, 6 };
    const double empty[] = { 25, 0, 0, 25 }, single[] = { 5, 7 }, blank[] = { 3, 0, 4, 0 };
    assert_near(polychoric(*state, high, 2, 2), sin(acos(-1.0) / 2.0 * 0.6), 1e-12);
    assert_near(polychoric(*state, low, 2, 2), -sin(acos(-1.0) / 2.0 * 0.6), 1e-12);
    assert_near(polychoric(*state, none, 2, 2), 0.0, 1e-12);
    /* Empty cells count as one half: 25 of 51 are below both medians. */
    assert_near(polychoric(*state, empty, 2, 2), sin(acos(-1.0) / 2.0 * (100.0 / 51.0 - 1.0)),
                1e-12);
    assert_near(polychoric(*state, single, 1, 2), 0.0, 0.0);
    assert_true(fabs(polychoric(*state, blank, 2, 2)) <= TACIT_POLYCHORIC_MOST);
}

/* A table that has exactly the probabilities of its thresholds gives back the correlation; an empty
 * class between others changes nothing. */
static void test_back(void **state)
{
    static const double cut[] = { -INFINITY, -0.8, 0.1, 0.1, 1.3, INFINITY };
    double count[25];
    for (double rho = -0.9; rho < 0.95; rho += 0.3) {
        for (size_t i = 0; i < 25; i++) {
            const double *h = cut + i / 5, *k = cut + i % 5;
            count[i] =
                1e4 * (tacit_binormal_cdf(h[1], k[1], rho) - tacit_binormal_cdf(h[0], k[1], rho) -
                       tacit_binormal_cdf(h[1], k[0], rho) + tacit_binormal_cdf(h[0], k[0], rho));
            count[i] = count[i] < 1e-9 ? 0.0 : count[i];
        }
        assert_near(polychoric(*state, count, 5, 5), rho, 1e-9);
    }
}

/* 4000 pairs of correlation 0.6, the second cut into three classes: the error is below 0.05, four
 * times what it deviates by. */
static void test_polyserial(void **state)
{
    enum { N = 4000 };
    static double score[N], count[N * 3];
    tacit_rng rng = tacit_rng_seed(5);
    double rho = NAN;
    for (size_t i = 0; i < N; i++) {
        score[i] = tacit_normal_quantile(((double)i + 0.5) / N);
        const double y = 0.6 * score[i] + 0.8 * tacit_rng_normal(&rng);
        for (size_t k = 0; k < 3; k++)
            count[i * 3 + k] = k == (size_t)((y > -0.4) + (y > 1.1)) ? 1.0 : 0.0;
    }
    assert_ok(*state, tacit_polyserial(*state, &(tacit_pair_table){ N, 3, count }, score, &rho));
    assert_near(rho, 0.6, 0.05);
    for (size_t i = 0; i < N; i++)
        score[i] = -score[i];
    double other = NAN;
    assert_ok(*state, tacit_polyserial(*state, &(tacit_pair_table){ N, 3, count }, score, &other));
    assert_near(other, -rho, 1e-10);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_cdf),
        with_context(test_medians),
        with_context(test_back),
        with_context(test_polyserial),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
