/*
 * test_singling_out.c - singling-out attack; cases by hand, and its rate of false alarms.
 */
#include "support/risks.h"

/* Column c of the row of a table of rates. */
static double rate_cell(const tacit_result *r, const char *table, size_t row, size_t c)
{
    const json_t *rows = json_object_get(part_of(r, "tables", table), "rows");
    return json_number_value(json_array_get(json_array_get(rows, row), c));
}

/* On a: 1 and 9 once, at most 1, at least 9; on b: p once, missing once. */
static void test_identity(void **state)
{
    tacit_table *x = table_of(*state, "a:i,b:c", "1,p\n2,q\n2,q\n9,\n");
    inquiry q;
    set_number(&inquire_pair(&q, "singling_out", x)->a, "conditions", 2);
    tacit_result *r = run_inquiry(*state, &q, x);
    assert_near(figure(r, "one_guesses"), 6, 0);
    assert_near(figure(r, "one_successes"), 6, 0);
    /* both columns of records 1 and 4 */
    assert_near(figure(r, "several_guesses"), 2, 0);
    assert_near(figure(r, "several_successes"), 2, 0);
    assert_string_equal(note_of(r, 0), "Predicates, one column: 6 were found that fit exactly one "
                                       "protected record, of 500 asked for.");
    json_decref(r);
    set_number(&q.a, "attacks", 4);
    r = run_inquiry(*state, &q, x);
    assert_near(figure(r, "one_guesses"), 4, 0);
    assert_near(figure(r, "one_successes"), 4, 0);
    json_decref(r);
    tacit_table_free(x);
}

/* A guess is right only if exactly one fits: of 5, at most 5 and at least 5 of the protected
 * data, none, two and two of the original do; of 7 on b exactly one. */
static void test_success(void **state)
{
    tacit_table *x = table_of(*state, "a:i,b:i", "4,7\n5,8\n5,8\n6,9\n4,9\n");
    tacit_table *y = table_of(*state, "a:i,b:c", "5,x\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "singling_out", x), y);
    assert_near(figure(r, "one_guesses"), 3, 0); /* = 5: two; <= 5: four; >= 5: three */
    assert_near(figure(r, "one_successes"), 0, 0);
    assert_string_equal(note_of(r, 1), "There is one column in common: no predicates on several.");
    json_decref(r);
    tacit_table_free(y);
    y = table_of(*state, "b:i", "7\n8\n8\n");
    r = run_inquiry(*state, inquire_pair(&q, "singling_out", x), y);
    assert_near(figure(r, "one_guesses"), 2, 0); /* = 7 and <= 7 */
    assert_near(figure(r, "one_successes"), 2, 0);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* The protected data says "= u" (three more predicates are on numbers that all have).  Among
 * four persons of the control two are u: drawing two of them, exactly one is u in 4 of 6. */
static void test_larger_control(void **state)
{
    tacit_table *x = table_of(*state, "s:c", "u\nv\n"), *y = table_of(*state, "s:c", "u\nw\nw\n");
    tacit_table *c = table_of(*state, "s:c", "u\nu\nv\nv\n");
    inquiry q;
    inquire_pair(&q, "singling_out", x)->extra.control = c;
    tacit_result *r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "one_guesses"), 1, 0);
    assert_near(figure(r, "one_successes"), 1, 0);
    assert_near(rate_cell(r, "one_rates", 2, 2), 4.0 / 6.0, 1e-12);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
    tacit_table_free(c);
}

/* A control of half the size with one isolation, of which half is expected in half of it: so
 * rare that isolation grows with size, and twice is expected. */
static void test_smaller_control(void **state)
{
    tacit_table *x = table_of(*state, "s:c", "u\nv\nv\nv\n");
    tacit_table *y = table_of(*state, "s:c", "u\nw\nw\nx\n"); /* "= u" and "= x" */
    tacit_table *c = table_of(*state, "s:c", "u\nv\n");
    inquiry q;
    inquire_pair(&q, "singling_out", x)->extra.control = c;
    tacit_result *r = run_inquiry(*state, &q, y);
    assert_near(rate_cell(r, "one_rates", 2, 2), 2.0, 0.01);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
    tacit_table_free(c);
}

/* Original, protected data and control drawn apart from one population: risks are 0.  Alarms
 * of `kind` among 200. */
static size_t alarms(tacit_ctx *cx, const char *figure_name, size_t control)
{
    tacit_rng rng = tacit_rng_seed(77);
    size_t n = 0;
    for (int round = 0; round < 200; round++) {
        const size_t rows[3] = { 200, 200, control };
        tacit_table *t[3];
        for (size_t k = 0; k < 3; k++)
            t[k] = random_table(cx, &rng, "a:i,b:c,c:i,d:c", rows[k], 60, 0.02);
        inquiry q;
        inquire_pair(&q, "singling_out", t[0])->extra.control = t[2];
        set_number(&q.a, "attacks", 200);
        tacit_result *r = run_inquiry(cx, &q, t[1]);
        n += figure(r, figure_name) > 0;
        json_decref(r);
        for (size_t k = 0; k < 3; k++)
            tacit_table_free(t[k]);
    }
    print_message("# false alarms, %s, control of %zu: %zu of 200\n", figure_name, control, n);
    return n;
}

/* An interval of 95 % lies above 0 in 2.5 %, 5 of 200; 5 + 4 sqrt(5) = 14 are allowed. */
static void test_false_alarms(void **state)
{
    assert_true(alarms(*state, "several_risk_low", 200) <= 14);
    assert_true(alarms(*state, "several_risk_low", 500) <= 14);
    assert_true(alarms(*state, "several_risk_low", 100) <= 14);
}

/* Copies are found out: the interval of the risk is far above 0. */
static void test_copies(void **state)
{
    tacit_rng rng = tacit_rng_seed(78);
    tacit_table *x = random_table(*state, &rng, "a:i,b:c,c:i,d:c", 200, 60, 0.02);
    tacit_table *c = random_table(*state, &rng, "a:i,b:c,c:i,d:c", 200, 60, 0.02);
    inquiry q;
    inquire_pair(&q, "singling_out", x)->extra.control = c;
    tacit_result *r = run_inquiry(*state, &q, x);
    assert_near(figure(r, "several_successes"), figure(r, "several_guesses"), 0);
    assert_true(figure(r, "several_risk_low") > 0.9);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(c);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_identity),       with_context(test_success),
        with_context(test_larger_control), with_context(test_smaller_control),
        with_context(test_false_alarms),   with_context(test_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
