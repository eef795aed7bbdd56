/*
 * test_information_loss.c - the table of Domingo-Ferrer and Torra against reference figures.
 *
 * Provenance: golden/evaluation.json, block numeric_table_6x3: eight records by hand and three
 * masked versions of the CASC Census file (1080 by 13), each checked there a second way in R
 * (cov, cor, prcomp); of two further files IL and IL1 with four digits (block ru_sweep_casc).
 * golden/sdcmicro/entries.json: IL1, IL1s and eigenvalues of dUtility and the sums of squares of
 * microaggregated data, sdcMicro 5.8.1.  The correlation matrix of CASC is singular, so its factors
 * of equal weight are not defined and not compared.
 */
#include "golden/golden.h"

#include "stats/linear/loss_table.h"
#include "support/comparisons.h"

/* All numeric columns of `t` as a matrix, row by row, in scratch memory. */
static const double *matrix_of(tacit_ctx *cx, const tacit_table *t)
{
    const size_t n = tacit_table_rows(t), p = tacit_table_columns(t);
    double *x = NULL;
    assert_ok(cx, tacit_scratch(cx, n * p, sizeof *x, &x));
    for (size_t j = 0; j < p; j++)
        for (size_t i = 0; i < n; i++)
            x[i * p + j] = tacit_column_number(tacit_table_column(t, j), i);
    return x;
}

/* Loss of the file `masked` beside `original`. */
static tacit_loss_table table_of_files(tacit_ctx *cx, const char *original, const char *masked,
                                       bool equal_weights)
{
    char a[GOLDEN_PATH], b[GOLDEN_PATH];
    snprintf(a, sizeof a, "data/evaluation/%s", original);
    snprintf(b, sizeof b, "data/evaluation/%s", masked);
    tacit_table *x = golden_table(cx, a, ","), *y = golden_table(cx, b, ",");
    tacit_loss_table out;
    const tacit_loss_data data = { matrix_of(cx, x), matrix_of(cx, y), tacit_table_rows(x),
                                   tacit_table_columns(x) };
    assert_int_equal(tacit_table_rows(y), data.n);
    assert_int_equal(tacit_table_columns(y), data.p);
    assert_ok(cx, tacit_loss_table_of(cx, &data, &(tacit_loss_options){ equal_weights, 1 }, &out));
    tacit_table_free(x);
    tacit_table_free(y);
    return out;
}

/* Both are equal to 1e-9, or both are nothing but rounding beside numbers up to `size`. */
static void assert_figure(double x, double y, double size)
{
    assert_near(x, y, fmax(1e-9 * fabs(y), 1e-14 * size));
}

static void assert_part(const json_t *table, const char *name, const tacit_table_loss *loss)
{
    const json_t *part = json_object_get(table, name);
    const bool means = strcmp(name, "Xbar") == 0, s = strcmp(name, "S") == 0;
    assert_non_null(part);
    assert_figure(loss->mse, golden_number(part, "mse"), means ? 1.0 : s ? 1e3 : 0.0);
    assert_figure(loss->mae, golden_number(part, "mae"), means ? 1e6 : s ? 1e9 : 0.0);
    assert_figure(loss->mv, golden_number(part, "mv"), means || s ? 1.0 : 0.0);
    assert_int_equal(loss->zero_cells, (size_t)golden_number(part, "zero_cells"));
}

static void assert_table(const json_t *golden, const tacit_loss_table *t)
{
    static const char *const names[] = { "X", "Xbar", "V", "S", "R", "RF_w_eig", "C", "F_w_eig" };
    const json_t *table = json_object_get(golden, "table");
    for (size_t k = 0; k < TACIT_LOSS_PARTS; k++)
        assert_part(table, names[k], &t->part[k]);
    assert_figure(t->il, golden_number(golden, "IL"), 0.0);
}

