/*
 * test_alias.c - alias tables give each outcome its probability.
 */
#include "support/check.h"

#include <stdlib.h>

#include "stats/alias.h"

enum { MOST = 40 };

/* The probability of each outcome that the table holds, added up without drawing. */
static void probabilities(const tacit_alias *a, double *p)
{
    for (size_t i = 0; i < a->n; i++)
        p[i] = 0.0;
    for (size_t i = 0; i < a->n; i++) {
        p[i] += a->keep[i] / (double)a->n;
        p[a->other[i]] += (1.0 - a->keep[i]) / (double)a->n;
    }
}

/* Thousands of random weights, many of them 0. */
static void test_exact(void **state)
{
    tacit_rng rng = tacit_rng_seed(1);
    for (int trial = 0; trial < 3000; trial++) {
        const size_t n = 1 + tacit_rng_below(&rng, MOST);
        double weight[MOST], p[MOST], sum = 0.0;
        tacit_alias a;
        for (size_t i = 0; i < n; i++) {
            const double u = tacit_rng_uniform(&rng);
            weight[i] = tacit_rng_below(&rng, 3) == 0 ? 0.0 : u * u * u * 1e3;
            sum += weight[i];
        }
        assert_ok(*state, tacit_alias_new(*state, weight, n, &a));
        if (!(sum > 0.0)) {
            assert_int_equal(a.n, 0);
            continue;
        }
        probabilities(&a, p);
        for (size_t i = 0; i < n; i++) {
            assert_near(p[i], weight[i] / sum, 1e-13);
            if (!(weight[i] > 0.0))
                assert_true(!(p[i] > 0.0));
        }
    }
}

/* Counts of 100 000 draws lie within 5 standard deviations (false alarms below 1e-5). */
static void test_draws(void **state)
{
    static const double weight[] = { 5, 0, 1, 3, 1 };
    double count[5] = { 0 };
    tacit_rng rng = tacit_rng_seed(2);
    tacit_alias a;
    assert_ok(*state, tacit_alias_new(*state, weight, 5, &a));
    for (int i = 0; i < 100000; i++)
        count[tacit_alias_draw(&a, &rng)] += 1.0;
    for (int i = 0; i < 5; i++) {
        const double p = weight[i] / 10.0;
        assert_near(count[i], 1e5 * p, 5.0 * sqrt(1e5 * p * (1.0 - p)));
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_exact), with_context(test_draws) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
