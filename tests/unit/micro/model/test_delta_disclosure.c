/*
 * test_delta_disclosure.c - delta-disclosure privacy of hand-made tables.
 *
 * x has 6 of 12 records, y 6.  Class a: x 4, y 2, so p / q is 4/3 and 2/3; class b: x 2, y 4.
 * The largest |log| is log2(3/2) = 0.5849625007211562 bits, ln(3/2) nats.
 */
#include "support/models.h"

#define TWO_CLASSES "a,x,4\na,y,2\nb,x,2\nb,y,4\n"

static tacit_table *counted(tacit_ctx *cx, const char *rows)
{
    tacit_table *t = with_keys(table_of(cx, "k:c,s:c," TACIT_COUNT ":i", rows), 1);
    tacit_table_set_roles(t, 1, TACIT_ROLE_SENSITIVE);
    return t;
}

static void test_value(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = counted(cx, TWO_CLASSES);
    question q;
    assert_near(ask_value(cx, ask(&q, "delta_disclosure"), t, "delta"), 0.5849625007211562, 1e-15);
    assert_violations(cx, with(&q, "delta", 0.585), t, 0, 0);
    assert_violations(cx, with(&q, "delta", 0.58), t, 12, 2);
    choose(&q, "unit", "nats");
    assert_near(ask_value(cx, &q, t, "delta"), log(1.5), 1e-15);
    assert_violations(cx, with(&q, "delta", 0.41), t, 0, 0);
    tacit_table_free(t);
}

/* p / q = 1/2 for x in class a (1 of 8 against 4 of 16): 1 bit, which is not below 1. */
static void test_strict(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = counted(cx, "a,x,1\na,y,7\nb,x,3\nb,y,5\n");
    question q;
    assert_violations(cx, with(ask(&q, "delta_disclosure"), "delta", 1), t, 8, 1);
    assert_violations(cx, with(&q, "delta", 1.001), t, 0, 0);
    tacit_table_free(t);
}

/* A class that lacks a value violates every delta; ARX leaves it out. */
static void test_absent(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = counted(cx, "a,x,4\nb,x,2\nb,y,4\n");
    question q;
    assert_true(isnan(ask_value(cx, with(ask(&q, "delta_disclosure"), "delta", 1e6), t, "delta")));
    assert_violations(cx, &q, t, 4, 1);
    choose(&q, "compat", "arx");
    assert_violations(cx, &q, t, 0, 0);
    assert_near(ask_value(cx, &q, t, "delta"), log2(0.6 / (1.0 / 3)), 1e-14);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_value), with_context(test_strict),
                                        with_context(test_absent) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
