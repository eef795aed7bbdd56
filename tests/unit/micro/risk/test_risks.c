/*
 * test_risks.c - prosecutor risk and sample uniques.
 *
 * Provenance: with classes of sizes f a record's risk is 1 / f, the highest 1 / min f and
 * the average (classes) / n (El Emam 2013, chapter 16); the figures below follow by hand.
 * Eight records of Franconi and Polettini (2004): frequencies 2 2 2 1 1 1 1 2.
 */
#include "support/measures.h"

#include "micro/risk/risk.h"

static tacit_result *measure(tacit_ctx *cx, const tacit_table *t, const char *name,
                             const char *parameter, double x)
{
    const tacit_measure *m = tacit_risk_find(name);
    tacit_subject *s = NULL;
    tacit_result *r = NULL;
    arguments a;
    assert_non_null(m);
    preset_args(&a, &m->about);
    if (parameter != NULL)
        set_number(&a, parameter, x);
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    assert_ok(cx, tacit_measure_run(cx, m, s, &a.args, &r));
    tacit_subject_free(s);
    return r;
}

static void test_eight_records(void **state)
{
    tacit_table *t = with_keys(table_of(*state, EIGHT_COLUMNS, EIGHT_RECORDS), 4);
    tacit_table_set_roles(t, 4, TACIT_ROLE_WEIGHT);
    tacit_result *r = measure(*state, t, "prosecutor", NULL, 0);
    assert_near(figure(r, "highest"), 1.0, 0.0);
    assert_near(figure(r, "average"), 6.0 / 8.0, 1e-15);
    assert_near(figure(r, "expected"), 6.0, 1e-15);
    assert_near(figure(r, "at_risk"), 8.0, 0.0); /* 1/2 and 1 are above 0.2 */
    assert_near(figure(r, "at_risk_share"), 1.0, 0.0);
    json_decref(r);
    r = measure(*state, t, "prosecutor", "threshold", 0.5);
    assert_near(figure(r, "at_risk"), 4.0, 0.0); /* above, not at, the threshold */
    json_decref(r);
    r = measure(*state, t, "uniques", NULL, 0);
    assert_near(figure(r, "uniques"), 4.0, 0.0);
    assert_near(figure(r, "uniques_share"), 0.5, 0.0);
    assert_near(figure(r, "pairs"), 4.0, 0.0);
    assert_near(figure(r, "combinations"), 6.0, 0.0);
    assert_near(figure(r, "uniques_weight"), 17.0 + 541.0 + 8.0 + 5.0, 0.0);
    json_decref(r);
    tacit_table_free(t);
}

/* Classes of 1, 2, 5 and 12 records. */
static void test_charts(void **state)
{
    tacit_table *t =
        with_keys(table_of(*state, "x:c," TACIT_COUNT ":i", "a,1\nb,2\nc,5\nd,12\n"), 1);
    tacit_result *r = measure(*state, t, "prosecutor", NULL, 0);
    assert_near(figure(r, "average"), 4.0 / 20.0, 1e-15);
    assert_near(figure(r, "at_risk"), 3.0, 0.0); /* 1/5 is not above 0.2 */
    const double sizes[] = { 5, 10, 0, 0, 25, 60, 0, 0, 0, 0 };
    for (size_t b = 0; b < 10; b++)
        assert_near(bar(r, "class_sizes", b), sizes[b], 1e-12);
    const json_t *labels =
        json_object_get(json_object_get(part_of(r, "charts", "class_sizes"), "x"), "labels");
    assert_int_equal(json_array_size(labels), 10);
    assert_string_equal(json_string_value(json_array_get(labels, 4)), "5-9");
    assert_string_equal(json_string_value(json_array_get(labels, 9)), "1000+");
    const double bands[] = { 0, 0, 60, 25, 0, 10, 5 }; /* 1/12, 1/5, 1/2 and 1 */
    for (size_t b = 0; b < 7; b++)
        assert_near(bar(r, "risk_bands", b), bands[b], 1e-12);
    json_decref(r);
    tacit_table_free(t);
}

static void test_missing(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "x:c,y:c", "a,p\n,p\na,q\n"), 2);
    tacit_result *r = measure(*state, t, "uniques", NULL, 0);
    assert_near(figure(r, "uniques"), 3.0, 0.0);
    assert_false(has_figure(r, "uniques_weight")); /* there are no weights */
    json_decref(r);
    r = measure(*state, t, "uniques", "missing", 1);
    assert_near(figure(r, "uniques"), 1.0, 0.0); /* (a, q) alone; the others match */
    assert_near(figure(r, "pairs"), 2.0, 0.0);
    json_decref(r);
    r = measure(*state, t, "prosecutor", "missing", 1);
    assert_near(figure(r, "expected"), 2.0, 1e-15);
    json_decref(r);
    tacit_table_free(t);
}

/* The average risk is the number of combinations over the number of records. */
static void test_property(void **state)
{
    tacit_rng rng = tacit_rng_seed(21);
    for (int round = 0; round < 100; round++) {
        tacit_table *t = with_keys(random_table(*state, &rng, "a:c,b:d,c:r", 50, 3, 0.1), 3);
        tacit_result *p = measure(*state, t, "prosecutor", "threshold", 0.0);
        tacit_result *u = measure(*state, t, "uniques", NULL, 0);
        assert_near(figure(p, "average"), figure(u, "combinations") / 50.0, 1e-12);
        assert_near(figure(p, "at_risk"), 50.0, 0.0);
        assert_int_equal(figure(p, "highest") >= 1.0, figure(u, "uniques") > 0.0);
        json_decref(p);
        json_decref(u);
        tacit_table_free(t);
    }
}

static void test_refusals(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = table_of(cx, "x:c", "a\n"), *none = with_keys(table_of(cx, "x:c", ""), 1);
    tacit_subject *s = NULL;
    tacit_result *r = NULL;
    arguments a;
    for (size_t i = 0; i < tacit_risk_catalog.n; i++) {
        const tacit_measure *m = tacit_risk_find(tacit_risk_catalog.entry[i]->name);
        if (m->needs != TACIT_NEEDS_KEYS)
            continue; /* it has other reasons to refuse */
        preset_args(&a, &m->about);
        assert_ok(cx, tacit_subject_new(cx, t, &s));
        assert_fails(cx, tacit_measure_run(cx, m, s, &a.args, &r), TACIT_ERR_INPUT, m->about.name);
        tacit_subject_free(s);
        assert_ok(cx, tacit_subject_new(cx, none, &s));
        assert_fails(cx, tacit_measure_run(cx, m, s, &a.args, &r), TACIT_ERR_DATA, "no records");
        assert_null(r);
        tacit_subject_free(s);
    }
    tacit_table_free(t);
    tacit_table_free(none);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_eight_records), with_context(test_charts),   with_context(test_missing),
        with_context(test_property),      with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
