/*
 * test_windows.c - counting overlapping windows, against looking at every pair.
 */
#include "support/tables.h"

#include "micro/linkage/windows.h"

enum { MOST = 700, P = 4 };

static void fill(tacit_rng *rng, size_t n, size_t p, int32_t *low, int32_t *high)
{
    for (size_t i = 0; i < n * p; i++) {
        const bool any = tacit_rng_below(rng, 20) == 0;
        const int32_t at = (int32_t)tacit_rng_below(rng, 300);
        low[i] = any ? TACIT_WINDOW_LEAST : at;
        high[i] = any ? TACIT_WINDOW_MOST : at + (int32_t)tacit_rng_below(rng, 60) - 1;
    }
}

static void test_random(void **state)
{
    static int32_t low[2][MOST * P], high[2][MOST * P];
    static uint32_t count[MOST];
    tacit_rng rng = tacit_rng_seed(83);
    for (int round = 0; round < 300; round++) {
        const size_t n = tacit_rng_below(&rng, MOST), m = tacit_rng_below(&rng, 50),
                     p = 1 + tacit_rng_below(&rng, P);
        fill(&rng, n, p, low[0], high[0]);
        fill(&rng, m, p, low[1], high[1]);
        const tacit_windows items = { n, p, low[0], high[0] }, queries = { m, p, low[1], high[1] };
        assert_ok(*state, tacit_windows_count(*state, &items, &queries, count));
        for (size_t i = 0; i < m; i++) {
            uint32_t expected = 0;
            for (size_t k = 0; k < n; k++)
                expected += tacit_windows_overlap(&items, k, &queries, i);
            assert_int_equal(count[i], expected);
        }
    }
}

/* Ends count; a window that ends before it begins meets what has both sides of it. */
static void test_ends(void **state)
{
    static const int32_t low[] = { 0, 5, 3 }, high[] = { 2, 9, 3 };
    static const int32_t from[] = { 2, 4, 10, 1, 3 }, to[] = { 5, 4, 12, 0, 2 };
    uint32_t count[5];
    const tacit_windows items = { 3, 1, low, high }, queries = { 5, 1, from, to };
    assert_ok(*state, tacit_windows_count(*state, &items, &queries, count));
    assert_int_equal(count[0], 3);
    assert_int_equal(count[1], 0);
    assert_int_equal(count[2], 0);
    assert_int_equal(count[3], 1);
    assert_int_equal(count[4], 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_random),
        with_context(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
