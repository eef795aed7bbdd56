/*
 * test_record.c - pairing of results and parts, the table of columns.
 */
#include "unit/report/help.h"

#include "report/record.h"

static const json_t *member(const json_t *list, size_t i)
{
    return json_array_get(list, i);
}

static void results_pair_by_name_and_parameters(void **state)
{
    json_t *a = parse("[{'name':'l','parameters':{'s':'x'}},{'name':'l','parameters':{'s':'y'}},"
                      "{'name':'k','parameters':{'k':3}},{'name':'old'}]");
    json_t *b = parse("[{'name':'l','parameters':{'s':'y'}},{'name':'l','parameters':{'s':'z'}},"
                      "{'name':'k','parameters':{'k':5}},{'name':'new'},7]");
    tacit_twins p = { NULL, 0 };
    assert_int_equal(tacit_twin_results(*state, a, b, &p), TACIT_OK);
    assert_int_equal(p.n, 6);
    assert_ptr_equal(p.at[0].before, member(a, 1));
    assert_ptr_equal(p.at[0].after, member(b, 0));
    assert_null(p.at[1].before);
    /* k occurs once in each list, so it is one measure whose parameter was changed. */
    assert_ptr_equal(p.at[2].before, member(a, 2));
    assert_null(p.at[3].before);
    assert_ptr_equal(p.at[4].before, member(a, 0));
    assert_null(p.at[4].after);
    assert_ptr_equal(p.at[5].before, member(a, 3));
    json_decref(a);
    json_decref(b);
}

static void parts_pair_by_name(void **state)
{
    json_t *a = parse("{'figures':[{'name':'x','value':1},{'name':'y','value':2}]}");
    json_t *b = parse("{'figures':[{'name':'y','value':3}]}");
    const tacit_twin pair = { a, b };
    tacit_twins p = { NULL, 0 };
    assert_int_equal(tacit_twin_parts(*state, &pair, "figures", &p), TACIT_OK);
    assert_int_equal(p.n, 2);
    assert_int_equal(json_integer_value(json_object_get(p.at[0].before, "value")), 2);
    assert_int_equal(json_integer_value(json_object_get(p.at[0].after, "value")), 3);
    assert_null(p.at[1].after);
    assert_ptr_equal(tacit_twin_main(&p.at[1]), p.at[1].before);
    assert_int_equal(tacit_twin_parts(*state, &pair, "charts", &p), TACIT_OK);
    assert_int_equal(p.n, 0);
    json_decref(a);
    json_decref(b);
}

static void required_models_are_not_shown_twice(void **state)
{
    json_t *r = parse("{'requirements':[{'name':'k','parameters':{'k':5}}],"
                      "'before':{'models':[{'name':'k','parameters':{'k':5}},{'name':'t'}]},"
                      "'after':{'models':[{'name':'k','parameters':{'k':5}},{'name':'t'}]}}");
    tacit_twins p = { NULL, 0 };
    assert_int_equal(tacit_record_requirements(*state, r, &p), TACIT_OK);
    assert_int_equal(p.n, 1);
    assert_non_null(p.at[0].before);
    assert_int_equal(tacit_record_models(*state, r, &p), TACIT_OK);
    assert_int_equal(p.n, 1);
    assert_string_equal(tacit_record_text(p.at[0].after, "name"), "t");
    json_decref(r);
}

static void columns_become_a_table(void **state)
{
    json_t *r = parse("{'data':{'columns':[{'type':'real','name':'a','roles':['key'],'why':'w'},"
                      "{'name':'b','missing':3}]}}");
    json_t *expected = parse("{'columns':['Column','Type','Role','Missing','why'],'rows':"
                             "[['a','real',['key'],null,'w'],['b',null,null,3,null]]}");
    json_t *table = NULL;
    assert_int_equal(tacit_record_columns(*state, r, "data", &table), TACIT_OK);
    assert_true(json_equal(table, expected));
    json_decref(table);
    json_decref(expected);
    json_decref(r);
}

static void step_columns_stand_in_either_place(void **state)
{
    (void)state;
    json_t *own = parse("{'columns':['a'],'parameters':{'columns':['b']}}");
    json_t *given = parse("{'parameters':{'columns':'b'}}"), *none = parse("{}");
    assert_ptr_equal(tacit_record_step_columns(own), json_object_get(own, "columns"));
    assert_string_equal(json_string_value(tacit_record_step_columns(given)), "b");
    assert_null(tacit_record_step_columns(none));
    json_decref(own);
    json_decref(given);
    json_decref(none);
}

static void absent_parts_are_empty(void **state)
{
    json_t *r = parse("{'before':5,'data':{'columns':'x'},'requirements':{}}");
    tacit_twins p = { NULL, 9 };
    json_t *table = r;
    assert_int_equal(tacit_record_risks(*state, r, &p), TACIT_OK);
    assert_int_equal(p.n, 0);
    assert_int_equal(tacit_record_utility(*state, NULL, &p), TACIT_OK);
    assert_int_equal(p.n, 0);
    assert_int_equal(tacit_record_columns(*state, r, "data", &table), TACIT_OK);
    assert_null(table);
    assert_string_equal(tacit_record_text(r, "before"), "");
    assert_null(tacit_record_find(NULL, "x"));
    json_decref(r);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_pair_by_name_and_parameters),
        cmocka_unit_test(parts_pair_by_name),
        cmocka_unit_test(required_models_are_not_shown_twice),
        cmocka_unit_test(columns_become_a_table),
        cmocka_unit_test(step_columns_stand_in_either_place),
        cmocka_unit_test(absent_parts_are_empty),
    };
    return cmocka_run_group_tests_name("report/record", tests, set_up, tear_down);
}
