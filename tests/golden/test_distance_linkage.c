/*
 * test_distance_linkage.c - distance-based linkage against figures of an independent program.
 *
 * Its figures link each masked record to the nearest original one, coordinates divided by the
 * original's standard deviation.  All are shares of at most 1080 records, so that they must
 * agree but for the rounding of a sum.
 */
#include "support/risks.h"

#include "golden/golden.h"

/* The measure of `masked`, all columns. */
static tacit_result *link_files(tacit_ctx *cx, const char *original, const char *masked)
{
    char path[GOLDEN_PATH];
    inquiry q;
    snprintf(path, sizeof path, "data/evaluation/%s", original);
    tacit_table *x = golden_table(cx, path, ",");
    snprintf(path, sizeof path, "data/evaluation/%s", masked);
    tacit_table *y = golden_table(cx, path, ",");
    inquire_pair(&q, "distance_linkage", x);
    set_number(&q.a, "lowest", 1);
    tacit_result *r = run_inquiry(cx, &q, y);
    tacit_table_free(x);
    tacit_table_free(y);
    return r;
}

static void check_shares(const tacit_result *r, const json_t *golden)
{
    static const char *const pairs[][2] = { { "reidentified", "fraction" },
                                            { "unique", "unique_only" },
                                            { "lowest", "first_index" },
                                            { "second", "second_nearest" } };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_near(figure(r, pairs[i][0]), golden_number(golden, pairs[i][1]), 1e-12);
}

static void test_small(void **state)
{
    static const char *const ids[] = { "microagg8_exact", "microagg8_printed_2_digits" };
    static const char *const files[] = { "microagg8_masked.csv", "microagg8_masked_printed.csv" };
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *all = json_object_get(root, "numeric_table_6x3");
    for (size_t i = 0; i < 2; i++) {
        tacit_result *r = link_files(*state, "microagg8_orig.csv", files[i]);
        check_shares(r, json_object_get(json_object_get(all, ids[i]), "dbrl_sd_of_original"));
        json_decref(r);
    }
    json_decref(root);
}

static void check_file(tacit_ctx *cx, const json_t *golden)
{
    const json_t *steps = json_object_get(golden, "DLD_first_q_attributes_1_to_7"), *step = NULL;
    size_t i;
    tacit_result *r = link_files(cx, "casc_census_1080x13.csv",
                                 json_string_value(json_object_get(golden, "file")));
    check_shares(r, json_object_get(golden, "DLD"));
    assert_int_equal(json_array_size(steps), 7);
    json_array_foreach(steps, i, step)
    {
        assert_near(bar(r, "by_attributes", i), 100.0 * json_number_value(step), 1e-9);
    }
    assert_near(bar(r, "by_attributes", 12), 100.0 * figure(r, "reidentified"), 1e-12);
    json_decref(r);
}

static void test_casc(void **state)
{
    json_t *root = golden_json("golden/evaluation.json");
    json_t *golden = NULL;
    const char *id = NULL;
    size_t checked = 0;
    json_object_foreach(json_object_get(root, "numeric_table_6x3"), id, golden)
    {
        if (json_object_get(golden, "DLD") == NULL)
            continue;
        check_file(*state, golden);
        checked++;
    }
    assert_true(checked >= 3);
    json_decref(root);
}

/* Right links of the nearest, and of the best one-to-one links.
 *
 * Equal masked records may change places in an assignment, so that its right links depend on the
 * order of the file; the figure is the mean over orders.  After rank swapping none are equal.
 * After microaggregation by blocks two are: instead of 1080 right links 1079 are expected.  After
 * microaggregation of all columns every five are, and the reference's .2009 is that of one order;
 * test_one_to_one.c checks the assignment itself. */
static void test_one_to_one(void **state)
{
    static const char *const files[] = { "casc_rankswap15", "casc_mdav5_blocks3",
                                         "casc_mdav5_all13" };
    static const double within[] = { 1e-12, 1.0 / 1080.0 + 1e-12, 0.05 };
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *all = json_object_get(root, "one_to_one_linkage_casc");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s.csv", files[i]);
        const json_t *golden = json_object_get(all, files[i]);
        tacit_result *r = link_files(*state, "casc_census_1080x13.csv", name);
        assert_near(figure(r, "reidentified"), golden_number(golden, "independent"), 1e-12);
        assert_near(figure(r, "one_to_one"), golden_number(golden, "hungarian"), within[i]);
        json_decref(r);
    }
    json_decref(root);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_small),
        with_context(test_casc),
        with_context(test_one_to_one),
    };
    return golden_run_tests(tests);
}
