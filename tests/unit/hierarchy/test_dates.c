/*
 * test_dates.c - hierarchies of calendar periods.
 *
 * Provenance: labels worked out by hand.
 */
#include "help.h"

#define DATES (&tacit_hierarchy_builder_dates)

static void test_periods(void **state)
{
    (void)state;
    static const char *const days[] = { "1969-12-31", "1970-01-01", "1999-07-01", "2000-02-29" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_dates(cx, days, 4);
    tacit_args args = args_of(cx, DATES);
    tacit_hierarchy *h = build_with(cx, &args, DATES, c);
    assert_int_equal(tacit_hierarchy_levels(h), 6);
    assert_labels(h, 1, "1969-12|1970-01|1999-07|2000-02");
    assert_labels(h, 2, "1969-Q4|1970-Q1|1999-Q3|2000-Q1");
    assert_labels(h, 3, "1969|1970|1999|2000");
    assert_labels(h, 4, "1960 to 1969|1970 to 1979|1990 to 1999|2000 to 2009");
    tacit_hierarchy_free(h);
    GIVE_TEXTS(&args, "levels", "half_year", "century");
    h = build_with(cx, &args, DATES, c);
    assert_labels(h, 1, "1969-H2|1970-H1|1999-H2|2000-H1");
    assert_labels(h, 2, "1900 to 1999|1900 to 1999|1900 to 1999|2000 to 2099");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

/* Weeks as in ISO 8601: the first one of a year has its first Thursday. */
static void test_weeks(void **state)
{
    (void)state;
    static const char *const days[] = { "1900-01-01", "1969-12-28", "1969-12-29", "2005-01-01",
                                        "2007-12-31", "2008-12-28", "2008-12-29", "2009-12-31",
                                        "2010-01-03", "2010-01-04" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_dates(cx, days, 10);
    tacit_args args = args_of(cx, DATES);
    GIVE_TEXTS(&args, "levels", "week");
    tacit_hierarchy *h = build_with(cx, &args, DATES, c);
    assert_int_equal(tacit_hierarchy_levels(h), 3);
    assert_labels(h, 1,
                  "1900-W01|1969-W52|1970-W01|2004-W53|2008-W01|2008-W52|2009-W01|2009-W53|"
                  "2009-W53|2010-W01");
    tacit_hierarchy_free(h);
    tacit_column_free(c);
    tacit_ctx_free(cx);
}

/* Texts in the usual spellings; a number above 12 tells day from month, and a text that fits one
 * order only is read in that. */
static void test_texts(void **state)
{
    (void)state;
    static const char *const german[] = { "31.12.1949", "1.2.2003", "2010-05-06" };
    static const char *const american[] = { "12/31/1949", "02/01/2003", "12/25/03" };
    static const char *const either[] = { "03/04/2020" };
    static const char *const broken[] = { "31.12.1949", "31.02.1950", "soon" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_args args = args_of(cx, DATES);
    tacit_column *c = column_of_texts(cx, german, 3), *d = column_of_texts(cx, american, 3);
    tacit_column *e = column_of_texts(cx, either, 1), *f = column_of_texts(cx, broken, 3);
    tacit_hierarchy *h = build_with(cx, &args, DATES, c);
    assert_labels(h, 1, "1949-12|2003-02|2010-05");
    tacit_hierarchy_free(h);
    h = build_with(cx, &args, DATES, d);
    assert_labels(h, 1, "1949-12|2003-02|2003-12");
    tacit_hierarchy_free(h);
    h = build_with(cx, &args, DATES, e);
    assert_labels(h, 1, "2020-04");
    tacit_hierarchy_free(h);
    give(&args, "order")->number = 2.0; /* mdy */
    h = build_with(cx, &args, DATES, e);
    assert_labels(h, 1, "2020-03");
    tacit_hierarchy_free(h);
    assert_refused(cx, &args, DATES, f, TACIT_ERR_DATA, "2 ");
    tacit_column_free(c);
    tacit_column_free(d);
    tacit_column_free(e);
    tacit_column_free(f);
    tacit_ctx_free(cx);
}

static void test_refusals(void **state)
{
    (void)state;
    static const char *const days[] = { "1969-12-31" };
    static const int64_t x[] = { 1 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *c = column_of_dates(cx, days, 1), *d = column_of_integers(cx, x, 1);
    tacit_args args = args_of(cx, DATES);
    assert_refused(cx, &args, DATES, d, TACIT_ERR_INPUT, "does not fit column 'age'");
    GIVE_TEXTS(&args, "levels", "month", "yeer");
    assert_refused(cx, &args, DATES, c, TACIT_ERR_INPUT, "did you mean 'year'?");
    GIVE_TEXTS(&args, "levels", "year", "month");
    assert_refused(cx, &args, DATES, c, TACIT_ERR_INPUT,
                   "a month does not consist of whole periods of kind year");
    GIVE_TEXTS(&args, "levels", "week", "month");
    assert_refused(cx, &args, DATES, c, TACIT_ERR_INPUT,
                   "a month does not consist of whole periods of kind week");
    tacit_column_free(c);
    tacit_column_free(d);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_periods),
        cmocka_unit_test(test_weeks),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
