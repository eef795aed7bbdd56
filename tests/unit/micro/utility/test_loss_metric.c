/*
 * test_loss_metric.c - the loss metric and precision, by hand.
 */
#include "support/compare.h"
#include "support/generalised.h"

/* Ages 20, 25, 30, 45 and regions; released: 20-29 and 25+, one region each suppressed and
 * joined. */
static void open_pair(tacit_ctx *cx, pairing *p)
{
    p->cx = cx;
    p->pair.original = with_keys(table_of(cx, "age:i,region:c", "20,n\n25,s\n30,e\n45,w\n"), 2);
    p->pair.masked = table_of(cx, "region:c,age:c",
                              "n,20-29\n*,20-29\neast or west,25+\n"
                              "east or west,45\n");
}

static void close_pair(pairing *p)
{
    tacit_table *before = NULL, *after = NULL;
    memcpy(&before, &p->pair.original, sizeof before);
    memcpy(&after, &p->pair.masked, sizeof after);
    tacit_table_free(before);
    tacit_table_free(after);
}

static void test_by_hand(void **state)
{
    pairing p = { 0 };
    open_pair(*state, &p);
    /* age: (9 + 9 + 20 + 0) / 25 / 4; region: (0 + 1 + 1/3 + 1/3) / 4 */
    const double age = 38.0 / 25.0 / 4.0, region = 5.0 / 3.0 / 4.0;
    tacit_result *r = run_utility(&p, "loss_metric");
    assert_near(figure(r, "sum"), age + region, 1e-15);
    assert_near(figure(r, "mean"), (age + region) / 2.0, 1e-15);
    assert_near(figure(r, "granularity"), 1.0 - (age + region) / 2.0, 1e-15);
    assert_near(bar(r, "columns", 0), 100.0 * age, 1e-12);
    json_decref(r);
    assert_near(utility_column(&p, "loss_metric", 0, 5), age, 1e-15);
    assert_near(utility_column(&p, "loss_metric", 1, 2), 1, 0); /* one cell is suppressed */
    p.name = "numbers"; /* by values: 2, 2, 3 and 1 of 4 are covered */
    p.number = 1;
    assert_near(utility_column(&p, "loss_metric", 0, 5), (1.0 + 1.0 + 2.0) / 3.0 / 4.0, 1e-15);
    close_pair(&p);
}

static tacit_status try_domain(const pairing *p, const char *column, const char *low,
                               const char *high, tacit_result **r)
{
    const tacit_measure *u = tacit_utility_find("loss_metric");
    const char *const ends[] = { low, high };
    const tacit_group group = { .label = column, .member = ends, .n = 2 };
    arguments a;
    preset_args(&a, &u->about);
    *argument(&a, "domain") = (tacit_value){ .given = true, .n = 1, .groups = &group };
    return measure_pair(p->cx, u, &p->pair, &a.args, r);
}

static void test_domain(void **state)
{
    pairing p = { 0 };
    tacit_result *r = NULL;
    open_pair(*state, &p);
    assert_ok(*state, try_domain(&p, "age", "0", "100", &r));
    /* age: (9 + 9 + 75 + 0) / 100 / 4 */
    assert_near(figure(r, "sum"), 93.0 / 400.0 + 5.0 / 12.0, 1e-15);
    json_decref(r);
    r = NULL;
    assert_fails(*state, try_domain(&p, "age", "0", "44", &r), TACIT_ERR_INPUT, "does not hold");
    assert_fails(*state, try_domain(&p, "age", "9", "1", &r), TACIT_ERR_INPUT, "'age'");
    assert_fails(*state, try_domain(&p, "region", "1", "9", &r), TACIT_ERR_INPUT, "'region'");
    assert_null(r);
    close_pair(&p);
}

