/*
 * test_k_anonymity.c - k-anonymity of published and random tables.
 *
 * Provenance: Sweeney (2002), k-anonymity: a model for protecting privacy, figure 2: eleven
 * tuples that are 2-anonymous on race, birth, gender and ZIP, in classes of 2, 2, 2, 3 and 2.
 * Eight records of Franconi and Polettini (2004): four of them are unique.
 */
#include "support/measures.h"

#include "micro/model/model.h"

#define SWEENEY                                                                                    \
    "black,1965,m,0214*\nblack,1965,m,0214*\nblack,1965,f,0213*\n"                                 \
    "black,1965,f,0213*\nblack,1964,f,0213*\nblack,1964,f,0213*\n"                                 \
    "white,1964,m,0213*\nwhite,1964,m,0213*\nwhite,1964,m,0213*\n"                                 \
    "white,1967,m,0213*\nwhite,1967,m,0213*\n"

static tacit_result *check(tacit_ctx *cx, const tacit_table *t, double k, double missing)
{
    const tacit_model *m = tacit_model_find("k_anonymity");
    tacit_subject *s = NULL;
    tacit_result *r = NULL;
    arguments a;
    preset_args(&a, &m->measure.about);
    set_number(set_number(&a, "k", k), "missing", missing);
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    assert_ok(cx, tacit_measure_run(cx, &m->measure, s, &a.args, &r));
    tacit_subject_free(s);
    return r;
}

static bool holds(const tacit_result *r)
{
    return json_is_true(json_object_get(r, "holds"));
}

static void test_sweeney(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "race:c,birth:i,gender:c,zip:c", SWEENEY), 4);
    tacit_result *two = check(*state, t, 2, 0), *three = check(*state, t, 3, 0);
    assert_true(holds(two));
    assert_near(figure(two, "k"), 2.0, 0.0);
    assert_near(figure(two, "violating_records"), 0.0, 0.0);
    assert_false(holds(three));
    assert_near(figure(three, "violating_records"), 8.0, 0.0);
    assert_near(figure(three, "violating_share"), 8.0 / 11.0, 1e-15);
    assert_near(figure(three, "violating_classes"), 4.0, 0.0);
    json_decref(two);
    json_decref(three);
    tacit_table_free(t);
}

/* Without the year of birth only the two men of 0214* stay below 3; without any other key
 * the same four classes of two do. */
static void test_drivers(void **state)
{
    static const json_int_t expected[] = { 8, 2, 8, 8 };
    tacit_table *t = with_keys(table_of(*state, "race:c,birth:i,gender:c,zip:c", SWEENEY), 4);
    tacit_result *two = check(*state, t, 2, 0), *three = check(*state, t, 3, 0);
    assert_int_equal(json_array_size(json_object_get(two, "tables")), 0);
    const json_t *table = json_array_get(json_object_get(three, "tables"), 0);
    const json_t *rows = json_object_get(table, "rows");
    assert_int_equal(json_array_size(rows), 4);
    for (size_t j = 0; j < 4; j++)
        assert_int_equal(json_integer_value(json_array_get(json_array_get(rows, j), 1)),
                         expected[j]);
    json_decref(two);
    json_decref(three);
    tacit_table_free(t);
}

static void test_eight_records(void **state)
{
    tacit_table *t = with_keys(table_of(*state, EIGHT_COLUMNS, EIGHT_RECORDS), 4);
    tacit_result *r = check(*state, t, 2, 0);
    assert_false(holds(r));
    assert_near(figure(r, "k"), 1.0, 0.0);
    assert_near(figure(r, "violating_records"), 4.0, 0.0);
    assert_near(figure(r, "violating_classes"), 4.0, 0.0);
    json_decref(r);
    tacit_table_free(t);
}

/* (a) is alone as a value; as a wildcard the missing cell matches it. */
static void test_missing(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "x:c", "a\n\nb\nb\n"), 1);
    tacit_result *own = check(*state, t, 2, 0), *wild = check(*state, t, 2, 1);
    assert_false(holds(own));
    assert_near(figure(own, "violating_records"), 2.0, 0.0);
    assert_true(holds(wild));
    assert_near(figure(wild, "k"), 2.0, 0.0);
    json_decref(own);
    json_decref(wild);
    tacit_table_free(t);
}

/* k holds if and only if no class is smaller, and what holds for k holds for less. */
static void test_property(void **state)
{
    tacit_rng rng = tacit_rng_seed(20);
    for (int round = 0; round < 100; round++) {
        tacit_table *t = with_keys(random_table(*state, &rng, "a:c,b:i", 30, 2, 0.1), 2);
        tacit_result *r = check(*state, t, 1, round % 2);
        const double least = figure(r, "k");
        assert_true(holds(r));
        json_decref(r);
        for (int k = 2; k < 12; k++) {
            r = check(*state, t, k, round % 2);
            assert_int_equal(holds(r), least >= k);
            assert_int_equal(figure(r, "violating_records") > 0, least < k);
            assert_near(figure(r, "k"), least, 0.0);
            json_decref(r);
        }
        tacit_table_free(t);
    }
}

static void test_histogram(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "x:c," TACIT_COUNT ":i", "a,5\nb,2\na,1\n"), 1);
    tacit_result *r = check(*state, t, 3, 0);
    assert_false(holds(r));
    assert_near(figure(r, "k"), 2.0, 0.0);
    assert_near(figure(r, "violating_share"), 0.25, 0.0);
    json_decref(r);
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_model *m = tacit_model_find("k_anonymity");
    tacit_table *t = table_of(cx, "x:c", "a\n");
    tacit_subject *s = NULL;
    tacit_result *r = NULL;
    arguments a;
    preset_args(&a, &m->measure.about);
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    assert_fails(cx, tacit_measure_run(cx, &m->measure, s, &a.args, &r), TACIT_ERR_INPUT,
                 "key columns");
    set_number(&a, "k", 0);
    assert_fails(cx, tacit_measure_run(cx, &m->measure, s, &a.args, &r), TACIT_ERR_INPUT, "'k'");
    assert_null(r);
    assert_null(tacit_model_find("k-anonymity"));
    tacit_subject_free(s);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_drivers),  with_context(test_sweeney),  with_context(test_eight_records),
        with_context(test_missing),  with_context(test_property), with_context(test_histogram),
        with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
