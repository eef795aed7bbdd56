/*
 * test_text.c - numbers, dates and sizes to and from text; suggestions; growing texts.
 *
 * Provenance: day numbers from the Julian day number (1970-01-01 is 2440588; Meeus 1998,
 * chapter 7: 2000-01-01 noon is JD 2451545.0, 1600-01-01 is JD 2305447.5 at midnight);
 * distances counted by hand.
 */
#include "support/check.h"

#include <float.h>
#include <stdio.h>

#include "base/rng.h"
#include "base/text.h"

static void check_real(double x, const char *expected)
{
    char text[TACIT_NUMBER_BYTES];
    double back = 0.0;
    tacit_format_real(x, text);
    assert_string_equal(text, expected);
    assert_true(tacit_parse_real(text, &back));
    assert_memory_equal(&back, &x, sizeof x);
}

static void test_reals(void **state)
{
    (void)state;
    check_real(0.1, "0.1");
    check_real(0.1 + 0.2, "0.30000000000000004");
    check_real(1e-300, "1e-300");
    check_real(9007199254740992.0, "9007199254740992");
    char zero[TACIT_NUMBER_BYTES];
    tacit_format_real(-0.0, zero);
    assert_string_equal(zero, "0"); /* -0 is 0 */
    check_real(2.385, "2.385");
    check_real(1e15, "1e+15");
    check_real(123456.0, "123456");
    check_real(DBL_MAX, "1.7976931348623157e+308");
    check_real(DBL_MIN, "2.2250738585072014e-308");
    check_real(5e-324, "5e-324"); /* the least number above 0: one digit is enough */
}

static void test_reals_at_random(void **state)
{
    (void)state;
    tacit_rng rng = tacit_rng_seed(1);
    for (int i = 0; i < 20000; i++) {
        const uint64_t bits = tacit_rng_bits(&rng);
        double x = 0.0, back = 1.0;
        char text[TACIT_NUMBER_BYTES];
        memcpy(&x, &bits, sizeof x);
        if (!isfinite(x))
            continue;
        tacit_format_real(x, text);
        assert_true(tacit_parse_real(text, &back));
        assert_memory_equal(&back, &x, sizeof x);
    }
}

static void test_not_finite(void **state)
{
    (void)state;
    char text[TACIT_NUMBER_BYTES];
    tacit_format_real(NAN, text);
    assert_string_equal(text, "nan");
    tacit_format_real(-INFINITY, text);
    assert_string_equal(text, "-inf");
    tacit_format_real(INFINITY, text);
    assert_string_equal(text, "inf");
}

static void test_parse_real(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",    " 1",    "1 ",    "nan", "inf", "0x10", "1,5", "1e",
        "--1", "1.2.3", "1e400", "e5",  ".",   "-",    "1d5", "1_000"
    };
    double x = 7.0;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (tacit_parse_real(bad[i], &x))
            fail_msg("'%s' is read as a number", bad[i]);
    assert_near(x, 7.0, 0.0); /* untouched */
    assert_true(tacit_parse_real("+1.5E+2", &x));
    assert_near(x, 150.0, 0.0);
    assert_true(tacit_parse_real(".5", &x));
    assert_near(x, 0.5, 0.0);
    assert_true(tacit_parse_real("9007199254740993", &x)); /* 2^53 + 1 rounds to even */
    assert_near(x, 9007199254740992.0, 0.0);
}

static void test_integers(void **state)
{
    (void)state;
    static const char *const bad[] = { "",   "-",  "007", "-0", "+1",  "1.0",
                                       " 1", "1a", "-01", "1 ", "--1", "1234567890123456789" };
    int64_t x = 7;
    char text[TACIT_NUMBER_BYTES];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (tacit_parse_integer(bad[i], strlen(bad[i]), &x))
            fail_msg("'%s' is read as a whole number", bad[i]);
    assert_int_equal(x, 7);
    assert_true(tacit_parse_integer("0", 1, &x));
    assert_int_equal(x, 0);
    assert_true(tacit_parse_integer("-123456789012345678", 19, &x));
    assert_true(x == -123456789012345678);
    assert_true(tacit_parse_integer("42rest", 2, &x)); /* n bytes, not to the NUL */
    assert_int_equal(x, 42);
    tacit_format_integer(INT64_MIN, text);
    assert_string_equal(text, "-9223372036854775808");
}

static void check_date(const char *text, int32_t days)
{
    int32_t d = 0;
    char back[TACIT_NUMBER_BYTES];
    assert_true(tacit_parse_date(text, &d));
    assert_int_equal(d, days);
    tacit_format_date(days, back);
    assert_string_equal(back, text);
}

