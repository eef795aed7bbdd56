/*
 * test_hst.c - apriori files: every kind of line, separators, and what is refused with its line.
 */
#include "support/check.h"

#include "tabular/format/hst.h"

static tacit_hst read(tacit_ctx *cx, const char *text, size_t dimensions)
{
    char *copy = NULL;
    tacit_hst out = { 0 };
    assert_ok(cx, tacit_scratch_text(cx, text, &copy));
    assert_ok(cx, tacit_hst_parse(cx, "a.hst", copy, dimensions, &out));
    return out;
}

static void test_kinds(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_hst h = read(cx,
                             "Nr;4;U\r\n\"Nr\"; 4;PL;2,5;7\n\n;5;c;12.25\nZd;5;p\nZd;6;ML\n"
                             "Zd;7;AB;-1;9\nZd;8;s",
                             2);
    assert_int_equal(h.n, 7);
    assert_int_equal(h.line[0].kind, TACIT_HST_SENSITIVE);
    assert_string_equal(h.line[1].code[0], "Nr");
    assert_string_equal(h.line[1].code[1], "4");
    assert_int_equal(h.line[1].kind, TACIT_HST_LEVELS);
    assert_near(h.line[1].first, 2.5, 0);
    assert_near(h.line[1].second, 7, 0);
    assert_int_equal(h.line[2].number, 4);
    assert_string_equal(h.line[2].code[0], "");
    assert_int_equal(h.line[2].kind, TACIT_HST_COST);
    assert_near(h.line[2].first, 12.25, 0);
    assert_int_equal(h.line[3].kind, TACIT_HST_PUBLISHED);
    assert_int_equal(h.line[4].kind, TACIT_HST_HIDDEN);
    assert_int_equal(h.line[5].kind, TACIT_HST_BOUNDS);
    assert_near(h.line[5].first, -1, 0);
    assert_int_equal(h.line[6].kind, TACIT_HST_SAFE);
}

static void test_separators(void **state)
{
    tacit_ctx *cx = *state;
    assert_string_equal(read(cx, "a,b,U\n", 2).line[0].code[1], "b");
    assert_string_equal(read(cx, "a\tb, c\tU\n", 2).line[0].code[1], "b, c");
    assert_string_equal(read(cx,
                             "\xef\xbb\xbf"
                             "a|b|U",
                             2)
                            .line[0]
                            .code[0],
                        "a");
    assert_int_equal(read(cx, "", 2).n, 0);
}

static void check_refused(tacit_ctx *cx, const char *text, const char *message)
{
    char *copy = NULL;
    tacit_hst out = { 0 };
    assert_ok(cx, tacit_scratch_text(cx, text, &copy));
    assert_fails(cx, tacit_hst_parse(cx, "a.hst", copy, 2, &out), TACIT_ERR_INPUT, message);
}

static void test_refusals(void **state)
{
    tacit_ctx *cx = *state;
    check_refused(cx, "a;b;U\na;b;Q\n", "a.hst:2: behind the codes S, U, P, M, C, PL or AB");
    check_refused(cx, "a;b\n", "a.hst:1: behind the codes");
    check_refused(cx, "a;b;U\na\n", "a.hst:2: a line has a code for each dimension");
    check_refused(cx, "a;b;C\n", "a.hst:1: a number is expected behind C");
    check_refused(cx, "a;b;C;x\n", "a.hst:1: a number is expected behind C");
    check_refused(cx, "a;b;PL;1\n", "a.hst:1: a second number is expected");
    check_refused(cx, "a;b;PL;1;-2\n", "a.hst:1: costs and levels are not negative");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_kinds),
        with_context(test_separators),
        with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
