/*
 * test_identity.c - k-map, delta-presence, average risk and population uniqueness.
 *
 * Provenance: a population of 20 people by sex and age group with F = 5, 3, 6, 1, 2, 3, and a
 * sample of 8 with f = 2, 1, 3, 1, 1, 0; all figures follow by hand.  The Poisson tests: of
 * k = 5 people a sample of a tenth shows X records, X Poisson with mean 1/2, P(X <= 2) =
 * 0.98561, P(X <= 3) = 0.99825; given X > 0, 0.96345 and 0.99555.
 */
#include "support/subjects.h"

#define POPULATION "m,20,5\nm,30,3\nf,20,6\nf,30,1\nf,40,2\nm,40,3\n"
#define SAMPLE "m,20,2\nm,30,1\nf,20,3\nf,30,1\nf,40,1\n"

/* Sample and population, as histograms. */
static work *open_both(work *w, tacit_table **sample, tacit_table **population)
{
    *population = table_of(w->cx, "sex:c,age:i," TACIT_COUNT ":i", POPULATION);
    *sample = with_keys(table_of(w->cx, "sex:c,age:i," TACIT_COUNT ":i", SAMPLE), 2);
    w->table = *sample;
    w->extra.population = *population;
    return w;
}

static void close_both(tacit_table *sample, tacit_table *population)
{
    tacit_table_free(sample);
    tacit_table_free(population);
}

static void test_k_map(void **state)
{
    work w = { .cx = *state };
    tacit_table *s, *p;
    open_both(&w, &s, &p);
    set_number(&with_model(&w, "k_map")->a, "k", 3);
    tacit_result *r = run_model(&w, "k_map");
    assert_false(model_holds(r));
    assert_near(figure(r, "k"), 1, 0);
    assert_near(figure(r, "violating_records"), 2, 0); /* (f, 30) and (f, 40) */
    assert_near(figure(r, "violating_classes"), 2, 0);
    assert_near(figure(r, "violating_share"), 0.25, 0);
    json_decref(r);
    set_number(&w.a, "k", 1);
    r = run_model(&w, "k_map");
    assert_true(model_holds(r));
    json_decref(r);
    close_both(s, p);
}

/* By weights, by a fraction: 1 / 0.3 is below 4. */
static void test_k_map_estimates(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "x:c,w:r", "a,1.5\na,2.5\nb,4\n"), 1);
    work w = { .cx = *state, .table = t };
    set_number(&with_model(&w, "k_map")->a, "k", 4);
    w.extra.fraction = 0.3;
    tacit_result *r = run_model(&w, "k_map");
    assert_false(model_holds(r));
    assert_near(figure(r, "k"), 1 / 0.3, 1e-15);
    assert_near(figure(r, "violating_records"), 1, 0);
    json_decref(r);
    tacit_table_set_roles(t, 1, TACIT_ROLE_WEIGHT);
    r = run_model(&w, "k_map");
    assert_true(model_holds(r));
    assert_near(figure(r, "k"), 4, 0);
    json_decref(r);
    tacit_table_free(t);
}

static double records_needed(work *w, double k, double estimator, double compat)
{
    with_model(w, "k_map");
    set_number(set_number(&w->a, "k", k), "estimator", estimator);
    set_number(&w->a, "compat", compat);
    return take_figure(run_model(w, "k_map"), "sample_k");
}

static void test_k_map_tests(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "x:c," TACIT_COUNT ":i", "a,3\nb,4\nc,7\n"), 1);
    work w = { .cx = *state, .table = t, .extra.fraction = 0.1 };
    assert_near(records_needed(&w, 5, 1, 0), 4, 0);
    assert_near(records_needed(&w, 5, 1, 1), 5, 0); /* ARX: one more */
    assert_near(records_needed(&w, 5, 2, 0), 4, 0);
    assert_near(records_needed(&w, 5, 2, 1), 4, 0);
    assert_near(records_needed(&w, 2, 1, 0), 2, 0); /* never above k */
    assert_near(records_needed(&w, 1, 2, 1), 1, 0);
    /* Of 20 000 people 2 000 are expected, and 2 000 + 2.326 * sqrt(2 000) with the correction of
     * Cornish and Fisher, (2.326^2 - 1) / 6, and half a unit. */
    assert_near(records_needed(&w, 20000, 1, 0), 2000 + 2.3263 * sqrt(2000) + 0.74 + 0.5, 1);
    assert_near(records_needed(&w, 1e9, 1, 0), 1e8 + 2.3263 * 1e4, 10);
    with_model(&w, "k_map");
    set_number(set_number(&w.a, "k", 5), "estimator", 1);
    tacit_result *r = run_model(&w, "k_map");
    assert_false(model_holds(r));
    assert_near(figure(r, "violating_records"), 3, 0);
    assert_near(figure(r, "error"), 1 - exp(-0.5) * (1 + 0.5 + 0.125 + 0.125 / 6), 1e-15);
    json_decref(r);
    tacit_table_free(t);
}

