/*
 * test_attackers.c - journalist and marketer risk, population uniques.
 *
 * Provenance: the population of 20 of test_identity.c (F = 5, 3, 6, 1, 2 and f = 2, 1, 3, 1,
 * 1), by hand: sum f / F = 0.4 + 1/3 + 0.5 + 1 + 0.5 = 41/15, sum F = 17.  The ordering of
 * prosecutor, journalist and marketer is a theorem (Dankar and El Emam 2010) since F >= f.
 */
#include "support/subjects.h"

#define POPULATION "m,20,5\nm,30,3\nf,20,6\nf,30,1\nf,40,2\nm,40,3\n"
#define SAMPLE "m,20,2\nm,30,1\nf,20,3\nf,30,1\nf,40,1\n"

static void test_population_file(void **state)
{
    tacit_table *p = table_of(*state, "sex:c,age:i," TACIT_COUNT ":i", POPULATION);
    tacit_table *t = with_keys(table_of(*state, "sex:c,age:i," TACIT_COUNT ":i", SAMPLE), 2);
    work w = { .cx = *state, .table = t, .extra.population = p };
    tacit_result *r = run_risk(&w, "journalist");
    assert_near(figure(r, "highest"), 1, 0);
    assert_near(figure(r, "average_population"), 5.0 / 17.0, 1e-15);
    assert_near(figure(r, "average_data"), 41.0 / 120.0, 1e-15);
    assert_near(figure(r, "average"), 41.0 / 120.0, 1e-15);
    assert_near(figure(r, "at_risk"), 3, 0); /* 1/3, 1 and 1/2 are above 0.2, 1/5 is not */
    assert_near(figure(r, "at_risk_share"), 0.375, 0);
    assert_near(bar(r, "above", 4), 100, 1e-12); /* the prosecutor's: all 1 / f are above 0.2 */
    assert_near(bar(r, "above", 6), 37.5, 1e-12);
    json_decref(r);
    r = run_risk(&w, "marketer");
    assert_near(figure(r, "average"), 41.0 / 120.0, 1e-15);
    assert_near(figure(r, "expected"), 41.0 / 15.0, 1e-15);
    json_decref(r);
    r = run_risk(&w, "population_uniques");
    assert_near(figure(r, "sample_uniques"), 3, 0);
    assert_near(figure(r, "population_uniques"), 1, 0);
    assert_near(figure(r, "population_uniques_share"), 0.05, 1e-16);
    assert_near(figure(r, "tau1"), 1, 0);
    assert_near(figure(r, "tau2"), 1.0 / 3.0 + 1.0 + 0.5, 1e-15);
    assert_near(figure(r, "unique_given_unique"), 1.0 / 3.0, 1e-16);
    assert_near(figure(r, "dis"), 0.5, 1e-15); /* 3 (0.4) / (3 (0.4) + 2 (0.6)) */
    assert_int_equal(json_array_size(json_object_get(part_of(r, "tables", "estimates"), "rows")),
                     6);
    assert_true(json_array_size(json_object_get(r, "charts")) == 1);
    json_decref(r);
    tacit_table_free(t);
    tacit_table_free(p);
}

/* Eight records of Franconi and Polettini with weights: F = 110, 84.5, 17, 541, 8, 5. */
static void test_weights(void **state)
{
    tacit_table *t = with_keys(table_of(*state, EIGHT_COLUMNS, EIGHT_RECORDS), 4);
    tacit_table_set_roles(t, 4, TACIT_ROLE_WEIGHT);
    work w = { .cx = *state, .table = t };
    const double sum = 2 / 110.0 + 2 / 84.5 + 1 / 17.0 + 1 / 541.0 + 1 / 8.0 + 1 / 5.0;
    assert_near(risk_figure(&w, "journalist", "highest"), 0.2, 1e-16);
    assert_near(risk_figure(&w, "journalist", "at_risk"), 0, 0);
    assert_near(risk_figure(&w, "journalist", "average_population"), 6 / 765.5, 1e-15);
    assert_near(risk_figure(&w, "marketer", "average"), sum / 8, 1e-15);
    tacit_result *r = run_risk(&w, "population_uniques");
    assert_false(has_figure(r, "tau1"));
    assert_near(figure(r, "tau2"), 1 / 17.0 + 1 / 541.0 + 1 / 8.0 + 1 / 5.0, 1e-15);
    assert_near(figure(r, "fraction"), 8 / 765.5, 1e-15);
    json_decref(r);
    tacit_table_free(t);
}

/* Some of the rows of `p`, the first always. */
static tacit_table *draw_rows(tacit_ctx *cx, tacit_rng *rng, const tacit_table *p)
{
    tacit_builder *b[2];
    char text[32];
    size_t rows = 0;
    assert_ok(cx, tacit_builder_new(cx, "a", TACIT_TYPE_CATEGORY, 0, &b[0]));
    assert_ok(cx, tacit_builder_new(cx, "b", TACIT_TYPE_INTEGER, 0, &b[1]));
    for (size_t i = 0; i < tacit_table_rows(p); i++) {
        if (i > 0 && tacit_rng_uniform(rng) > 0.4)
            continue;
        rows++;
        for (size_t j = 0; j < 2; j++) {
            const tacit_column *c = tacit_table_column(p, j);
            add_cell(cx, b[j], tacit_column_type(c), tacit_column_text(c, i, text));
        }
    }
    return with_keys(finish_columns(cx, b, 2, rows), 2);
}

