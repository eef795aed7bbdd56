/*
 * test_key_classes.c - discernibility, class sizes, classification metric and spread, by hand.
 */
#include "support/generalised.h"

/* Two tables that must be freed, and the pair of them. */
typedef struct sides {
    tacit_table *before, *after;
    pairing p;
} sides;

static void open_sides(tacit_ctx *cx, const char *was, const char *is, sides *s)
{
    s->before = with_keys(table_of(cx, "a:c,b:c,s:c,x:r", was), 2);
    s->after = table_of(cx, "a:c,b:c,s:c,x:r", is);
    tacit_table_set_roles(s->before, 2, TACIT_ROLE_SENSITIVE);
    s->p = (pairing){ .cx = cx, .pair = { .original = s->before, .masked = s->after } };
}

static void close_sides(sides *s)
{
    tacit_table_free(s->before);
    tacit_table_free(s->after);
}

/* Six records, all different; then classes of 3, 1 and two suppressed ones. */
#define WAS "p,1,u,10\np,2,v,12\np,3,u,15\nq,1,u,20\nq,2,v,20\nq,3,w,30\n"
#define IS "p,*,u,10\np,*,v,12\np,*,u,15\nq,1,u,20\n*,*,v,20\n,*,w,30\n"

static void test_discernibility(void **state)
{
    sides s;
    open_sides(*state, WAS, IS, &s);
    assert_near(utility_figure(&s.p, "discernibility", "discernibility"), 9 + 1 + 2 * 6, 0);
    assert_near(utility_figure(&s.p, "discernibility", "suppressed"), 2, 0);
    assert_near(utility_figure(&s.p, "discernibility", "share"), 22.0 / 36.0, 1e-15);
    assert_near(utility_figure(&s.p, "discernibility", "loss"), (22.0 - 6.0) / (36.0 - 6.0), 1e-15);
    s.p.name = "k";
    s.p.number = 3;
    assert_near(utility_figure(&s.p, "discernibility", "discernibility"), 9 + 6 + 2 * 6, 0);
    assert_near(utility_figure(&s.p, "discernibility", "below_k"), 1, 0);
    close_sides(&s);
}

static void test_average(void **state)
{
    sides s;
    open_sides(*state, WAS, IS, &s);
    assert_near(utility_figure(&s.p, "average_class_size", "average"), 4.0 / 2.0, 0);
    assert_near(utility_figure(&s.p, "average_class_size", "c_avg"), 2, 0); /* the smallest is 1 */
    assert_near(utility_figure(&s.p, "average_class_size", "loss"), (2.0 - 1.0) / (6.0 - 1.0),
                1e-15);
    s.p.name = "k";
    s.p.number = 3;
    assert_near(utility_figure(&s.p, "average_class_size", "c_avg"), 2.0 / 3.0, 1e-15);
    close_sides(&s);
    open_sides(*state, WAS, "*,*,u,\n,,u,\n", &s); /* nothing is left; rows differ */
    assert_true(isnan(utility_figure(&s.p, "average_class_size", "average")));
    assert_near(utility_figure(&s.p, "discernibility", "share"), 1, 0);
    assert_near(utility_figure(&s.p, "discernibility", "loss"), 1, 0);
    close_sides(&s);
}

static void test_within(void **state)
{
    sides s;
    open_sides(*state, WAS, IS, &s);
    /* the class of 3 holds u, v, u: one is not the most frequent; two are suppressed */
    tacit_result *r = run_utility(&s.p, "classification_metric");
    assert_near(figure(r, "classification_metric"), 3.0 / 6.0, 1e-15);
    assert_near(figure(r, "before"), 0, 0);
    assert_near(figure(r, "loss"), 0.5, 1e-15);
    json_decref(r);
    /* 2 of 3 values in the class of 3, one in each other (the suppressed ones are two) */
    assert_near(utility_figure(&s.p, "spread", "spread"), 3.0 / 6.0 * (1.0 / 2.0), 1e-15);
    s.p.name = "column";
    s.p.text = "x"; /* 5 of 20 */
    assert_near(utility_figure(&s.p, "spread", "spread"), 3.0 / 6.0 * (5.0 / 20.0), 1e-15);
    s.p.text = "nowhere";
    r = NULL;
    assert_fails(*state, try_utility(&s.p, "spread", &r), TACIT_ERR_INPUT, "both");
    close_sides(&s);
}

static void test_missing(void **state)
{
    sides s;
    open_sides(*state, "p,1,u,\np,1,,2\np,1,,4\n", "p,1,u,\np,1,,2\np,1,,4\n", &s);
    /* a missing value foretells like any other; it has no place in a spread */
    assert_near(utility_figure(&s.p, "classification_metric", "before"), 1.0 / 3.0, 1e-15);
    assert_near(utility_figure(&s.p, "spread", "spread"), 0, 0);
    s.p.name = "column";
    s.p.text = "x";
    assert_near(utility_figure(&s.p, "spread", "spread"), 1, 0);
    close_sides(&s);
    open_sides(*state, "", "", &s);
    assert_true(isnan(utility_figure(&s.p, "spread", "spread")));
    assert_true(isnan(utility_figure(&s.p, "discernibility", "loss")));
    close_sides(&s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_discernibility),
        with_context(test_average),
        with_context(test_within),
        with_context(test_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
