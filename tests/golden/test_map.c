/*
 * test_map.c - the risk-utility map of the CASC census file against an independent sweep.
 *
 * Provenance: block ru_sweep_casc of golden/evaluation.json, made by another program: MDAV with
 * k = 3 ... 20 on all 13 columns together.  MDAV has no chance in it, so that all figures of a
 * point must be those of the sweep; ties of groups at equal distance are resolved alike.
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

/* The ways of the map with MDAV at the values of k that the sweep has. */
static json_t *draw_map(tacit_ctx *cx)
{
    char plan[4096], data[GOLDEN_PATH], *record = NULL;
    json_error_t error;
    snprintf(
        plan, sizeof plan,
        "data: %s\nsteps: [{microaggregate: {columns: %s, algorithm: mdav}}]\n"
        "explore: {numbers: %s, methods: {microaggregate: [3, 4, 5, 6, 7, 8, 9, 10, 15, 20]}}\n"
        "seed: 1099511627777\noutput: nowhere.csv\n",
        golden_path("data/evaluation/casc_census_1080x13.csv", data), COLUMNS, COLUMNS);
    if (tacit_run(cx, NULL, "explore", plan, NULL, NULL, &record) != TACIT_DONE)
        fail_msg("%s", tacit_message(cx));
    json_t *root = json_loads(record, 0, &error);
    assert_non_null(root);
    tacit_text_free(record);
    return root;
}

static void test_mdav(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    json_t *record = draw_map(cx), *golden = golden_json("golden/evaluation.json");
    const json_t *section = json_array_get(json_object_get(record, "sections"), 0);
    const json_t *ways =
        json_object_get(json_array_get(json_object_get(section, "results"), 0), "ways");
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

TESTS(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_mdav) };
    return golden_run_tests(tests);
}
