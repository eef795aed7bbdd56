/*
 * test_frontier.c - the frontier by its definition, and the knee by hand.
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/frontier.h"

/* Whether a point of all that count is nowhere worse and somewhere better: the definition. */
static bool is_dominated(const double *x, const double *y, const bool *counts, size_t n, size_t i)
{
    for (size_t k = 0; k < n; k++)
        if (counts[k] && x[k] <= x[i] && y[k] <= y[i] && (x[k] < x[i] || y[k] < y[i]))
            return true;
    return false;
}

/* Coarse values, so that ties and equal points occur. */
static void test_brute_force(void **state)
{
    (void)state;
    enum { N = 60 };
    tacit_rng rng = tacit_rng_seed(19);
    for (int trial = 0; trial < 2000; trial++) {
        double x[N], y[N];
        bool counts[N], on[N];
        const double grain = trial % 2 == 0 ? 8.0 : 1e6;
        for (size_t i = 0; i < N; i++) {
            x[i] = floor(grain * tacit_rng_uniform(&rng));
            y[i] = floor(grain * tacit_rng_uniform(&rng));
            on[i] = counts[i] = tacit_rng_uniform(&rng) < 0.9;
        }
        tacit_frontier(x, y, N, on);
        for (size_t i = 0; i < N; i++)
            assert_int_equal(on[i], counts[i] && !is_dominated(x, y, counts, N, i));
    }
}

/* By hand: from (0, 10) to (4, 0) the distances below the chord are, in units of the ranges,
 * 1 - 1/4 - 4/10 = 0.35 and 1 - 2/4 - 3/10 = 0.2; the point off the frontier would be lower. */
static void test_knee(void **state)
{
    (void)state;
    const double x[] = { 0, 1, 2, 4, 0.5 }, y[] = { 10, 4, 3, 0, 1 };
    const bool on[] = { true, true, true, true, false };
    assert_int_equal(tacit_frontier_knee(x, y, 5, on), 1);
}

static void test_few(void **state)
{
    (void)state;
    const double x[] = { 0.25, 0.5 }, y[] = { 0.125, 0.75 };
    bool on[] = { true, true };
    assert_int_equal(tacit_frontier_knee(x, y, 0, on), 0);
    tacit_frontier(x, y, 2, on);
    assert_true(on[0] && !on[1]);
    assert_int_equal(tacit_frontier_knee(x, y, 2, on), 0);
    assert_int_equal(tacit_frontier_knee(x, y, 2, (const bool[]){ false, false }), 2);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_knee),
        cmocka_unit_test(test_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
