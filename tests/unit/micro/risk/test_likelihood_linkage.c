/*
 * test_likelihood_linkage.c - linking by who knows what was done to each column; cases by hand.
 */
#include "support/risks.h"

static double linked(tacit_ctx *cx, tacit_table *x, tacit_table *y)
{
    inquiry q;
    tacit_result *r = run_inquiry(cx, inquire_pair(&q, "likelihood_linkage", x), y);
    const double out = figure(r, "linked");
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
    return out;
}

/* Ages 3, 7, 12, 15, 18 as two labels: each person is among 2 or 3 with the label that covers the
 * age, which is what a prosecutor expects: 2 labels of 5 persons. */
static void test_recoded(void **state)
{
    assert_near(linked(*state, table_of(*state, "age:i", "3\n7\n12\n15\n18\n"),
                       table_of(*state, "age:c", "child\nchild\nteen\nteen\nteen\n")),
                2.0 / 5, 1e-12);
}

/* Texts: only labels under which the value was released cover it. */
static void test_recoded_texts(void **state)
{
    assert_near(linked(*state, table_of(*state, "place:c", "a\nb\nc\nd\n"),
                       table_of(*state, "place:c", "west\nwest\neast\neast\n")),
                0.5, 1e-12);
}

/* One of four cells is blanked.  P(same) = 3/4 is likelier than P(blank) = 1/4: the two with a are
 * both taken for the first, which has half of the credit, and the second gets none; b and c are
 * found for certain. */
static void test_blanked(void **state)
{
    assert_near(linked(*state, table_of(*state, "x:c", "a\na\nb\nc\n"),
                       table_of(*state, "x:c", "a\n\nb\nc\n")),
                3.0 / 4, 1e-12);
}

/* Three of four labels stay; the fourth, d, was released as a, of which there are two of four then.
 * P(d becomes a) = 1/4 * 2/4 is as likely for both: half a credit.  a itself stays with 3/4: both
 * a are as likely, half a credit; b and c stay. */
static void test_replaced(void **state)
{
    assert_near(linked(*state, table_of(*state, "x:c", "a\nb\nc\nd\n"),
                       table_of(*state, "x:c", "a\nb\nc\na\n")),
                3.0 / 4, 1e-12);
}

/* y = -2 x: distance finds nobody but the one at 0, who knows the law finds all. */
static void test_turned(void **state)
{
    assert_near(linked(*state, table_of(*state, "x:r", "0\n1\n3\n7\n12\n"),
                       table_of(*state, "x:r", "0\n-2\n-6\n-14\n-24\n")),
                1.0, 1e-12);
}

/* Values reversed between two groups of equal labels: the label leaves two, numbers that say
 * nothing (each the mean of its group) leave it at that. */
static void test_joint(void **state)
{
    assert_near(linked(*state, table_of(*state, "s:c,x:r", "m,1\nm,3\nf,10\nf,14\n"),
                       table_of(*state, "s:c,x:r", "m,2\nm,2\nf,12\nf,12\n")),
                0.5, 1e-12);
}

/* Whoever has no number can be anybody of the label; records without one are no better than a
 * guess.
 */
static void test_missing(void **state)
{
    assert_near(linked(*state, table_of(*state, "s:c,x:r", "m,\nm,5\nf,9\nf,1\n"),
                       table_of(*state, "s:c,x:r", "m,\nm,6\nf,8\nf,1\n")),
                (0.5 + 1 + 1 + 1) / 4, 1e-12);
}

static void test_refusal(void **state)
{
    static const char *const names[] = { "b" };
    tacit_table *x = table_of(*state, "a:r,b:r", "0,1\n1,2\n"),
                *y = table_of(*state, "a:r", "0\n1\n");
    inquiry q;
    inquire_pair(&q, "likelihood_linkage", x);
    *argument(&q.a, "columns") = (tacit_value){ .given = true, .n = 1, .texts = names };
    assert_inquiry_fails(*state, &q, y, TACIT_ERR_INPUT, "needs column 'b' in both tables");
    tacit_table_free(x);
    tacit_table_free(y);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_recoded),  with_context(test_recoded_texts), with_context(test_blanked),
        with_context(test_replaced), with_context(test_turned),        with_context(test_joint),
        with_context(test_missing),  with_context(test_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
