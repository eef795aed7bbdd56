/*
 * test_trials.c - the tester on trial: its error rates are what it says, and it can see.
 *
 * Hand-computed tails; figures of R 4.2 where it says so.
 */
#include "support/check.h"

#include <stdlib.h>

#include "support/privacy/asked.h"
#include "support/privacy/closeness.h"
#include "support/privacy/odds.h"
#include "support/privacy/trial.h"

/* C(10,3)/2^10 and so on; and tails that no normal law would give. */
static void test_binomial(void **state)
{
    (void)state;
    assert_near(binomial_above(10, 8, 0.5), 56.0 / 1024, 1e-14); /* 45 + 10 + 1 */
    assert_near(binomial_below(10, 1, 0.5), 11.0 / 1024, 1e-15); /* 1 + 10 */
    assert_near(binomial_above(10, 2, 0.5), 1013.0 / 1024, 1e-14);
    assert_near(binomial_above(3, 3, 0.1) / 1e-3, 1.0, 1e-12);
    assert_near(binomial_below(1000, 0, 0.02) / pow(0.98, 1000), 1.0, 1e-10);
    assert_near(binomial_above(40, 40, 0.25) / 0x1p-80, 1.0, 1e-10);
    for (uint64_t k = 1; k <= 50; k++)
        assert_near(binomial_above(50, k, 0.37) + binomial_below(50, k - 1, 0.37), 1.0, 1e-12);
    assert_true(binomial_above(5, 0, 0.0) >= 1 && binomial_above(5, 1, 0.0) <= 0);
    assert_true(binomial_below(5, 4, 1.0) <= 0 && binomial_below(5, 5, 1.0) >= 1);
}

/* 0 of n: 1 - alpha^(1/n).  5 of 20 at 95%: 0.08657147, 0.49104587 (Clopper and Pearson's method as
 * computed by R's binom.test). */
static void test_shares(void **state)
{
    (void)state;
    assert_near(most_share(100, 0, 0.01), 1 - pow(0.01, 0.01), 1e-12);
    assert_near(least_share(100, 100, 0.01), pow(0.01, 0.01), 1e-12);
    assert_near(least_share(20, 5, 0.025), 0.08657147, 5e-9);
    assert_near(most_share(20, 5, 0.025), 0.49104587, 5e-9);
    assert_true(least_share(7, 0, 0.1) <= 0 && most_share(7, 7, 0.1) >= 1);
}

/* Two heaps of 4 with 4 marked: C(4,k)^2 / 70 (Fisher's tea). */
static void test_heaps(void **state)
{
    (void)state;
    assert_near(heap_above(4, 4, 4), 1.0 / 70, 1e-14);
    assert_near(heap_above(4, 4, 3), 17.0 / 70, 1e-14);
    assert_near(heap_above(4, 4, 1), 69.0 / 70, 1e-14);
    assert_near(heap_above(4, 7, 3), 1.0, 1e-14);
    assert_near(heap_above(4, 7, 4), 0.5, 1e-14);
    assert_true(heap_above(10, 3, 4) <= 0);
}

/* As distance_beyond(), but shares of integers are divided as integers: what a released tester of
 * another library did where the second histogram has nothing. */
static double distance_in_integers(const histograms *h, double epsilon)
{
    double sum = 0.0;
    for (size_t i = 0; i < h->cells; i++)
        sum += h->b[i] == 0 ? (double)(h->a[i] / h->n)
                            : fmax(0.0, (double)h->a[i] / (double)h->n -
                                            exp(epsilon) * ((double)h->b[i] / (double)h->n));
    return sum;
}

/* Histograms that share nothing are at distance 1; one with a fifth of its own at that. */
static bool sees_what_is_missing(double (*distance)(const histograms *h, double epsilon))
{
    static const uint64_t left[] = { 50, 50, 0, 0 }, right[] = { 0, 0, 50, 50 },
                          part[] = { 40, 40, 20, 0 }, rest[] = { 50, 50, 0, 0 };
    const histograms apart = { 4, 100, left, right }, some = { 4, 100, part, rest };
    return fabs(distance(&apart, 1) - 1) < 1e-12 && fabs(distance(&some, 1) - 0.2) < 1e-12;
}

