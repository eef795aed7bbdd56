/*
 * test_synthetic_files.c - what is said of synthetic files against reference figures.
 *
 * Provenance: golden/synthesis.json.  Blocks disclosure_golden and compare_example: synthpop 1.9-3
 * (multi.disclosure, compare.fit.synds) on sdcMicro's testdata and a file that it made of it. Block
 * ci_overlap: by hand.  Block membership_adult_half: nearest records by an independent program, on
 * halves of adult10; its synthetic files are not there, so files of the same kind are made and the
 * figures are held to four standard errors of what is drawn here.
 */
#include "support/comparisons.h"
#include "support/risks.h"
#include "support/synths.h"

#include "golden/synthesis.h"
#include "micro/utility/merged.h"
#include "stats/counts/overlap.h"
#include "table/take.h"

static const char ORIGINAL[] = "data/sdcmicro/testdata.csv",
                  SYNTHETIC[] = "data/synthesis/synthpop_testdata_cart_seed1.csv";

/* ---- disclosure ---- */

static void test_disclosure(void **state)
{
    static const char *const names[][2] = {
        { "uio", "UiO" },           { "uis", "UiS" },   { "uiois", "UiOiS" },   { "repu", "repU" },
        { "dorig", "Dorig" },       { "dsyn", "Dsyn" }, { "is", "iS" },         { "dis", "DiS" },
        { "disco", "DiSCO" },       { "capd", "CAPd" }, { "disdio", "DiSDiO" }, { "caps", "CAPs" },
        { "basecapd", "baseCAPd" }, { "dcap", "DCAP" },
    };
    json_t *root = golden_synthesis();
    const json_t *block = json_object_get(root, "disclosure_golden");
    tacit_table *x = golden_table(*state, ORIGINAL, ","), *y = golden_table(*state, SYNTHETIC, ",");
    inquiry q;
    golden_keys(y, json_object_get(block, "keys"));
    tacit_table_set_roles(y, tacit_table_find(y, "hhcivil"), TACIT_ROLE_SENSITIVE);
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "attribute_inference", x), y);
    const json_t *want = json_object_get(block, "synthpop"); /* of seven figures */
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        assert_relative(100.0 * figure(r, names[k][0]), golden_number(want, names[k][1]), 1e-6);
    assert_relative(100.0 * figure(r, "disco") / figure(r, "is"), golden_number(want, "TCAP"),
                    1e-6); /* since 1.9-3: over original records whose keys are there */
    assert_relative(100.0 * figure(r, "tcap_conditional"),
                    golden_number(block, "ours_extra/TCAP_conditional"), 1e-12);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
    json_decref(root);
}

enum { MOST_FACTOR = 9 }; /* levels of the reference's factors, which are numbers in the file */

/* The tree that tells original from synthetic records as rpart grows it (cp 0.001 of the records
 * that are misclassified, leaves of 5): its probabilities have the reference's pMSE. */
static void test_told_apart(void **state)
{
    json_t *root = golden_synthesis();
    const json_t *block =
        json_object_get(json_object_get(root, "disclosure_golden"), "utility_gen_cart");
    tacit_table *x = golden_table(*state, ORIGINAL, ","), *y = golden_table(*state, SYNTHETIC, ",");
    const tacit_pair pair = { .original = x, .masked = y, .independent = true };
    tacit_tree_options o = tacit_tree_usual();
    tacit_tree_column column[SYNTH_COLUMNS];
    tacit_tree_frame frame;
    tacit_merged coded;
    const tacit_tree *tree = NULL;
    uint16_t *label = NULL;
    double sum = 0.0;
    assert_ok(*state, tacit_merged_of(*state, &pair,
                                      &(tacit_merge){ .bins = 65000, .levels = 1000 }, &coded));
    const size_t n = coded.rows, rows = tacit_table_rows(x);
    assert_ok(*state, tacit_scratch(*state, n, sizeof *label, &label));
    for (size_t i = rows; i < n; i++)
        label[i] = 1;
    for (size_t j = 0; j < coded.columns; j++)
        column[j] = (tacit_tree_column){ coded.column[j].code, coded.column[j].levels,
                                         coded.column[j].levels > MOST_FACTOR, false };
    o.cp = golden_number(block, "cp");
    o.min_bucket = (size_t)golden_number(block, "minbucket");
    o.risk = TACIT_TREE_MISCLASSIFICATION;
    assert_ok(*state, tacit_tree_frame_of(*state, column, coded.columns, n, &frame));
    assert_ok(*state,
              tacit_tree_fit(*state, &frame, &(tacit_tree_response){ 2, label, NULL }, &o, &tree));
    for (size_t k = 0; k < tree->nodes; k++)
        if (tree->node[k].column == TACIT_TREE_LEAF)
            sum += (double)tree->node[k].rows * pow(tree->node[k].mean - 0.5, 2);
    assert_relative(sum / (double)n, golden_number(block, "pMSE"), 1e-6);
    tacit_table_free(x);
    tacit_table_free(y);
    json_decref(root);
}