/* f / F = 2/5, 1/3, 1/2, 1, 1/2, and 0 for a combination that the sample has not. */
static void test_delta_presence(void **state)
{
    work w = { .cx = *state };
    tacit_table *s, *p;
    open_both(&w, &s, &p);
    set_number(&with_model(&w, "delta_presence")->a, "max", 0.5);
    tacit_result *r = run_model(&w, "delta_presence");
    assert_false(model_holds(r));
    assert_near(figure(r, "most"), 1, 0);
    assert_near(figure(r, "least"), 0, 0);
    assert_near(figure(r, "violating_records"), 1, 0);
    assert_near(figure(r, "too_high"), 1, 0);
    assert_near(figure(r, "absent"), 1, 0);
    json_decref(r);
    set_number(&w.a, "max", 1);
    r = run_model(&w, "delta_presence");
    assert_true(model_holds(r));
    json_decref(r);
    set_number(&w.a, "min", 0.3);
    r = run_model(&w, "delta_presence"); /* the absent combination is below */
    assert_false(model_holds(r));
    assert_near(figure(r, "too_low"), 0, 0);
    json_decref(r);
    set_number(&w.a, "compat", 1); /* and so ARX has it, if nothing was suppressed */
    r = run_model(&w, "delta_presence");
    assert_false(model_holds(r));
    json_decref(r);
    set_number(&w.a, "compat", 2); /* but not beside k-anonymity */
    r = run_model(&w, "delta_presence");
    assert_true(model_holds(r));
    assert_near(figure(r, "least"), 1.0 / 3.0, 1e-15);
    json_decref(r);
    close_both(s, p);
}

static void test_average_risk(void **state)
{
    tacit_table *t =
        with_keys(table_of(*state, "x:c," TACIT_COUNT ":i", "a,1\nb,2\nc,5\nd,12\n"), 1);
    work w = { .cx = *state, .table = t };
    set_number(&with_model(&w, "average_risk")->a, "average", 0.2);
    tacit_result *r = run_model(&w, "average_risk");
    assert_true(model_holds(r)); /* 4 / 20 */
    assert_near(figure(r, "average"), 0.2, 1e-16);
    assert_near(figure(r, "highest"), 1, 0);
    assert_false(has_figure(r, "violating_records"));
    json_decref(r);
    set_number(set_number(&w.a, "highest", 0.2), "at_risk", 0.15);
    r = run_model(&w, "average_risk");
    assert_true(model_holds(r)); /* 1/5 does not exceed 0.2; 3 of 20 records do */
    assert_near(figure(r, "violating_records"), 3, 0);
    assert_near(figure(r, "violating_classes"), 2, 0);
    json_decref(r);
    set_number(&w.a, "at_risk", 0.14);
    r = run_model(&w, "average_risk");
    assert_false(model_holds(r));
    json_decref(r);
    set_number(&with_model(&w, "average_risk")->a, "average", 0.19);
    r = run_model(&w, "average_risk");
    assert_false(model_holds(r));
    json_decref(r);
    tacit_table_free(t);
}

/* One of 20 people is unique; Zayatz on 3 uniques and a pair, N = 10: 162/37 (test of
 * stats). */
