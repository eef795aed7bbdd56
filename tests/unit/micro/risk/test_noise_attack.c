/*
 * test_noise_attack.c - linking through known noise; cases by hand.
 */
#include "support/risks.h"

/* Originals 0, 10, 40 (sd sqrt(433.33) = 20.817); scale such that the noise has sd 2.  The
 * masked 1, 6, 40 differ from 0, 10, 40 by 1, 4, 0: all are nearest to their own.  Probability
 * of the first: likelihoods exp(-1/8), exp(-81/8) and 0. */
static void test_normal(void **state)
{
    tacit_table *x = table_of(*state, "a:r", "0\n10\n40\n"),
                *y = table_of(*state, "a:r", "1\n6\n40\n");
    inquiry q;
    set_number(&inquire_pair(&q, "noise_attack", x)->a, "scale", 2 / sqrt(1300.0 / 3.0));
    tacit_result *r = run_inquiry(*state, &q, y);
    const double first = 1 / (1 + exp((1 - 81) / 8.0) + exp((1 - 1521) / 8.0)),
                 second = 1 / (1 + exp((16 - 36) / 8.0) + exp((16 - 1156) / 8.0));
    assert_near(figure(r, "linked"), 1, 0);
    assert_near(figure(r, "posterior"), (first + second + 1) / 3, 1e-12);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Two originals alike: each gets half of the credit and of the probability. */
static void test_ties(void **state)
{
    tacit_table *x = table_of(*state, "a:r,b:i", "0,1\n0,1\n90,5\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "noise_attack", x), x);
    assert_near(figure(r, "linked"), 2.0 / 3, 1e-12);
    assert_near(figure(r, "posterior"), 2.0 / 3, 1e-12);
    assert_non_null(strstr(note_of(r, 0), "measured on the pairs"));
    json_decref(r);
    tacit_table_free(x);
}

/* The noise of b is larger than that of a, so that a decides: (0, 0) masked as (1, 9) is nearest
 * to itself although (3, 9) is nearer by plain distance. */
static void test_metric(void **state)
{
    tacit_table *x = table_of(*state, "a:r,b:r", "0,0\n3,9\n-3,20\n0,90\n"),
                *y = table_of(*state, "a:r,b:r", "0.5,12\n3.5,0\n-3.5,40\n0,70\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "noise_attack", x), y);
    assert_near(figure(r, "linked"), 1, 0);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* b is twice a, and so is its noise: the correlated metric leaves b out and is not singular. */
static void test_correlated(void **state)
{
    tacit_table *x = table_of(*state, "a:r,b:r", "0,0\n1,2\n5,10\n9,18\n"),
                *y = table_of(*state, "a:r,b:r", "0.2,0.4\n1.1,2.2\n4.9,9.8\n9.1,18.2\n");
    inquiry q;
    set_number(&inquire_pair(&q, "noise_attack", x)->a, "correlated", 1);
    tacit_result *r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "linked"), 1, 0);
    assert_true(figure(r, "posterior") > 0.99);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Half-width 3 is measured on the last record; within it of 0, 1, 6: {0, 2}, {0, 2, 4}, {4, 9};
 * of 9: {9, 6?} only 9 as 6 is no original. */
static void test_uniform(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "0\n2\n4\n9\n"),
                *y = table_of(*state, "a:i", "0\n1\n6\n12\n");
    inquiry q;
    set_number(&inquire_pair(&q, "noise_attack", x)->a, "law", 1);
    tacit_result *r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "true_in_set"), 1, 0);
    assert_near(figure(r, "reidentified"), (1.0 / 2 + 1.0 / 3 + 1.0 / 2 + 1) / 4, 1e-15);
    assert_near(figure(r, "unique_right"), 0.25, 0);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Values pulled to the mean: 0 and 10 became 1 and 9 with scale^2 = (5/4)^2 - 1 = 9/16; undone,
 * the noise is 0. */
static void test_restore(void **state)
{
    tacit_table *x = table_of(*state, "a:r", "0\n10\n"), *y = table_of(*state, "a:r", "1\n9\n");
    inquiry q;
    set_number(&inquire_pair(&q, "noise_attack", x)->a, "scale", 0.75);
    set_number(&q.a, "restore", 1);
    tacit_result *r = run_inquiry(*state, &q, y);
    const double sd = 0.75 * sqrt(50);
    assert_near(figure(r, "posterior"), 1 / (1 + exp(-0.5 * 100 / (sd * sd))), 1e-12);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

static void test_missing(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "0\n\n4\n"), *y = table_of(*state, "a:i", "\n1\n4\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "noise_attack", x), y);
    assert_near(figure(r, "linked"), 1, 0);
    assert_string_equal(note_of(r, 1), "2 records with a missing number are left out.");
    json_decref(r);
    set_number(&q.a, "law", 1);
    r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "true_in_set"), 1, 0);
    json_decref(r);
    tacit_table_free(x);
    x = table_of(*state, "a:i", "\n\n");
    r = run_inquiry(*state, inquire_pair(&q, "noise_attack", x), x);
    assert_string_equal(note_of(r, 1), "Every record has a missing number.");
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_normal),     with_context(test_ties),    with_context(test_metric),
        with_context(test_correlated), with_context(test_uniform), with_context(test_restore),
        with_context(test_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
