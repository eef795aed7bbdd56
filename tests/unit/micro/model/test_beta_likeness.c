/*
 * test_beta_likeness.c - beta-likeness of hand-made tables.
 *
 * x has 2 of 20 records, y 18.  In class a x has 2 of 8: (0.25 - 0.1) / 0.1 = 1.5; -ln 0.1 =
 * 2.30.  In class b y has all 12: (1 - 0.9) / 0.9 = 0.111, above -ln 0.9 = 0.105.
 */
#include "support/models.h"

static tacit_table *counted(tacit_ctx *cx, const char *rows)
{
    tacit_table *t = with_keys(table_of(cx, "k:c,s:c," TACIT_COUNT ":i", rows), 1);
    tacit_table_set_roles(t, 1, TACIT_ROLE_SENSITIVE);
    return t;
}

static void test_basic(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = counted(cx, "a,x,2\na,y,6\nb,y,12\n");
    question q;
    choose(ask(&q, "beta_likeness"), "kind", "basic");
    assert_near(ask_value(cx, &q, t, "beta"), 1.5, 1e-14);
    assert_violations(cx, with(&q, "beta", 1.5), t, 0, 0);
    assert_violations(cx, with(&q, "beta", 1.49), t, 8, 1);
    assert_violations(cx, with(&q, "beta", 0.1), t, 20, 2);
    tacit_table_free(t);
}

static void test_enhanced(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = counted(cx, "a,x,2\na,y,6\nb,y,12\n");
    question q;
    assert_violations(cx, with(ask(&q, "beta_likeness"), "beta", 5), t, 12, 1);
    assert_true(isnan(ask_value(cx, &q, t, "beta"))); /* no beta allows it */
    assert_violations(cx, with(&q, "beta", 1), t, 20, 2);
    tacit_table_free(t);
    t = counted(cx, "a,x,2\na,y,6\nb,x,1\nb,y,11\n"); /* 0.25 against 0.15, -ln 0.15 = 1.897 */
    assert_near(ask_value(cx, &q, t, "beta"), 2.0 / 3, 1e-14);
    assert_violations(cx, with(&q, "beta", 0.7), t, 0, 0);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_basic), with_context(test_enhanced) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
