/*
 * test_near.c - counting near points, against all pairs.
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/cluster/near.h"

enum { MOST_POINTS = 600, MOST_COLUMNS = 5 };

static uint32_t count_all(const tacit_points *to, const double *x, double radius, uint32_t most)
{
    uint32_t n = 0;
    for (size_t i = 0; i < to->n && n < most; i++) {
        double sum = 0;
        for (size_t j = 0; j < to->p; j++)
            sum += (to->at[i * to->p + j] - x[j]) * (to->at[i * to->p + j] - x[j]);
        n += sum <= radius * radius;
    }
    return n;
}

/* Points on a coarse grid, so that many coincide and many lie exactly at a radius. */
static void test_all_pairs(void **state)
{
    static double from[MOST_POINTS * MOST_COLUMNS], to[MOST_POINTS * MOST_COLUMNS];
    static double radius[MOST_POINTS];
    static uint32_t count[MOST_POINTS];
    tacit_rng rng = tacit_rng_seed(77);
    for (int round = 0; round < 300; round++) {
        const size_t p = 1 + tacit_rng_below(&rng, MOST_COLUMNS);
        const tacit_points a = { from, 1 + tacit_rng_below(&rng, MOST_POINTS), p };
        const tacit_points b = { to, tacit_rng_below(&rng, MOST_POINTS), p };
        const uint32_t most = 1 + (uint32_t)tacit_rng_below(&rng, 50);
        for (size_t i = 0; i < MOST_POINTS * MOST_COLUMNS; i++) {
            from[i] = (double)tacit_rng_below(&rng, 12);
            to[i] = (double)tacit_rng_below(&rng, 12);
        }
        for (size_t i = 0; i < a.n; i++)
            radius[i] = (double)tacit_rng_below(&rng, 6);
        assert_ok(*state, tacit_near_count(*state, &a, &b, radius, most, count));
        for (size_t i = 0; i < a.n; i++)
            assert_int_equal(count[i], count_all(&b, from + i * p, radius[i], most));
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_all_pairs) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
