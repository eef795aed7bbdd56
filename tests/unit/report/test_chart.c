/*
 * test_chart.c - charts read from JSON: gaps, thinning, joint pairs.
 */
#include "unit/report/help.h"

#include <math.h>

#include "report/chart.h"

static void nulls_become_gaps(void **state)
{
    json_t *j = parse("{'kind':'lines','title':'T','x':{'title':'X','labels':['a','b','c']},"
                      "'y':{'title':'Y','scale':'log'},"
                      "'series':[{'name':'s','values':[1,null]},{'values':'no'}]}");
    tacit_chart c = { 0 };
    assert_int_equal(tacit_chart_read(*state, j, &c), TACIT_OK);
    assert_int_equal(c.kind, TACIT_CHART_LINES);
    assert_true(c.log);
    assert_int_equal(c.n, 3);
    assert_int_equal(c.m, 2);
    assert_true(fabs(c.value[0] - 1.0) < 1e-12);
    for (size_t k = 1; k < 6; k++)
        assert_true(isnan(c.value[k]));
    assert_string_equal(c.label[2], "c");
    assert_string_equal(c.series[1], "");
    json_decref(j);
}

/* 10 000 places: the peak and the trough stay, whichever neighbours they are put with. */
static void many_places_are_thinned(void **state)
{
    json_t *labels = json_array(), *values = json_array();
    for (int i = 0; i < 10000; i++) {
        char label[16];
        snprintf(label, sizeof label, "p%d", i);
        json_array_append_new(labels, json_string(label));
        json_array_append_new(values, json_real(i == 7777 ? 98.5 : i == 3333 ? -55.5 : 1.0));
    }
    json_t *j = json_pack("{s:s, s:{s:o}, s:[{s:s, s:o}]}", "kind", "bars", "x", "labels", labels,
                          "series", "name", "s", "values", values);
    tacit_chart c = { 0 };
    double lo = 0.0, hi = 0.0;
    assert_int_equal(tacit_chart_read(*state, j, &c), TACIT_OK);
    assert_int_equal(c.group, 25);
    assert_int_equal(c.n, 400);
    assert_string_equal(c.label[1], "p25");
    assert_true(tacit_chart_range(&c, &lo, &hi));
    assert_true(fabs(hi - 98.5) < 1e-12 && fabs(lo + 55.5) < 1e-12);
    json_decref(j);
}

static void large_heat_maps_are_cut(void **state)
{
    json_t *series = json_array();
    for (int s = 0; s < 70; s++) {
        json_t *values = json_array();
        for (int i = 0; i < 65; i++)
            json_array_append_new(values, json_integer(i));
        json_array_append_new(series, json_pack("{s:s, s:o}", "name", "r", "values", values));
    }
    json_t *j = json_pack("{s:s, s:o}", "kind", "heat", "series", series);
    tacit_chart c = { 0 };
    assert_int_equal(tacit_chart_read(*state, j, &c), TACIT_OK);
    assert_int_equal(c.n, 60);
    assert_int_equal(c.m, 60);
    assert_int_equal(c.hidden, 5 + 10);
    assert_true(fabs(c.value[59 * 60 + 59] - 59.0) < 1e-12);
    json_decref(j);
}

static json_t *one_series(const char *label, double value)
{
    return json_pack("{s:s, s:{s:[s]}, s:[{s:s, s:[f]}]}", "kind", "bars", "x", "labels", label,
                     "series", "name", "n", "values", value);
}

static void alike_charts_are_joint(void **state)
{
    json_t *a = one_series("x", 1.5), *b = one_series("x", 2.5), *other = one_series("y", 3.5);
    const tacit_twin joint = { a, b }, apart = { a, other }, single = { NULL, b };
    assert_true(tacit_chart_is_joint(&joint));
    assert_false(tacit_chart_is_joint(&apart));
    assert_false(tacit_chart_is_joint(&single));
    tacit_chart c = { 0 };
    assert_int_equal(tacit_chart_read_pair(*state, &joint, &c), TACIT_OK);
    assert_int_equal(c.m, 2);
    assert_string_equal(c.series[0], "before");
    assert_string_equal(c.series[1], "after");
    assert_true(fabs(c.value[0] - 1.5) < 1e-12 && fabs(c.value[1] - 2.5) < 1e-12);
    json_decref(a);
    json_decref(b);
    json_decref(other);
}

