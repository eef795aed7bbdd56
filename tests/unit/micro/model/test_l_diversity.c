/*
 * test_l_diversity.c - l-diversity of published and hand-made tables.
 *
 * Provenance: Machanavajjhala et al. (2006), figures 2 and 3 (twelve patients).  In the
 * 4-anonymous table the class (130**, 3*) has cancer only, so l is 1; in the other each
 * class has counts 2, 1, 1: distinct 3, entropy ln 4 - (2 ln 2) / 4 = ln 2^1.5, and
 * recursively 2 < c (1 + 1) for l = 2, 2 < c for l = 3.  Grassberger (2003): G_1 = -gamma -
 * ln 2 = -1.2703628454614782, G_2 = G_1 + 2, G_4 = G_2 + 2/3, and so on by 2 / (2k - 1).
 */
#include "support/models.h"

static void test_patients(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *k4 = secrets_of(cx, "zip:c,age:c,condition:c", PATIENTS_K4);
    tacit_table *l3 = secrets_of(cx, "zip:c,age:c,condition:c", PATIENTS_L3);
    question q;
    assert_near(ask_value(cx, ask(&q, "l_diversity"), k4, "l"), 1.0, 0.0);
    assert_violations(cx, &q, k4, 4, 1);
    assert_near(ask_value(cx, &q, l3, "l"), 3.0, 0.0);
    assert_violations(cx, with(&q, "l", 3), l3, 0, 0);
    assert_violations(cx, with(&q, "l", 4), l3, 12, 3);
    choose(ask(&q, "l_diversity"), "kind", "entropy");
    assert_near(ask_value(cx, &q, k4, "l"), 1.0, 0.0);
    assert_near(ask_value(cx, &q, l3, "l"), 2.82842712474619, 1e-14);
    assert_violations(cx, with(&q, "l", 2.83), l3, 12, 3);
    assert_violations(cx, with(&q, "l", 2.8), l3, 0, 0);
    tacit_table_free(k4);
    tacit_table_free(l3);
}

/* The golden figures of the seed's table: l by c. */
static void test_recursive(void **state)
{
    static const double c[] = { 0.5, 1, 1.5, 2, 2.5, 3 }, l[] = { 1, 1, 2, 2, 3, 3 };
    tacit_ctx *cx = *state;
    tacit_table *l3 = secrets_of(cx, "zip:c,age:c,condition:c", PATIENTS_L3);
    question q;
    choose(ask(&q, "l_diversity"), "kind", "recursive");
    for (size_t i = 0; i < 6; i++)
        assert_near(ask_value(cx, with(&q, "c", c[i]), l3, "l"), l[i], 0.0);
    assert_violations(cx, with(with(&q, "c", 2), "l", 3), l3, 12, 3);
    assert_violations(cx, with(with(&q, "c", 2.1), "l", 3), l3, 0, 0);
    assert_violations(cx, with(with(&q, "c", 0.1), "l", 1), l3, 0, 0);
    tacit_table_free(l3);
}

/* Counts 10, 4, 3 with c = 2: 10 < 2 (4 + 3) but not 10 < 2 * 3; 11 < 1.1 * 10 is false,
 * although 1.1 * 10 is a little more than 11 in binary. */
static void test_recursive_edges(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t =
        secrets_of(cx, "k:c," TACIT_COUNT ":i,s:c", "a,10,x\na,4,y\na,3,z\nb,11,x\nb,10,y\n");
    question q;
    tacit_table_set_roles(t, 1, 0);
    choose(ask(&q, "l_diversity"), "kind", "recursive");
    assert_violations(cx, with(with(&q, "c", 2), "l", 3), t, 38, 2);
    assert_violations(cx, with(with(&q, "c", 2), "l", 2), t, 0, 0);
    assert_violations(cx, with(with(&q, "c", 1.1), "l", 2), t, 21 + 17, 2);
    assert_violations(cx, with(with(&q, "c", 1.1001), "l", 2), t, 17, 1);
    assert_no_answer(cx, with(&q, "l", 2.5), t, TACIT_ERR_INPUT, "whole number");
    tacit_table_free(t);
}

/* Three values twice each are exactly 3-diverse, whatever ln 3 rounds to. */
static void test_even(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = secrets_of(cx, "k:c,s:c", "a,x\na,y\na,z\na,x\na,y\na,z\n");
    question q;
    choose(with(ask(&q, "l_diversity"), "l", 3), "kind", "entropy");
    assert_violations(cx, &q, t, 0, 0);
    assert_near(ask_value(cx, &q, t, "l"), 3.0, 1e-12);
    tacit_table_free(t);
}

/* Class a: counts 4, 2, 2.  N = 8: H = G_8 - (4 G_4 + 4 G_2) / 8 with G_8 = 2.0820181069194743,
 * G_4 = 1.3963038212051886, G_2 = 0.7296371545385218.  Class b: 1, 1 would give exp(2), but
 * has two values only.  Class c: one value, 0. */
