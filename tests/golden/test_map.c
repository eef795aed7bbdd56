/*
 * test_map.c - the risk-utility map of the CASC census file against an independent sweep, and of
 * the file of a lecture against the way that was taken there.
 *
 * Provenance: block ru_sweep_casc of golden/evaluation.json, made by another program: MDAV with
 * k = 3 ... 20 on all 13 columns together.  MDAV has no chance in it, so that all figures of a
 * point must be those of the sweep; ties of groups at equal distance are resolved alike.
 * The lecture is Templ (2019), Anonymisation methods, with testdata.csv of sdcMicro: ages in
 * classes, rare codes grouped, local suppression for k = 3 by importance, MDAV with k = 3.
 */
#include "golden/golden.h"

#include "tacit.h"

#define COLUMNS                                                                                    \
    "[AFNLWGT, AGI, EMCONTRB, FEDTAX, PTOTVAL, STATETAX, TAXINC, POTHVAL, INTVAL, PEARNVAL, "      \
    "FICA, WSALVAL, ERNVAL]"

/* Columns of a row of the sweep, and the figures of a way that they are. */
static const struct {
    size_t at;
    const char *figure;
} SAME[] = { { 2, "il" }, { 3, "il_capped" }, { 5, "dld" },    { 6, "pld" },       { 8, "id" },
             { 9, "dr" }, { 10, "dr_dft" },   { 11, "score" }, { 12, "score_dft" } };

static const char SWEEP[] = "steps: [{microaggregate: {columns: " COLUMNS ", algorithm: mdav}}]\n"
                            "explore: {numbers: " COLUMNS
                            ", methods: {microaggregate: [3, 4, 5, 6, 7, 8, 9, 10, 15, 20]}}\n"
                            "seed: 1099511627777\noutput: nowhere.csv\n";

static const char LECTURE[] =
    "roles: {key: [urbrur, water, sex, age, relat]}\nrequire: {k_anonymity: {k: 3}}\n"
    "hierarchies: {age: {intervals: {widths: [10, 20, 40]}}}\nsteps:\n"
    "  - recode: {columns: age, breaks: [0, 10, 20, 30, 40, 50, 60, 70, 80, 131]}\n"
    "  - recode: {columns: water, groups: {6-9: [6, 7, 9]}}\n"
    "  - recode: {columns: relat, groups: {8-9: [8, 9]}}\n"
    "  - local_suppress: {k: 3, importance: [3, 4, 2, 1, 5]}\n"
    "  - microaggregate: {columns: [expend, income, savings], k: 3, algorithm: mdav}\n"
    "explore: {keys: [urbrur, water, sex, age, relat], numbers: [expend, income, savings],\n"
    "  trials: 30, methods: {generalize: [], microaggregate: [], rank_swap: [], shuffle: []}}\n"
    "seed: 1099511627777\noutput: nowhere.csv\n";

/* The record of the map of a plan of `file`; its ways in `ways`. */
static json_t *draw_map(tacit_ctx *cx, const char *text, const char *file, const json_t **ways)
{
    char plan[4096], data[GOLDEN_PATH], *record = NULL;
    json_error_t error;
    snprintf(plan, sizeof plan, "data: %s\n%s", golden_path(file, data), text);
    if (tacit_run(cx, NULL, "explore", plan, NULL, NULL, &record) != TACIT_DONE)
        fail_msg("%s", tacit_message(cx));
    json_t *root = json_loads(record, 0, &error);
    assert_non_null(root);
    tacit_text_free(record);
    const json_t *section = json_array_get(json_object_get(root, "sections"), 0);
    *ways = json_object_get(json_array_get(json_object_get(section, "results"), 0), "ways");
    return root;
}

static void test_mdav(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    const json_t *ways = NULL;
    json_t *record = draw_map(cx, SWEEP, "data/evaluation/casc_census_1080x13.csv", &ways);
    json_t *golden = golden_json("golden/evaluation.json");
    const json_t *rows = json_object_get(json_object_get(golden, "ru_sweep_casc"), "rows"), *row;
    size_t i, found = 0;
    json_array_foreach(rows, i, row)
    {
        char name[64];
        if (strcmp(json_string_value(json_array_get(row, 0)), "mdav13") != 0)
            continue;
        snprintf(name, sizeof name, "microaggregate, k %.0f",
                 json_number_value(json_array_get(row, 1)));
        const json_t *way = golden_entry(ways, "way", name);
        for (size_t k = 0; k < sizeof SAME / sizeof SAME[0]; k++)
            assert_near(100.0 * golden_number(way, SAME[k].figure),
                        json_number_value(json_array_get(row, SAME[k].at)), 0.5001e-4);
        found++;
    }
    assert_int_equal(found, 10);
    json_decref(record);
    json_decref(golden);
    tacit_ctx_free(cx);
}

/* The first thirty ways have some that leave less to the worst attacker and lose less than the
 * lecture's, with 3-anonymity kept. */
static void test_lecture(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    const json_t *ways = NULL, *way;
    json_t *record = draw_map(cx, LECTURE, "data/sdcmicro/testdata.csv", &ways);
    const json_t *own = golden_entry(ways, "way", "the plan");
    size_t i, better = 0;
    assert_true(json_is_true(json_object_get(own, "holds")));
    json_array_foreach(ways, i, way)
    {
        if (json_is_true(json_object_get(way, "holds")) &&
            golden_number(way, "risk") < golden_number(own, "risk") &&
            golden_number(way, "loss") < golden_number(own, "loss"))
            better++;
    }
    assert_true(better > 0);
    json_decref(record);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_mdav),
                                        cmocka_unit_test(test_lecture) };
    return golden_run_tests(tests);
}
