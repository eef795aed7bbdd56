/*
 * test_log_linear.c - risk under log-linear models.
 *
 * Provenance: for x = (1 - pi) lambda the risks of a sample unique are exp(-x) and
 * (1 - exp(-x)) / x (Elamir and Skinner 2006); the error of tau1 over all cells is
 * sum lambda exp(-lambda) (1 - pi) {(f - pi lambda) + (1 - pi) [(f - pi lambda)^2 - f] / (2 pi)}
 * (Skinner and Shlomo 2008); means under independence are f(i+) f(+j) / n.
 */
#include "support/risks.h"

static inquiry *start(inquiry *q, double fraction)
{
    inquire(q, "log_linear")->extra.fraction = fraction;
    return q;
}

static tacit_result *measure(tacit_ctx *cx, const tacit_table *t, const inquiry *q)
{
    return run_inquiry(cx, q, t);
}

static void refuse(tacit_ctx *cx, const tacit_table *t, const inquiry *q, tacit_status code,
                   const char *part)
{
    assert_inquiry_fails(cx, q, t, code, part);
}

enum { SEARCH, MAIN, TWO_WAY, TERMS };

/* Frequencies 3 1 / 1 0 over 2 x 2 cells. */
static tacit_table *four_cells(tacit_ctx *cx)
{
    return with_keys(table_of(cx, "a:c,b:i", "p,1\np,1\nq,1\np,2\np,1\n"), 2);
}

static void test_independence(void **state)
{
    tacit_table *t = four_cells(*state);
    inquiry q;
    set_number(&start(&q, 0.5)->a, "model", MAIN);
    tacit_result *r = measure(*state, t, &q);
    /* lambda of the two uniques is 10 * 4/5 * 1/5 = 1.6, half of it outside the sample */
    assert_near(figure(r, "uniques"), 2, 0);
    assert_near(figure(r, "tau1"), 2 * exp(-0.8), 1e-12);
    assert_near(figure(r, "tau2"), 2 * (1 - exp(-0.8)) / 0.8, 1e-12);
    assert_near(figure(r, "tau1_share"), exp(-0.8), 1e-12);
    assert_near(figure(r, "tau2_share"), (1 - exp(-0.8)) / 0.8, 1e-12);
    assert_near(figure(r, "cells"), 4, 0);
    assert_near(figure(r, "fraction"), 0.5, 0);
    assert_false(has_figure(r, "tau1_true"));
    const double lambda[] = { 6.4, 1.6, 1.6, 0.4 }, f[] = { 3, 1, 1, 0 };
    double b = 0.0, v = 0.0;
    for (size_t k = 0; k < 4; k++) {
        const double mu = lambda[k] / 2, w = lambda[k] * exp(-lambda[k]) / 2;
        b += w * (f[k] - mu + ((f[k] - mu) * (f[k] - mu) - f[k]) / 2);
        v += w * w * (mu + mu * mu / 2);
    }
    assert_near(figure(r, "error1"), b, 1e-6);
    assert_near(figure(r, "test1"), b / sqrt(v), 1e-5);
    const double band[] = { 0, 0, 0, 0, 2, 0, 0, 0, 0, 0 }; /* exp(-0.8) = 0.449 */
    for (size_t i = 0; i < 10; i++)
        assert_near(bar(r, "uniques", i), band[i], 0);
    json_decref(r);
    tacit_table_free(t);
}

/* The interaction of both keys fits the frequencies themselves: lambda = 2 and x = 1. */
static void test_saturated(void **state)
{
    static const char *const terms[] = { " a * b " };
    tacit_table *t = four_cells(*state);
    inquiry q;
    set_number(&start(&q, 0.5)->a, "model", TWO_WAY);
    tacit_result *r = measure(*state, t, &q);
    assert_near(figure(r, "tau1"), 2 * exp(-1.0), 1e-9);
    assert_near(figure(r, "tau2"), 2 * (1 - exp(-1.0)), 1e-9);
    json_decref(r);
    set_number(&q.a, "model", TERMS);
    *argument(&q.a, "terms") = (tacit_value){ .given = true, .n = 1, .texts = terms };
    r = measure(*state, t, &q);
    assert_near(figure(r, "tau1"), 2 * exp(-1.0), 1e-9);
    assert_string_equal(note_of(r, 0), "The model: main effects of all keys + a*b.");
    json_decref(r);
    tacit_table_free(t);
}

