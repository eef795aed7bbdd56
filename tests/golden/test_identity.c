/*
 * test_identity.c - identity and membership disclosure against figures of other programs.
 *
 * Provenance: golden/evaluation.json (a population of 20 with a sample of 8, by hand),
 * golden/sdcmicro/entries.json (sdcMicro 5.8.1 on its testdata), golden/arx/optima.json
 * (ARX 3.9.2 on adult: risks, and what it suppresses under a model at a given
 * generalisation, which is what violates the model there).
 */
#include "golden/sizes.h"
#include "support/subjects.h"

#include "hierarchy/hierarchy.h"

#define ADULT "data/arx/adult/"

/* Rows of adult that are not in its research subset; ARX counts them as suppressed. */
enum { OUTSIDE = 27146 };

/* ---- a population of 20 ---- */

/* The rows of `t` that are to be kept, with the same roles. */
static tacit_table *rows_of(tacit_ctx *cx, const tacit_table *t, const bool *keep)
{
    const size_t n = tacit_table_columns(t);
    tacit_builder *b[MOST_FIELDS];
    char text[32];
    size_t rows = 0;
    assert_true(n <= MOST_FIELDS);
    for (size_t j = 0; j < n; j++) {
        const tacit_column *c = tacit_table_column(t, j);
        assert_ok(cx, tacit_builder_new(cx, tacit_column_name(c), tacit_column_type(c), 0, &b[j]));
        for (size_t i = 0; i < tacit_table_rows(t); i++)
            if (keep[i])
                add_cell(cx, b[j], tacit_column_type(c), tacit_column_text(c, i, text));
    }
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        rows += keep[i];
    tacit_table *out = finish_columns(cx, b, n, rows);
    for (size_t j = 0; j < n; j++)
        tacit_table_set_roles(out, j, tacit_table_roles(t, j));
    return out;
}

static void test_attackers(void **state)
{
    json_t *all = golden_json("golden/evaluation.json");
    const json_t *g = json_object_get(all, "attackers");
    tacit_table *population = golden_table(*state, "data/evaluation/popsample20.csv", ",");
    const int64_t *in = tacit_column_integers(column_of(population, "in_sample"));
    bool keep[20];
    for (size_t i = 0; i < 20; i++)
        keep[i] = in[i] == 1;
    tacit_table *sample = with_keys(rows_of(*state, population, keep), 2);
    work w = { .cx = *state, .table = sample, .extra.population = population };
    assert_near(risk_figure(&w, "prosecutor", "highest"), golden_number(g, "prosecutor_max"), 0);
    assert_near(risk_figure(&w, "prosecutor", "average"), 0.625, 1e-15);
    assert_near(risk_figure(&w, "journalist", "highest"), golden_number(g, "journalist_max"), 0);
    assert_near(risk_figure(&w, "journalist", "average"), golden_number(g, "marketer"), 1e-15);
    assert_near(risk_figure(&w, "marketer", "average"), golden_number(g, "marketer"), 1e-15);
    tacit_result *r = run_risk(&w, "population_uniques");
    assert_near(figure(r, "sample_uniques"), golden_number(g, "sample_uniques"), 0);
    assert_near(figure(r, "tau1"), golden_number(g, "SU_that_are_PU"), 0);
    assert_near(figure(r, "unique_given_unique"), golden_number(g, "P(PU|SU)"), 1e-15);
    assert_near(figure(r, "tau2"), 11.0 / 6.0, 1e-15);
    assert_near(figure(r, "dis"), golden_number(g, "DIS_Skinner_Elliot"), 1e-15);
    json_decref(r);
    tacit_table_free(sample);
    tacit_table_free(population);
    json_decref(all);
}

/* ---- sdcMicro ---- */

static double violations(work *w, double k, double subset)
{
    preset_args(&w->a, &tacit_model_find("k_anonymity")->measure.about);
    set_number(&w->a, "k", k);
    if (subset > 0.0)
        set_number(&w->a, "subset", subset);
    return take_figure(run_model(w, "k_anonymity"), "violating_records");
}

