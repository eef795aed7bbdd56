/*
 * test_format.c - numbers as people read them.
 *
 * Expected texts are the decimal expansions rounded by hand.
 */
#include "unit/report/help.h"

#include <float.h>
#include <math.h>

#include "report/format.h"

#define SAME(expr, expected) assert_string_equal((expr).text, expected)

static void fixed_rounds_half_away(void **state)
{
    (void)state;
    SAME(tacit_format_fixed(2.385, 1), "2.4");
    SAME(tacit_format_fixed(0.5, 0), "1");
    SAME(tacit_format_fixed(-0.04, 1), "0.0");
    SAME(tacit_format_fixed(-12.05, 2), "-12.05");
    SAME(tacit_format_fixed(7.0, 3), "7.000");
    SAME(tacit_format_fixed(3.25, -2), "3");
    SAME(tacit_format_fixed(NAN, 2), "n/a");
    SAME(tacit_format_fixed(1e300, 2), "1e+300");
}

static void counts_are_grouped(void **state)
{
    (void)state;
    SAME(tacit_format_count(0), "0");
    SAME(tacit_format_count(999), "999");
    SAME(tacit_format_count(1000), "1,000");
    SAME(tacit_format_count(-1234567), "-1,234,567");
    SAME(tacit_format_count(123456789012345.0), "123,456,789,012,345");
}

static void numbers_keep_four_digits(void **state)
{
    (void)state;
    SAME(tacit_format_number(0.0), "0");
    SAME(tacit_format_number(-0.0), "0");
    SAME(tacit_format_number(0.012345), "0.01235");
    SAME(tacit_format_number(1.23456), "1.235");
    SAME(tacit_format_number(2.5), "2.5");
    SAME(tacit_format_number(123.456), "123.5");
    SAME(tacit_format_number(1234.56), "1,234.6");
    SAME(tacit_format_number(12345.678), "12,346");
    SAME(tacit_format_number(-12345.678), "-12,346");
    SAME(tacit_format_number(5000.0), "5,000");
    SAME(tacit_format_number(0.00001234), "1.234e-5");
    SAME(tacit_format_number(9.99996e-5), "1e-4");
    SAME(tacit_format_number(1.5e20), "1.5e20");
    SAME(tacit_format_number(INFINITY), "n/a");
    assert_true(strlen(tacit_format_number(-DBL_MAX).text) < 20);
    assert_true(strlen(tacit_format_number(DBL_MIN).text) < 20);
}

static void shares_are_per_cent(void **state)
{
    (void)state;
    SAME(tacit_format_share(0.0), "0%");
    SAME(tacit_format_share(1.0), "100%");
    SAME(tacit_format_share(0.5), "50%");
    SAME(tacit_format_share(0.1234), "12.3%");
    SAME(tacit_format_share(0.0417), "4.17%");
    SAME(tacit_format_share(0.00042), "0.042%");
    SAME(tacit_format_share(0.000001), "<0.001%");
    SAME(tacit_format_share(0.99951), "99.951%");
    SAME(tacit_format_share(0.9999999), ">99.999%");
    SAME(tacit_format_share(-0.25), "-25%");
    SAME(tacit_format_share(12.5), "1,250%");
    SAME(tacit_format_share(NAN), "n/a");
}

static void probabilities_have_four_decimals(void **state)
{
    (void)state;
    SAME(tacit_format_probability(0.0), "0");
    SAME(tacit_format_probability(1.0), "1");
    SAME(tacit_format_probability(1.0 / 24.0), "0.0417");
    SAME(tacit_format_probability(0.2), "0.2000");
    SAME(tacit_format_probability(0.000123), "0.000123");
    SAME(tacit_format_probability(0.99999), ">0.9999");
}

static void bytes_have_units(void **state)
{
    (void)state;
    SAME(tacit_format_bytes(0), "0 B");
    SAME(tacit_format_bytes(812), "812 B");
    SAME(tacit_format_bytes(1234), "1.2 kB");
    SAME(tacit_format_bytes(999999), "1.0 MB");
    SAME(tacit_format_bytes(412833), "413 kB");
    SAME(tacit_format_bytes(3.2e9), "3.2 GB");
    SAME(tacit_format_bytes(5e15), "5,000 TB");
}

static void ticks_follow_their_step(void **state)
{
    (void)state;
    SAME(tacit_format_tick(0.0, 0.2), "0");
    SAME(tacit_format_tick(0.2 * 3, 0.2), "0.6");
    SAME(tacit_format_tick(0.25, 0.05), "0.25");
    SAME(tacit_format_tick(1500, 500), "1,500");
    SAME(tacit_format_tick(2500000, 500000), "2.5M");
    SAME(tacit_format_tick(2e9, 1e9), "2G");
    SAME(tacit_format_tick(-20, 10), "-20");
    SAME(tacit_format_tick(3e-8, 1e-8), "3e-8");
}

static tacit_digits change(const char *unit, double before, double after)
{
    json_t *a = json_real(before), *b = json_real(after);
    const tacit_digits d = tacit_format_change(unit, a, b);
    json_decref(a);
    json_decref(b);
    return d;
}

static void changes_have_signs(void **state)
{
    (void)state;
    SAME(change("count", 3304, 0), "-3,304");
    SAME(change("count", 1, 7), "+6");
    SAME(change("share", 0.3788, 0.0), "-37.9 points");
    SAME(change("share", 0.5, 0.5), "0");
    SAME(change("probability", 0.4412, 0.0417), "-0.3995");
    SAME(change("probability", 0.0, 0.0001), "+0.0001");
    SAME(change("number", 0.3, 0.1 + 0.2), "0");
    SAME(tacit_format_change("count", NULL, json_null()), "n/a");
}

static void units_choose_the_format(void **state)
{
    (void)state;
    json_t *x = json_real(0.0417), *n = json_integer(5000), *t = json_string("5");
    SAME(tacit_format_unit("share", x), "4.17%");
    SAME(tacit_format_unit("probability", x), "0.0417");
    SAME(tacit_format_unit("count", n), "5,000");
    SAME(tacit_format_unit(NULL, x), "0.0417");
    SAME(tacit_format_unit("count", t), "n/a");
    SAME(tacit_format_unit("count", NULL), "n/a");
    json_decref(x);
    json_decref(n);
    json_decref(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_rounds_half_away),           cmocka_unit_test(counts_are_grouped),
        cmocka_unit_test(numbers_keep_four_digits),         cmocka_unit_test(shares_are_per_cent),
        cmocka_unit_test(probabilities_have_four_decimals), cmocka_unit_test(bytes_have_units),
        cmocka_unit_test(ticks_follow_their_step),          cmocka_unit_test(changes_have_signs),
        cmocka_unit_test(units_choose_the_format),
    };
    return cmocka_run_group_tests_name("report/format", tests, NULL, NULL);
}
