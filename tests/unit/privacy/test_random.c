/*
 * test_random.c - random differential privacy: the order by hand, and the promise on trial.
 */
#include "support/check.h"

#include <math.h>

#include "base/rng.h"
#include "base/sort.h"
#include "privacy/statistic/random.h"

/* With rho = exp(-2) the best gamma is 5 exp(-2), so that gamma - rho = 4 exp(-2) and log(1 / rho)
 * = 2: m >= exp(4) / 16 = 3.41, and of 4 records k >= 4 - 16 exp(-2) + 2 = 3.83; of 10 000 it is
 * 10 000 - 40 000 exp(-2) + 100 = 4 686.6. */
static void test_by_hand(void **state)
{
    (void)state;
    const double gamma = 5 * exp(-2);
    const tacit_sampled_order four = tacit_sampled_order_of(gamma, 4),
                              many = tacit_sampled_order_of(gamma, 10000);
    assert_near(four.rho, exp(-2), 1e-12);
    assert_int_equal(four.least, 4);
    assert_int_equal(four.k, 4);
    assert_int_equal(many.k, 4687);
    assert_true(tacit_sampled_order_of(gamma, 3).k > 3); /* too few */
}

/* The best rho takes no more records than any other. */
static void test_least(void **state)
{
    (void)state;
    for (double gamma = 0.001; gamma < 0.6; gamma *= 1.3) {
        const tacit_sampled_order o = tacit_sampled_order_of(gamma, 1000);
        for (double rho = gamma / 100; rho < gamma; rho += gamma / 100)
            assert_true((double)o.least <= ceil(-log(rho) / (2 * (gamma - rho) * (gamma - rho))));
        assert_true(tacit_sampled_order_of(gamma, o.least).k <= o.least + 1);
    }
}

/* How many of `trials` persons move a sum by more than the order k of m others; incomes of a law
 * with a heavy tail. */
static size_t count_broken(tacit_ctx *cx, tacit_rng *rng, size_t m, size_t k, size_t trials)
{
    size_t broken = 0;
    for (size_t t = 0; t < trials; t++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_keyed *moved = NULL;
        assert_ok(cx, tacit_scratch(cx, m, sizeof *moved, &moved));
        for (size_t i = 0; i < m; i++)
            moved[i].key = (uint64_t)(1000 / sqrt(tacit_rng_uniform(rng)));
        assert_ok(cx, tacit_sort_keyed(cx, moved, m));
        broken += (uint64_t)(1000 / sqrt(tacit_rng_uniform(rng))) > moved[k - 1].key;
        tacit_scratch_release(cx, mark);
    }
    return broken;
}

/* The promise fails for at most gamma of the persons, as counted; the limit is passed by chance
 * with probability below 1e-6 (Hoeffding).  With an order that is too small it is passed. */
static void test_promise(void **state)
{
    enum { TRIALS = 3000 };
    const double gamma = 0.2, most = TRIALS * gamma + sqrt(TRIALS * log(1e6) / 2);
    const size_t m = (size_t)tacit_sampled_order_of(gamma, 1).least;
    const tacit_sampled_order o = tacit_sampled_order_of(gamma, m);
    tacit_rng rng = tacit_rng_seed(11);
    assert_true((double)count_broken(*state, &rng, m, (size_t)o.k, TRIALS) <= most);
    assert_true((double)count_broken(*state, &rng, m, m / 2, TRIALS) > most);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_by_hand),
        with_context(test_least),
        with_context(test_promise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