/* A sample that is the population: every sample unique is a population unique. */
static void test_census(void **state)
{
    tacit_table *t = four_cells(*state);
    inquiry q;
    tacit_result *r = measure(*state, t, start(&q, 1.0));
    assert_near(figure(r, "tau1"), 2, 0);
    assert_near(figure(r, "tau2"), 2, 0);
    assert_near(figure(r, "error1"), 0, 0);
    assert_true(isnan(figure(r, "test1"))); /* nothing is left to err about */
    json_decref(r);
    tacit_table_free(t);
}

/* With equal weights fitting weighted frequencies is fitting the sample. */
static void test_weights(void **state)
{
    tacit_rng rng = tacit_rng_seed(5);
    tacit_table *t = with_keys(random_table(*state, &rng, "a:c,b:i,c:d", 60, 4, 0.1), 3);
    tacit_builder *b = NULL;
    tacit_column *w = NULL;
    const double seven = 7.0;
    assert_ok(*state, tacit_builder_new(*state, "w", TACIT_TYPE_REAL, 60, &b));
    for (size_t i = 0; i < 60; i++)
        assert_ok(*state, tacit_builder_reals(*state, b, &seven, NULL, 1));
    assert_ok(*state, tacit_builder_finish(*state, b, &w));
    assert_ok(*state, tacit_table_add(*state, t, w));
    inquiry q;
    tacit_result *plain = measure(*state, t, start(&q, 1.0 / 7.0));
    tacit_table_set_roles(t, 3, TACIT_ROLE_WEIGHT);
    tacit_result *sample = measure(*state, t, start(&q, 0.0));
    set_number(&start(&q, 0.0)->a, "fit", 1);
    tacit_result *weighted = measure(*state, t, &q);
    static const char *const names[] = { "tau1", "tau2", "error1", "error2", "test1", "test2" };
    assert_true(figure(plain, "uniques") > 5);
    for (size_t i = 0; i < 6; i++) {
        assert_near(figure(sample, names[i]), figure(plain, names[i]), 1e-9);
        assert_near(figure(weighted, names[i]), figure(plain, names[i]), 1e-9);
    }
    json_decref(plain);
    json_decref(sample);
    json_decref(weighted);
    tacit_table_free(t);
}

/* Unequal weights: lambda from the weighted margins, pi = 1 / w of each unique.
 * Weighted frequencies 12 2 / 6 0, so lambda = 14 * 2 / 20 and 6 * 18 / 20. */
static void test_unequal_weights(void **state)
{
    tacit_table *t =
        with_keys(table_of(*state, "a:c,b:i,w:r", "p,1,3\np,1,4\nq,1,6\np,2,2\np,1,5\n"), 2);
    tacit_table_set_roles(t, 2, TACIT_ROLE_WEIGHT);
    inquiry q;
    set_number(&start(&q, 0.0)->a, "fit", 1);
    set_number(&q.a, "model", MAIN);
    tacit_result *r = measure(*state, t, &q);
    const double x = 1.4 * (1 - 1 / 2.0), y = 5.4 * (1 - 1 / 6.0);
    assert_near(figure(r, "tau1"), exp(-x) + exp(-y), 1e-12);
    assert_near(figure(r, "tau2"), (1 - exp(-x)) / x + (1 - exp(-y)) / y, 1e-12);
    json_decref(r);
    tacit_table_free(t);
}

/* A population file tells the truth beside the estimate. */
static void test_population_file(void **state)
{
    tacit_table *t = four_cells(*state);
    tacit_table *all = table_of(*state, "a:c,b:i", "p,1\np,1\nq,1\np,2\np,1\nq,1\nq,1\nq,1\nq,2\n");
    inquiry q;
    start(&q, 0.0)->extra.population = all;
    tacit_result *r = measure(*state, t, &q);
    assert_near(figure(r, "tau1_true"), 1, 0); /* (p, 2) once, (q, 1) four times */
    assert_near(figure(r, "tau2_true"), 1.25, 0);
    assert_near(figure(r, "fraction"), 5.0 / 9.0, 1e-15);
    json_decref(r);
    tacit_table_free(all);
    tacit_table_free(t);
}

