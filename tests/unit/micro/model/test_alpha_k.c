/*
 * test_alpha_k.c - (alpha, k)-anonymity and p-sensitive k-anonymity of hand-made tables.
 *
 * The twelve patients of Machanavajjhala et al. (2006): the 4-anonymous table has a class of
 * cancer alone (share 1), the 3-diverse one shares of 1/2 at most.
 */
#include "support/models.h"

static void test_patients(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *k4 = secrets_of(cx, "zip:c,age:c,condition:c", PATIENTS_K4);
    tacit_table *l3 = secrets_of(cx, "zip:c,age:c,condition:c", PATIENTS_L3);
    question q;
    assert_near(ask_value(cx, ask(&q, "alpha_k"), k4, "alpha"), 1.0, 0.0);
    assert_near(ask_value(cx, &q, k4, "k"), 4.0, 0.0);
    assert_violations(cx, &q, k4, 4, 1);
    assert_near(ask_value(cx, &q, l3, "alpha"), 0.5, 0.0);
    assert_violations(cx, &q, l3, 0, 0);
    assert_violations(cx, with(&q, "alpha", 0.49), l3, 12, 3);
    assert_violations(cx, with(with(&q, "alpha", 0.5), "k", 5), l3, 12, 3);
    tacit_table_free(k4);
    tacit_table_free(l3);
}

/* Only heart is protected: 2 of 4, 1 of 4, none. */
static void test_listed(void **state)
{
    static const char *const heart[] = { "heart" }, *const other[] = { "gout", "heart" };
    tacit_ctx *cx = *state;
    tacit_table *t = secrets_of(cx, "zip:c,age:c,condition:c", PATIENTS_K4);
    question q;
    with_texts(ask(&q, "alpha_k"), "values", heart, 1);
    assert_near(ask_value(cx, &q, t, "alpha"), 0.5, 0.0);
    assert_violations(cx, with(&q, "alpha", 0.4), t, 4, 1);
    assert_violations(cx, with(&q, "alpha", 0.2), t, 8, 2);
    assert_int_equal(tacit_warning_count(cx), 0);
    with_texts(&q, "values", other, 2);
    assert_violations(cx, &q, t, 8, 2);
    assert_int_equal(tacit_warning_count(cx), 1);
    assert_untold(cx, "gout");
    tacit_table_free(t);
}

/* Shares are of what is known: x 1 of 2, not 1 of 4. */
static void test_missing(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = secrets_of(cx, "k:c,s:c", "a,x\na,\na,y\na,\nb,\nb,\n");
    question q;
    assert_near(ask_value(cx, with(ask(&q, "alpha_k"), "k", 2), t, "alpha"), 0.5, 0.0);
    assert_violations(cx, &q, t, 0, 0);
    assert_violations(cx, with(&q, "k", 3), t, 2, 1); /* b is too small, whatever its values */
    tacit_table_free(t);
}

static void test_p_sensitive(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *k4 = secrets_of(cx, "zip:c,age:c,condition:c", PATIENTS_K4);
    tacit_table *l3 = secrets_of(cx, "zip:c,age:c,condition:c", PATIENTS_L3);
    question q;
    assert_near(ask_value(cx, ask(&q, "p_sensitive"), k4, "p"), 1.0, 0.0);
    assert_violations(cx, &q, k4, 4, 1);
    assert_violations(cx, with(&q, "p", 3), k4, 8, 2);
    assert_violations(cx, &q, l3, 0, 0);
    assert_near(ask_value(cx, &q, l3, "p"), 3.0, 0.0);
    assert_near(ask_value(cx, &q, l3, "k"), 4.0, 0.0);
    assert_violations(cx, with(&q, "k", 5), l3, 12, 3);
    tacit_table_free(k4);
    tacit_table_free(l3);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_patients),
        with_context(test_listed),
        with_context(test_missing),
        with_context(test_p_sensitive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