/* ---- intervals ---- */

static void test_overlap(void **state)
{
    json_t *root = golden_synthesis();
    const json_t *one = NULL;
    size_t i = 0;
    (void)state;
    json_array_foreach(json_object_get(root, "ci_overlap"), i, one)
    {
        tacit_estimate e[2];
        for (size_t k = 0; k < 2; k++) {
            const json_t *ends = json_object_get(one, k == 0 ? "o" : "s");
            const double low = json_number_value(json_array_get(ends, 0)),
                         high = json_number_value(json_array_get(ends, 1));
            e[k] = (tacit_estimate){ (low + high) / 2.0, (high - low) / 2.0 };
        }
        const bool apart = json_object_get(one, "J_clipped") != NULL;
        assert_near(tacit_interval_overlap(&e[0], &e[1], 1.0),
                    golden_number(one, apart ? "J_clipped" : "J"), 1e-15);
    }
    assert_int_equal(i, 2);
    json_decref(root);
}

/* One when `of` of the table is `value`. */
static void add_indicator(const tacit_table *t, const char *of, double value, double *x)
{
    const tacit_column *c = column_of(t, of);
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        x[i] = fabs(tacit_column_number(c, i) - value) < 0.5 ? 1.0 : 0.0;
}

enum { TERMS = 5 };
static const char *const TERM[TERMS + 1] = { "age", "sex2", "urbrur2", "walls3", "walls9", "y" };

/* The table of the model: factors by indicators of all levels but the first, as R codes them, and
 * the logarithm of income + 1. */
static tacit_table *model_of(tacit_ctx *cx, const tacit_table *t)
{
    tacit_builder *b[TERMS + 1];
    const size_t n = tacit_table_rows(t);
    double *x = NULL;
    assert_ok(cx, tacit_scratch(cx, n, sizeof *x, &x));
    for (size_t k = 0; k <= TERMS; k++) {
        char of[16];
        const size_t length = strlen(TERM[k]) - 1;
        snprintf(of, sizeof of, "%.*s", (int)length, TERM[k]);
        if (k > 0 && k < TERMS)
            add_indicator(t, of, TERM[k][length] - '0', x);
        for (size_t i = 0; i < n && k == 0; i++)
            x[i] = tacit_column_number(column_of(t, "age"), i);
        for (size_t i = 0; i < n && k == TERMS; i++)
            x[i] = log(tacit_column_number(column_of(t, "income"), i) + 1.0);
        assert_ok(cx, tacit_builder_new(cx, TERM[k], TACIT_TYPE_REAL, n, &b[k]));
        assert_ok(cx, tacit_builder_reals(cx, b[k], x, NULL, n));
    }
    return finish_columns(cx, b, TERMS + 1, n);
}

static double at(const json_t *block, const char *list, size_t i)
{
    return json_number_value(json_array_get(json_object_get(block, list), i));
}

/* synthpop gives both intervals the width of the original's, so that its overlap is
 * 1 - |difference in errors| / 2 z, below 0 for those apart; Karr et al. (2006), which the measure
 * follows, takes each interval as it is. */
static void test_compare(void **state)
{
    const double z = tacit_confidence_factor(0.95);
    json_t *root = golden_synthesis();
    const json_t *block = json_object_get(root, "compare_example");
    tacit_table *x = golden_table(*state, ORIGINAL, ","), *y = golden_table(*state, SYNTHETIC, ",");
    comparison c;
    start_comparison(&c, "regression", model_of(*state, x), model_of(*state, y));
    tacit_result *r = run_comparison(*state, set_text(&c, "response", "y"));
    double sum = at(block, "ci_overlap", 0); /* the intercept's, which is not shown here */
    for (size_t k = 0; k < TERMS; k++) {
        const double change = cell_of(r, "coefficients", k, 6), overlap = 1.0 - change / (2.0 * z);
        assert_relative(cell_of(r, "coefficients", k, 1), at(block, "observed", k + 1), 1e-7);
        assert_relative(cell_of(r, "coefficients", k, 3),
                        golden_number(json_object_get(block, "synthetic"), TERM[k]), 1e-6);
        assert_relative(change, fabs(at(block, "std_coef_diff", k + 1)), 1e-6);
        assert_relative(overlap, at(block, "ci_overlap", k + 1), 1e-6);
        assert_near(cell_of(r, "coefficients", k, 5), overlap, 0.02);
        sum += overlap;
    }
    assert_relative(sum / (TERMS + 1), golden_number(block, "mean_ci_overlap"), 1e-6);
    json_decref(r);
    end_comparison(&c);
    tacit_table_free(x);
    tacit_table_free(y);
    json_decref(root);
}

