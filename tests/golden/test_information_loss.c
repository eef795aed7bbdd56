/*
 * test_information_loss.c - the table of Domingo-Ferrer and Torra against reference figures.
 *
 * Provenance: golden/evaluation.json, block numeric_table_6x3: eight records by hand and three
 * masked versions of the CASC Census file (1080 by 13), each checked there a second way in R
 * (cov, cor, prcomp).  The correlation matrix of CASC is singular, so its factors of equal
 * weight are not defined and not compared.
 */
#include "golden/golden.h"

#include "stats/loss_table.h"

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

static void assert_part(const json_t *table, const char *name, const tacit_loss *loss)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_small),
        with_context(test_census),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
