/*
 * test_scale.c - axes end at round numbers and have few, round ticks.
 *
 * Expected ticks follow from the rule 1, 2, 5 times a power of ten with at most five
 * intervals before the ends are moved out.
 */
#include "unit/report/help.h"

#include <math.h>

#include "report/svg/scale.h"

static void ticks_are(const tacit_scale *s, size_t n, const double *expected)
{
    assert_int_equal(s->n, n);
    for (size_t k = 0; k < n; k++)
        assert_true(fabs(s->tick[k] - expected[k]) <= 1e-9 * fmax(1.0, fabs(expected[k])));
}

static void linear_ticks_are_round(void **state)
{
    (void)state;
    const tacit_scale a = tacit_scale_linear(0, 2210, 1.0);
    ticks_are(&a, 6, (const double[]){ 0, 500, 1000, 1500, 2000, 2500 });
    const tacit_scale b = tacit_scale_linear(-0.06, 0.02, 0.0);
    ticks_are(&b, 5, (const double[]){ -0.06, -0.04, -0.02, 0.0, 0.02 });
    assert_true(fabs(b.lo + 0.06) < 1e-12 && fabs(b.hi - 0.02) < 1e-12);
}

static void whole_numbers_have_whole_ticks(void **state)
{
    (void)state;
    const tacit_scale s = tacit_scale_linear(0, 2, 1.0);
    ticks_are(&s, 3, (const double[]){ 0, 1, 2 });
}

static void equal_ends_get_room(void **state)
{
    (void)state;
    const double same[] = { 0.0, 7.0, -3.0, 1e-30, 1e300 };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        const tacit_scale s = tacit_scale_linear(same[i], same[i], 0.0);
        assert_true(s.hi > s.lo && s.n >= 2 && s.n <= TACIT_SCALE_TICKS);
        assert_true(s.lo <= same[i] && same[i] <= s.hi);
    }
}

static void logarithms_have_decades(void **state)
{
    (void)state;
    const tacit_scale s = tacit_scale_log(1, 900);
    ticks_are(&s, 4, (const double[]){ 1, 10, 100, 1000 });
    assert_true(tacit_scale_at(&s, 1.0) > 0.05);
    assert_true(fabs(tacit_scale_at(&s, 1000.0) - 1.0) < 1e-12);
    const tacit_scale wide = tacit_scale_log(1e-12, 1e12);
    assert_true(wide.n >= 4 && wide.n <= 8);
    const tacit_scale point = tacit_scale_log(5, 5);
    assert_true(point.hi > point.lo);
}

static void places_are_cut_to_the_axis(void **state)
{
    (void)state;
    const tacit_scale s = tacit_scale_linear(0, 10, 0.0);
    assert_true(fabs(tacit_scale_at(&s, 5.0) - 0.5) < 1e-12);
    assert_true(fabs(tacit_scale_at(&s, 50.0) - 1.0) < 1e-12);
    assert_true(fabs(tacit_scale_at(&s, -1.0)) < 1e-12);
    assert_true(fabs(tacit_scale_at(&s, NAN)) < 1e-12);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_ticks_are_round),
        cmocka_unit_test(whole_numbers_have_whole_ticks),
        cmocka_unit_test(equal_ends_get_room),
        cmocka_unit_test(logarithms_have_decades),
        cmocka_unit_test(places_are_cut_to_the_axis),
    };
    return cmocka_run_group_tests_name("report/scale", tests, NULL, NULL);
}
