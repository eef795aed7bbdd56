/*
 * test_swap_pool.c - drawing partners, against looking at all items.
 *
 * Frequencies of draws stay within six standard deviations of equal ones: for a fresh seed a right
 * pool fails with probability below 1e-4 over all trials; the seed is fixed.
 */
#include "support/check.h"

#include "micro/method/swap/swap.h"

enum { MOST_ITEMS = 60, TRIALS = 3000, DRAWS = 600 };

typedef struct items {
    size_t n;
    uint32_t class_of[MOST_ITEMS], side_of[MOST_ITEMS];
    bool waiting[MOST_ITEMS];
} items;

static items random_items(tacit_rng *rng)
{
    items a = { .n = (size_t)tacit_rng_below(rng, MOST_ITEMS + 1) };
    const uint64_t classes = 1 + tacit_rng_below(rng, 6), sides = 1 + tacit_rng_below(rng, 9);
    for (size_t i = 0; i < a.n; i++) {
        a.class_of[i] = (uint32_t)tacit_rng_below(rng, classes) * 77;
        a.side_of[i] = (uint32_t)tacit_rng_below(rng, sides) * 1000003u;
        a.waiting[i] = true;
    }
    return a;
}

static bool fits(const items *a, size_t i, size_t k)
{
    return a->waiting[k] && a->class_of[i] == a->class_of[k] && a->side_of[i] != a->side_of[k];
}

/* A draw for `i` finds somebody if and only if there is somebody, and the right one. */
static size_t check_draw(const items *a, const tacit_swap_pool *pool, size_t i, tacit_rng *rng)
{
    size_t found = 0;
    for (size_t k = 0; k < a->n; k++)
        found += fits(a, i, k);
    const size_t other = tacit_swap_pool_draw(pool, i, rng);
    if (found == 0)
        assert_true(other == TACIT_SWAP_NONE);
    else
        assert_true(other < a->n && fits(a, i, other));
    return other;
}

/* Everybody who fits is drawn as often as others. */
static void check_law(const items *a, const tacit_swap_pool *pool, size_t i, tacit_rng *rng)
{
    double count[MOST_ITEMS] = { 0 }, found = 0.0;
    for (size_t k = 0; k < a->n; k++)
        found += fits(a, i, k);
    if (found < 0.5)
        return;
    for (int d = 0; d < DRAWS; d++)
        count[tacit_swap_pool_draw(pool, i, rng)] += 1.0;
    for (size_t k = 0; k < a->n; k++)
        if (fits(a, i, k))
            assert_near(count[k], DRAWS / found,
                        6.0 * sqrt(DRAWS / found * (1.0 - 1.0 / found)) + 1e-9);
}

static void check_trial(tacit_ctx *cx, tacit_rng *rng, bool law)
{
    const size_t mark = tacit_scratch_mark(cx);
    items a = random_items(rng);
    tacit_swap_pool pool = { 0 };
    assert_ok(cx, tacit_swap_pool_new(cx, a.n, a.class_of, a.side_of, &pool));
    for (size_t step = 0; step < 2 * a.n; step++) {
        const size_t i = (size_t)tacit_rng_below(rng, a.n);
        const size_t other = check_draw(&a, &pool, i, rng);
        if (law && step == a.n / 2)
            check_law(&a, &pool, i, rng);
        if (other == TACIT_SWAP_NONE || tacit_rng_below(rng, 3) == 0)
            continue;
        tacit_swap_pool_remove(&pool, i);
        tacit_swap_pool_remove(&pool, i); /* twice is once */
        tacit_swap_pool_remove(&pool, other);
        a.waiting[i] = a.waiting[other] = false;
    }
    tacit_scratch_release(cx, mark);
}

static void test_draws(void **state)
{
    tacit_rng rng = tacit_rng_seed(84);
    for (int trial = 0; trial < TRIALS; trial++)
        check_trial(*state, &rng, trial % 30 == 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_draws) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
