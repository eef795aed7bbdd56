/*
 * test_neighbours.c - windows over sorted numbers against looking at all pairs.
 */
#include "support/check.h"

#include "base/rng.h"
#include "base/sort.h"
#include "stats/cluster/neighbours.h"

enum { TRIALS = 5000, MOST = 30 };

static size_t count_within(const double *x, size_t n, double at, double radius)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += x[i] >= at - radius && x[i] <= at + radius;
    return count;
}

/* Whether each of n numbers has k within `radius`. */
static bool all_have(const double *x, size_t n, size_t k, double radius)
{
    for (size_t i = 0; i < n; i++)
        if (count_within(x, n, x[i], radius) < k)
            return false;
    return true;
}

/* Whether each place on a fine grid has. */
static bool grid_has(const double *x, size_t n, size_t k, double radius)
{
    const double step = 0.25; /* numbers are whole, so radii change at quarters at most */
    for (double at = x[0]; at <= x[n - 1]; at += step)
        if (count_within(x, n, at, radius) < k)
            return false;
    return true;
}

static void test_radius(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_rng rng = tacit_rng_seed(7);
    for (int trial = 0; trial < TRIALS; trial++) {
        double x[MOST];
        uint32_t count[MOST];
        const size_t n = 1 + tacit_rng_below(&rng, MOST), k = 1 + tacit_rng_below(&rng, n);
        const uint64_t values = 1 + tacit_rng_below(&rng, 60);
        for (size_t i = 0; i < n; i++)
            x[i] = (double)tacit_rng_below(&rng, values);
        assert_ok(cx, tacit_sort_reals(cx, x, n));
        const double r = tacit_neighbour_radius(x, n, k);
        assert_true(all_have(x, n, k, r));
        assert_true(r <= 0.0 || !all_have(x, n, k, r - 0.5));
        const double between = tacit_neighbour_radius_between(x, n, k);
        assert_true(grid_has(x, n, k, between) && between >= r);
        assert_true(between <= 0.0 || !grid_has(x, n, k, between - 0.25));
        tacit_neighbour_counts(x, n, x, n, r, count);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(count[i], count_within(x, n, x[i], r));
    }
    tacit_ctx_free(cx);
}

/* 1 2 4 8 16, k = 2: the last has its neighbour 8 away; between, the middle of 1 ... 4 is no
 * farther than 1.5 from two, that of 4 ... 16 6 away; the ends decide. */
static void test_by_hand(void **state)
{
    (void)state;
    const double x[] = { 1, 2, 4, 8, 16 };
    assert_near(tacit_neighbour_radius(x, 5, 2), 8.0, 0.0);
    assert_near(tacit_neighbour_radius(x, 5, 1), 0.0, 0.0);
    assert_near(tacit_neighbour_radius(x, 5, 5), 15.0, 0.0);
    assert_near(tacit_neighbour_radius_between(x, 5, 2), 8.0, 0.0);
    assert_near(tacit_neighbour_radius_between(x, 5, 1), 4.0, 0.0); /* half of 8 ... 16 */
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_radius),
        cmocka_unit_test(test_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
