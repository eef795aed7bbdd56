/*
 * test_inference.c - attribute inference and attacks against figures of other programs.
 *
 * synthpop 1.9-3 for the CAP family; anonymeter's formulas for rates and isolation; distances
 * to the closest record and membership from an independent program.
 */
#include "support/risks.h"

#include "golden/golden.h"
#include "micro/linkage/nearest/nearest.h"
#include "stats/counts/wilson.h"

/* A file of the evaluation's data. */
static tacit_table *load(tacit_ctx *cx, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "data/evaluation/%s.csv", name);
    return golden_table(cx, path, ",");
}

/* ---- attribute inference ---- */

static void test_cap(void **state)
{
    static const char *const names[][2] = {
        { "uio", "UiO" },
        { "uis", "UiS" },
        { "uiois", "UiOiS" },
        { "repu", "repU" },
        { "dorig", "Dorig" },
        { "dsyn", "Dsyn" },
        { "is", "iS" },
        { "dis", "DiS" },
        { "disco", "DiSCO" },
        { "disdio", "DiSDiO" },
        { "basecapd", "baseCAPd" },
        { "capd", "CAPd" },
        { "caps", "CAPs" },
        { "dcap", "DCAP" },
        { "tcap_synthpop", "TCAP_synthpop_1_9_2" },
        { "tcap_conditional", "TCAP_conditional" },
    };
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *block = json_object_get(json_object_get(root, "synthetic_small"), "syn12_cap");
    tacit_table *x = load(*state, "syn12_orig"), *y = load(*state, "syn12_syn");
    inquiry q;
    golden_keys(y, json_object_get(block, "keys"));
    tacit_table_set_roles(y, tacit_table_find(y, "inc"), TACIT_ROLE_SENSITIVE);
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "attribute_inference", x), y);
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        assert_relative(100.0 * figure(r, names[k][0]), golden_number(block, names[k][1]), 1e-12);
    assert_relative(figure(r, "caps"), golden_number(block, "WEAP_mean_syn"), 1e-12);
    /* by hand: 8 protected records with WEAP 1 have their keys in the original, and their
     * values there with shares 1 0.5 0.5 1 0 1 1 1 */
    assert_relative(figure(r, "tcap"), 6.0 / 8.0, 1e-12);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
    json_decref(root);
}

/* ---- rates ---- */

static void check_rate(const json_t *block, const char *name, tacit_rate rate)
{
    const json_t *pair = json_object_get(block, name);
    assert_relative(rate.value, json_number_value(json_array_get(pair, 0)), 1e-9);
    assert_relative(rate.error, json_number_value(json_array_get(pair, 1)), 1e-9);
}

static void test_rates(void **state)
{
    (void)state;
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *block = json_object_get(json_object_get(root, "attack_based"), "rates");
    const double n = golden_number(block, "n_attacks");
    const tacit_rate attack = tacit_wilson(golden_number(block, "success"), n, 0.95),
                     control = tacit_wilson(golden_number(block, "control"), n, 0.95);
    const tacit_excess risk = tacit_excess_of(attack, control);
    const json_t *ci = json_object_get(block, "ci");
    check_rate(block, "attack_rate", attack);
    check_rate(block, "control_rate", control);
    check_rate(block, "baseline_rate", tacit_wilson(golden_number(block, "baseline"), n, 0.95));
    check_rate(block, "wilson_edge_0_of_10", tacit_wilson(0, 10, 0.95));
    check_rate(block, "wilson_edge_10_of_10", tacit_wilson(10, 10, 0.95));
    assert_relative(risk.value, golden_number(block, "risk"), 1e-9);
    assert_relative(risk.low, json_number_value(json_array_get(ci, 0)), 1e-9);
    assert_relative(risk.high, json_number_value(json_array_get(ci, 1)), 1e-9);
    json_decref(root);
}

static void test_isolation(void **state)
{
    (void)state;
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *block =
        json_object_get(json_object_get(root, "attack_based"), "singling_out_integral");
    assert_relative(tacit_isolation_integral(1000, 0, 1e-3),
                    json_number_value(json_object_get(block, "n=1000,w in[0,1/1000]")), 1e-9);
    assert_relative(tacit_isolation_integral(1000, 0, 1),
                    json_number_value(json_object_get(block, "n=1000,[0,1]")), 1e-9);
    /* the integrand at its greatest */
    const double strip = 1e-7;
    assert_relative(tacit_isolation_integral(1000, 1e-3 - strip, 1e-3 + strip) / (2 * strip),
                    json_number_value(json_object_get(block, "max_isolation_prob_at_w=1/n,n=1000")),
                    1e-6);
    json_decref(root);
}

/* ---- distances ---- */

