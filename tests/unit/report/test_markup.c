/*
 * test_markup.c - escaping, and templates that escape by themselves.
 */
#include "unit/report/help.h"

#include "report/markup.h"

static void special_characters_become_references(void **state)
{
    tacit_buffer b = { 0 };
    assert_int_equal(tacit_markup_text(*state, &b, "a<b>&\"c'd\x01\x7f\n\xc3\xbc"), TACIT_OK);
    assert_string_equal(b.text, "a&lt;b&gt;&amp;&quot;c&#39;d\xef\xbf\xbd\xef\xbf\xbd\n\xc3\xbc");
    tacit_buffer_free(&b);
}

static void no_text_is_nothing(void **state)
{
    tacit_buffer b = { 0 };
    assert_int_equal(tacit_markup_text(*state, &b, NULL), TACIT_OK);
    assert_int_equal(b.length, 0);
    assert_int_equal(tacit_markup_text(*state, &b, ""), TACIT_OK);
    assert_int_equal(b.length, 0);
    tacit_buffer_free(&b);
}

static void values_fill_the_marks_in_order(void **state)
{
    tacit_buffer b = { 0 };
    assert_int_equal(TACIT_FILL(*state, &b, "<a b=\"$\">$</a>", "1\"", "x<$y"), TACIT_OK);
    assert_string_equal(b.text, "<a b=\"1&quot;\">x&lt;$y</a>");
    assert_int_equal(TACIT_FILL(*state, &b, "$", NULL), TACIT_OK);
    assert_string_equal(b.text, "<a b=\"1&quot;\">x&lt;$y</a>");
    tacit_buffer_free(&b);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_characters_become_references),
        cmocka_unit_test(no_text_is_nothing),
        cmocka_unit_test(values_fill_the_marks_in_order),
    };
    return cmocka_run_group_tests_name("report/markup", tests, set_up, tear_down);
}