static void check_small(tacit_ctx *cx, const char *block, const char *masked)
{
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *golden = json_object_get(json_object_get(root, "numeric_table_6x3"), block);
    const tacit_loss_table t = table_of_files(cx, "microagg8_orig.csv", masked, false);
    const tacit_loss_table equal = table_of_files(cx, "microagg8_orig.csv", masked, true);
    assert_table(golden, &t);
    assert_part(json_object_get(golden, "table"), "RF_w_1", &equal.part[TACIT_LOSS_RF]);
    assert_part(json_object_get(golden, "table"), "F_w_1", &equal.part[TACIT_LOSS_F]);
    json_decref(root);
}

static void test_small(void **state)
{
    check_small(*state, "microagg8_exact", "microagg8_masked.csv");
    check_small(*state, "microagg8_printed_2_digits", "microagg8_masked_printed.csv");
}

static void test_census(void **state)
{
    static const char *const files[] = { "casc_mdav5_all13", "casc_ir5", "casc_rankswap15" };
    json_t *root = golden_json("golden/evaluation.json");
    for (size_t k = 0; k < 3; k++) {
        char file[64];
        snprintf(file, sizeof file, "%s.csv", files[k]);
        const json_t *golden =
            json_object_get(json_object_get(root, "numeric_table_6x3"), files[k]);
        const tacit_loss_table t = table_of_files(*state, "casc_census_1080x13.csv", file, false);
        assert_table(golden, &t);
        assert_figure(t.il_capped, golden_number(golden, "IL_trottini_cap1"), 0.0);
    }
    json_decref(root);
}

/* ---- the measures ---- */

/* Start `measure` on two files. */
static comparison *start_files(tacit_ctx *cx, comparison *c, const char *measure,
                               const char *const files[2])
{
    return start_comparison(c, measure, golden_table(cx, files[0], ","),
                            golden_table(cx, files[1], ","));
}

/* The figure `name` of `measure` on two files of the evaluation data. */
static double figure_of(tacit_ctx *cx, const char *measure, const char *name,
                        const char *const files[2])
{
    char a[GOLDEN_PATH], b[GOLDEN_PATH];
    comparison c;
    snprintf(a, sizeof a, "data/evaluation/%s", files[0]);
    snprintf(b, sizeof b, "data/evaluation/%s.csv", files[1]);
    const char *const paths[] = { a, b };
    tacit_result *r = run_comparison(cx, start_files(cx, &c, measure, paths));
    const double x = figure(r, name);
    json_decref(r);
    end_comparison(&c);
    return x;
}

static void test_il_one(void **state)
{
    static const char *const files[][3] = {
        { "microagg8_orig.csv", "microagg8_masked", "microagg8_exact" },
        { "microagg8_orig.csv", "microagg8_masked_printed", "microagg8_printed_2_digits" },
        { "casc_census_1080x13.csv", "casc_mdav5_all13", "casc_mdav5_all13" },
        { "casc_census_1080x13.csv", "casc_ir5", "casc_ir5" },
        { "casc_census_1080x13.csv", "casc_rankswap15", "casc_rankswap15" },
    };
    json_t *root = golden_json("golden/evaluation.json");
    for (size_t k = 0; k < 5; k++) {
        const json_t *golden =
            json_object_get(json_object_get(root, "numeric_table_6x3"), files[k][2]);
        const double sum = golden_number(golden, k < 2 ? "IL1_sum_sdcMicro" : "IL1_sum");
        assert_relative(figure_of(*state, "il_one", "il_one", files[k]),
                        golden_number(golden, "IL1_mean"), 1e-9);
        assert_relative(figure_of(*state, "il_one", "il_one_sum", files[k]), sum, 1e-9);
        assert_relative(figure_of(*state, "information_loss", "information_loss", files[k]),
                        golden_number(golden, "IL"), 1e-9);
    }
    json_decref(root);
}

