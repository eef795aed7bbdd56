/*
 * test_pram.c - post randomisation against sdcMicro 5.8.1 on its testdata.
 *
 * golden/sdcmicro/entries.json, entries "pram.*": frequencies, diagonals and changes over 200
 * seeds of pram(factor(x), pd, alpha), and one matrix of each.  The peer draws the diagonal of
 * its matrix uniformly from pd to 1, makes it invariant and mixes it with no change, as we do;
 * streams differ, so means over 200 of our seeds are compared with means over 200 of theirs:
 * within 5 standard errors of the difference, some 100 comparisons, so false alarms are below
 * 1e-4 for fresh seeds; ours are fixed.
 */
#include "golden/golden.h"

#include "support/masks.h"

#include "stats/counts/pram.h"
#include "table/values.h"

enum { SEEDS = 200, MOST = 16 };

/* Sums over seeds of something for each category. */
typedef struct sums {
    double freq[MOST], freq2[MOST], stay[MOST], stay2[MOST], changed, error;
} sums;

/* Cell (i, j) of the table called `kind` and the column's name. */
static double cell(const tacit_result *r, const char *kind, const char *column, size_t i, size_t j)
{
    char name[64];
    snprintf(name, sizeof name, "%s_%s", kind, column);
    const json_t *rows = json_object_get(part_of(r, "tables", name), "rows");
    return json_number_value(json_array_get(json_array_get(rows, i), j));
}

static void add_run(const tacit_result *told, const char *column, size_t n, double cells, sums *s)
{
    const double changed = figure(told, "changed") * cells;
    s->changed += changed;
    s->error = fmax(s->error, figure(told, "invariance_error"));
    for (size_t k = 0; k < n; k++) {
        const double d = cell(told, "frequencies", column, k, 3);
        const double stay = cell(told, "matrix", column, k, 2 + k);
        s->freq[k] += d;
        s->freq2[k] += d * d;
        s->stay[k] += stay;
        s->stay2[k] += stay * stay;
    }
}

static void run_seeds(tacit_ctx *cx, const mask *m, const tacit_table *t, size_t n, sums *s)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const tacit_rng rng = tacit_rng_seed(seed);
        tacit_table *out = NULL;
        tacit_result *told = NULL;
        assert_ok(cx, tacit_result_new(cx, "method", &m->method->about, &m->a.args, &told));
        const tacit_job job = {
            .in = t, .cols = { m->n, m->at }, .args = &m->a.args, .rng = &rng, .told = told
        };
        assert_ok(cx, tacit_method_run(cx, m->method, &job, &out));
        add_run(told, m->name[0], n, (double)tacit_table_rows(t), s);
        json_decref(told);
        tacit_table_free(out);
    }
}

static double at(const json_t *result, const char *list, size_t k)
{
    return json_number_value(json_array_get(json_object_get(result, list), k));
}

/* The mean of ours is that of theirs within 5 standard errors, `sd` being that of one run. */
static void check_mean(double sum, double theirs, double sd)
{
    assert_near(sum / SEEDS, theirs, 5.0 * sd * sqrt(2.0 / SEEDS) + 1e-12);
}

/* Standard deviation of one run from sums over seeds. */
static double deviation(double sum, double squares)
{
    return sqrt(fmax(0.0, squares / SEEDS - sum / SEEDS * (sum / SEEDS)));
}

static void check_entry(tacit_ctx *cx, const json_t *result, const char *column, double diagonal,
                        double alpha)
{
    tacit_table *t = golden_table(cx, "data/sdcmicro/testdata.csv", ",");
    tacit_values v;
    sums s = { 0 };
    const json_t *count = NULL;
    const char *label = NULL;
    size_t k = 0;
    mask m;
    set_number(&add_column(start_mask(&m, "pram"), t, column)->a, "diagonal", diagonal);
    set_number(&m.a, "alpha", alpha);
    assert_ok(cx, tacit_values_of(cx, column_of(t, column), &v));
    json_object_foreach((json_t *)(uintptr_t)json_object_get(result, "orig_freq"), label, count)
    {
        assert_int_equal(v.count[k], json_integer_value(count));
        k++;
    }
    assert_int_equal(v.n, k);
    run_seeds(cx, &m, t, v.n, &s);
    assert_true(s.error <= 1e-12);
    check_mean(s.changed, golden_number(result, "n_changed_mean"),
               golden_number(result, "n_changed_sd"));
    for (k = 0; k < v.n; k++) {
        const double sd = deviation(s.freq[k], s.freq2[k]);
        check_mean(s.freq[k], 0.0, sd);
        check_mean(s.stay[k], at(result, "diag_mean", k), deviation(s.stay[k], s.stay2[k]));
        /* standard deviations over 200 runs: relative error about 1 / sqrt(2 * 200) each, and
         * more for rare categories, whose deviation itself varies between matrices */
        if (v.count[k] > 10)
            assert_near(sd, at(result, "sd_freq", k), 0.4 * at(result, "sd_freq", k) + 1e-12);
    }
    tacit_table_free(t);
}

