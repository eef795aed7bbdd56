/*
 * test_moments.c - means, deviations and correlations before and after, by hand.
 */
#include "support/compare.h"
#include "support/measures.h"

#include "micro/utility/utility.h"

static tacit_result *compare(tacit_ctx *cx, const tacit_table *before, const tacit_table *after)
{
    const tacit_measure *u = tacit_utility_find("moments");
    const tacit_pair pair = { .original = before, .masked = after };
    tacit_result *r = NULL;
    arguments a;
    preset_args(&a, &u->about);
    assert_ok(cx, measure_pair(cx, u, &pair, &a.args, &r));
    return r;
}

/* x: 1 2 3 (mean 2, sd 1) becomes 2 4 6 (4, 2); y: 1 2 4 stays; z falls away. */
static void test_by_hand(void **state)
{
    tacit_table *a = table_of(*state, "x:i,y:r,z:r,c:c", "1,1,5,p\n2,2,6,q\n3,4,,r\n");
    tacit_table *b = table_of(*state, "y:r,x:r,c:c", "1,6,p\n2,4,q\n4,2,r\n");
    tacit_result *r = compare(*state, a, b);
    assert_near(figure(r, "mean_change"), (2.0 / 1.0 + 0.0) / 2.0, 1e-15);
    assert_near(figure(r, "sd_change"), (1.0 + 0.0) / 2.0, 1e-15);
    /* r(x, y) = 3 / sqrt(2 * 14/3) turns into its negative */
    assert_near(figure(r, "correlation_change"), 2.0 * 3.0 / sqrt(28.0 / 3.0), 1e-12);
    const json_t *rows = json_object_get(part_of(r, "tables", "columns"), "rows");
    assert_int_equal(json_array_size(rows), 2);
    const json_t *x = json_array_get(rows, 0);
    assert_string_equal(json_string_value(json_array_get(x, 0)), "x");
    assert_near(json_number_value(json_array_get(x, 1)), 2.0, 0.0);
    assert_near(json_number_value(json_array_get(x, 2)), 4.0, 0.0);
    assert_near(json_number_value(json_array_get(x, 3)), 1.0, 0.0);
    assert_near(json_number_value(json_array_get(x, 4)), 2.0, 0.0);
    const json_t *heat = part_of(r, "charts", "correlation_change");
    assert_string_equal(json_string_value(json_object_get(heat, "kind")), "heat");
    assert_int_equal(json_array_size(json_object_get(heat, "series")), 2);
    json_decref(r);
    tacit_table_free(a);
    tacit_table_free(b);
}

static void test_no_change(void **state)
{
    tacit_rng rng = tacit_rng_seed(22);
    tacit_table *t = random_table(*state, &rng, "a:i,b:r,c:c,d:r,e:i", 200, 50, 0.2);
    tacit_result *r = compare(*state, t, t);
    assert_near(figure(r, "mean_change"), 0.0, 0.0);
    assert_near(figure(r, "sd_change"), 0.0, 0.0);
    assert_near(figure(r, "correlation_change"), 0.0, 0.0);
    json_decref(r);
    tacit_table_free(t);
}

/* Correlations are taken over the rows in which both are present. */
static void test_missing(void **state)
{
    tacit_table *a = table_of(*state, "x:r,y:r", "1,1\n2,\n,9\n3,3\n5,5\n");
    tacit_table *b = table_of(*state, "x:r,y:r", "1,1\n2,\n,9\n3,3\n5,\n");
    tacit_result *r = compare(*state, a, b);
    assert_near(figure(r, "correlation_change"), 0.0, 1e-12); /* 1 before and after */
    const json_t *y = json_array_get(json_object_get(part_of(r, "tables", "columns"), "rows"), 1);
    assert_int_equal(json_integer_value(json_array_get(y, 5)), 1);
    assert_int_equal(json_integer_value(json_array_get(y, 6)), 2);
    json_decref(r);
    tacit_table_free(a);
    tacit_table_free(b);
}

static void test_odd_tables(void **state)
{
    tacit_table *text = table_of(*state, "c:c,d:d", "a,2000-01-01\n");
    tacit_table *same = table_of(*state, "x:i,gone:r", "7,\n7,\n");
    tacit_table *huge = table_of(*state, "x:r,y:r", "1e300,1\n-1e300,2\n");
    tacit_result *r = compare(*state, text, text);
    assert_int_equal(json_array_size(json_object_get(r, "figures")), 0);
    assert_int_equal(json_array_size(json_object_get(r, "notes")), 1);
    json_decref(r);
    r = compare(*state, same, same); /* constant and all missing: nothing to relate to */
    assert_true(isnan(figure(r, "mean_change")));
    json_decref(r);
    r = compare(*state, huge, huge);
    assert_near(figure(r, "sd_change"), 0.0, 0.0);
    json_decref(r);
    tacit_table_free(text);
    tacit_table_free(same);
    tacit_table_free(huge);
}

static void test_identifiers_stay_out(void **state)
{
    tacit_table *t = table_of(*state, "id:i,x:r", "1,2\n2,4\n");
    tacit_table_set_roles(t, 0, TACIT_ROLE_IDENTIFIER);
    tacit_result *r = compare(*state, t, t);
    const json_t *rows = json_object_get(part_of(r, "tables", "columns"), "rows");
    assert_int_equal(json_array_size(rows), 1);
    assert_false(has_figure(r, "correlation_change"));
    json_decref(r);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_by_hand),
        with_context(test_no_change),
        with_context(test_missing),
        with_context(test_odd_tables),
        with_context(test_identifiers_stay_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
