/*
 * test_calendar.c - periods of the calendar.
 *
 * Provenance: week numbers from the examples of ISO 8601 (2019), e.g. 2005-01-01 is in 2004-W53 and
 * 2008-12-29 in 2009-W01; all else against a walk over the days of 60 years.
 */
#include "support/check.h"

#include <string.h>

#include "base/calendar/calendar.h"

static int32_t day_of(const char *text)
{
    int32_t day = 0;
    assert_true(tacit_parse_date(text, &day));
    return day;
}

static void check_label(tacit_period p, const char *day, const char *label)
{
    char text[TACIT_CALENDAR_BYTES];
    tacit_period_label(p, day_of(day), text);
    assert_string_equal(text, label);
}

static void test_labels(void **state)
{
    (void)state;
    check_label(TACIT_CALENDAR_DAY, "2024-02-29", "2024-02-29");
    check_label(TACIT_CALENDAR_WEEK, "2005-01-01", "2004-W53");
    check_label(TACIT_CALENDAR_WEEK, "2005-01-03", "2005-W01");
    check_label(TACIT_CALENDAR_WEEK, "2008-12-29", "2009-W01");
    check_label(TACIT_CALENDAR_WEEK, "2010-01-03", "2009-W53");
    check_label(TACIT_CALENDAR_MONTH, "2024-12-31", "2024-12");
    check_label(TACIT_CALENDAR_QUARTER, "2024-03-31", "2024-Q1");
    check_label(TACIT_CALENDAR_QUARTER, "2024-10-01", "2024-Q4");
    check_label(TACIT_CALENDAR_HALF_YEAR, "2024-07-01", "2024-H2");
    check_label(TACIT_CALENDAR_YEAR, "0999-07-01", "0999");
    check_label(TACIT_CALENDAR_DECADE, "2029-12-31", "2020 to 2029");
    check_label(TACIT_CALENDAR_CENTURY, "2029-12-31", "2000 to 2099");
}

/* A period begins where its label does: found by going from day to day. */
static void test_walk(void **state)
{
    const int32_t first = day_of("1959-12-01"), last = day_of("2020-03-01");
    (void)state;
    for (tacit_period p = TACIT_CALENDAR_DAY; p <= TACIT_CALENDAR_YEAR; p++) {
        char before[TACIT_CALENDAR_BYTES] = "", label[TACIT_CALENDAR_BYTES];
        int32_t start = 0;
        for (int32_t day = first; day <= last; day++) {
            tacit_period_label(p, day, label);
            const bool begins = before[0] != '\0' && strcmp(before, label) != 0;
            if (begins) {
                assert_int_equal(tacit_period_next(p, day - 1), day);
                start = day;
            }
            if (start != 0)
                assert_int_equal(tacit_period_start(p, day), start);
            memcpy(before, label, sizeof before);
        }
        assert_int_not_equal(start, 0);
    }
}

static void test_names(void **state)
{
    (void)state;
    for (tacit_period p = 0; p < TACIT_CALENDAR_PERIODS; p++)
        assert_int_equal(tacit_period_find(tacit_period_name(p)), p);
    assert_int_equal(tacit_period_find("Month"), TACIT_CALENDAR_PERIODS);
    assert_true(tacit_period_within(TACIT_CALENDAR_DAY, TACIT_CALENDAR_WEEK));
    assert_true(tacit_period_within(TACIT_CALENDAR_WEEK, TACIT_CALENDAR_WEEK));
    assert_true(tacit_period_within(TACIT_CALENDAR_MONTH, TACIT_CALENDAR_YEAR));
    assert_false(tacit_period_within(TACIT_CALENDAR_WEEK, TACIT_CALENDAR_YEAR));
    assert_false(tacit_period_within(TACIT_CALENDAR_MONTH, TACIT_CALENDAR_WEEK));
    assert_false(tacit_period_within(TACIT_CALENDAR_YEAR, TACIT_CALENDAR_MONTH));
}

static void test_days(void **state)
{
    int32_t day = 0;
    (void)state;
    assert_true(tacit_parse_day("2024-02-29", &day) && day == day_of("2024-02-29"));
    assert_true(tacit_parse_day("2024-02-29 23:59:59.999", &day) && day == day_of("2024-02-29"));
    assert_true(tacit_parse_day("2024-02-29T00:00:00Z", &day) && day == day_of("2024-02-29"));
    assert_false(tacit_parse_day("2024-02-299", &day));
    assert_false(tacit_parse_day("2023-02-29", &day));
    assert_false(tacit_parse_day("2024-02", &day));
    assert_false(tacit_parse_day("", &day));
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_walk),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_days),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
