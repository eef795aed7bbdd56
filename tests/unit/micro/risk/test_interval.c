/*
 * test_interval.c - interval disclosure; cases by hand.
 */
#include "support/risks.h"

/* Masked 0 2 4 6 8 has sd sqrt(10) = 3.1623; originals differ by 0, 0.2, 0.3, 1 and 2. */
static void test_sd(void **state)
{
    tacit_table *x = table_of(*state, "a:r,b:i", "0,1\n2.2,2\n3.7,3\n7,4\n10,5\n");
    tacit_table *y = table_of(*state, "a:r,b:i", "0,1\n2,2\n4,3\n6,4\n8,5\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "interval", x), y);
    assert_near(figure(r, "at_risk"), 1, 0); /* 0.05 sd = 0.158 */
    assert_near(figure(r, "at_risk_share"), 0.2, 1e-15);
    assert_near(figure(r, "values_share"), 0.6, 1e-15); /* b is unmasked: 5 of 5 */
    json_decref(r);
    set_number(&q.a, "width", 0.1); /* 0.316 */
    r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "at_risk"), 3, 0);
    assert_near(bar(r, "columns", 0), 60, 1e-12);
    assert_near(bar(r, "columns", 1), 100, 1e-12);
    json_decref(r);
    set_number(&q.a, "compat", 1); /* one value of a record may be outside: b never is */
    r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "at_risk"), 5, 0);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* The ends of the interval belong to it: masked 0 2 4 has sd 2, half of it is 1. */
static void test_ends(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "1\n1\n6\n");
    tacit_table *y = table_of(*state, "a:i", "0\n2\n4\n");
    inquiry q;
    set_number(&inquire_pair(&q, "interval", x)->a, "width", 0.5);
    tacit_result *r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "at_risk"), 2, 0);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Masked 10 20 30 40 50: for 20 % an interval reaches one rank to each side, for 1 to 19 %
 * too, as ranks are rounded outwards; for 21 % and more two ranks.  The third value, 31 for
 * 30, lies in 20 ... 40.  The fourth, 15 for 40, needs ranks 0 ... 4, from 41 % on; the fifth,
 * 60 for 50, lies beyond the last. */
static void test_ranks(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "10\n20\n31\n15\n60\n");
    tacit_table *y = table_of(*state, "a:i", "10\n20\n30\n40\n50\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "interval", x), y);
    assert_near(figure(r, "ranks_share"), 3.0 / 5.0, 1e-15);
    json_decref(r);
    set_number(&q.a, "ranks", 50);
    r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "ranks_share"), (3.0 + 10.0 / 50.0) / 5.0, 1e-15);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Of equal masked values all have the lowest rank: 0 of 5, so 10 % reaches rank 1 only. */
static void test_ties(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "7\n9\n8\n5\n5\n");
    tacit_table *y = table_of(*state, "a:i", "5\n5\n5\n8\n9\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "interval", x), y);
    /* 7, 9 and 8 are outside 5 ... 5; 5 is in 5 ... 9 around rank 3, not in 8 ... 9 around 4 */
    assert_near(figure(r, "ranks_share"), 1.0 / 5.0, 1e-15);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Suppressed values disclose nothing; values that never were are not counted. */
static void test_missing(void **state)
{
    tacit_table *x = table_of(*state, "a:i,b:i", "1,1\n2,2\n3,\n,\n5,5\n");
    tacit_table *y = table_of(*state, "a:i,b:i", "1,1\n2,\n3,3\n4,4\n5,5\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "interval", x), y);
    assert_near(figure(r, "at_risk"), 3, 0);
    assert_near(figure(r, "at_risk_share"), 3.0 / 4.0, 1e-15);
    assert_near(figure(r, "values_share"), 6.0 / 7.0, 1e-15);
    assert_near(figure(r, "ranks_share"), 6.0 / 7.0, 1e-15);
    assert_string_equal(note_of(r, 0), "1 records without any original value are left out.");
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Weights, households and identifiers are not looked at unless they are named. */
static void test_columns(void **state)
{
    static const char *const name[] = { "w" };
    tacit_table *x = table_of(*state, "w:r,h:i,id:i,c:c,a:i", "1,1,1,p,5\n2,1,2,q,6\n");
    tacit_table *y = table_of(*state, "w:r,h:i,id:i,c:c,a:i", "1,9,1,p,5\n2,9,2,q,6\n");
    tacit_table_set_roles(y, 0, TACIT_ROLE_WEIGHT);
    tacit_table_set_roles(y, 1, TACIT_ROLE_HOUSEHOLD);
    tacit_table_set_roles(y, 2, TACIT_ROLE_IDENTIFIER);
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "interval", x), y);
    assert_int_equal(json_array_size(json_object_get(part_of(r, "tables", "columns"), "rows")), 1);
    json_decref(r);
    *argument(&q.a, "columns") = (tacit_value){ .given = true, .n = 1, .texts = name };
    r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "at_risk"), 2, 0);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
    x = table_of(*state, "c:c", "p\n");
    r = run_inquiry(*state, inquire_pair(&q, "interval", x), x);
    assert_string_equal(note_of(r, 0), "No column is numeric in both tables.");
    json_decref(r);
    tacit_table_free(x);
}

static void test_refusals(void **state)
{
    static const char *const named[] = { "a", "c", "b", "a", "z" };
    tacit_table *x = table_of(*state, "a:i,c:c", "1,p\n2,q\n");
    tacit_table *y = table_of(*state, "a:i,b:i,c:c", "1,2,p\n2,3,q\n");
    tacit_table *longer = table_of(*state, "a:i", "1\n2\n3\n");
    inquiry q;
    assert_inquiry_fails(*state, inquire(&q, "interval"), y, TACIT_ERR_INPUT, "original");
    assert_inquiry_fails(*state, inquire_pair(&q, "interval", longer), y, TACIT_ERR_DATA,
                         "the rows (3 and 2) do not correspond");
    tacit_value *columns = argument(&inquire_pair(&q, "interval", x)->a, "columns");
    *columns = (tacit_value){ .given = true, .n = 2, .texts = named };
    assert_inquiry_fails(*state, &q, y, TACIT_ERR_INPUT, "'c' is category");
    columns->texts = named + 2;
    assert_inquiry_fails(*state, &q, y, TACIT_ERR_INPUT, "'b' as numbers in the original");
    columns->texts = named + 3;
    assert_inquiry_fails(*state, &q, y, TACIT_ERR_INPUT, "find column 'z'");
    static const char *const twice[] = { "a", "a" };
    columns->texts = twice;
    assert_inquiry_fails(*state, &q, y, TACIT_ERR_INPUT, "twice");
    tacit_table_free(x);
    tacit_table_free(y);
    tacit_table_free(longer);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_sd),       with_context(test_ends),    with_context(test_ranks),
        with_context(test_ties),     with_context(test_missing), with_context(test_columns),
        with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