static void test_violations(void **state)
{
    static const int k[] = { 3, 5, 10, 100 };
    json_t *all = golden_json("golden/sdcmicro/entries.json");
    const json_t *entries = json_object_get(all, "entries");
    tacit_table *t = golden_table(*state, "data/sdcmicro/testdata.csv", ",");
    work w = { .cx = *state, .table = t };
    golden_keys(t,
                json_object_get(json_object_get(json_object_get(all, "header"), "key_sets"), "K5"));
    assert_near(violations(&w, 2, 0), 653, 0);
    for (size_t i = 0; i < 4; i++) {
        char id[64];
        snprintf(id, sizeof id, "kAnon_violations.K5.k%d", k[i]);
        const json_t *e = golden_entry(entries, "id", id);
        assert_near(violations(&w, k[i], 0), golden_number(e, "result/unweighted"), 0);
        assert_near(violations(&w, k[i], 5), golden_number(e, "result/unweighted"), 0);
    }
    tacit_table_free(t);
    json_decref(all);
}

/* ---- ARX: risks ---- */

static void check_adult(tacit_ctx *cx, tacit_table *t, const json_t *entry)
{
    const json_t *g = json_object_get(entry, "result");
    work w = { .cx = cx, .table = t, .extra.population = t };
    golden_keys(t, json_object_get(json_object_get(entry, "config"), "quasi_identifiers"));
    assert_near(risk_figure(&w, "prosecutor", "at_risk_share"),
                golden_number(g, "risk/prosecutor/records_at_risk"), 1e-15);
    assert_near(risk_figure(&w, "journalist", "at_risk_share"),
                golden_number(g, "risk/journalist/records_at_risk"), 1e-15);
    assert_near(risk_figure(&w, "journalist", "average"),
                golden_number(g, "risk/journalist/success_rate"), 1e-12);
    assert_near(risk_figure(&w, "marketer", "average"),
                golden_number(g, "risk/marketer/success_rate"), 1e-12);
    assert_near(risk_figure(&w, "population_uniques", "sample_uniques"),
                golden_number(g, "risk/sample_uniques"), 0);
}

static void test_adult(void **state)
{
    json_t *all = golden_json(OPTIMA);
    const json_t *results = json_object_get(all, "results");
    tacit_table *t = golden_table(*state, ADULT "adult.csv", ";");
    check_adult(*state, t, golden_entry(results, "id", "risk_adult9"));
    check_adult(*state, t, golden_entry(results, "id", "risk_adult5"));
    tacit_table_free(t);
    json_decref(all);
}

/* ---- ARX: a sample within its population ---- */

/* Recode the keys of `t` to the levels of a golden entry, a list in the order of columns. */
static void generalize(tacit_ctx *cx, tacit_table *t, const json_t *levels)
{
    const tacit_hierarchy_builder *builder = tacit_hierarchy_builder_find("file");
    for (size_t j = 0; j < json_array_size(levels); j++) {
        const size_t level = (size_t)json_integer_value(json_array_get(levels, j));
        char name[256], path[GOLDEN_PATH];
        tacit_hierarchy *h = NULL;
        arguments a;
        if (level == 0)
            continue;
        snprintf(name, sizeof name, ADULT "adult_hierarchy_%s.csv",
                 tacit_column_name(tacit_table_column(t, j)));
        preset_args(&a, &builder->about);
        argument(&a, "path")->text = golden_path(name, path);
        assert_ok(cx, tacit_hierarchy_build(cx, builder, &a.args, tacit_table_column(t, j), &h));
        assert_ok(cx, tacit_hierarchy_apply(cx, h, level, t, j));
        tacit_hierarchy_free(h);
    }
}

/* The research subset and all of adult, at the generalisation of a golden entry. */
typedef struct pair {
    tacit_table *sample, *population;
    json_t *all;
    const json_t *entry, *result;
} pair;

static pair open_pair(tacit_ctx *cx, const char *id)
{
    pair p = { .all = golden_json(OPTIMA) };
    p.entry = golden_entry(json_object_get(p.all, "results"), "id", id);
    p.result = json_object_get(p.entry, "result");
    p.sample = with_keys(golden_table(cx, ADULT "adult_subset.csv", ";"), 9);
    p.population = golden_table(cx, ADULT "adult.csv", ";");
    return p;
}

static void close_pair(pair *p)
{
    tacit_table_free(p->sample);
    tacit_table_free(p->population);
    json_decref(p->all);
}

