/*
 * test_svg.c - charts as SVG: well formed in every case, bars on zero, labels thinned.
 */
#include "unit/report/help.h"

#include "report/svg/svg.h"

/* Draw `chart` (stolen); the caller frees the buffer. */
static tacit_buffer draw(tacit_ctx *cx, json_t *chart)
{
    tacit_buffer b = { 0 };
    tacit_chart c = { 0 };
    assert_int_equal(tacit_chart_read(cx, chart, &c), TACIT_OK);
    assert_int_equal(tacit_svg_chart(cx, &c, "c1", &b), TACIT_OK);
    json_decref(chart);
    assert_balanced(b.text);
    assert_int_equal(strncmp(b.text, "<svg ", 5), 0);
    assert_has(b.text, "role=\"img\"");
    assert_has(b.text, "<title id=\"c1t\">");
    assert_has(b.text, "<desc id=\"c1d\">");
    assert_lacks(b.text, "nan");
    assert_lacks(b.text, "n/a\"");
    assert_lacks(b.text, "inf\"");
    return b;
}

static tacit_buffer draw_text(tacit_ctx *cx, const char *json)
{
    return draw(cx, parse(json));
}

static double number_in_quotes(const char *text)
{
    char own[32];
    double x = 0.0;
    snprintf(own, sizeof own, "%.*s", (int)strcspn(text, "\""), text);
    assert_true(tacit_parse_real(own, &x));
    return x;
}

/* The number after the `k`-th (from 0) `name="` in `text`. */
static double attribute(const char *text, const char *name, size_t k)
{
    for (const char *at = text; (at = strstr(at, name)) != NULL; at++)
        if (k-- == 0)
            return number_in_quotes(at + strlen(name));
    fail_msg("no attribute");
    return 0.0;
}

static void empty_charts_say_so(void **state)
{
    static const char *const empty[] = {
        "{}",
        "{'kind':'bars','x':{'labels':[]},'series':[]}",
        "{'kind':'lines','x':{'labels':['a']},'series':[{'name':'s','values':[]}]}",
        "{'kind':'heat','x':{'labels':['a']},'series':[{'name':'s','values':[null]}]}",
        "{'kind':'bars','y':{'scale':'log'},'series':[{'name':'s','values':[0,-1]}]}",
        "{'kind':'points','series':[{'name':'s','x':[null],'values':[1]}]}",
        "{'kind':'points'}",
    };
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++) {
        tacit_buffer b = draw_text(*state, empty[i]);
        assert_has(b.text, "No values to show.");
        tacit_buffer_free(&b);
    }
}

static void single_points_are_drawn(void **state)
{
    tacit_buffer b = draw_text(*state, "{'kind':'lines','x':{'labels':['a']},'series':"
                                       "[{'name':'s','values':[0.25]}]}");
    assert_int_equal(count_text(b.text, "<circle"), 1);
    tacit_buffer_free(&b);
    b = draw_text(*state, "{'kind':'bars','x':{'labels':['a']},'series':"
                          "[{'name':'s','values':[3]}]}");
    assert_has(b.text, "<title>a, s: 3</title>");
    tacit_buffer_free(&b);
    b = draw_text(*state, "{'kind':'heat','x':{'labels':['a']},'series':"
                          "[{'name':'s','values':[0]}]}");
    assert_int_equal(count_text(b.text, "class=\"cell"), 1 + 3);
    tacit_buffer_free(&b);
    b = draw_text(*state, "{'kind':'heat','x':{'labels':['a']},'series':"
                          "[{'name':'s','values':[-2]}]}");
    assert_int_equal(count_text(b.text, "class=\"cell"), 1 + 5);
    tacit_buffer_free(&b);
}

/* Bars of 2 and 4 stand on the same line, and one is twice as high as the other. */
static void bars_stand_on_zero(void **state)
{
    tacit_buffer b = draw_text(*state, "{'kind':'bars','x':{'labels':['a','b','c']},'series':"
                                       "[{'name':'s','values':[2,4,-4]}]}");
    const char *bars = strstr(b.text, "<g class=\"s1\"");
    assert_non_null(bars);
    const double low = attribute(bars, " height=\"", 0), high = attribute(bars, " height=\"", 1);
    const double below = attribute(bars, " height=\"", 2);
    assert_true(low > 10.0 && high > 2.0 * low - 0.2 && high < 2.0 * low + 0.2);
    assert_true(below > high - 0.2 && below < high + 0.2);
    const double base = attribute(bars, " y=\"", 0) + low;
    assert_true(base > attribute(bars, " y=\"", 2) - 0.2 &&
                base < attribute(bars, " y=\"", 2) + 0.2);
    tacit_buffer_free(&b);
}

