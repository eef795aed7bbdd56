/*
 * test_pattern.c - what texts look like.
 *
 * Provenance: the IBANs are the examples of ISO 13616 for Germany, the United Kingdom and
 * Norway, and the same with one digit changed; internet addresses are from the ranges for
 * documentation (RFC 5737, RFC 3849); the rest is made up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "micro/profile/pattern.h"
#include "support/group.h"

static tacit_pattern pattern_of(const char *const *texts)
{
    tacit_pattern_set s = tacit_pattern_start();
    size_t n = 0;
    for (; texts[n] != NULL; n++)
        tacit_pattern_see(&s, texts[n]);
    return tacit_pattern_end(&s, n);
}

#define ALL(...) pattern_of((const char *const[]){ __VA_ARGS__, NULL })

static void test_addresses(void **state)
{
    (void)state;
    assert_int_equal(ALL("a@b.example", "first.last@mail.b.example"), TACIT_PATTERN_EMAIL);
    assert_int_equal(ALL("a@b.example", "none"), TACIT_PATTERN_NONE);
    assert_int_equal(ALL("a@@b.example"), TACIT_PATTERN_NONE);
    assert_int_equal(ALL("https://b.example/x", "www.b.example"), TACIT_PATTERN_URL);
    assert_int_equal(ALL("192.0.2.1", "2001:db8::1"), TACIT_PATTERN_IP);
    assert_int_equal(ALL("192.0.2.256"), TACIT_PATTERN_NONE);
    assert_int_equal(
        ALL("DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432", "NO9386011117947"),
        TACIT_PATTERN_IBAN);
    assert_int_equal(ALL("DE89 3704 0044 0532 0130 01"), TACIT_PATTERN_NONE);
}

static void test_numbers(void **state)
{
    (void)state;
    assert_int_equal(ALL("+49 30 123456", "(030) 123 456"), TACIT_PATTERN_PHONE);
    assert_int_equal(ALL("030/1234567"), TACIT_PATTERN_PHONE);
    assert_int_equal(ALL("1,234", "12", "1,234,567.50"), TACIT_PATTERN_THOUSANDS);
    assert_int_equal(ALL("1.234.567,50", "-2.000"), TACIT_PATTERN_THOUSANDS);
    assert_int_equal(ALL("12", "13.5"), TACIT_PATTERN_NONE);
    assert_int_equal(ALL("1,23,4"), TACIT_PATTERN_NONE);
}

static void test_codes(void **state)
{
    (void)state;
    assert_int_equal(ALL("01067", "99999"), TACIT_PATTERN_POSTCODE);
    assert_int_equal(ALL("1012 AB", "SW1A 1AA", "K1A 0B1"), TACIT_PATTERN_POSTCODE);
    assert_int_equal(ALL("31.12.1999", "01/02/2003"), TACIT_PATTERN_DATE);
    assert_int_equal(ALL("1999/12/31"), TACIT_PATTERN_DATE);
    assert_int_equal(ALL("31.31.1999"), TACIT_PATTERN_NONE);
    assert_int_equal(ALL("1999/13/01"), TACIT_PATTERN_NONE);
}

static void test_no_text(void **state)
{
    (void)state;
    const tacit_pattern_set s = tacit_pattern_start();
    assert_int_equal(tacit_pattern_end(&s, 0), TACIT_PATTERN_NONE);
    assert_int_equal(ALL(""), TACIT_PATTERN_NONE);
    assert_int_equal(ALL("red", "green"), TACIT_PATTERN_NONE);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_codes),
        cmocka_unit_test(test_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