static void test_errors(void **state)
{
    static const char *const files[] = { "data/evaluation/microagg8_orig.csv",
                                         "data/evaluation/microagg8_masked.csv" };
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *golden =
        json_object_get(json_object_get(root, "numeric_table_6x3"), "microagg8_exact");
    const json_t *last = json_object_get(golden, "bias_mse_rmse_Num3");
    comparison c;
    tacit_result *r = run_comparison(*state, start_files(*state, &c, "errors", files));
    assert_int_equal(rows_of(r, "columns"), 3);
    for (size_t k = 0; k < 3; k++) {
        const double want = json_number_value(json_array_get(last, k));
        assert_near(cell_of(r, "columns", 2, 2 + k), want, 1e-9 * fabs(want) + 1e-14);
    }
    assert_relative(figure(r, "sse_share_raw"),
                    golden_number(golden, "SSE") / golden_number(golden, "SST"), 1e-9);
    json_decref(r);
    end_comparison(&c);
    json_decref(root);
}

/* Row of the sweep of `method` with `parameter`. */
static const json_t *sweep_row(const json_t *root, const char *method, double parameter)
{
    const json_t *rows = json_object_get(json_object_get(root, "ru_sweep_casc"), "rows"), *row;
    size_t i;
    json_array_foreach(rows, i, row)
    {
        if (strcmp(json_string_value(json_array_get(row, 0)), method) == 0 &&
            fabs(json_number_value(json_array_get(row, 1)) - parameter) < 0.5)
            return row;
    }
    fail_msg("no row of %s", method);
    return NULL;
}

/* The sweep's own draws are not on file but for those of methods without chance. */
static void test_sweep(void **state)
{
    static const struct {
        const char *file, *method;
        double parameter;
    } cases[] = { { "casc_mdav5_all13", "mdav13", 5 },
                  { "casc_mdav5_blocks3", "mdav_b3", 5 },
                  { "casc_ir5", "mdav_b1", 5 } };
    json_t *root = golden_json("golden/evaluation.json");
    for (size_t k = 0; k < 3; k++) {
        const char *const files[] = { "casc_census_1080x13.csv", cases[k].file };
        const json_t *row = sweep_row(root, cases[k].method, cases[k].parameter);
        static const char *const names[] = { "information_loss", "information_loss_capped" };
        for (size_t f = 0; f < 2; f++)
            assert_near(figure_of(*state, "information_loss", names[f], files),
                        json_number_value(json_array_get(row, 2 + f)), 0.5001e-4);
        assert_near(figure_of(*state, "il_one", "il_one", files),
                    json_number_value(json_array_get(row, 4)), 0.5001e-4);
    }
    json_decref(root);
}

/* The figure `name` of `measure` on a pair of tables, which stay the caller's. */
static double pair_figure(tacit_ctx *cx, tacit_table *const pair[2], const char *measure,
                          const char *name)
{
    comparison c;
    start_comparison(&c, measure, pair[0], pair[1]);
    if (strcmp(measure, "eigenvalues") == 0)
        set_number(&c.a, "robust", 0);
    tacit_result *r = run_comparison(cx, &c);
    const double x = figure(r, name);
    json_decref(r);
    return x;
}

/* dUtility of sdcMicro on microaggregated data; the masked files have only the columns that were
 * masked, which the original has too. */
static void check_microaggregation(tacit_ctx *cx, const json_t *entries, const char *data,
                                   const char *id)
{
    char original[GOLDEN_PATH], masked[GOLDEN_PATH];
    const json_t *golden = json_object_get(golden_entry(entries, "id", id), "result");
    snprintf(original, sizeof original, "data/sdcmicro/%s.csv", data);
    snprintf(masked, sizeof masked, "golden/sdcmicro/vectors/%s.csv", id);
    tacit_table *const pair[] = { golden_table(cx, original, ","), golden_table(cx, masked, ",") };
    assert_relative(pair_figure(cx, pair, "il_one", "il_one_sum"), golden_number(golden, "IL1s"),
                    1e-9);
    assert_relative(pair_figure(cx, pair, "il_one", "relative_sum"), golden_number(golden, "IL1"),
                    1e-9);
    assert_relative(pair_figure(cx, pair, "errors", "sse_share"),
                    golden_number(golden, "IL_pct") / 100.0, 1e-9);
    if (strstr(id, "CASC13") == NULL) /* there it divides by an eigenvalue of 0 */
        assert_relative(pair_figure(cx, pair, "eigenvalues", "eigenvalue_change"),
                        golden_number(golden, "eigen"), 1e-9);
    tacit_table_free(pair[0]);
    tacit_table_free(pair[1]);
}