static void small_bars_stay_visible(void **state)
{
    tacit_buffer b = draw_text(*state, "{'kind':'bars','x':{'labels':['a','b','c']},'series':"
                                       "[{'name':'s','values':[1000000,1,0]}]}");
    const char *bars = strstr(b.text, "<g class=\"s1\"");
    assert_true(attribute(bars, " height=\"", 1) >= 1.0);
    assert_true(attribute(bars, " height=\"", 2) <= 0.0);
    tacit_buffer_free(&b);
}

static void gaps_interrupt_lines(void **state)
{
    tacit_buffer b = draw_text(*state, "{'kind':'lines','x':{'labels':['a','b','c','d']},'series':"
                                       "[{'name':'s','values':[1,2,null,4]}]}");
    const char *path = strstr(b.text, "<path class=\"s1 line\"");
    assert_non_null(path);
    const char *end = strstr(path, "/>");
    size_t moves = 0;
    for (const char *c = strstr(path, " d=\""); c < end; c++)
        moves += *c == 'M';
    assert_int_equal(moves, 2);
    assert_int_equal(count_text(b.text, "<circle"), 3);
    tacit_buffer_free(&b);
}

/* A chart with `n` places whose labels start with `stem`. */
static json_t *places(const char *kind, const char *stem, size_t n)
{
    json_t *labels = json_array(), *values = json_array();
    for (size_t i = 0; i < n; i++) {
        char label[64];
        snprintf(label, sizeof label, "%s%zu", stem, i);
        json_array_append_new(labels, json_string(label));
        json_array_append_new(values, json_real(1.0 + (double)(i % 7)));
    }
    return json_pack("{s:s, s:{s:o}, s:[{s:s, s:o}]}", "kind", kind, "x", "labels", labels,
                     "series", "name", "s", "values", values);
}

static void ten_thousand_labels_are_thinned(void **state)
{
    static const char *const kinds[] = { "bars", "lines" };
    for (size_t k = 0; k < 2; k++) {
        tacit_buffer b = draw(*state, places(kinds[k], "x", 10000));
        assert_true(count_text(b.text, "<text") < 60);
        assert_true(count_text(b.text, "<text") > 8);
        assert_true(b.length < 60000);
        tacit_buffer_free(&b);
    }
}

static void long_labels_are_slanted_and_cut(void **state)
{
    tacit_buffer b = draw(*state, places("bars", "A very long name of a category number ", 12));
    assert_has(b.text, "rotate(-40");
    assert_has(b.text, ">A very long name of a\xe2\x80\xa6<");
    tacit_buffer_free(&b);
    b = draw(*state, places("bars", "", 5));
    assert_lacks(b.text, "rotate(-40");
    tacit_buffer_free(&b);
}

static void heat_maps_write_small_tables(void **state)
{
    tacit_buffer b = draw_text(*state, "{'kind':'heat','x':{'labels':['a','b']},'series':"
                                       "[{'name':'r','values':[-0.5,0.25]},"
                                       "{'name':'t','values':[null,0]}]}");
    assert_has(b.text, "class=\"cell neg\" fill=\"#d0576b\" fill-opacity=\"0.800\"");
    assert_has(b.text, "class=\"cell pos\" fill=\"#35699f\" fill-opacity=\"0.400\"");
    assert_has(b.text, ">-0.50</text>");
    assert_has(b.text, ">0.25</text>");
    tacit_buffer_free(&b);
    b = draw(*state, places("heat", "x", 13));
    assert_int_equal(count_text(b.text, "ink small"), 0);
    tacit_buffer_free(&b);
}

/* 0.8 of 0.001 / 0.1: what is written as 0.00 is as good as white, though it is the largest. */
static void heat_maps_do_not_colour_nothing(void **state)
{
    tacit_buffer b = draw_text(*state, "{'kind':'heat','x':{'labels':['a']},'series':"
                                       "[{'name':'r','values':[-0.001]}]}");
    assert_has(b.text, "class=\"cell neg\" fill=\"#d0576b\" fill-opacity=\"0.008\"");
    assert_has(b.text, ">-0.10</text>");
    tacit_buffer_free(&b);
}

