/*
 * test_membership.c - distances to the closest records; cases by hand.
 */
#include "support/risks.h"

/* The original 0, 2, 4, 6, 8 has sd sqrt(10); protected 1, 4, 9, 9. */
static void test_closest(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "0\n2\n4\n6\n8\n");
    tacit_table *y = table_of(*state, "a:i", "1\n4\n9\n9\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "membership", x), y);
    const double sd = sqrt(10.0);
    assert_near(figure(r, "dcr_mean"), 3.0 / 4.0 / sd, 1e-14); /* 1 0 1 1 */
    assert_near(figure(r, "dcr_low"), 0.15 / sd, 1e-14);       /* 0 1 1 1 at 3 * 0.05 */
    /* 1/1, 0/2, 1/3, 1/3 */
    assert_near(figure(r, "nndr"), (1.0 + 0.0 + 2.0 / 3.0) / 4.0, 1e-14);
    assert_near(figure(r, "identical_share"), 0.25, 0);
    assert_false(has_figure(r, "auc"));
    assert_non_null(strstr(note_of(r, 0), "control set would add"));
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Copies of the original, the control elsewhere: everything is told. */
static void test_copies(void **state)
{
    tacit_table *x = table_of(*state, "a:i,b:c", "0,p\n10,p\n20,q\n30,q\n");
    tacit_table *h = table_of(*state, "a:i,b:c", "205,p\n215,q\n225,q\n233,p\n");
    inquiry q;
    inquire_pair(&q, "membership", x)->extra.control = h;
    tacit_result *r = run_inquiry(*state, &q, x);
    assert_near(figure(r, "dcr_mean"), 0, 0);
    assert_near(figure(r, "identical_share"), 1, 0);
    assert_near(figure(r, "identical_control"), 0, 0);
    assert_near(figure(r, "closer_share"), 1, 0);
    assert_near(figure(r, "auc"), 1, 0);
    assert_near(figure(r, "membership_advantage"), 1, 0);
    assert_near(figure(r, "nnaa"), 0, 0);
    assert_near(figure(r, "nnaa_control"), 1, 0); /* each nearest its own */
    assert_near(figure(r, "privacy_loss"), 1, 0);
    json_decref(r);
    tacit_table_free(h);
    tacit_table_free(x);
}

/* Areas by hand: members at 0, 1, 2 from the protected 0; others at 1, 3.  Of six pairs members
 * are closer in 4 and as close in 1; at a threshold of 0 true minus false is 1/3, at 2: 1 - 1/2. */
static void test_area(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "0\n1\n-2\n");
    tacit_table *h = table_of(*state, "a:i", "-1\n3\n");
    tacit_table *y = table_of(*state, "a:i", "0\n");
    inquiry q;
    inquire_pair(&q, "membership", x)->extra.control = h;
    tacit_result *r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "auc"), 4.5 / 6.0, 1e-14);
    assert_near(figure(r, "membership_advantage"), 0.5, 1e-14);
    assert_true(isnan(figure(r, "nnaa"))); /* one protected record has no other */
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(h);
    tacit_table_free(y);
}

/* Sets of different sizes drawn from one population: the share closer to the original must be
 * 1/2 though the original is four times the control, which uncorrected would give 4/5. */
static void test_sizes(void **state)
{
    tacit_rng rng = tacit_rng_seed(20);
    double closer = 0, area = 0, inside = 0, accuracy = 0;
    enum { ROUNDS = 60 };
    for (int round = 0; round < ROUNDS; round++) {
        static const size_t rows[3] = { 200, 100, 50 };
        tacit_table *t[3];
        for (size_t k = 0; k < 3; k++)
            t[k] = random_table(*state, &rng, "a:i,b:i,c:c", rows[k], 1000, 0.0);
        inquiry q;
        inquire_pair(&q, "membership", t[0])->extra.control = t[2];
        tacit_result *r = run_inquiry(*state, &q, t[1]);
        closer += figure(r, "closer_share") / ROUNDS;
        area += figure(r, "auc") / ROUNDS;
        accuracy += figure(r, "nnaa") / ROUNDS;
        inside += figure(r, "auc_low") <= 0.5 && figure(r, "auc_high") >= 0.5;
        json_decref(r);
        for (size_t k = 0; k < 3; k++)
            tacit_table_free(t[k]);
    }
    /* four standard errors: sd of a share of 100 is at most 0.05 in each round, more as
     * protected records share their neighbours; the areas' error is 0.046 */
    assert_near(closer, 0.5, 4 * 0.08 / sqrt(ROUNDS));
    assert_near(area, 0.5, 4 * 0.05 / sqrt(ROUNDS));
    assert_near(accuracy, 0.5, 4 * 0.08 / sqrt(ROUNDS));
    assert_true(inside >= ROUNDS * 8 / 10);
}

/* Asking about some records only is an estimate of asking about all. */
static void test_some(void **state)
{
    tacit_rng rng = tacit_rng_seed(21);
    tacit_table *x = random_table(*state, &rng, "a:r,b:c", 400, 300, 0.05);
    tacit_table *y = random_table(*state, &rng, "a:r,b:c", 300, 300, 0.05);
    inquiry q;
    tacit_result *all = run_inquiry(*state, inquire_pair(&q, "membership", x), y);
    set_number(&q.a, "records", 150);
    tacit_result *some = run_inquiry(*state, &q, y);
    assert_near(figure(some, "dcr_mean"), figure(all, "dcr_mean"), 0.1);
    assert_near(figure(some, "nnaa"), figure(all, "nnaa"), 0.15);
    set_number(&q.a, "adversarial", 0);
    tacit_result *brief = run_inquiry(*state, &q, y);
    assert_false(has_figure(brief, "nnaa"));
    assert_near(figure(brief, "dcr_mean"), figure(some, "dcr_mean"), 0.0);
    json_decref(brief);
    json_decref(all);
    json_decref(some);
    tacit_table_free(x);
    tacit_table_free(y);
}

static void test_refusals(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "1\n2\n"), *y = table_of(*state, "b:i", "1\n2\n");
    tacit_table *none = table_of(*state, "a:i", "");
    inquiry q;
    assert_inquiry_fails(*state, inquire_pair(&q, "membership", x), y, TACIT_ERR_DATA,
                         "no column in common");
    inquire_pair(&q, "membership", x)->extra.control = none;
    assert_inquiry_fails(*state, &q, x, TACIT_ERR_DATA, "the control has none");
    q.extra.control = y;
    assert_inquiry_fails(*state, &q, x, TACIT_ERR_INPUT, "'a' of the protected data is not");
    tacit_table_free(x);
    tacit_table_free(y);
    tacit_table_free(none);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_closest), with_context(test_copies), with_context(test_area),
        with_context(test_sizes),   with_context(test_some),   with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
