/*
 * test_attribute_inference.c - attribute inference by keys; cases by hand.
 *
 * The figures themselves are checked by an oracle and against synthpop; here are roles,
 * targets, the attack with its control, and refusals.
 */
#include "support/risks.h"

/* Keys a, b; sensitive s. */
static tacit_table *with_roles(tacit_table *t)
{
    with_keys(t, 2);
    tacit_table_set_roles(t, 2, TACIT_ROLE_SENSITIVE);
    return t;
}

static const char COLUMNS[] = "a:c,b:i,s:c";

static double right_of(const tacit_result *r, size_t row)
{
    const json_t *rows = json_object_get(part_of(r, "tables", "rates"), "rows");
    return json_number_value(json_array_get(json_array_get(rows, row), 2));
}

/* All keys distinct and unchanged: everything is disclosed. */
static void test_identity(void **state)
{
    tacit_table *x = with_roles(table_of(*state, COLUMNS, "p,1,u\np,2,v\nq,1,\n,1,u\n"));
    static const char *const all[] = { "uio", "uis",   "uiois",  "repu", "dorig", "dsyn", "is",
                                       "dis", "disco", "disdio", "capd", "caps",  "dcap", "tcap" };
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "attribute_inference", x), x);
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        assert_near(figure(r, all[k]), 1, 1e-15);
    assert_near(figure(r, "basecapd"), (4.0 + 1.0 + 1.0) / 16.0, 1e-15); /* u twice, v, missing */
    assert_near(figure(r, "successes"), 4, 0);
    assert_near(right_of(r, 1), 6.0 / 4.0, 1e-12);
    assert_false(has_figure(r, "risk"));
    json_decref(r);
    tacit_table_free(x);
}

/* The rate on the control: keys (p, 1) say u; of three control persons with them one is u, the
 * fourth has other keys and is not guessed at. */
static void test_control(void **state)
{
    tacit_table *x = table_of(*state, COLUMNS, "p,1,u\np,1,u\nq,1,v\n");
    tacit_table *y = with_roles(table_of(*state, COLUMNS, "p,1,u\nq,2,v\n"));
    tacit_table *c = table_of(*state, COLUMNS, "p,1,u\np,1,v\np,1,w\nz,1,u\n");
    inquiry q;
    inquire_pair(&q, "attribute_inference", x)->extra.control = c;
    tacit_result *r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "guesses"), 2, 0);
    assert_near(figure(r, "successes"), 2, 0);
    assert_near(right_of(r, 1), 1, 1e-12); /* two guesses of u, half the protected data */
    assert_near(right_of(r, 2), 1, 1e-12);
    const json_t *rows = json_object_get(part_of(r, "tables", "rates"), "rows");
    assert_near(json_number_value(json_array_get(json_array_get(rows, 2), 1)), 3, 0);
    assert_true(has_figure(r, "risk"));
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
    tacit_table_free(c);
}

/* Two sensitive columns: the figures are of the one disclosed more often; a target may also be
 * a key, which is then not used to infer it. */
static void test_targets(void **state)
{
    static const char *const b[] = { "b" };
    tacit_table *x = with_roles(table_of(*state, "a:c,b:i,s:c,t:c", "p,1,u,k\nq,2,u,l\n"));
    tacit_table *y = with_roles(table_of(*state, "a:c,b:i,s:c,t:c", "p,1,v,k\nq,2,u,l\n"));
    inquiry q;
    tacit_table_set_roles(y, 3, TACIT_ROLE_SENSITIVE);
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "attribute_inference", x), y);
    assert_near(figure(r, "disco"), 1, 0);
    assert_string_equal(note_of(r, 0), "The figures are those of the target 't', of which most "
                                       "records are disclosed correctly.");
    assert_near(bar(r, "targets", 0), 100, 0); /* baseCAPd of s, which has one value */
    json_decref(r);
    *argument(&q.a, "targets") = (tacit_value){ .given = true, .n = 1, .texts = b };
    r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "disco"), 1, 0); /* a tells b */
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* A key that was recoded into categories cannot be looked up. */
static void test_recoded(void **state)
{
    tacit_table *x = table_of(*state, COLUMNS, "p,1,u\nq,2,v\n");
    tacit_table *y = with_roles(table_of(*state, "a:c,b:c,s:c", "p,1-2,u\nq,1-2,v\n"));
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "attribute_inference", x), y);
    assert_near(figure(r, "disco"), 1, 0);
    assert_string_equal(note_of(r, 0), "1 keys are left out, as the original has no column of that "
                                       "name and kind.");
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Codes of which one was hidden are looked up: keys (p, 1) and (q, 2) are found, (p, 2) is not. */
static void test_hidden_codes(void **state)
{
    tacit_table *x = table_of(*state, COLUMNS, "p,1,u\nq,2,v\np,2,w\n");
    tacit_table *y = with_roles(table_of(*state, "a:c,b:c,s:c", "p,1,u\nq,2,v\np,*,w\n"));
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "attribute_inference", x), y);
    assert_near(figure(r, "is"), 2.0 / 3.0, 1e-15);
    assert_near(figure(r, "disco"), 2.0 / 3.0, 1e-15);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

static void test_refusals(void **state)
{
    static const char *const a[] = { "a" }, *const z[] = { "z" };
    tacit_table *x = with_roles(table_of(*state, COLUMNS, "p,1,u\n"));
    tacit_table *one = table_of(*state, "a:c,s:c", "p,u\n");
    tacit_table *other = table_of(*state, "a:c,b:i,s:i", "p,1,1\n");
    tacit_table *plain = table_of(*state, COLUMNS, "p,1,u\n");
    inquiry q;
    assert_inquiry_fails(*state, inquire_pair(&q, "attribute_inference", x), plain, TACIT_ERR_INPUT,
                         "");
    assert_inquiry_fails(*state, inquire_pair(&q, "attribute_inference", other), x, TACIT_ERR_DATA,
                         "No sensitive column");
    inquire_pair(&q, "attribute_inference", x)->extra.control = one;
    assert_inquiry_fails(*state, &q, x, TACIT_ERR_INPUT,
                         "'b' of the protected data is not a "
                         "column of the control");
    *argument(&inquire_pair(&q, "attribute_inference", x)->a, "targets") =
        (tacit_value){ .given = true, .n = 1, .texts = z };
    assert_inquiry_fails(*state, &q, x, TACIT_ERR_INPUT, "'z'");
    with_keys(one, 1);
    tacit_table_set_roles(one, 1, TACIT_ROLE_SENSITIVE);
    *argument(&inquire_pair(&q, "attribute_inference", x)->a, "targets") =
        (tacit_value){ .given = true, .n = 1, .texts = a };
    assert_inquiry_fails(*state, &q, one, TACIT_ERR_DATA, "'a' from but itself");
    tacit_table_free(x);
    tacit_table_free(one);
    tacit_table_free(other);
    tacit_table_free(plain);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_identity), with_context(test_control),  with_context(test_targets),
        with_context(test_recoded),  with_context(test_refusals), with_context(test_hidden_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