static void test_population_uniqueness(void **state)
{
    work w = { .cx = *state };
    tacit_table *s, *p;
    open_both(&w, &s, &p);
    set_number(&with_model(&w, "population_uniqueness")->a, "threshold", 0.05);
    tacit_result *r = run_model(&w, "population_uniqueness");
    assert_true(model_holds(r));
    assert_near(figure(r, "uniques"), 1, 0);
    assert_near(figure(r, "share"), 0.05, 1e-16);
    json_decref(r);
    close_both(s, p);
    tacit_table *t = with_keys(table_of(*state, "x:c", "a\nb\nc\nd\nd\n"), 1);
    w = (work){ .cx = *state, .table = t, .extra.fraction = 0.5 };
    set_number(&with_model(&w, "population_uniqueness")->a, "estimator", 1);
    r = run_model(&w, "population_uniqueness");
    assert_false(model_holds(r));
    assert_near(figure(r, "uniques"), 162.0 / 37.0, 1e-13);
    json_decref(r);
    w.extra.fraction = 0.0;
    assert_model_fails(&w, "population_uniqueness", TACIT_ERR_INPUT, "know the population");
    set_number(&w.a, "population", 10);
    assert_near(take_figure(run_model(&w, "population_uniqueness"), "uniques"), 162.0 / 37.0,
                1e-13);
    set_number(&w.a, "population", 4);
    assert_model_fails(&w, "population_uniqueness", TACIT_ERR_DATA, "5 records");
    tacit_table_free(t);
}

/* An estimator without a solution is not a pass. */
/* Classes of the sample: by a file of the population, and without. */
static void test_profitability(void **state)
{
    work w = { .cx = *state };
    tacit_table *s, *p;
    open_both(&w, &s, &p);
    with_model(&w, "profitability");
    set_number(&w.a, "cost", 1);
    set_number(&w.a, "gain", 0.5);
    tacit_result *r = run_model(&w, "profitability");
    assert_true(model_holds(r)); /* even a sure hit brings half of what it costs */
    assert_near(figure(r, "profit"), 0, 0);
    assert_near(figure(r, "most"), -0.5, 0);
    json_decref(r);
    set_number(&w.a, "gain", 1);
    r = run_model(&w, "profitability");
    assert_false(model_holds(r)); /* what just pays for itself is not refrained from */
    assert_near(figure(r, "records"), 0, 0);
    assert_near(figure(r, "candidates"), 1, 0);
    json_decref(r);
    with_model(&w, "population_profitability");
    set_number(set_number(&w.a, "cost", 1), "gain", 3);
    r = run_model(&w, "population_profitability");
    assert_false(model_holds(r));
    /* (f, 30) is one person of the population: 3 - 1; (f, 40) two: 3 / 2 - 1 */
    assert_near(figure(r, "candidates"), 1, 0);
    assert_near(figure(r, "profit"), 2.5, 1e-12);
    assert_near(figure(r, "records"), 2, 0);
    json_decref(r);
    w.extra = (tacit_subject_extra){ 0 };
    assert_model_fails(&w, "population_profitability", TACIT_ERR_INPUT, "population");
    close_both(s, p);
}

static void test_no_solution(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "x:c", "a\nb\nc\n"), 1);
    work w = { .cx = *state, .table = t, .extra.fraction = 0.5 };
    set_number(&with_model(&w, "population_uniqueness")->a, "estimator", 2);
    set_number(&w.a, "threshold", 1);
    tacit_result *r = run_model(&w, "population_uniqueness");
    assert_false(model_holds(r));
    assert_true(isnan(figure(r, "uniques")));
    assert_int_equal(json_array_size(json_object_get(r, "notes")), 1);
    json_decref(r);
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    work w = { .cx = *state };
    tacit_table *s, *p;
    open_both(&w, &s, &p);
    set_number(&with_model(&w, "delta_presence")->a, "min", 0.9);
    assert_model_fails(&w, "delta_presence", TACIT_ERR_INPUT, "'min'");
    w.extra = (tacit_subject_extra){ .fraction = 0.5 };
    set_number(&w.a, "min", 0.0);
    assert_model_fails(&w, "delta_presence", TACIT_ERR_INPUT, "population file");
    w.extra = (tacit_subject_extra){ 0 };
    with_model(&w, "k_map");
    assert_model_fails(&w, "k_map", TACIT_ERR_INPUT, "population");
    w.table = p; /* has more than its "population" */
    with_keys(p, 2);
    w.extra.population = s;
    assert_model_fails(&w, "k_map", TACIT_ERR_DATA, "population file");
    close_both(s, p);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_k_map),         with_context(test_k_map_estimates),
        with_context(test_k_map_tests),   with_context(test_delta_presence),
        with_context(test_average_risk),  with_context(test_population_uniqueness),
        with_context(test_profitability), with_context(test_no_solution),
        with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