/* Rows and their counts give the same; a missing key is a category. */
static void test_counts(void **state)
{
    tacit_table *rows = with_keys(table_of(*state, "a:c,b:i", "p,1\nq,\np,1\nq,2\n"), 2);
    tacit_table *counts =
        with_keys(table_of(*state, "a:c,b:i," TACIT_COUNT ":i", "q,2,1\np,1,2\nq,,1\n"), 2);
    inquiry q;
    tacit_result *r = measure(*state, rows, start(&q, 0.1)), *c = measure(*state, counts, &q);
    assert_near(figure(r, "cells"), 6, 0);
    assert_near(figure(r, "tau1"), figure(c, "tau1"), 1e-15);
    assert_near(figure(r, "error2"), figure(c, "error2"), 1e-12);
    json_decref(r);
    json_decref(c);
    tacit_table_free(rows);
    tacit_table_free(counts);
}

/* Keys a and b are copies of each other, c is apart: the search joins a and b. */
static void test_search(void **state)
{
    tacit_rng rng = tacit_rng_seed(11);
    static char rows[40000];
    size_t n = 0;
    for (size_t i = 0; i < 1500; i++) {
        const unsigned a = (unsigned)tacit_rng_below(&rng, 12);
        const unsigned c = (unsigned)(tacit_rng_uniform(&rng) * tacit_rng_uniform(&rng) * 60);
        n += (size_t)snprintf(rows + n, sizeof rows - n, "%u,%u,%u\n", a,
                              tacit_rng_below(&rng, 20) == 0 ? (a + 1) % 12 : a, c);
    }
    tacit_table *t = with_keys(table_of(*state, "a:i,b:i,c:i", rows), 3);
    inquiry q;
    tacit_result *found = measure(*state, t, start(&q, 0.05));
    set_number(&q.a, "model", MAIN);
    tacit_result *main_effects = measure(*state, t, &q);
    const json_t *steps = json_object_get(part_of(found, "tables", "search"), "rows");
    assert_true(json_array_size(steps) >= 2);
    assert_string_equal(json_string_value(json_array_get(json_array_get(steps, 0), 0)),
                        "main effects");
    assert_string_equal(json_string_value(json_array_get(json_array_get(steps, 1), 0)), "a*b");
    assert_true(figure(main_effects, "test1") > 1.96);
    assert_true(fabs(figure(found, "test1")) < fabs(figure(main_effects, "test1")));
    assert_true(figure(found, "tau1") < figure(main_effects, "tau1"));
    json_decref(found);
    json_decref(main_effects);
    set_number(&start(&q, 0.05)->a, "cells", 60); /* no two keys span so few cells */
    found = measure(*state, t, &q);
    assert_near(figure(found, "test1") > 1.96, 1, 0);
    assert_int_equal(json_array_size(json_object_get(part_of(found, "tables", "search"), "rows")),
                     1);
    json_decref(found);
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    static const char *const unknown[] = { "a*secret" };
    tacit_table *t = four_cells(*state);
    inquiry q;
    refuse(*state, t, start(&q, 0.0), TACIT_ERR_INPUT, "population");
    set_number(&start(&q, 0.5)->a, "model", TERMS);
    refuse(*state, t, &q, TACIT_ERR_INPUT, "needs 'terms'");
    *argument(&q.a, "terms") = (tacit_value){ .given = true, .n = 1, .texts = unknown };
    refuse(*state, t, &q, TACIT_ERR_INPUT, "no key");
    set_number(&start(&q, 0.5)->a, "fit", 1);
    refuse(*state, t, &q, TACIT_ERR_INPUT, "weights");
    set_number(&start(&q, 0.5)->a, "model", TWO_WAY);
    set_number(&q.a, "cells", 3);
    refuse(*state, t, &q, TACIT_ERR_DATA, "'cells'");
    tacit_table_free(t);
    t = with_keys(table_of(*state, "a:c,w:r", "p,0.5\np,9\nq,0.5\n"), 1);
    tacit_table_set_roles(t, 1, TACIT_ROLE_WEIGHT);
    set_number(&start(&q, 0.0)->a, "fit", 1);
    refuse(*state, t, &q, TACIT_ERR_DATA, "In 1 key combinations");
    tacit_table_free(t);
    t = with_keys(table_of(*state, "a:c,w:r", "p,0.5\np,0.4\nq,0.5\n"), 1);
    tacit_table_set_roles(t, 1, TACIT_ROLE_WEIGHT);
    refuse(*state, t, start(&q, 0.0), TACIT_ERR_DATA, "at least 1");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_independence),    with_context(test_saturated),
        with_context(test_census),          with_context(test_weights),
        with_context(test_unequal_weights), with_context(test_population_file),
        with_context(test_counts),          with_context(test_search),
        with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
