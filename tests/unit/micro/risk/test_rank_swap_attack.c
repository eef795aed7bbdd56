/*
 * test_rank_swap_attack.c - windows of ranks; cases by hand.
 */
#include "support/risks.h"

/* Ranks 0 ... 3.  a swaps 1-2 and 3-4, b swaps 10-20: each masked value is one rank away. */
static void test_by_hand(void **state)
{
    tacit_table *x = table_of(*state, "a:i,b:i", "1,10\n2,20\n3,30\n4,40\n");
    tacit_table *y = table_of(*state, "a:i,b:i", "2,20\n1,10\n4,30\n3,40\n");
    inquiry q;
    set_number(&inquire_pair(&q, "rank_swap_attack", x)->a, "p", 25);
    tacit_result *r = run_inquiry(*state, &q, y);
    /* One rank up or down in both: rows 1-3, 1-2, 3-4 (b allows 2 to 4, a 3 and 4), 2-4 by a
     * and 3-4 by b.  Sizes 3, 2, 2, 2. */
    assert_near(figure(r, "true_in_set"), 1, 0);
    assert_near(figure(r, "reidentified"), (1.0 / 3 + 1.0 / 2 + 1.0 / 2 + 1.0 / 2) / 4, 1e-15);
    assert_near(figure(r, "unique_right"), 0, 0);
    assert_near(figure(r, "median_set"), 2, 0);
    assert_near(figure(r, "attacked"), 4, 0);
    assert_false(has_figure(r, "reidentified_worst"));
    json_decref(r);
    /* p = 0 takes the masked for the original: two are found wrongly, b alone contradicts. */
    set_number(&q.a, "p", 0);
    r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "true_in_set"), 0, 0);
    assert_near(figure(r, "reidentified"), 0, 0);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* The least p is found: one rank of four, 25 per cent; it gives what naming it gives. */
static void test_least_p(void **state)
{
    tacit_table *x = table_of(*state, "a:i,b:i", "1,10\n2,20\n3,30\n4,40\n");
    tacit_table *y = table_of(*state, "a:i,b:i", "2,20\n1,10\n4,30\n3,40\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "rank_swap_attack", x), y);
    assert_near(figure(r, "p"), 25, 1e-12);
    assert_near(figure(r, "reidentified"), (1.0 / 3 + 3.0 / 2) / 4, 1e-15);
    assert_near(figure(r, "reidentified_worst"), (1.0 / 3 + 3.0 / 2) / 4, 1e-15);
    assert_non_null(strstr(note_of(r, 0), "p was not given"));
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Equal values have all their ranks: nobody is lost with p = 0, and nobody told apart. */
static void test_ties(void **state)
{
    tacit_table *x = table_of(*state, "a:r", "7\n7\n7\n9\n");
    inquiry q;
    set_number(&inquire_pair(&q, "rank_swap_attack", x)->a, "p", 0);
    tacit_result *r = run_inquiry(*state, &q, x);
    assert_near(figure(r, "true_in_set"), 1, 0);
    assert_near(figure(r, "reidentified"), (3 * (1.0 / 3) + 1) / 4, 1e-15);
    assert_near(figure(r, "unique_right"), 0.25, 0);
    json_decref(r);
    tacit_table_free(x);
}

/* A masked value that is missing tells nothing, an original one fits anything. */
static void test_missing(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "1\n2\n\n4\n");
    tacit_table *y = table_of(*state, "a:i", "\n2\n3\n4\n");
    inquiry q;
    set_number(&inquire_pair(&q, "rank_swap_attack", x)->a, "p", 0);
    tacit_result *r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "true_in_set"), 1, 0);
    assert_near(figure(r, "reidentified"), (0.25 + 0.5 + 1.0 + 0.5) / 4, 1e-15);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Of many records a sample, the same for the same seed. */
static void test_sample(void **state)
{
    tacit_rng rng = tacit_rng_seed(3);
    tacit_table *x = random_table(*state, &rng, "a:r,b:r", 300, 200, 0);
    inquiry q;
    tacit_result *all = run_inquiry(*state, inquire_pair(&q, "rank_swap_attack", x), x);
    set_number(&q.a, "sample", 100);
    tacit_result *one = run_inquiry(*state, &q, x), *two = run_inquiry(*state, &q, x);
    assert_near(figure(one, "attacked"), 100, 0);
    assert_near(figure(one, "reidentified"), figure(two, "reidentified"), 0);
    assert_near(figure(one, "reidentified"), figure(all, "reidentified"), 0.1);
    json_decref(all);
    json_decref(one);
    json_decref(two);
    tacit_table_free(x);
}

static void test_nothing(void **state)
{
    tacit_table *x = table_of(*state, "c:c", "p\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "rank_swap_attack", x), x);
    assert_string_equal(note_of(r, 0), "No column is numeric in both tables.");
    json_decref(r);
    tacit_table_free(x);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_by_hand), with_context(test_least_p), with_context(test_ties),
        with_context(test_missing), with_context(test_sample),  with_context(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
