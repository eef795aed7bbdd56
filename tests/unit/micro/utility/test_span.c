/*
 * test_span.c - reading the texts of intervals.
 */
#include "support/check.h"

#include "base/text.h"
#include "micro/utility/span.h"

/* `text` is the interval from `low` to `high` of that type. */
static void reads(const char *text, tacit_type type, double low, double high)
{
    tacit_span s = { 0 };
    if (!tacit_span_read(text, type, &s))
        fail_msg("'%s' is not read", text);
    if (s.low < low || s.low > low || s.high < high || s.high > high)
        fail_msg("'%s' is read as %g to %g", text, s.low, s.high);
}

static void test_whole_numbers(void **state)
{
    static const char *const same[] = { "20-29",    "20 - 29", "20..29",    "20 to 29",
                                        "[20, 29]", "[20,30)", "[20, 30[",  "(19, 29]",
                                        "]19, 29]", "(19;30)", "[19.5, 30)" };
    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        reads(same[i], TACIT_TYPE_INTEGER, 20, 29);
    reads("20\xe2\x80\x93"
          "29",
          TACIT_TYPE_INTEGER, 20, 29);
    reads("-5--3", TACIT_TYPE_INTEGER, -5, -3);
    reads("-5 to 3", TACIT_TYPE_INTEGER, -5, 3);
    reads("<20", TACIT_TYPE_INTEGER, -INFINITY, 19);
    reads("<= 20", TACIT_TYPE_INTEGER, -INFINITY, 20);
    reads(">20", TACIT_TYPE_INTEGER, 21, INFINITY);
    reads(">=20", TACIT_TYPE_INTEGER, 20, INFINITY);
    reads("\xe2\x89\xa5 20", TACIT_TYPE_INTEGER, 20, INFINITY);
    reads("65+", TACIT_TYPE_INTEGER, 65, INFINITY);
    reads("[7, 7]", TACIT_TYPE_INTEGER, 7, 7);
}

static void test_reals(void **state)
{
    tacit_span s = { 0 };
    (void)state;
    reads("[2.385, 3.1)", TACIT_TYPE_REAL, 2.385, 3.1);
    reads("1e-5-2e-5", TACIT_TYPE_REAL, 1e-5, 2e-5);
    assert_true(tacit_span_read("[2.385, 3.1)", TACIT_TYPE_REAL, &s));
    assert_true(!s.low_open && s.high_open);
    assert_true(tacit_span_read("]2, 3]", TACIT_TYPE_REAL, &s));
    assert_true(s.low_open && !s.high_open);
}

static double day(const char *text)
{
    int32_t days = 0;
    assert_true(tacit_parse_date(text, &days));
    return days;
}

static void test_dates(void **state)
{
    (void)state;
    const double first = day("2000-01-01"), last = day("2000-12-31");
    reads("[2000-01-01, 2001-01-01)", TACIT_TYPE_DATE, first, last);
    reads("2000-01-01 - 2000-12-31", TACIT_TYPE_DATE, first, last);
    reads("2000-01-01-2000-12-31", TACIT_TYPE_DATE, first, last);
    reads("2000", TACIT_TYPE_DATE, first, last);
    reads("2000-01..2000-12", TACIT_TYPE_DATE, first, last);
    reads("2000-02", TACIT_TYPE_DATE, day("2000-02-01"), day("2000-02-29"));
    reads("1990-1999", TACIT_TYPE_DATE, day("1990-01-01"), day("1999-12-31"));
    reads("<2000", TACIT_TYPE_DATE, -INFINITY, day("1999-12-31"));
    reads(">2000", TACIT_TYPE_DATE, day("2001-01-01"), INFINITY);
    reads("<=2000", TACIT_TYPE_DATE, -INFINITY, last);
    reads("2000+", TACIT_TYPE_DATE, first, INFINITY);
}

static void test_no_intervals(void **state)
{
    static const char *const texts[] = {
        "",  "*", "20",  "-20", "a-b",     "[20]",   "29-20",  "[20,30", "20,30",
        "<", "+", "20-", "-",   "2000-01", "<north", "[ , 3)", "1-2-3",  "[1,2,3]"
    };
    char longest[300];
    tacit_span s;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(texts[i], "2000-01") != 0 && tacit_span_read(texts[i], TACIT_TYPE_INTEGER, &s))
            fail_msg("'%s' is read", texts[i]);
    assert_false(tacit_span_read("2000-13", TACIT_TYPE_DATE, &s));
    assert_false(tacit_span_read("<=2000-13", TACIT_TYPE_DATE, &s));
    assert_false(tacit_span_read("2000-00", TACIT_TYPE_DATE, &s));
    assert_false(tacit_span_read("-200", TACIT_TYPE_DATE, &s));
    assert_false(tacit_span_read("2000-1x", TACIT_TYPE_DATE, &s));
    assert_false(tacit_span_read("20", TACIT_TYPE_DATE, &s));
    memset(longest, '1', sizeof longest);
    longest[150] = '-';
    longest[sizeof longest - 1] = '\0';
    assert_false(tacit_span_read(longest, TACIT_TYPE_REAL, &s));
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_whole_numbers),
        with_context(test_reals),
        with_context(test_dates),
        with_context(test_no_intervals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