/* Rows from ... from + n - 1 of a table of numbers. */
static tacit_table *slice(tacit_ctx *cx, const tacit_table *t, size_t from, size_t n)
{
    tacit_builder *b[MOST_FIELDS];
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        const tacit_column *c = tacit_table_column(t, j);
        assert_ok(cx, tacit_builder_new(cx, tacit_column_name(c), TACIT_TYPE_REAL, n, &b[j]));
        for (size_t i = from; i < from + n; i++) {
            const double x = tacit_column_number(c, i);
            assert_ok(cx, tacit_builder_reals(cx, b[j], &x, NULL, 1));
        }
    }
    return finish_columns(cx, b, tacit_table_columns(t), n);
}

static void test_distances(void **state)
{
    static const char *const names[][2] = {
        { "dcr_mean", "DCR_syn_train_mean" },
        { "dcr_low", "DCR_syn_train_p5" },
        { "dcr_control_mean", "DCR_syn_holdout_mean" },
        { "closer_share", "DCR_share" },
        { "nndr", "NNDR_train_mean" },
        { "nndr_control", "NNDR_holdout_mean" },
        { "identical_share", "IMS_1e-6" },
        { "nnaa", "NNAA_train" },
        { "nnaa_control", "NNAA_holdout" },
        { "privacy_loss", "NNAA_privacy_loss(holdout-train)" },
        { "auc", "MIA_distance_AUC" },
        { "membership_advantage", "MIA_max_tpr_minus_fpr" },
    };
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *block =
        json_object_get(json_object_get(root, "attack_based"), "distance_privacy");
    tacit_table *census = load(*state, "casc_census_1080x13"),
                *noise = load(*state, "casc_noise10");
    tacit_table *train = slice(*state, census, 0, 500), *holdout = slice(*state, census, 500, 500);
    tacit_table *released = slice(*state, noise, 0, 500);
    inquiry q;
    inquire_pair(&q, "membership", train)->extra.control = holdout;
    tacit_result *r = run_inquiry(*state, &q, released);
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        assert_relative(figure(r, names[k][0]),
                        json_number_value(json_object_get(block, names[k][1])), 1e-9);
    json_decref(r);
    tacit_table_free(census);
    tacit_table_free(noise);
    tacit_table_free(train);
    tacit_table_free(holdout);
    tacit_table_free(released);
    json_decref(root);
}

/* ---- ties ---- */

enum { PERSONS = 100, HALF = 7 };

/* Whether protected record j is among the nearest of person i, by columns from ... on. */
static void find_nearest(tacit_ctx *cx, const tacit_table *x, const tacit_table *y, size_t from,
                         bool near[PERSONS][PERSONS])
{
    size_t at[HALF];
    tacit_space space;
    for (size_t c = 0; c < HALF; c++)
        at[c] = from + c;
    const tacit_space_spec spec = { .table_a = x,
                                    .table_b = y,
                                    .a = { HALF, at },
                                    .b = { HALF, at },
                                    .metric = TACIT_METRIC_GOWER };
    assert_ok(cx, tacit_space_of(cx, &spec, &space));
    for (size_t i = 0; i < PERSONS; i++) {
        double least = INFINITY;
        for (size_t j = 0; j < PERSONS; j++)
            least = fmin(least, tacit_space_distance(&space, &space.a, i, &space.b, j));
        for (size_t j = 0; j < PERSONS; j++)
            near[i][j] =
                tacit_space_distance(&space, &space.a, i, &space.b, j) <= least * (1.0 + 1e-12);
    }
}

/* The 100 records that anonymeter tests itself with, first against last seven columns: the
 * figures against enumeration, and how much a rule for ties decides. */
static void test_ties(void **state)
{
    tacit_table *x = load(*state, "anonymeter100_ori"), *y = load(*state, "anonymeter100_syn");
    static bool near[2][PERSONS][PERSONS];
    double credit = 0, any = 0, first = 0;
    inquiry q;
    find_nearest(*state, x, y, 0, near[0]);
    find_nearest(*state, x, y, HALF, near[1]);
    for (size_t i = 0; i < PERSONS; i++) {
        double n[2] = { 0 }, both = 0;
        size_t lowest[2] = { PERSONS, PERSONS };
        for (size_t j = PERSONS; j-- > 0;) {
            for (size_t side = 0; side < 2; side++) {
                n[side] += near[side][i][j];
                lowest[side] = near[side][i][j] ? j : lowest[side];
            }
            both += near[0][i][j] && near[1][i][j];
        }
        credit += both / (n[0] * n[1]);
        any += both > 0;
        first += lowest[0] == lowest[1];
    }
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "linkability", x), y);
    assert_relative(figure(r, "successes"), credit, 1e-9);
    assert_near(figure(r, "any_tie"), any, 0);
    assert_near(first, 1, 0); /* the page says these */
    assert_near(any, 10, 0);
    assert_near(credit, 2.38, 0.005);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_cap),       with_context(test_rates), with_context(test_isolation),
        with_context(test_distances), with_context(test_ties),
    };
    return golden_run_tests(tests);
}