/* 30 000 points on two diagonals: those that cover each other go, the single one stays. */
static void many_points_are_thinned(void **state)
{
    json_t *x = json_array(), *y = json_array();
    for (int i = 0; i < 30000; i++) {
        json_array_append_new(x, json_real(i / 3000.0));
        json_array_append_new(y, json_real(i % 2 == 0 ? i / 1000.0 : 30.0 - i / 1000.0));
    }
    json_t *j =
        json_pack("{s:s, s:[{s:s, s:o, s:o}, {s:s, s:[f], s:[f]}]}", "kind", "points", "series",
                  "name", "all", "x", x, "values", y, "name", "chosen", "x", 2.5, "values", 7.25);
    tacit_chart c = { 0 };
    double lo = 0.0, hi = 0.0;
    assert_int_equal(tacit_chart_read(*state, j, &c), TACIT_OK);
    assert_int_equal(c.points, 30001);
    size_t shown = 0;
    for (size_t k = 0; k < c.n; k++)
        shown += isnan(c.value[k]) ? 0 : 1;
    assert_true(shown >= 240 && shown <= 2000);
    assert_int_equal(shown + c.hidden, 30000);
    assert_true(fabs(c.x[c.n] - 2.5) < 1e-12 && fabs(c.value[c.n] - 7.25) < 1e-12);
    tacit_chart_reach(&c, &lo, &hi);
    assert_true(fabs(lo) < 1e-12 && hi > 9.9);
    json_decref(j);
}

/* A point needs both numbers; charts of points are never joint. */
static void points_need_both_numbers(void **state)
{
    json_t *j = parse("{'kind':'points','x':{'title':'risk'},'series':[{'name':'s',"
                      "'x':[1,null,3,4.5],'values':[5,6,null,8.5,9]}]}");
    const tacit_twin pair = { j, j };
    tacit_chart c = { 0 };
    const char *text = NULL;
    assert_false(tacit_chart_is_joint(&pair));
    assert_int_equal(tacit_chart_read(*state, j, &c), TACIT_OK);
    assert_int_equal(c.kind, TACIT_CHART_POINTS);
    assert_int_equal(c.points, 2);
    assert_int_equal(c.hidden, 0);
    assert_int_equal(tacit_chart_describe(*state, &c, &text), TACIT_OK);
    assert_string_equal(text,
                        "Scatter plot, 2 points in 1 series, risk from 1 to 4.5, y from 5 to 8.5.");
    json_decref(j);
}

static void charts_are_described(void **state)
{
    json_t *a = one_series("x", 1234.0), *none = parse("{'kind':'heat'}");
    tacit_chart c = { 0 };
    const char *text = NULL;
    assert_int_equal(tacit_chart_read(*state, a, &c), TACIT_OK);
    assert_int_equal(tacit_chart_describe(*state, &c, &text), TACIT_OK);
    assert_string_equal(text, "Bar chart, 1 series over 1 places, values from 1,234 to 1,234.");
    assert_int_equal(tacit_chart_read(*state, none, &c), TACIT_OK);
    assert_int_equal(tacit_chart_describe(*state, &c, &text), TACIT_OK);
    assert_string_equal(text, "Heat map without values.");
    json_decref(a);
    json_decref(none);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nulls_become_gaps),        cmocka_unit_test(many_places_are_thinned),
        cmocka_unit_test(large_heat_maps_are_cut),  cmocka_unit_test(alike_charts_are_joint),
        cmocka_unit_test(charts_are_described),     cmocka_unit_test(many_points_are_thinned),
        cmocka_unit_test(points_need_both_numbers),
    };
    return cmocka_run_group_tests_name("report/chart", tests, set_up, tear_down);
}