static void test_missing_outcomes(void **state)
{
    (void)state;
    assert_true(sees_what_is_missing(distance_beyond));
    assert_false(sees_what_is_missing(distance_in_integers)); /* the mutant is caught */
}

/* At most a share of alpha = 0.05 of trials of what keeps its promise exactly, here randomised
 * response with the right epsilon, call it broken; 60 of 300 have a chance below 1e-15 at 0.05. */
static void test_error_rate(void **state)
{
    asked a;
    int broken = 0;
    const moves how = { 1, MOVES_CATEGORY, 2 };
    ASKED_OF(*state, &tacit_mechanism_randomised_response, how, &a, 0.5, 2);
    tacit_keystream stream = trial_stream(*state, "error rate");
    const people in[] = { { .n = 1, .at = { { .value = 0 } } },
                          { .n = 1, .at = { { .value = 1 } } } };
    const subject s = asked_subject(&a, "randomised_response", 0.5, 0);
    tacit_rng rng = tacit_rng_seed(5);
    const event told = { .view = 0, .kind = EVENT_AT_MOST, .bound = 0 };
    for (int round = 0; round < 300; round++) {
        const size_t mark = tacit_scratch_mark(*state), n = 300;
        const answers x = ask_often(*state, &s, &in[0], n, &stream);
        const answers y = ask_often(*state, &s, &in[1], n, &stream);
        const uint64_t in_x = count_event(&s, &told, &x), in_y = count_event(&s, &told, &y);
        const uint64_t kept = thinned(&rng, in_x, exp(-0.5));
        broken += heap_above(n, kept + in_y, kept) < 0.05;
        tacit_scratch_release(*state, mark);
    }
    assert_true(binomial_above(300, (uint64_t)broken, 0.05) > 1e-9);
    assert_true(broken > 0); /* and it is no test that never speaks */
}

/* The distance of closeness.h is below what is allowed, at the rate that is promised or less: 200
 * pairs of histograms of one law. */
static void test_closeness_rate(void **state)
{
    (void)state;
    tacit_rng rng = tacit_rng_seed(6);
    int beyond = 0;
    for (int round = 0; round < 200; round++) {
        uint64_t a[16] = { 0 }, b[16] = { 0 };
        const histograms h = { 16, 500, a, b };
        for (int i = 0; i < 500; i++) {
            a[tacit_rng_below(&rng, 16)]++;
            b[tacit_rng_below(&rng, 16)]++;
        }
        beyond += distance_beyond(&h, 0) > distance_allowed(&h, 0, 0, 0.1);
        assert_true(distance_beyond(&h, 0) > 0);
    }
    assert_true(binomial_above(200, (uint64_t)beyond, 0.1) > 1e-9);
}

/* A promise that is a little too good is found out, one that is true is not. */
static void test_sharpness(void **state)
{
    asked a;
    const moves how = { 1, MOVES_CATEGORY, 2 };
    ASKED_OF(*state, &tacit_mechanism_randomised_response, how, &a, 1, 2);
    const subject honest = asked_subject(&a, "sharp", 1, 0),
                  boast = asked_subject(&a, "sharp, boasting", 0.85, 0);
    const verdict v = try_subject(*state, &honest, TRIAL_ALPHA);
    assert_false(v.broken);
    assert_true(v.least > 0.85 && v.least <= 1); /* the bound on epsilon is near the truth */
    assert_broken(*state, &boast);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_binomial), cmocka_unit_test(test_shares),
        cmocka_unit_test(test_heaps),    cmocka_unit_test(test_missing_outcomes),
        with_context(test_error_rate),   cmocka_unit_test(test_closeness_rate),
        with_context(test_sharpness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
