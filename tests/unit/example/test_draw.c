/*
 * test_draw.c - samplers: exact probabilities, and the laws of the amounts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "example/draw.h"
#include "support/group.h"

enum { DRAWS = 200000 };

/* Probability that the alias table gives category `i`, in units of 2^-32 / n. */
static double mass_of(const tacit_sampler *s, uint32_t i)
{
    double mass = 0.0;
    for (uint32_t k = 0; k < s->n; k++) {
        const double cut = s->slot[k].cut == UINT32_MAX ? 0x1.0p32 : (double)s->slot[k].cut;
        if (k == i)
            mass += cut;
        if (s->slot[k].other == i && s->slot[k].cut != UINT32_MAX)
            mass += 0x1.0p32 - cut;
    }
    return mass;
}

/* Weights 1 and 3: place 0 keeps half of its half, 1/4 in all, and gives the rest to 1. */
static void two_categories_by_hand(void **state)
{
    (void)state;
    tacit_slot slot[2];
    const tacit_sampler s = tacit_sampler_make((const uint32_t[]){ 1, 3 }, 2, slot);
    assert_int_equal(s.slot[0].cut, UINT32_C(1) << 31);
    assert_int_equal(s.slot[0].other, 1);
    assert_int_equal(s.slot[1].other, 1);
}

static void masses_are_the_weights(void **state)
{
    (void)state;
    static const uint32_t weight[] = { 5000, 0, 260, 1, 2739, 2039, 17 }; /* sum 10056 */
    tacit_slot slot[7];
    const tacit_sampler s = tacit_sampler_make(weight, 7, slot);
    for (uint32_t i = 0; i < 7; i++) {
        const double expected = weight[i] / 10056.0 * 7.0 * 0x1.0p32;
        assert_true(fabs(mass_of(&s, i) - expected) <= 7.0);
    }
}

static void one_category_is_always_drawn(void **state)
{
    (void)state;
    tacit_slot slot[1];
    const tacit_sampler s = tacit_sampler_make((const uint32_t[]){ 5 }, 1, slot);
    tacit_rng rng = tacit_rng_seed(1);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(tacit_draw_category(&s, &rng), 0);
}

/* Frequencies within 5 standard deviations of a binomial count. */
static void frequencies_follow_weights(void **state)
{
    (void)state;
    static const uint32_t weight[] = { 50, 30, 15, 5, 0 };
    tacit_slot slot[5];
    const tacit_sampler s = tacit_sampler_make(weight, 5, slot);
    tacit_rng rng = tacit_rng_seed(7);
    double count[5] = { 0 };
    for (int i = 0; i < DRAWS; i++)
        count[tacit_draw_category(&s, &rng)] += 1.0;
    for (int i = 0; i < 5; i++) {
        const double p = weight[i] / 100.0;
        assert_true(fabs(count[i] - p * DRAWS) <= 5.0 * sqrt(DRAWS * p * (1.0 - p)));
    }
}

static void between_keeps_its_ends(void **state)
{
    (void)state;
    tacit_rng rng = tacit_rng_seed(11);
    int seen[7] = { 0 };
    for (int i = 0; i < 1000; i++) {
        const int64_t x = tacit_draw_between(&rng, -3, 3);
        assert_in_range(x + 3, 0, 6);
        seen[x + 3]++;
    }
    for (int i = 0; i < 7; i++)
        assert_true(seen[i] > 0);
}

static void chance_is_out_of_1024(void **state)
{
    (void)state;
    tacit_rng rng = tacit_rng_seed(13);
    int hits = 0;
    for (int i = 0; i < DRAWS; i++) {
        hits += tacit_draw_chance(&rng, 256);
        assert_false(tacit_draw_chance(&rng, 0));
        assert_true(tacit_draw_chance(&rng, 1024));
    }
    /* 1/4 of 200 000 is 50 000, standard deviation 194. */
    assert_in_range(hits, 50000 - 970, 50000 + 970);
}

/* A lognormal with median 1 and sigma 0.5: P(X < exp(0.5)) = 0.8413, P(X < 1) = 0.5,
 * mean exp(1/8) = 1.1331 (the cut at 3 sigma takes less than 0.004 off). */
static void lognormal_has_its_quantiles(void **state)
{
    (void)state;
    tacit_rng rng = tacit_rng_seed(17);
    int below_one = 0, below_sigma = 0;
    double sum = 0.0;
    for (int i = 0; i < DRAWS; i++) {
        const double x = (double)tacit_draw_lognormal(&rng, 1000000) / 1e6;
        below_one += x < 1.0;
        below_sigma += x < 1.6487213;
        sum += x;
    }
    assert_in_range(below_one, 100000 - 1120, 100000 + 1120);
    assert_in_range(below_sigma, 168260 - 820, 168260 + 820);
    assert_true(fabs(sum / DRAWS - 1.1331) < 0.012);
}

/* P(X > 1.5^k) = 2^-k. */
static void pareto_halves_at_each_power(void **state)
{
    (void)state;
    tacit_rng rng = tacit_rng_seed(19);
    int above[9] = { 0 };
    for (int i = 0; i < DRAWS; i++) {
        const int64_t x = tacit_draw_pareto(&rng, 1000000);
        assert_true(x >= 1000000);
        for (int k = 0; k < 9; k++)
            above[k] += (double)x >= 1e6 * pow(1.5, k) - 10.0;
    }
    for (int k = 0; k < 9; k++) {
        const double p = pow(0.5, k);
        assert_true(fabs(above[k] - DRAWS * p) <= 5.0 * sqrt(DRAWS * p * (1.0 - p)) + 1.0);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_categories_by_hand),
        cmocka_unit_test(masses_are_the_weights),
        cmocka_unit_test(one_category_is_always_drawn),
        cmocka_unit_test(frequencies_follow_weights),
        cmocka_unit_test(between_keeps_its_ends),
        cmocka_unit_test(chance_is_out_of_1024),
        cmocka_unit_test(lognormal_has_its_quantiles),
        cmocka_unit_test(pareto_halves_at_each_power),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
