/*
 * test_text.c - the summary for the terminal: narrow, plain, complete, for any record.
 */
#include "unit/report/damage.h"

#include "report/line.h"
#include "report/text/text.h"

static tacit_buffer render(tacit_ctx *cx, const json_t *record)
{
    tacit_buffer b = { 0 };
    assert_int_equal(tacit_report_text(cx, record, &b), TACIT_OK);
    assert_non_null(b.text);
    return b;
}

/* No line is wider than a terminal or ends in spaces, and nothing can steer it. */
static void assert_neat(const char *text)
{
    while (*text != '\0') {
        char line[1024];
        const size_t n = strcspn(text, "\n");
        assert_true(n < sizeof line);
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        if (tacit_line_width(line) > TACIT_LINE_WIDTH)
            fail_msg("too wide: %s", line);
        assert_true(n == 0 || line[n - 1] != ' ');
        assert_null(strpbrk(line, "\x1b\x07\r\t"));
        text += n + (text[n] == '\n');
    }
}

static void summary_is_as_expected(void **state)
{
    json_t *r = example_record();
    tacit_buffer b = render(*state, r);
    assert_neat(b.text);
    static const char *const parts[] = {
        "tacit protect: people.csv, 5,000 records, 12 columns\n",
        "Released: the required guarantee holds.\n",
        "  yes  k-anonymity (k = 5)\n       Smallest class: 1 before, 7 now\n",
        "  2.  Recoding: age (how = intervals; width = 10), 4,980 cells changed\n",
        "  Prosecutor risk: Records at risk                             3,304             0"
        "        -3,304\n",
        "  Uniques: Sample uniques                                      1,894             0"
        "        -1,894\n",
        "  data         people-safe.parquet (182 kB)\n",
        "  - Column 'occupation' has no role: it is released as it is.\n",
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        assert_has(b.text, parts[i]);
    tacit_buffer_free(&b);
    json_decref(r);
}

static void failures_are_marked(void **state)
{
    json_t *r = parse("{'verdict':{'mood':'bad','headline':'Not released: 1 of 2.'},"
                      "'requirements':[{'title':'A','holds':false,'notes':['Two classes are "
                      "small.']},{'title':'B',"
                      "'holds':true}]}");
    tacit_buffer b = render(*state, r);
    assert_has(b.text, "Not released: 1 of 2.\n");
    assert_has(b.text, "  NO   A\n       Two classes are small.\n  yes  B\n");
    tacit_buffer_free(&b);
    json_decref(r);
}

static void colour_is_only_on_request(void **state)
{
    json_t *r = example_record();
    tacit_buffer plain = render(*state, r), inked = { 0 };
    assert_int_equal(
        tacit_report_text_on(*state, r, &(tacit_screen){ TACIT_INK_COLOUR, 0 }, &inked), TACIT_OK);
    assert_lacks(plain.text, "\x1b");
    assert_has(inked.text, "\x1b[32myes\x1b[0m");
    assert_true(inked.length > plain.length);
    tacit_buffer_free(&plain);
    tacit_buffer_free(&inked);
    json_decref(r);
}

static void inspection_lists_the_columns(void **state)
{
    json_t *r = example_record();
    json_object_set_new(r, "layout", json_pack("{s:b}", "columns", true));
    tacit_buffer b = render(*state, r);
    assert_neat(b.text);
    assert_has(b.text, "  Column      Type      Role         Missing  Distinct values\n");
    assert_has(b.text, "  region      category  key, strata        0               12\n");
    tacit_buffer_free(&b);
    json_decref(r);
}

static void wide_tables_are_fitted(void **state)
{
    json_t *row = json_array(), *columns = json_array();
    for (int c = 0; c < 20; c++) {
        json_array_append_new(columns, json_string("A title that takes much room"));
        json_array_append_new(row, json_string("a cell that takes even more room than that"));
    }
    json_t *rows = json_array();
    for (int i = 0; i < 90; i++)
        json_array_append(rows, row);
    json_decref(row);
    json_t *r = json_pack("{s:s, s:[{s:[{s:o, s:o}]}]}", "command", "compare", "utility", "tables",
                          "columns", columns, "rows", rows);
    tacit_buffer b = render(*state, r);
    assert_neat(b.text);
    assert_has(b.text, "... and 50 more rows; a report and --json have all\n");
    tacit_buffer_free(&b);
    json_decref(r);
}

/* Numbers are whole at any width; columns without room follow under the first one again. */
static void numbers_are_never_cut(void **state)
{
    static const size_t widths[] = { 1, 80, 100, 137, 200, 1000 };
    json_t *row = json_pack("[s]", "income of the household"),
           *columns = json_pack("[s]", "Column");
    for (int c = 0; c < 14; c++) {
        json_array_append_new(columns, json_string("Some title"));
        json_array_append_new(row, json_integer(1229000 + c));
    }
    json_t *r = json_pack("{s:s, s:[{s:[{s:o, s:[o]}]}]}", "command", "compare", "utility",
                          "tables", "columns", columns, "rows", row);
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        const tacit_screen screen = { TACIT_INK_PLAIN, widths[i] };
        tacit_buffer b = { 0 };
        assert_int_equal(tacit_report_text_on(*state, r, &screen, &b), TACIT_OK);
        for (int c = 0; c < 14; c++) {
            char number[32];
            snprintf(number, sizeof number, "1,229,%03d", c);
            assert_has(b.text, number);
        }
        size_t widest = 0;
        for (const char *at = b.text; *at != '\0'; at += strcspn(at, "\n") + 1)
            widest = strcspn(at, "\n") > widest ? strcspn(at, "\n") : widest;
        assert_true(widest <= (widths[i] < 80 ? 80 : widths[i] > 200 ? 200 : widths[i]));
        tacit_buffer_free(&b);
    }
    json_decref(r);
}

