/*
 * test_words.c - values, parameters and verdicts in words.
 */
#include "unit/report/help.h"

#include "report/words.h"

static void value_is(tacit_ctx *cx, const char *json, const char *expected)
{
    json_t *v = parse(json);
    const char *text = NULL;
    assert_int_equal(tacit_words_value(cx, v, &text), TACIT_OK);
    assert_string_equal(text, expected);
    json_decref(v);
}

static void values_read_as_words(void **state)
{
    value_is(*state, "12345", "12345");
    value_is(*state, "0.1", "0.1");
    value_is(*state, "true", "yes");
    value_is(*state, "null", "n/a");
    value_is(*state, "'a b'", "a b");
    value_is(*state, "[]", "");
    value_is(*state, "[1,'x',0.5]", "1, x, 0.5");
    value_is(*state, "{'young':['a','b'],'old':['c']}", "young: a, b; old: c");
    value_is(*state, "[1,2,3,4,5,6,7,8,9,10,11,12,13,14]",
             "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 more");
    value_is(*state, "[[[[[['deep']]]]]]", "...");
}

static void names_carry_parameters(void **state)
{
    json_t *r = parse("{'name':'k_anonymity','title':'k-anonymity','parameters':{'k':5,'s':'a'}}");
    json_t *bare = parse("{'name':'uniques','parameters':{}}");
    const char *text = NULL;
    assert_int_equal(tacit_words_result(*state, r, &text), TACIT_OK);
    assert_string_equal(text, "k-anonymity (k = 5; s = a)");
    assert_int_equal(tacit_words_result(*state, bare, &text), TACIT_OK);
    assert_string_equal(text, "uniques");
    json_decref(r);
    json_decref(bare);
}

/* The settings of a step in words. */
static void check_settings(tacit_ctx *cx, const char *step, const char *expected)
{
    json_t *s = parse(step), *settings = NULL;
    const char *text = NULL;
    assert_int_equal(tacit_words_settings(cx, s, &settings), TACIT_OK);
    assert_int_equal(tacit_words_parameters(cx, settings, &text), TACIT_OK);
    assert_string_equal(text, expected);
    json_decref(settings);
    json_decref(s);
}

static void settings_are_what_the_plan_gave(void **state)
{
    check_settings(*state, "{'parameters':{'columns':['a','b'],'width':10}}", "width = 10");
    check_settings(*state, "{'parameters':{'columns':'a'}}", "");
    check_settings(*state, "{}", "");
    check_settings(*state,
                   "{'parameters':{'columns':'a','k':3,'how':'mdav'},'given':['columns','k']}",
                   "k = 3");
    check_settings(*state, "{'parameters':{'k':3},'given':[]}", "");
}

static void verdicts_are_read_from_the_record(void **state)
{
    (void)state;
    json_t *bad = parse("{'verdict':{'mood':'bad','headline':'No.','meaning':'Why.'}}");
    json_t *good = parse("{'verdict':{'mood':'good','headline':'Yes.'}}");
    json_t *broken = parse("{'verdict':3}");
    const tacit_told_verdict no = tacit_words_verdict(bad), yes = tacit_words_verdict(good);
    const tacit_told_verdict none = tacit_words_verdict(broken);
    assert_int_equal(no.mood, TACIT_MOOD_BAD);
    assert_string_equal(no.headline, "No.");
    assert_string_equal(no.meaning, "Why.");
    assert_int_equal(yes.mood, TACIT_MOOD_GOOD);
    assert_string_equal(yes.meaning, "");
    assert_int_equal(none.mood, TACIT_MOOD_PLAIN);
    assert_string_equal(none.headline, "Done.");
    json_decref(bad);
    json_decref(good);
    json_decref(broken);
}

static void failures_give_a_reason(void **state)
{
    json_t *noted = parse("{'notes':['Why.'],'figures':[]}");
    json_t *counted = parse("{'figures':[{'title':'Smallest class','value':2,'unit':'count'}]}");
    json_t *silent = parse("{}");
    const char *text = NULL;
    assert_int_equal(tacit_words_failure(*state, noted, &text), TACIT_OK);
    assert_string_equal(text, "Why.");
    assert_int_equal(tacit_words_failure(*state, counted, &text), TACIT_OK);
    assert_string_equal(text, "Smallest class: 2.");
    assert_int_equal(tacit_words_failure(*state, silent, &text), TACIT_OK);
    assert_string_equal(text, "");
    json_decref(noted);
    json_decref(counted);
    json_decref(silent);
}

static void first_figure_shows_both_times(void **state)
{
    json_t *a = parse("{'figures':[{'name':'s','title':'Smallest','value':1,'unit':'count'}]}");
    json_t *b = parse("{'figures':[{'name':'s','title':'Smallest','value':7,'unit':'count'}]}");
    const tacit_twin both = { a, b }, one = { a, NULL }, none = { NULL, NULL };
    const char *text = NULL;
    assert_int_equal(tacit_words_first(*state, &both, &text), TACIT_OK);
    assert_string_equal(text, "Smallest: 1 before, 7 now");
    assert_int_equal(tacit_words_first(*state, &one, &text), TACIT_OK);
    assert_string_equal(text, "Smallest: 1");
    assert_int_equal(tacit_words_first(*state, &none, &text), TACIT_OK);
    assert_string_equal(text, "");
    json_decref(a);
    json_decref(b);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_read_as_words),
        cmocka_unit_test(names_carry_parameters),
        cmocka_unit_test(settings_are_what_the_plan_gave),
        cmocka_unit_test(verdicts_are_read_from_the_record),
        cmocka_unit_test(failures_give_a_reason),
        cmocka_unit_test(first_figure_shows_both_times),
    };
    return cmocka_run_group_tests_name("report/words", tests, set_up, tear_down);
}
