/*
 * test_tree.c - a hierarchy's tree as text and as a picture.
 */
#include "help.h"

#include "report/hierarchy.h"

/* A root with two branches, one not opened, one of two values and more. */
static json_t *tree(void)
{
    return json_pack("{s:s, s:i, s:[{s:s, s:i}, {s:s, s:i, s:[{s:s, s:i}, {s:s, s:i}], s:i}]}",
                     "label", "*", "values", 50, "below", "label", "north", "values", 3, "label",
                     "south & <east>", "values", 47, "below", "label", "a\x1b", "values", 1,
                     "label", "b", "values", 1, "more", 45);
}

static void test_text(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer out = { 0 };
    json_t *t = tree();
    assert_int_equal(tacit_report_tree(cx, t, &out), TACIT_OK);
    assert_string_equal(out.text, "*\n"
                                  "├─ north (3 values)\n"
                                  "└─ south & <east>\n"
                                  "   ├─ a?\n"
                                  "   ├─ b\n"
                                  "   └─ … and 45 more\n");
    tacit_buffer_free(&out);
    json_decref(t);
    tacit_ctx_free(cx);
}

/* Leaves are one line apart, a node stands at the middle of its branches. */
static void test_picture(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer out = { 0 };
    json_t *t = tree();
    assert_int_equal(tacit_svg_tree(cx, "Hierarchy of <x>", t, &out), TACIT_OK);
    assert_non_null(strstr(out.text, "<title>Hierarchy of &lt;x&gt;</title>"));
    assert_non_null(
        strstr(out.text, "y=\"38.0\">north<tspan fill=\"#6b7280\"> (3 values)</tspan>"));
    assert_non_null(strstr(out.text, "y=\"56.0\">a"));
    assert_non_null(strstr(out.text, "y=\"74.0\">b<"));
    assert_non_null(strstr(out.text, "y=\"92.0\"><tspan fill=\"#6b7280\">… and 45 more<"));
    assert_non_null(strstr(out.text, "y=\"74.0\">south &amp; &lt;east&gt;<"));
    assert_non_null(strstr(out.text, "y=\"56.0\">*<"));
    assert_null(strchr(out.text, '\x1b'));
    tacit_buffer_free(&out);
    json_decref(t);
    tacit_ctx_free(cx);
}

/* One node, and a record without hierarchies. */
static void test_small(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer out = { 0 };
    json_t *t = json_pack("{s:s, s:i}", "label", "x", "values", 1);
    json_t *record =
        json_pack("{s:{s:s, s:i}, s:[]}", "data", "uri", "d.csv", "rows", 3, "hierarchies");
    assert_int_equal(tacit_svg_tree(cx, "t", t, &out), TACIT_OK);
    assert_non_null(strstr(out.text, "</svg>"));
    assert_int_equal(tacit_report_hierarchies(cx, record, &out), TACIT_OK);
    json_object_set_new(record, "action", json_string("check"));
    assert_int_equal(tacit_report_hierarchies(cx, record, &out), TACIT_OK);
    assert_non_null(strstr(out.text, "tacit hierarchy: d.csv, 3 records"));
    tacit_buffer_free(&out);
    json_decref(t);
    json_decref(record);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_text), cmocka_unit_test(test_picture),
                                        cmocka_unit_test(test_small) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