static void test_dates(void **state)
{
    (void)state;
    check_date("1970-01-01", 0);
    check_date("1969-12-31", -1);
    check_date("2000-01-01", 2451545 - 2440588);
    check_date("2000-02-29", 2451545 - 2440588 + 31 + 28);
    check_date("1600-01-01", 2305448 - 2440588);
    check_date("1600-02-29", 2305448 - 2440588 + 31 + 28);
    check_date("9999-12-31", 2932896); /* 8030 years: 1947 leap days after 1969 */
    int32_t d = 7;
    static const char *const bad[] = { "1900-02-29", "2001-02-29", "2000-13-01", "2000-00-10",
                                       "2000-01-00", "2000-04-31", "2000-1-01",  "20000101",
                                       "2000-01-1 ", "2000/01/01", "",           "2000-01-011",
                                       "+200-01-01", "-200-01-01", " 200-01-01", "2000-01-32" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (tacit_parse_date(bad[i], &d))
            fail_msg("'%s' is read as a date", bad[i]);
    assert_int_equal(d, 7);
}

static void test_every_day(void **state)
{
    (void)state;
    char last[TACIT_NUMBER_BYTES] = "1599-12-31", text[TACIT_NUMBER_BYTES];
    for (int32_t d = -135140; d < -135140 + 146097; d++) { /* 400 years: one whole cycle */
        int32_t back = 0;
        tacit_format_date(d, text);
        assert_true(strcmp(last, text) < 0);
        assert_true(tacit_parse_date(text, &back));
        assert_int_equal(back, d);
        memcpy(last, text, sizeof last);
    }
    assert_string_equal(last, "1999-12-31");
}

static void test_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t bytes;
    } good[] = { { "512", 512 },           { "512B", 512 },       { "10KB", 10000 },
                 { "512MB", 512000000 },   { "2GB", 2000000000 }, { "2G", 2000000000 },
                 { "1.5GiB", 1610612736 }, { "1Ki", 1024 },       { "1tb", 1000000000000 } };
    static const char *const bad[] = { "",     "GB",  "2XB", "-1GB",      "0",     "1..5GB", "2 GB",
                                       "2GBB", "2iB", "1e9", "9999999TB", "2GiBx", "." };
    uint64_t x = 0;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (!tacit_parse_bytes(good[i].text, &x))
            fail_msg("'%s' is not read as a size", good[i].text);
        assert_int_equal(x, good[i].bytes);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (tacit_parse_bytes(bad[i], &x))
            fail_msg("'%s' is read as a size", bad[i]);
}

static const char *candidate(const void *user, size_t i)
{
    return ((const char *const *)user)[i];
}

static void test_suggestions(void **state)
{
    (void)state;
    static const char *const words[] = { "microaggregate", "noise", "recode", "k" };
    assert_string_equal(tacit_suggest("microagregate", 4, candidate, words), "microaggregate");
    assert_string_equal(tacit_suggest("niose", 4, candidate, words), "noise"); /* one swap */
    assert_string_equal(tacit_suggest("RECODE", 4, candidate, words), "recode");
    assert_string_equal(tacit_suggest("j", 4, candidate, words), "k");
    assert_null(tacit_suggest("n\xC3\xA4he", 4, candidate, words));
    assert_null(tacit_suggest("suppress", 4, candidate, words));
    assert_null(tacit_suggest("noise", 0, candidate, words));
    char endless[500];
    memset(endless, 'n', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_null(tacit_suggest(endless, 4, candidate, words));
}

static void test_buffer(void **state)
{
    tacit_ctx *cx = *state;
    tacit_buffer b = { 0 };
    assert_ok(cx, tacit_buffer_text(cx, &b, ""));
    assert_string_equal(b.text, "");
    for (int i = 0; i < 1000; i++)
        assert_ok(cx, tacit_buffer_format(cx, &b, "%03d,", i));
    assert_int_equal(b.length, 4000);
    assert_memory_equal(b.text + 3992, "998,999,", 9);
    assert_ok(cx, tacit_buffer_bytes(cx, &b, "a\0b", 3));
    assert_int_equal(b.length, 4003);
    assert_memory_equal(b.text + 4000, "a\0b", 4);
    tacit_buffer_free(&b);
    assert_null(b.text);
    assert_int_equal(b.length, 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_reals),       with_context(test_reals_at_random),
        with_context(test_not_finite),  with_context(test_parse_real),
        with_context(test_integers),    with_context(test_dates),
        with_context(test_every_day),   with_context(test_bytes),
        with_context(test_suggestions), with_context(test_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