static void test_sdcmicro(void **state)
{
    static const char *const cases[][2] = {
        { "testdata", "testdata.mdav.aggr3" },
        { "testdata", "testdata.mdav.aggr5" },
        { "testdata", "testdata.onedims.aggr3" },
        { "testdata", "testdata.onedims.aggr5" },
        { "testdata", "testdata.single.aggr5" },
        { "testdata", "testdata.simple.aggr3" },
        { "testdata", "testdata.simple.aggr5" },
        { "testdata", "testdata.pca.aggr3" },
        { "testdata", "testdata.pca.aggr5" },
        { "testdata", "testdata.rmd.aggr3" },
        { "CASCrefmicrodata", "CASC13.mdav.aggr2" },
        { "CASCrefmicrodata", "CASC13.mdav.aggr3" },
        { "CASCrefmicrodata", "CASC13.mdav.aggr4" },
        { "CASCrefmicrodata", "CASC13.mdav.aggr10" },
        { "Tarragona", "Tarragona.mdav.aggr3" },
        { "EIA", "EIA10.mdav.aggr3" },
        { "EIA", "EIA10.mdav.aggr10" },
    };
    json_t *root = golden_json("golden/sdcmicro/entries.json");
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        char id[64];
        snprintf(id, sizeof id, "microaggregation.%s", cases[k][1]);
        check_microaggregation(*state, json_object_get(root, "entries"), cases[k][0], id);
    }
    json_decref(root);
}

/* IL_variables and IL_correl. */
static void test_mlodak(void **state)
{
    static const char *const columns[] = { "expend", "income", "savings" };
    static const char *const masked[][2] = {
        { "IL_correl.mdav3", "microaggregation.testdata.mdav.aggr3" },
        { "IL_correl.onedims3", "microaggregation.testdata.onedims.aggr3" },
        { "IL_correl.noise50", "input.addNoise50.seed1" },
    };
    json_t *root = golden_json("golden/sdcmicro/entries.json");
    const json_t *entries = json_object_get(root, "entries");
    for (size_t k = 0; k < 3; k++) {
        char path[GOLDEN_PATH];
        comparison c;
        snprintf(path, sizeof path, "golden/sdcmicro/vectors/%s.csv", masked[k][1]);
        const char *const files[] = { "data/sdcmicro/testdata.csv", path };
        tacit_result *r = run_comparison(
            *state, set_texts(start_files(*state, &c, "mlodak", files), "columns", columns, 3));
        const json_t *entry = golden_entry(entries, "id", masked[k][0]);
        assert_relative(figure(r, "gamma"), json_number_value(json_object_get(entry, "result")),
                        1e-8);
        if (k == 0) {
            const json_t *values =
                json_object_get(golden_entry(entries, "id", "IL_variables.mdav3"), "result");
            assert_relative(figure(r, "lambda"), golden_number(values, "total"), 1e-9);
            for (size_t j = 0; j < 3; j++)
                assert_relative(cell_of(r, "columns", j, 1),
                                json_number_value(
                                    json_object_get(json_object_get(values, "indiv"), columns[j])),
                                1e-9);
        }
        json_decref(r);
        end_comparison(&c);
    }
    json_decref(root);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_small),  with_context(test_census), with_context(test_il_one),
        with_context(test_errors), with_context(test_sweep),  with_context(test_sdcmicro),
        with_context(test_mlodak),
    };
    return golden_run_tests(tests);
}