static void test_moments(void **state)
{
    static const struct {
        const char *id, *column;
        double diagonal, alpha;
    } cases[] = {
        { "pram.testdata.walls", "walls", 0.8, 0.5 },
        { "pram.testdata.water", "water", 0.8, 0.5 },
        { "pram.testdata.roof", "roof", 0.8, 0.5 },
        { "pram.testdata.relat", "relat", 0.8, 0.5 },
        { "pram.testdata.water.pd0.5.alpha1", "water", 0.5, 1.0 },
        { "pram.testdata.water.alpha0", "water", 0.8, 0.0 },
    };
    json_t *all = golden_json("golden/sdcmicro/entries.json");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const json_t *e = golden_entry(json_object_get(all, "entries"), "id", cases[i].id);
        check_entry(*state, json_object_get(e, "result"), cases[i].column, cases[i].diagonal,
                    cases[i].alpha);
    }
    json_decref(all);
}

/* ---- their matrices ---- */

/* What an invariant matrix is made of besides the diagonal. */
typedef struct fit {
    const double *count;
    size_t n;
    double alpha;
} fit;

/* Set stay[k] such that element (k, k) of the invariant matrix is `want`, by halving. */
static void fit_one(tacit_ctx *cx, const fit *f, double want, double *stay, size_t k)
{
    double low = 1.0 / (double)f->n, high = 1.0;
    for (int half = 0; half < 50; half++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_pram m;
        stay[k] = (low + high) / 2.0;
        assert_ok(cx, tacit_pram_invariant(cx, stay, f->count, f->n, f->alpha, &m));
        if (tacit_pram_at(&m, k, k) < want)
            low = stay[k];
        else
            high = stay[k];
        tacit_scratch_release(cx, mark);
    }
}

/* The diagonal of the matrix P of which the invariant matrix `r` was made: fitted to the
 * diagonal of `r`, one category at a time, until all agree. */
static void find_stay(tacit_ctx *cx, const double *r, const double *count, size_t n, double alpha,
                      double *stay)
{
    for (size_t k = 0; k < n; k++)
        stay[k] = 0.9;
    for (size_t step = 0; step < 400 * n; step++) {
        const size_t k = step % n;
        fit_one(cx, &(fit){ count, n, alpha }, r[k * n + k], stay, k);
    }
}

/* A matrix of the peer, all elements: with the diagonal of P that fits its n diagonal elements,
 * the n (n - 1) others are ours to 1e-9. */
static void check_matrix(tacit_ctx *cx, const json_t *result, double alpha)
{
    const json_t *rows = json_object_get(result, "last_Rs"), *count = NULL;
    const char *label = NULL;
    const size_t n = json_array_size(rows);
    double r[MOST * MOST], freq[MOST], stay[MOST];
    size_t k = 0;
    tacit_pram m;
    assert_true(n <= MOST);
    json_object_foreach((json_t *)(uintptr_t)json_object_get(result, "orig_freq"), label, count)
        freq[k++] = json_number_value(count);
    for (k = 0; k < n; k++)
        for (size_t l = 0; l < n; l++)
            r[k * n + l] = json_number_value(json_array_get(json_array_get(rows, k), l));
    find_stay(cx, r, freq, n, alpha, stay);
    assert_ok(cx, tacit_pram_invariant(cx, stay, freq, n, alpha, &m));
    for (k = 0; k < n; k++)
        for (size_t l = 0; l < n; l++)
            assert_near(tacit_pram_at(&m, k, l), r[k * n + l], 1e-9);
}

static void test_matrices(void **state)
{
    static const struct {
        const char *id;
        double alpha;
    } cases[] = {
        { "pram.testdata.walls", 0.5 },
        { "pram.testdata.water", 0.5 },
        { "pram.testdata.roof", 0.5 },
        { "pram.testdata.relat", 0.5 },
        { "pram.testdata.water.pd0.5.alpha1", 1.0 },
    };
    json_t *all = golden_json("golden/sdcmicro/entries.json");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const json_t *e = golden_entry(json_object_get(all, "entries"), "id", cases[i].id);
        check_matrix(*state, json_object_get(e, "result"), cases[i].alpha);
    }
    json_decref(all);
}

/* A given matrix, 0.9 on the diagonal and 0.05 beside it: expectations are exact. */
static void test_fixed(void **state)
{
    static const double stay[] = { 0.9, 0.9, 0.9 }, count[] = { 1203, 3327, 50 };
    json_t *all = golden_json("golden/sdcmicro/entries.json");
    const json_t *e = json_object_get(
        golden_entry(json_object_get(all, "entries"), "id", "pram.fixedmatrix"), "result");
    double expected[3], variance[3];
    tacit_pram m;
    assert_ok(*state, tacit_pram_equal(*state, stay, 3, &m));
    tacit_pram_expect(&m, count, expected);
    tacit_pram_variance(&m, count, variance);
    assert_relative(tacit_pram_changed(&m, count) * 4580.0, golden_number(e, "expected"), 1e-12);
    for (size_t k = 0; k < 3; k++) {
        assert_relative(expected[k], at(e, "expected_freq", k), 1e-12);
        /* and the peer's own mean of 200 runs is within 5 of our exact standard errors */
        assert_near(at(e, "mean_freq", k), expected[k], 5.0 * sqrt(variance[k] / 200.0));
    }
    assert_near(golden_number(e, "sd"), sqrt(4580.0 * 0.1 * 0.9), 5.0 * 20.3 / sqrt(400.0));
    json_decref(all);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_moments), with_context(test_matrices),
                                        with_context(test_fixed) };
    return golden_run_tests(tests);
}
