/*
 * test_lattice.c - fractions that people mean, and values on a lattice.  All computed by hand.
 */
#include "support/check.h"

#include "privacy/sample/lattice.h"
#include "privacy/sample/ratio.h"

static void test_ratio(void **state)
{
    (void)state;
    static const struct {
        double x;
        uint64_t over, under;
    } cases[] = { { 0.1, 1, 10 },
                  { 1.0, 1, 1 },
                  { 2.385, 477, 200 },
                  { 1e-6, 1, 1000000 },
                  { 1.25e-7, 1, 8000000 },
                  { 12, 12, 1 },
                  { 1e18, UINT64_C(1000000000000000000), 1 } };
    tacit_ratio r;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(tacit_ratio_of_real(cases[i].x, &r));
        assert_true(r.over == cases[i].over && r.under == cases[i].under);
    }
    static const double bad[] = { 0.0, -1.0, 1e-19, 1e20, 1e300 };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(tacit_ratio_of_real(bad[i], &r));
    assert_false(tacit_ratio_of_real((double)NAN, &r) || tacit_ratio_of_real((double)INFINITY, &r));
}

/* 10/3 up to halves is 7/2, and what is a multiple stays. */
static void test_ratio_up(void **state)
{
    (void)state;
    tacit_ratio r;
    assert_true(tacit_ratio_up(10, 3, 2, &r) && r.over == 7 && r.under == 2);
    assert_true(tacit_ratio_up(9, 6, 4, &r) && r.over == 3 && r.under == 2);
    assert_true(tacit_ratio_up(1, 3, 1, &r) && r.over == 1 && r.under == 1);
    assert_false(tacit_ratio_up((tacit_u128)1 << 64, 1, 1, &r));
}

static void test_place(void **state)
{
    tacit_value_lattice l;
    assert_ok(*state, tacit_lattice_new(*state, "sum", 2, (double[]){ -1.5, 20.004, 0 }, &l));
    assert_int_equal(l.lower, -150);
    assert_int_equal(l.upper, 2001);                       /* outwards */
    assert_int_equal(tacit_lattice_place(&l, 2.375), 238); /* 237.5: to even */
    assert_int_equal(tacit_lattice_place(&l, 2.385), 238); /* 238.5: to even */
    assert_int_equal(tacit_lattice_place(&l, 1e300), 2001);
    assert_int_equal(tacit_lattice_place(&l, -7), -150);
    assert_int_equal(tacit_lattice_place(&l, -0.0), 0);
    assert_int_equal(tacit_lattice_place(&l, (double)NAN), 0);
    assert_int_equal(tacit_lattice_place(&l, -(double)INFINITY), 0);
}

/* 1.1 is 110 steps of 0.01 and not 111, 0.29 is 29 and not 28, though doubles multiply otherwise;
 * 0.295 is none and goes outwards. */
static void test_decimal_bounds(void **state)
{
    tacit_value_lattice l;
    assert_ok(*state, tacit_lattice_new(*state, "sum", 2, (double[]){ 0.29, 1.1, 0.57 }, &l));
    assert_int_equal(l.lower, 29);
    assert_int_equal(l.upper, 110);
    assert_int_equal(l.missing, 57);
    assert_ok(*state, tacit_lattice_new(*state, "sum", 2, (double[]){ -0.295, 0.295, 0.29 }, &l));
    assert_int_equal(l.lower, -30);
    assert_int_equal(l.upper, 30);
    for (int i = 1; i < 100000; i++) {
        const double x = i / 1000.0;
        assert_ok(*state, tacit_lattice_new(*state, "sum", 3, (double[]){ -x, x, 0 }, &l));
        assert_true(l.lower == -i && l.upper == i);
        const double thousands = 1000.0 * i;
        const double bounds[] = { -thousands, thousands, 0 };
        assert_ok(*state, tacit_lattice_new(*state, "sum", -3, bounds, &l));
        assert_true(l.lower == -i && l.upper == i);
    }
}

/* Adding a person moves a sum by the largest size, replacing one by the whole range. */
static void test_sensitivity(void **state)
{
    tacit_value_lattice l;
    assert_ok(*state, tacit_lattice_new(*state, "sum", 0, (double[]){ -3, 10, 0 }, &l));
    assert_true(tacit_lattice_sensitivity(&l, 2, TACIT_NEIGHBOURS_ADD) == 20);
    assert_true(tacit_lattice_sensitivity(&l, 2, TACIT_NEIGHBOURS_REPLACE) == 26);
    assert_ok(*state, tacit_lattice_new(*state, "sum", -3, (double[]){ 0, 20500, 0 }, &l));
    assert_int_equal(l.upper, 21); /* thousands, outwards */
    assert_int_equal(tacit_lattice_place(&l, 3499), 3);
    assert_ok(*state, tacit_lattice_new(*state, "sum", 0, (double[]){ -4e18, 4e18, 0 }, &l));
    assert_true(tacit_lattice_sensitivity(&l, UINT64_C(1) << 63, TACIT_NEIGHBOURS_REPLACE) ==
                (tacit_u128)UINT64_C(8000000000000000000) << 63);
}

static void test_refusals(void **state)
{
    tacit_value_lattice l;
    tacit_ctx *cx = *state;
    assert_fails(cx, tacit_lattice_new(cx, "sum", 0, (double[]){ 5, 5, 5 }, &l), TACIT_ERR_INPUT,
                 "a lower bound below its upper one");
    assert_fails(cx, tacit_lattice_new(cx, "sum", 0, (double[]){ (double)NAN, 5, 5 }, &l),
                 TACIT_ERR_INPUT, "a lower bound below its upper one");
    assert_fails(cx, tacit_lattice_new(cx, "sum", 9, (double[]){ 0, 1e10, 0 }, &l), TACIT_ERR_INPUT,
                 "within 2^62 steps");
    assert_fails(cx, tacit_lattice_new(cx, "sum", 10, (double[]){ 0, 1, 0 }, &l), TACIT_ERR_INPUT,
                 "from -9 to 9");
    assert_fails(cx, tacit_lattice_new(cx, "sum", 0, (double[]){ 0, 1, 2 }, &l), TACIT_ERR_INPUT,
                 "a missing value");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ratio),   cmocka_unit_test(test_ratio_up),
        with_context(test_place),       with_context(test_decimal_bounds),
        with_context(test_sensitivity), with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