static void check_view(work *w, const json_t *g)
{
    assert_near(risk_figure(w, "prosecutor", "average"),
                golden_number(g, "prosecutor/success_rate"), 1e-12);
    assert_near(risk_figure(w, "journalist", "at_risk_share"),
                golden_number(g, "journalist/records_at_risk"), 1e-15);
    assert_near(risk_figure(w, "journalist", "average"),
                golden_number(g, "journalist/success_rate"), 1e-12);
    assert_near(risk_figure(w, "journalist", "highest"), golden_number(g, "journalist/highest"),
                1e-15);
    assert_near(risk_figure(w, "marketer", "average"), golden_number(g, "marketer/success_rate"),
                1e-12);
}

static void test_subset(void **state)
{
    pair p = open_pair(*state, "riskview_dpres0_0.2_s0.1");
    work w = { .cx = *state, .table = p.sample, .extra.population = p.population };
    check_view(&w, json_object_get(p.result, "input_subset_view_risk"));
    close_pair(&p);
}

/* The sample without the records whose class has fewer than `k` records, or more than the
 * share `most` of its population. */
static tacit_table *suppress(tacit_ctx *cx, const pair *p, uint64_t k, double most)
{
    enum { ROWS = 3016 };
    const tacit_classes *c = NULL;
    tacit_population f;
    tacit_subject *s = NULL;
    bool keep[ROWS];
    assert_int_equal(tacit_table_rows(p->sample), ROWS);
    assert_ok(cx, tacit_subject_new(cx, p->sample, &s));
    tacit_subject_add(s, &(tacit_subject_extra){ .population = p->population });
    assert_ok(cx, tacit_subject_population(cx, s, TACIT_MISSING_CATEGORY, &f));
    assert_ok(cx, tacit_subject_classes(cx, s, TACIT_MISSING_CATEGORY, &c));
    for (size_t i = 0; i < ROWS; i++) {
        const size_t g = c->of_row[i];
        keep[i] = c->size[g] >= k && (double)c->size[g] <= most * f.F[g];
    }
    tacit_subject_free(s);
    return rows_of(cx, p->sample, keep);
}

/* What is left after ARX's suppression, against the population at the same levels. */
static void check_output(tacit_ctx *cx, const char *id, uint64_t k, double most)
{
    pair p = open_pair(cx, id);
    const json_t *levels = json_object_get(p.result, "levels_array");
    generalize(cx, p.sample, levels);
    generalize(cx, p.population, levels);
    tacit_table *kept = suppress(cx, &p, k, most);
    work w = { .cx = cx, .table = kept, .extra.population = p.population };
    check_view(&w, json_object_get(p.result, "output_subset_view_risk"));
    tacit_table_free(kept);
    close_pair(&p);
}

static void test_outputs(void **state)
{
    check_output(*state, "riskview_dpres0_0.2_s0.1", 1, 0.2);
    check_output(*state, "riskview_k5_incl_s0.1", 5, 1.0);
}

/* What violates the model at the generalisation is what ARX suppressed, in records and in
 * classes. */
static void check_suppressed(tacit_ctx *cx, const char *id, const char *model, arguments *a)
{
    pair p = open_pair(cx, id);
    const json_t *levels = json_object_get(p.result, "levels_array");
    generalize(cx, p.sample, levels);
    generalize(cx, p.population, levels);
    work w = { .cx = cx, .table = p.sample, .extra.population = p.population };
    const double combinations = risk_figure(&w, "uniques", "combinations");
    w.a = *a;
    w.a.args.at = w.a.at;
    tacit_result *r = run_model(&w, model);
    const double classes = strcmp(model, "k_map") == 0
                               ? figure(r, "violating_classes")
                               : figure(r, "too_low") + figure(r, "too_high");
    assert_near(figure(r, "violating_records"),
                golden_number(p.result, "suppressed_records") - OUTSIDE, 0);
    assert_near(combinations - classes, golden_number(p.result, "equivalence_classes"), 0);
    json_decref(r);
    close_pair(&p);
}

static void test_k_map(void **state)
{
    static const char *const id[] = { "adult9_kmap5_s0.02_loss", "adult9_kmap5_s0.1_loss",
                                      "adult9_kmap5_s1.0_loss" };
    arguments a;
    set_number(preset_args(&a, &tacit_model_find("k_map")->measure.about), "k", 5);
    for (size_t i = 0; i < 3; i++)
        check_suppressed(*state, id[i], "k_map", &a);
}

