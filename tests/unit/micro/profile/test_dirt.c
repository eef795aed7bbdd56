/*
 * test_dirt.c - numbers that stand for something else.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "micro/profile/dirt.h"
#include "support/group.h"

/* Ages with codes on both sides: 999 is seen first, and hides -99 until it is put aside. */
static void test_two_codes(void **state)
{
    (void)state;
    static const double x[] = { -99.0, 18.0, 40.0, 90.0, 999.0 };
    static const uint64_t count[] = { 4, 10, 10, 10, 7 };
    tacit_dirt d = { 0 };
    tacit_dirt_numbers(x, count, 5, &d);
    assert_true(d.code[0] > 998.5 && d.code[0] < 999.5);
    assert_int_equal(d.coded[0], 7);
    assert_true(d.code[1] > -99.5 && d.code[1] < -98.5);
    assert_int_equal(d.coded[1], 4);
    assert_int_equal(d.coded[2], 0);
}

/* Far off but no nines; nines but not far off; too few others. */
static void test_no_code(void **state)
{
    (void)state;
    static const double far[] = { 18.0, 40.0, 90.0, 1000.0 };
    static const double near[] = { 18.0, 40.0, 90.0, 99.0 };
    static const double alone[] = { 1.0, 999.0 };
    static const uint64_t count[] = { 1, 1, 1, 1 };
    tacit_dirt d = { 0 };
    tacit_dirt_numbers(far, count, 4, &d);
    tacit_dirt_numbers(near, count, 4, &d);
    tacit_dirt_numbers(alone, count, 2, &d);
    assert_int_equal(d.coded[0], 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_codes),
        cmocka_unit_test(test_no_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