static void test_grassberger(void **state)
{
    tacit_ctx *cx = *state;
    const double H = 2.0820181069194743 - (1.3963038212051886 + 0.7296371545385218) / 2;
    tacit_table *t = secrets_of(cx, "k:c,s:c", "a,x\na,x\na,x\na,x\na,y\na,y\na,z\na,z\n"), *two;
    question q;
    choose(ask(&q, "l_diversity"), "kind", "entropy_grassberger");
    assert_near(ask_value(cx, &q, t, "l"), exp(H), 1e-12);
    tacit_table_free(t);
    t = secrets_of(cx, "k:c,s:c", "b,x\nb,y\n");
    two = secrets_of(cx, "k:c,s:c", "b,x\nb,x\nb,x\n");
    assert_near(ask_value(cx, &q, t, "l"), 2.0, 0.0);
    assert_near(ask_value(cx, &q, two, "l"), 1.0, 0.0);
    tacit_table_free(t);
    tacit_table_free(two);
}

/* Missing sensitive values are no value: (x, x, missing x 4) has l = 1, not 5; a class with
 * none known discloses nothing. */
static void test_missing_values(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = secrets_of(cx, "k:c,s:c", "a,x\na,x\na,\na,\na,\na,\nb,\nb,\n");
    question q;
    assert_near(ask_value(cx, ask(&q, "l_diversity"), t, "l"), 1.0, 0.0);
    assert_violations(cx, &q, t, 6, 1);
    tacit_result *r = answer(cx, &q, t);
    const json_t *row = json_array_get(json_object_get(part_of(r, "tables", "columns"), "rows"), 0);
    assert_int_equal(json_integer_value(json_array_get(row, 4)), 6);
    assert_int_equal(json_array_size(json_object_get(r, "notes")), 1);
    json_decref(r);
    tacit_table_free(t);
}

/* As wildcards, (a, -) matches all of a; (-, 1) matches (a, 1) and (a, -). */
static void test_missing_keys(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = secrets_of(cx, "k:c,i:i,s:c", "a,1,x\na,1,x\na,,y\n,1,z\na,2,x\n");
    question q;
    assert_violations(cx, with(ask(&q, "l_diversity"), "l", 2), t, 5, 4);
    choose(&q, "missing", "wildcard");
    assert_violations(cx, with(&q, "l", 2), t, 0, 0);
    /* (a, 2) sees x and y; the others see x, y and z. */
    assert_violations(cx, with(&q, "l", 3), t, 1, 1);
    tacit_table_free(t);
}

/* Each column must hold: s1 fails in class a, s2 in class b. */
static void test_several(void **state)
{
    static const char *const second[] = { "s2" }, *const key[] = { "k" }, *const none[] = { "s9" };
    tacit_ctx *cx = *state;
    tacit_table *t = secrets_of(cx, "k:c,s1:c,s2:i", "a,x,1\na,x,2\na,x,3\nb,x,1\nb,y,1\n");
    question q;
    tacit_table_set_roles(t, 1, TACIT_ROLE_SENSITIVE);
    assert_violations(cx, ask(&q, "l_diversity"), t, 5, 2);
    assert_violations(cx, with_texts(&q, "sensitive", second, 1), t, 2, 1);
    assert_no_answer(cx, with_texts(&q, "sensitive", key, 1), t, TACIT_ERR_INPUT, "'k' is a key");
    assert_no_answer(cx, with_texts(&q, "sensitive", none, 1), t, TACIT_ERR_INPUT, "'s9'");
    tacit_table_set_roles(t, 1, TACIT_ROLE_SENSITIVE | TACIT_ROLE_KEY);
    assert_no_answer(cx, ask(&q, "l_diversity"), t, TACIT_ERR_INPUT, "at once");
    tacit_table_free(t);
}

/* Class (a, 1) has x only; without i it joins (a, 2), which has y; without k nothing
 * changes. */
static void test_drivers(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = secrets_of(cx, "k:c,i:i,s:c", "a,1,x\na,1,x\na,2,y\na,2,x\n");
    question q;
    tacit_result *r = answer(cx, ask(&q, "l_diversity"), t);
    const json_t *rows = json_object_get(part_of(r, "tables", "drivers"), "rows");
    assert_int_equal(json_array_size(rows), 2);
    assert_string_equal(json_string_value(json_array_get(json_array_get(rows, 0), 0)), "k");
    assert_int_equal(json_integer_value(json_array_get(json_array_get(rows, 0), 1)), 2);
    assert_int_equal(json_integer_value(json_array_get(json_array_get(rows, 1), 1)), 0);
    json_decref(r);
    r = answer(cx, with(&q, "drivers", 0), t);
    assert_int_equal(json_array_size(json_object_get(r, "tables")), 1);
    json_decref(r);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_patients),        with_context(test_recursive),
        with_context(test_recursive_edges), with_context(test_even),
        with_context(test_grassberger),     with_context(test_missing_values),
        with_context(test_missing_keys),    with_context(test_several),
        with_context(test_drivers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