static void test_delta_presence(void **state)
{
    arguments a;
    set_number(preset_args(&a, &tacit_model_find("delta_presence")->measure.about), "max", 0.2);
    check_suppressed(*state, "adult9_dpres0_0.2_s0.02_loss", "delta_presence", &a);
    check_suppressed(*state, "adult9_dpres0_0.2_s0.1_loss", "delta_presence", &a);
    set_number(set_number(&a, "min", 0.05), "max", 0.15);
    check_suppressed(*state, "adult9_dpres0.05_0.15_s0.1_loss", "delta_presence", &a);
}

/* k-map by the tests of a sampling fraction of 0.1. */
static void check_tested(tacit_ctx *cx, const char *id, double estimator, double need)
{
    pair p = open_pair(cx, id);
    generalize(cx, p.population, json_object_get(p.result, "levels_array"));
    work w = { .cx = cx, .table = with_keys(p.population, 9), .extra.fraction = 0.1 };
    preset_args(&w.a, &tacit_model_find("k_map")->measure.about);
    set_number(set_number(&w.a, "k", 5), "estimator", estimator);
    set_number(&w.a, "compat", 1);
    tacit_result *r = run_model(&w, "k_map");
    assert_near(figure(r, "sample_k"), need, 0);
    assert_near(figure(r, "violating_records"), golden_number(p.result, "suppressed_records"), 0);
    json_decref(r);
    close_pair(&p);
}

static void test_k_map_tests(void **state)
{
    check_tested(*state, "adult9_kmappois5_s0.1_loss", 1, 5);
    check_tested(*state, "adult9_kmapztp5_s0.1_loss", 2, 4);
}

/* ---- ARX: average risk of its outputs ---- */

static tacit_table *table_of_sizes(tacit_ctx *cx, const json_t *result)
{
    uint64_t size[MOST_SIZES];
    double count[MOST_SIZES];
    tacit_size_counts c;
    tacit_builder *b[2];
    int64_t rows = 0;
    read_sizes(result, size, count, &c);
    assert_ok(cx, tacit_builder_new(cx, "class", TACIT_TYPE_INTEGER, 0, &b[0]));
    assert_ok(cx, tacit_builder_new(cx, TACIT_COUNT, TACIT_TYPE_INTEGER, 0, &b[1]));
    for (size_t s = 0; s < c.n; s++)
        for (double k = 0.0; k < count[s]; k += 1.0, rows++) {
            const int64_t f = (int64_t)size[s];
            assert_ok(cx, tacit_builder_integers(cx, b[0], &rows, NULL, 1));
            assert_ok(cx, tacit_builder_integers(cx, b[1], &f, NULL, 1));
        }
    return with_keys(finish_columns(cx, b, 2, (size_t)rows), 1);
}

static void check_average(tacit_ctx *cx, const char *id, double average, double highest)
{
    json_t *all = golden_json(OPTIMA);
    const json_t *g =
        json_object_get(golden_entry(json_object_get(all, "results"), "id", id), "result");
    tacit_table *t = table_of_sizes(cx, g);
    work w = { .cx = cx, .table = t };
    preset_args(&w.a, &tacit_model_find("average_risk")->measure.about);
    set_number(set_number(&w.a, "average", average), "at_risk", 0.05);
    if (highest > 0.0)
        set_number(&w.a, "highest", highest);
    tacit_result *r = run_model(&w, "average_risk");
    assert_true(json_is_true(json_object_get(r, "holds")));
    assert_relative(figure(r, "average"), 1.0 / golden_number(g, "avg_class"), 1e-12);
    json_decref(r);
    tacit_table_free(t);
    json_decref(all);
}

static void test_average_risk(void **state)
{
    check_average(*state, "adult9_avgrisk0.05_s0.1_loss", 0.05, 0.0);
    check_average(*state, "adult9_strictavg_s0.1_loss", 0.01, 0.2);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_attackers),      with_context(test_violations),
        with_context(test_adult),          with_context(test_subset),
        with_context(test_outputs),        with_context(test_k_map),
        with_context(test_delta_presence), with_context(test_k_map_tests),
        with_context(test_average_risk),
    };
    return golden_run_tests(tests);
}
