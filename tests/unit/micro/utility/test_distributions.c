/*
 * test_distributions.c - distributions before and after, by hand.
 */
#include "support/comparisons.h"

/* Value `i` of series `s` of chart `name`. */
static double point(const tacit_result *r, const char *name, size_t s, size_t i)
{
    const json_t *series = json_object_get(part_of(r, "charts", name), "series");
    return json_number_value(
        json_array_get(json_object_get(json_array_get(series, s), "values"), i));
}

static const json_t *labels_of(const tacit_result *r, const char *name)
{
    return json_object_get(json_object_get(part_of(r, "charts", name), "x"), "labels");
}

static const char *label(const tacit_result *r, const char *name, size_t i)
{
    return json_string_value(json_array_get(labels_of(r, name), i));
}

static size_t series_of(const tacit_result *r, const char *name)
{
    return json_array_size(json_object_get(part_of(r, "charts", name), "series"));
}

/* 0 0 1 1 becomes 0 1 1 1: the width is 1/19 made round, 0.1; 0 is in the first interval, 1 in
 * the last. */
static void test_numbers(void **state)
{
    comparison c;
    start_comparison(&c, "distributions", table_of(*state, "x:i", "0\n0\n1\n1\n"),
                     table_of(*state, "x:r", "0\n1\n1\n1\n"));
    tacit_result *r = run_comparison(*state, &c);
    const size_t last = json_array_size(labels_of(r, "x")) - 2; /* then "missing" */
    assert_near(figure(r, "mean_distance"), 0.25, 1e-12);
    assert_string_equal(label(r, "x", 1), "0.1");
    assert_string_equal(label(r, "x", last + 1), "missing");
    assert_near(point(r, "x", 0, 0), 50.0, 1e-12);
    assert_near(point(r, "x", 0, last), 50.0, 1e-12);
    assert_near(point(r, "x", 1, 0), 25.0, 1e-12);
    assert_near(point(r, "x", 1, last), 75.0, 1e-12);
    json_decref(r);
    end_comparison(&c);
}

/* What lies outside the original's range falls into the outer intervals, which are open. */
static void test_outside(void **state)
{
    comparison c;
    start_comparison(&c, "distributions", table_of(*state, "x:i", "1\n2\n3\n4\n5\n"),
                     table_of(*state, "x:i", "-900\n2\n3\n4\n5000\n"));
    tacit_result *r = run_comparison(*state, &c);
    const size_t last = json_array_size(labels_of(r, "x")) - 2;
    assert_near(figure(r, "mean_distance"), 0.0, 1e-12);
    assert_near(point(r, "x", 1, 0), 20.0, 1e-12);
    assert_near(point(r, "x", 1, last), 20.0, 1e-12);
    json_decref(r);
    end_comparison(&c);
}