/* ---- halves ---- */

enum { ASKED = 1200 };

/* The two halves of adult10, by a stream of their own. */
static void halve(tacit_ctx *cx, tacit_rng *rng, tacit_table *half[2])
{
    tacit_table *all = golden_table(cx, "data/evaluation/adult10.csv", ",");
    const size_t n = tacit_table_rows(all);
    size_t *row = NULL;
    assert_ok(cx, tacit_scratch(cx, n, sizeof *row, &row));
    for (size_t i = 0; i < n; i++) {
        const size_t j = (size_t)tacit_rng_below(rng, i + 1);
        row[i] = row[j];
        row[j] = i;
    }
    for (size_t k = 0; k < 2; k++)
        assert_ok(
            cx, tacit_table_take(cx, all, &(tacit_row_list){ n / 2, row + k * (n / 2) }, &half[k]));
    tacit_table_free(all);
}

/* Hold what is told of a file, made of the first half, to the mean of the reference's runs. */
static void check_halves(tacit_ctx *cx, tacit_table *const half[2], const tacit_table *made,
                         const char *const runs[2])
{
    static const char *const names[][2] = { { "closer_share", "dcr_share" },
                                            { "auc", "membership_auc" },
                                            { "identical_share", "syn_exact_train" } };
    json_t *root = golden_synthesis();
    const json_t *block = json_object_get(json_object_get(root, "membership_adult_half"), "runs");
    inquiry q;
    inquire_pair(&q, "membership", half[0])->extra.control = half[1];
    set_number(&q.a, "records", ASKED);
    tacit_result *r = run_inquiry(cx, &q, made);
    for (size_t k = 0; k < 3; k++) {
        const double want = (golden_number(json_object_get(block, runs[0]), names[k][1]) +
                             golden_number(json_object_get(block, runs[1]), names[k][1])) /
                            2.0;
        assert_near(figure(r, names[k][0]), want, 4.0 * sqrt(0.25 / ASKED));
    }
    json_decref(r);
    json_decref(root);
}

/* Records drawn with replacement, which are copies. */
static void test_copies(void **state)
{
    static const char *const runs[2] = { "BOOT", "BOOT" };
    tacit_rng rng = tacit_rng_seed(20261116);
    tacit_table *half[2], *copies = NULL;
    size_t *row = NULL;
    halve(*state, &rng, half);
    const size_t n = tacit_table_rows(half[0]);
    assert_ok(*state, tacit_scratch(*state, n, sizeof *row, &row));
    for (size_t i = 0; i < n; i++)
        row[i] = (size_t)tacit_rng_below(&rng, n);
    assert_ok(*state, tacit_table_take(*state, half[0], &(tacit_row_list){ n, row }, &copies));
    check_halves(*state, half, copies, runs);
    tacit_table_free(copies);
    tacit_table_free(half[0]);
    tacit_table_free(half[1]);
}

/* Trees with leaves of 20 records, dealt, and of 5, independent. */
static void test_leaves(void **state)
{
    static const char *const runs[][2] = {
        { "adulth.proto_20,0,10,0,256,1.1.csv", "adulth.proto_20,0,10,0,256,1.2.csv" },
        { "adulth.proto_5,0,10,0,256,0.1.csv", "adulth.proto_5,0,10,0,256,0.2.csv" },
    };
    tacit_rng rng = tacit_rng_seed(20261117);
    tacit_table *half[2];
    halve(*state, &rng, half);
    for (size_t k = 0; k < 2; k++) {
        synthesis s;
        set_synth(start_synthesis(&s, half[0], "cart"), "min_bucket", k == 0 ? 20.0 : 5.0);
        s.spec.dealt = k == 0;
        run_synthesis(*state, &s);
        check_halves(*state, half, s.set[0], runs[k]);
        end_synthesis(&s);
    }
    tacit_table_free(half[0]);
    tacit_table_free(half[1]);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_disclosure), with_context(test_told_apart), with_context(test_overlap),
        with_context(test_compare),    with_context(test_copies),     with_context(test_leaves),
    };
    return golden_run_tests(tests);
}
