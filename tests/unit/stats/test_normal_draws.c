/*
 * test_normal_draws.c - the ziggurat draws normal numbers.
 *
 * Limits are five standard deviations of the statistic; the chi-square limit is the quantile
 * of 1 - 1e-6.  A right generator fails with probability below 1e-5 for a fresh seed; the seed
 * is fixed.
 */
#include "support/check.h"

#include "stats/counts/chi_square.h"
#include "stats/linear/normal_draws.h"

enum { N = 1000000, CELLS = 200 };

static double z[N];

static void draw_all(uint64_t seed)
{
    tacit_normal_layers layers;
    tacit_normal_source source;
    tacit_normal_layers_of(&layers);
    tacit_normal_start(&source, &layers, tacit_rng_seed(seed));
    tacit_normal_fill(&source, z, N);
}

static double cdf(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

/* Standard deviations of z^r: sqrt of (2r - 1)!! less the square of the mean. */
static void test_moments(void **state)
{
    (void)state;
    draw_all(1);
    double sum[5] = { 0 };
    for (size_t i = 0; i < N; i++)
        for (int r = 1; r <= 4; r++)
            sum[r] += pow(z[i], r) / N;
    assert_near(sum[1], 0.0, 5.0 * sqrt(1.0 / N));
    assert_near(sum[2], 1.0, 5.0 * sqrt(2.0 / N));
    assert_near(sum[3], 0.0, 5.0 * sqrt(15.0 / N));
    assert_near(sum[4], 3.0, 5.0 * sqrt(96.0 / N));
}

/* Counts in cells of equal probability, which find a wrong layer. */
static void test_cells(void **state)
{
    (void)state;
    size_t count[CELLS] = { 0 };
    double chi = 0.0;
    draw_all(2);
    for (size_t i = 0; i < N; i++)
        count[(size_t)fmin(cdf(z[i]) * CELLS, CELLS - 1)]++;
    for (size_t c = 0; c < CELLS; c++)
        chi += pow((double)count[c] - (double)N / CELLS, 2) * CELLS / N;
    assert_true(chi < tacit_chi_square_quantile(1.0 - 1e-6, CELLS - 1));
    assert_true(chi > tacit_chi_square_quantile(1e-6, CELLS - 1));
}

/* The tail beyond 3.654 has probability 2.58e-4 and is no farther than it may be. */
static void test_tail(void **state)
{
    (void)state;
    double beyond = 0.0, farther = 0.0, most = 0.0;
    draw_all(3);
    for (size_t i = 0; i < N; i++) {
        beyond += fabs(z[i]) > 3.6541528853610088;
        farther += fabs(z[i]) > 4.0;
        most = fmax(most, fabs(z[i]));
    }
    const double expected = 2.0 * N * cdf(-3.6541528853610088), far = 2.0 * N * cdf(-4.0);
    assert_near(beyond, expected, 5.0 * sqrt(expected));
    assert_near(farther, far, 5.0 * sqrt(far));
    assert_true(most < TACIT_NORMAL_FARTHEST);
}

/* Numbers one after the other are not correlated; other seeds give other numbers. */
static void test_independence(void **state)
{
    (void)state;
    double lag = 0.0, square = 0.0;
    draw_all(4);
    const double first = z[0];
    for (size_t i = 1; i < N; i++) {
        lag += z[i] * z[i - 1] / N;
        square += (z[i] * z[i] - 1.0) * (z[i - 1] * z[i - 1] - 1.0) / N;
    }
    assert_near(lag, 0.0, 5.0 / sqrt(N));
    assert_near(square, 0.0, 5.0 * 2.0 / sqrt(N));
    draw_all(5);
    assert_true(fabs(z[0] - first) > 0.0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moments),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_tail),
        cmocka_unit_test(test_independence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