/* Missing cells are a place of their own: 1/4 becomes 2/4. */
static void test_missing(void **state)
{
    comparison c;
    start_comparison(&c, "distributions", table_of(*state, "x:r,c:c", "1,a\n2,b\n3,b\n,\n"),
                     table_of(*state, "x:r,c:c", "1,a\n2,b\n,\n,\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_near(cell_of(r, "columns", 0, 1), 0.25, 1e-12);
    assert_near(cell_of(r, "columns", 1, 1), 0.25, 1e-12);
    assert_near(figure(r, "largest_distance"), 0.25, 1e-12);
    json_decref(r);
    end_comparison(&c);
}

/* Labels in order of frequency; b 3 a 2 c 1 becomes c 4 a 2. */
static void test_categories(void **state)
{
    comparison c;
    start_comparison(&c, "distributions", table_of(*state, "g:c", "a\nb\nb\nc\na\nb\n"),
                     table_of(*state, "g:c", "a\nc\nc\nc\na\nc\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_string_equal(label(r, "g", 0), "b");
    assert_string_equal(label(r, "g", 1), "a");
    assert_string_equal(label(r, "g", 2), "c");
    assert_string_equal(label(r, "g", 3), "all others");
    assert_string_equal(label(r, "g", 4), "missing");
    assert_near(point(r, "g", 0, 0), 50.0, 1e-12);
    assert_near(point(r, "g", 1, 0), 0.0, 1e-12);
    assert_near(figure(r, "mean_distance"), 0.5, 1e-12);
    json_decref(r);
    end_comparison(&c);
}

/* Of 20 labels 15 have a place; the other 5 share one, so a swap among them is not seen. */
static void test_many_labels(void **state)
{
    char before[1024] = "", after[1024] = "";
    size_t used = 0, other = 0;
    for (size_t v = 0; v < 20; v++)
        for (size_t i = 0; i < (v < 15 ? 2u : 1u); i++) {
            used += (size_t)snprintf(before + used, sizeof before - used, "v%zu\n", v);
            other +=
                (size_t)snprintf(after + other, sizeof after - other, "v%zu\n", v == 19 ? 18 : v);
        }
    comparison c;
    start_comparison(&c, "distributions", table_of(*state, "g:c", before),
                     table_of(*state, "g:c", after));
    tacit_result *r = run_comparison(*state, &c);
    assert_int_equal(json_array_size(labels_of(r, "g")), 17);
    assert_near(point(r, "g", 0, 15), 100.0 * 5.0 / 35.0, 1e-12);
    assert_near(figure(r, "mean_distance"), 0.0, 1e-12);
    json_decref(r);
    end_comparison(&c);
}

static void test_dates(void **state)
{
    comparison c;
    start_comparison(&c, "distributions", table_of(*state, "d:d", "2001-01-01\n2001-01-05\n"),
                     table_of(*state, "d:d", "2001-01-01\n2001-01-01\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_string_equal(label(r, "d", 0), "2001-01-01");
    assert_near(figure(r, "mean_distance"), 0.5, 1e-12);
    json_decref(r);
    end_comparison(&c);
}

/* Recoded columns are charted as they are now and have no distance. */
static void test_recoded(void **state)
{
    comparison c;
    start_comparison(&c, "distributions", table_of(*state, "age:i,job:c,x:i", "31,a,1\n35,b,2\n"),
                     table_of(*state, "age:c,job:c,x:i", "30-39,A,1\n30-39,B,2\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_int_equal(series_of(r, "age"), 1);
    assert_int_equal(series_of(r, "job"), 1);
    assert_int_equal(series_of(r, "x"), 2);
    assert_string_equal(label(r, "age", 0), "30-39");
    assert_near(point(r, "age", 0, 0), 100.0, 1e-12);
    assert_int_equal(rows_of(r, "columns"), 1);
    assert_near(figure(r, "mean_distance"), 0.0, 0.0);
    json_decref(r);
    end_comparison(&c);
}

/* Codes of which one was hidden became texts: shares 1/4, 3/4 against 1/4, 1/2 and 1/4 of others.
 */
static void test_hidden_codes(void **state)
{
    comparison c;
    start_comparison(&c, "distributions", table_of(*state, "a:i", "1\n2\n2\n2\n"),
                     table_of(*state, "a:c", "1\n2\n2\n*\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_int_equal(series_of(r, "a"), 2);
    assert_near(figure(r, "mean_distance"), 0.25, 1e-12);
    json_decref(r);
    end_comparison(&c);
}

static void test_odd_tables(void **state)
{
    comparison c;
    tacit_table *t = table_of(*state, "id:i,x:r,c:c", "1,,a\n2,,a\n");
    tacit_table_set_roles(t, 0, TACIT_ROLE_IDENTIFIER);
    tacit_result *r = run_comparison(*state, start_comparison(&c, "distributions", t, t));
    assert_int_equal(json_array_size(json_object_get(r, "charts")), 1); /* c alone */
    assert_near(figure(r, "mean_distance"), 0.0, 0.0);
    json_decref(r);
    end_comparison(&c);
    t = table_of(*state, "x:r,y:r", "1e300,7\n-1e300,7\n");
    r = run_comparison(*state, start_comparison(&c, "distributions", t, t));
    assert_near(figure(r, "largest_distance"), 0.0, 0.0);
    json_decref(r);
    end_comparison(&c);
    t = table_of(*state, "x:r", "");
    r = run_comparison(*state, start_comparison(&c, "distributions", t, t));
    assert_true(isnan(figure(r, "mean_distance")));
    json_decref(r);
    end_comparison(&c);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_numbers),      with_context(test_outside),
        with_context(test_missing),      with_context(test_categories),
        with_context(test_many_labels),  with_context(test_dates),
        with_context(test_recoded),      with_context(test_odd_tables),
        with_context(test_hidden_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