/* How many rows of `t` equal row i of `s` in both columns. */
static double count_like(const tacit_table *s, size_t i, const tacit_table *t)
{
    double n = 0.0;
    for (size_t k = 0; k < tacit_table_rows(t); k++) {
        bool same = true;
        for (size_t j = 0; j < 2; j++) {
            char x[32], y[32];
            same &= strcmp(tacit_column_text(tacit_table_column(s, j), i, x),
                           tacit_column_text(tacit_table_column(t, j), k, y)) == 0;
        }
        n += same ? 1.0 : 0.0;
    }
    return n;
}

/* Against counting row by row, and the ordering of the attackers. */
static void test_ordering(void **state)
{
    tacit_rng rng = tacit_rng_seed(8);
    for (int round = 0; round < 300; round++) {
        tacit_table *p = random_table(*state, &rng, "a:c,b:i", 40, 4, 0.1);
        tacit_table *t = draw_rows(*state, &rng, p);
        work w = { .cx = *state, .table = t, .extra.population = p };
        const double n = (double)tacit_table_rows(t);
        double linked = 0.0, highest = 0.0, tau1 = 0.0, tau2 = 0.0;
        for (size_t i = 0; i < tacit_table_rows(t); i++) {
            const double f = count_like(t, i, t), F = count_like(t, i, p);
            linked += 1.0 / F;
            highest = fmax(highest, 1.0 / F);
            tau1 += f < 1.5 && F < 1.5 ? 1.0 : 0.0;
            tau2 += f < 1.5 ? 1.0 / F : 0.0;
        }
        const double prosecutor = risk_figure(&w, "prosecutor", "highest");
        const double journalist = risk_figure(&w, "journalist", "highest");
        const double marketer = risk_figure(&w, "marketer", "average");
        assert_true(prosecutor >= journalist && journalist >= marketer);
        assert_true(risk_figure(&w, "prosecutor", "average") >= marketer - 1e-15);
        assert_near(journalist, highest, 1e-15);
        assert_near(marketer, linked / n, 1e-14);
        assert_near(risk_figure(&w, "population_uniques", "tau1"), tau1, 0);
        assert_near(risk_figure(&w, "population_uniques", "tau2"), tau2, 1e-13);
        tacit_table_free(t);
        tacit_table_free(p);
    }
}

/* If the data is the population, all three attackers are one. */
static void test_whole_population(void **state)
{
    tacit_rng rng = tacit_rng_seed(9);
    tacit_table *t = with_keys(random_table(*state, &rng, "a:c,b:i", 200, 9, 0.0), 2);
    work w = { .cx = *state, .table = t, .extra.fraction = 1.0 };
    const double average = risk_figure(&w, "prosecutor", "average");
    assert_near(risk_figure(&w, "journalist", "average"), average, 1e-14);
    assert_near(risk_figure(&w, "journalist", "average_population"), average, 1e-14);
    assert_near(risk_figure(&w, "marketer", "average"), average, 1e-14);
    assert_near(risk_figure(&w, "journalist", "highest"), risk_figure(&w, "prosecutor", "highest"),
                0);
    tacit_table_free(t);
}

static void assert_risk_fails(work *w, const char *name, tacit_status code, const char *part)
{
    tacit_result *r = NULL;
    assert_fails(w->cx, try_risk(w, name, &r), code, part);
    assert_null(r);
    assert_untold(w->cx, "secret");
}

static void test_refusals(void **state)
{
    static const char *const names[] = { "journalist", "marketer", "population_uniques" };
    tacit_table *t = with_keys(table_of(*state, "x:c,w:r", "secret,0.5\nb,2\n"), 1);
    tacit_table *other = table_of(*state, "y:c", "secret\nb\n");
    tacit_table *fewer = table_of(*state, "x:c", "b\nb\n");
    for (size_t i = 0; i < 3; i++) {
        work w = { .cx = *state, .table = t };
        assert_risk_fails(&w, names[i], TACIT_ERR_INPUT, "population");
        w.extra.population = other;
        assert_risk_fails(&w, names[i], TACIT_ERR_INPUT, "'x'");
        w.extra.population = fewer;
        assert_risk_fails(&w, names[i], TACIT_ERR_DATA, "population file");
        w.extra.population = NULL;
        tacit_table_set_roles(t, 1, TACIT_ROLE_WEIGHT);
        assert_risk_fails(&w, names[i], TACIT_ERR_DATA, "at least 1");
        tacit_table_set_roles(t, 1, 0);
    }
    tacit_table_free(t);
    tacit_table_free(other);
    tacit_table_free(fewer);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_population_file), with_context(test_weights),
        with_context(test_ordering),        with_context(test_whole_population),
        with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
