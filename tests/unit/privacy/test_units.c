/*
 * test_units.c - budgets in fixed point, and guarantees of groups, samples and parts.  By hand.
 */
#include "support/check.h"

#include "privacy/accountant/compose.h"
#include "privacy/accountant/units.h"

static void test_rounding(void **state)
{
    (void)state;
    assert_true(tacit_units_up(1) == TACIT_UNITS_ONE && tacit_units_down(1) == TACIT_UNITS_ONE);
    assert_true(tacit_units_up(0x1p-41) == 1 && tacit_units_down(0x1p-41) == 0);
    assert_true(tacit_units_up(1e-300) == 1 && tacit_units_up(0) == 0 && tacit_units_down(-1) == 0);
    assert_true(tacit_units_up((double)INFINITY) == TACIT_UNITS_MOST);
    assert_true(tacit_units_up((double)NAN) == TACIT_UNITS_MOST);
    assert_true(tacit_units_up(1e9) == TACIT_UNITS_MOST && tacit_units_down((double)NAN) == 0);
    /* A tenth has no finite binary fraction: 2^40 / 10 = 109951162777.6. */
    assert_true(tacit_units_of_ratio((tacit_ratio){ 1, 10 }) == UINT64_C(109951162778));
    assert_true(tacit_units_of_ratio((tacit_ratio){ UINT64_MAX, 1 }) == TACIT_UNITS_MOST);
}

/* Ten times a tenth is within 1 + 10 units, and not within 1: never optimistic. */
static void test_spending(void **state)
{
    (void)state;
    const tacit_units tenth = tacit_units_of_ratio((tacit_ratio){ 1, 10 });
    tacit_units spent = 0;
    for (int i = 0; i < 9; i++)
        spent = tacit_units_add(spent, tenth);
    assert_false(tacit_units_fit(TACIT_UNITS_ONE, spent, tenth));
    assert_true(tacit_units_fit(TACIT_UNITS_ONE + 10, spent, tenth));
    assert_true(tacit_units_add(TACIT_UNITS_MOST, 1) == TACIT_UNITS_MOST);
    assert_false(tacit_units_fit(TACIT_UNITS_MOST, TACIT_UNITS_MOST - 1, 5));
    assert_near(tacit_units_real(3 * TACIT_UNITS_ONE / 2), 1.5, 0);
}

/* Three persons at (0.5, 1e-6): 1.5 and 3 e 1e-6. */
static void test_groups(void **state)
{
    (void)state;
    const tacit_guarantee g = { .epsilon = 0.5, .delta = 1e-6, .times = 1 };
    const tacit_guarantee three = tacit_group_guarantee(g, 3);
    assert_near(three.epsilon, 1.5, 1e-15);
    assert_near(three.delta, 3e-6 * M_E, 1e-18);
    const tacit_guarantee tenth = tacit_sample_guarantee((tacit_guarantee){ log(11), 0.5, 1 }, 0.1);
    assert_near(tenth.epsilon, log(2), 1e-15); /* 1 + 0.1 (11 - 1) = 2 */
    assert_near(tenth.delta, 0.05, 1e-15);
    assert_near(tacit_sample_guarantee((tacit_guarantee){ .epsilon = 800 }, 0.5).epsilon,
                800 - log(2), 1e-12);
}

static void test_parts(void **state)
{
    const tacit_guarantee part[] = { { 0.5, 0, 3 }, { 1.0, 1e-6, 1 }, { 0.1, 0, 1 } };
    tacit_guarantee all;
    assert_ok(*state, tacit_parallel_guarantee(*state, part, 3, true, &all));
    assert_near(all.epsilon, 1.5, 1e-15);
    assert_near(all.delta, 1e-6, 1e-18);
    assert_fails(*state, tacit_parallel_guarantee(*state, part, 3, false, &all), TACIT_ERR_INPUT,
                 "declared before the data was seen");
    assert_fails(*state, tacit_parallel_guarantee(*state, part, 0, true, &all), TACIT_ERR_INPUT,
                 "declare them");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_spending),
        cmocka_unit_test(test_groups),
        with_context(test_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