/* A column of one value has nothing to lose, a column of none does not count. */
static void test_odd_columns(void **state)
{
    pairing p = { .cx = *state };
    p.pair.original = with_keys(table_of(*state, "a:c,b:r,c:i", "x,,3\nx,,3\n"), 3);
    p.pair.masked = table_of(*state, "a:c,b:c,c:c", "*,,\n,1-2,\n");
    assert_near(utility_figure(&p, "loss_metric", "sum"), 0, 0);
    tacit_result *r = run_utility(&p, "loss_metric");
    assert_int_equal(json_array_size(json_object_get(r, "notes")), 1);
    json_decref(r);
    close_pair(&p);
    p.pair.original = with_keys(table_of(*state, "a:c", "\n\n"), 1);
    p.pair.masked = table_of(*state, "a:c", "\nq\n");
    assert_true(isnan(utility_figure(&p, "loss_metric", "mean")));
    close_pair(&p);
}

/* The tree has 7 ages, of which 4 occur: young is 3 of 7, 30 or more 4 of 7.  A label that the
 * tree does not have, 20-25, covers the values of "young" that occur and stands for it. */
static void test_leaves(void **state)
{
    static const char *const young[] = { "20", "25", "27" };
    static const char *const old[] = { "30", "45", "60", "70" };
    static const tacit_group branches[] = { { .label = "young", .member = young, .n = 3 },
                                            { .label = "30 or more", .member = old, .n = 4 } };
    const tacit_hierarchy_builder *tree = tacit_hierarchy_builder_find("tree");
    pairing p = { .cx = *state };
    arguments a;
    p.pair.original = with_keys(table_of(*state, "age:i,sex:c", "20,f\n25,m\n30,f\n45,f\n"), 2);
    p.pair.masked = table_of(*state, "age:c,sex:c", "young,f\n20-25,m\n30 or more,f\n45,*\n");
    preset_args(&a, &tree->about);
    *argument(&a, "branches") = (tacit_value){ .given = true, .n = 2, .groups = branches };
    const tacit_hierarchy_spec spec = { .column = "age", .builder = tree, .args = a.args };
    p.pair.hierarchies = &spec;
    p.pair.n_hierarchies = 1;
    p.name = "values";
    p.number = 1;
    const double age = (2.0 / 6.0 + 2.0 / 6.0 + 3.0 / 6.0) / 4.0, sex = 0.25;
    assert_near(utility_figure(&p, "loss_metric", "sum"), age + sex, 1e-15);
    assert_near(utility_figure(&p, "loss_metric", "geometric"),
                sqrt((1.0 + age) * (1.0 + sex)) - 1.0, 1e-15);
    p.number = 0; /* of what occurs: by range 5, 5, 15 of 25 */
    assert_near(utility_figure(&p, "loss_metric", "sum"), 25.0 / 25.0 / 4.0 + sex, 1e-15);
    close_pair(&p);
}

static void test_precision(void **state)
{
    const tacit_hierarchy_builder *mask = tacit_hierarchy_builder_find("mask");
    pairing p = { .cx = *state };
    tacit_result *r = NULL;
    arguments a;
    p.pair.original = with_keys(table_of(*state, "zip:c,sex:c", "4711,f\n4712,m\n4799,f\n"), 2);
    p.pair.masked = table_of(*state, "zip:c,sex:c", "471*,f\n47**,*\n4799,f\n");
    assert_fails(*state, try_utility(&p, "precision", &r), TACIT_ERR_DATA,
                 "hierarchy of column "
                 "'zip'");
    const tacit_hierarchy_spec spec = { .column = "zip",
                                        .builder = mask,
                                        .args = preset_args(&a, &mask->about)->args };
    p.pair.hierarchies = &spec;
    p.pair.n_hierarchies = 1;
    /* zip: (1 + 2 + 0) / 4 / 3; sex: 1 / 3 */
    assert_near(utility_figure(&p, "precision", "loss"), (0.25 + 1.0 / 3.0) / 2.0, 1e-15);
    assert_near(utility_figure(&p, "precision", "precision"), 1.0 - (0.25 + 1.0 / 3.0) / 2.0,
                1e-15);
    close_pair(&p);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_by_hand), with_context(test_domain),    with_context(test_odd_columns),
        with_context(test_leaves),  with_context(test_precision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