static void logarithmic_axes_leave_zero_out(void **state)
{
    tacit_buffer b = draw_text(*state, "{'kind':'bars','y':{'scale':'log'},'x':{'labels':"
                                       "['a','b','c']},'series':[{'name':'s',"
                                       "'values':[1,0,1000]}]}");
    assert_has(b.text, ">1,000</text>");
    assert_has(b.text, ">10</text>");
    assert_int_equal(count_text(b.text, "<title>b, s"), 0);
    assert_int_equal(count_text(b.text, "<title>c, s"), 1);
    tacit_buffer_free(&b);
}

/* Points stand where both axes say; the last series of one point is highlighted. */
static void points_have_two_axes(void **state)
{
    tacit_buffer b = draw_text(*state, "{'kind':'points','x':{'title':'risk'},'y':{'title':'loss'},"
                                       "'series':[{'name':'all','x':[0,1,2],'values':[0,10,5]},"
                                       "{'name':'chosen','x':[1],'values':[5]}]}");
    const char *dots = strstr(b.text, "<circle class=\"s0\"");
    assert_int_equal(count_text(b.text, "<circle"), 4 + 2);
    assert_int_equal(count_text(b.text, "s1 chosen"), 2);
    assert_has(b.text, "<title>all: 1, 10</title>");
    assert_has(b.text, ">1.5</text>");
    for (size_t k = 0; k < 2; k++) /* that of the legend comes first */
        dots = strstr(dots + 1, "<circle class=\"s");
    const double left = attribute(dots, " cx=\"", 0), middle = attribute(dots, " cx=\"", 1);
    const double right = attribute(dots, " cx=\"", 2), chosen = attribute(dots, " cx=\"", 3);
    assert_true(middle > left + 100.0 && right - middle > middle - left - 0.2 &&
                right - middle < middle - left + 0.2);
    assert_true(chosen > middle - 0.1 && chosen < middle + 0.1);
    const double low = attribute(dots, " cy=\"", 0), high = attribute(dots, " cy=\"", 1);
    const double half = attribute(dots, " cy=\"", 2);
    assert_true(low > high + 50.0 && low - half > half - high - 0.2 &&
                low - half < half - high + 0.2);
    tacit_buffer_free(&b);
}

static void many_points_are_one_path(void **state)
{
    json_t *x = json_array(), *y = json_array();
    for (int i = 0; i < 20000; i++) {
        json_array_append_new(x, json_real((i * 7919) % 20000));
        json_array_append_new(y, json_real((i * 104729) % 19997));
    }
    tacit_buffer b = draw(*state, json_pack("{s:s, s:[{s:s, s:o, s:o}]}", "kind", "points",
                                            "series", "name", "s", "x", x, "values", y));
    assert_int_equal(count_text(b.text, " dots\""), 1);
    assert_true(b.length < 60000);
    assert_has(b.text, "20,000 points");
    tacit_buffer_free(&b);
}

static void texts_are_escaped(void **state)
{
    static const char *const kinds[] = { "bars", "lines", "heat", "points" };
    for (size_t k = 0; k < 4; k++) {
        json_t *j = json_pack("{s:s, s:s, s:{s:s, s:[s,s]}, s:{s:s}, s:[{s:s, s:[i,i], s:[i,i]}, "
                              "{s:s, s:[i,i], s:[i,i]}]}",
                              "kind", kinds[k], "title", ATTACK, "x", "title", ATTACK, "labels",
                              ATTACK, ATTACK, "y", "title", ATTACK, "series", "name", ATTACK,
                              "values", 1, 2, "x", 1, 2, "name", ATTACK, "values", 3, 4, "x", 3, 4);
        tacit_buffer b = draw(*state, j);
        assert_lacks(b.text, "<script");
        assert_lacks(b.text, "\x1b");
        assert_has(b.text, "&lt;script");
        tacit_buffer_free(&b);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_charts_say_so),
        cmocka_unit_test(single_points_are_drawn),
        cmocka_unit_test(bars_stand_on_zero),
        cmocka_unit_test(small_bars_stay_visible),
        cmocka_unit_test(gaps_interrupt_lines),
        cmocka_unit_test(ten_thousand_labels_are_thinned),
        cmocka_unit_test(long_labels_are_slanted_and_cut),
        cmocka_unit_test(heat_maps_write_small_tables),
        cmocka_unit_test(heat_maps_do_not_colour_nothing),
        cmocka_unit_test(logarithmic_axes_leave_zero_out),
        cmocka_unit_test(points_have_two_axes),
        cmocka_unit_test(many_points_are_one_path),
        cmocka_unit_test(texts_are_escaped),
    };
    return cmocka_run_group_tests_name("report/svg", tests, set_up, tear_down);
}