/* The figure that a result points out stands for it, with what it is of; names are wrapped. */
static void headlines_say_of_what(void **state)
{
    json_t *r = parse("{'command':'protect','layout':{'brief':true},'utility':[{'name':'a',"
                      "'title':'An attack with a name that needs more than half of a line or so',"
                      "'headline':'advantage','headline_of':'threshold','parameters':"
                      "{'threshold':0.2},'figures':[{'name':'guesses','title':'Guesses','unit':"
                      "'count','value':2000},{'name':'advantage','title':'Advantage','unit':"
                      "'number','value':0.34}]}]}");
    const tacit_screen screen = { TACIT_INK_PLAIN, 80 };
    tacit_buffer b = { 0 };
    assert_int_equal(tacit_report_text_on(*state, r, &screen, &b), TACIT_OK);
    assert_has(b.text, "  An attack with a name that needs more than\n"
                       "    half of a line or so: Advantage, threshold\n"
                       "    0.2                                                  0.34\n");
    assert_null(strstr(b.text, "2,000"));
    tacit_buffer_free(&b);
    json_decref(r);
}

static void texts_cannot_steer_the_terminal(void **state)
{
    static const char *const layouts[] = { "brief", "columns", "few_tables" };
    for (size_t i = 0; i < 3; i++) {
        json_t *r = example_record();
        attack_texts(r);
        json_object_set_new(r, "layout", json_pack("{s:b}", layouts[i], true));
        tacit_buffer b = render(*state, r);
        assert_neat(b.text);
        tacit_buffer_free(&b);
        json_decref(r);
    }
}

static void any_part_may_be_broken(void **state)
{
    json_t *r = example_record();
    json_object_set_new(r, "layout", json_pack("{s:b}", "columns", true));
    json_t *wrong[] = { json_null(), json_string("x"), json_real(-0.5), json_array() };
    const size_t n = count_values(r);
    for (size_t k = 0; k < n; k++) {
        json_t *broken = json_deep_copy(r);
        size_t at = k;
        assert_true(replace_value(broken, &at, wrong[(k + 1) % 4]));
        tacit_buffer b = render(*state, broken);
        assert_neat(b.text);
        assert_lacks(b.text, "(null)");
        tacit_buffer_free(&b);
        json_decref(broken);
    }
    for (size_t i = 0; i < 4; i++)
        json_decref(wrong[i]);
    json_decref(r);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(summary_is_as_expected),
        cmocka_unit_test(failures_are_marked),
        cmocka_unit_test(colour_is_only_on_request),
        cmocka_unit_test(inspection_lists_the_columns),
        cmocka_unit_test(wide_tables_are_fitted),
        cmocka_unit_test(numbers_are_never_cut),
        cmocka_unit_test(headlines_say_of_what),
        cmocka_unit_test(texts_cannot_steer_the_terminal),
        cmocka_unit_test(any_part_may_be_broken),
    };
    return cmocka_run_group_tests_name("report/text", tests, set_up, tear_down);
}
