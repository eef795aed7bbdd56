/*
 * test_line.c - width, cutting, padding and wrapping of terminal lines.
 */
#include "unit/report/help.h"

#include "report/line.h"

static void put_is(tacit_ctx *cx, const char *text, size_t width, tacit_side side,
                   const char *expected)
{
    tacit_buffer b = { 0 };
    assert_int_equal(tacit_line_put(cx, &b, text, width, side), TACIT_OK);
    assert_string_equal(b.text == NULL ? "" : b.text, expected);
    tacit_buffer_free(&b);
}

static void width_counts_terminal_columns(void **state)
{
    (void)state;
    assert_int_equal(tacit_line_width(""), 0);
    assert_int_equal(tacit_line_width("abc"), 3);
    assert_int_equal(tacit_line_width("Z\xc3\xbcrich"), 6);
    assert_int_equal(tacit_line_width("\xe6\x9d\xb1\xe4\xba\xac"), 4);
    assert_int_equal(tacit_line_width("e\xcc\x81"), 1);
}

static void texts_are_padded_and_cut(void **state)
{
    put_is(*state, "ab", 5, TACIT_SIDE_LEFT, "ab   ");
    put_is(*state, "ab", 5, TACIT_SIDE_RIGHT, "   ab");
    put_is(*state, "abcdefgh", 6, TACIT_SIDE_LEFT, "abc...");
    put_is(*state, "abcdefgh", 6, TACIT_SIDE_RIGHT, "abc...");
    put_is(*state, "abcdefgh", 2, TACIT_SIDE_LEFT, "ab");
    put_is(*state, "\xe6\x9d\xb1\xe4\xba\xac\xe6\x9d\xb1", 5, TACIT_SIDE_LEFT, "\xe6\x9d\xb1...");
    put_is(*state, "", 0, TACIT_SIDE_LEFT, "");
}

static void controls_cannot_steer_the_terminal(void **state)
{
    put_is(*state, "a\x1b[31mb\x07", 8, TACIT_SIDE_LEFT, "a?[31mb?");
    put_is(*state, "\xc2\x9b\xe2\x80\xae", 2, TACIT_SIDE_LEFT, "??");
}

static void words_wrap_with_an_indent(void **state)
{
    tacit_buffer b = { 0 };
    char text[260] = "";
    for (size_t i = 0; i < 24; i++)
        memcpy(text + 10 * i, "123456789 ", 10);
    text[239] = '\0';
    assert_int_equal(tacit_line_wrap(*state, &b, 10, "  *", text), TACIT_OK);
    /* 90 columns hold nine words of nine and eight spaces; 24 words take three lines. */
    assert_int_equal(count_text(b.text, "\n"), 3);
    assert_int_equal(strncmp(b.text, "  *       123456789 ", 20), 0);
    assert_int_equal(strncmp(strchr(b.text, '\n') + 1, "          123456789 ", 20), 0);
    tacit_buffer_free(&b);
}

static void long_words_and_breaks_are_split(void **state)
{
    tacit_buffer b = { 0 };
    char text[251];
    memset(text, 'x', sizeof text);
    text[250] = '\0';
    assert_int_equal(tacit_line_wrap(*state, &b, 0, "", text), TACIT_OK);
    assert_int_equal(count_text(b.text, "\n"), 3);
    tacit_buffer_free(&b);
    assert_int_equal(tacit_line_wrap(*state, &b, 2, "", "a\nb"), TACIT_OK);
    assert_string_equal(b.text, "  a\n  b\n");
    tacit_buffer_free(&b);
    assert_int_equal(tacit_line_wrap(*state, &b, 2, "", ""), TACIT_OK);
    assert_string_equal(b.text, "\n");
    tacit_buffer_free(&b);
}

static void numbers_keep_their_percent_sign(void **state)
{
    tacit_buffer b = { 0 };
    const tacit_wrap how = { .width = 8, .indent = 0, .lead = "" };
    assert_int_equal(tacit_line_wrap_as(*state, &b, &how, "gone 5.1 % of"), TACIT_OK);
    assert_string_equal(b.text, "gone\n5.1 % of\n");
    tacit_buffer_free(&b);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(width_counts_terminal_columns),
        cmocka_unit_test(texts_are_padded_and_cut),
        cmocka_unit_test(controls_cannot_steer_the_terminal),
        cmocka_unit_test(words_wrap_with_an_indent),
        cmocka_unit_test(long_words_and_breaks_are_split),
        cmocka_unit_test(numbers_keep_their_percent_sign),
    };
    return cmocka_run_group_tests_name("report/line", tests, set_up, tear_down);
}
