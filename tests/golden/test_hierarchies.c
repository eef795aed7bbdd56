/*
 * test_hierarchies.c - hierarchy files of ARX, mu-Argus and tau-Argus are read as they are.
 *
 * Provenance: the files that come with ARX (adult) and mu-Argus (global recodings of regions
 * and ages), and trees in the format of tau-Argus; what is expected was counted in the files
 * by hand and with grep.
 */
#include "golden/golden.h"

#include "hierarchy/hierarchy.h"

#define ADULT "data/arx/adult/"
#define ARGUS "data/sdcmicro/muargus/"

/* Build from a file with `builder` for a column. */
static tacit_hierarchy *build(tacit_ctx *cx, const char *name, const char *file,
                              const tacit_column *c)
{
    const tacit_hierarchy_builder *builder = tacit_hierarchy_builder_find(name);
    char path[GOLDEN_PATH];
    arguments a;
    tacit_hierarchy *h = NULL;
    preset_args(&a, &builder->about);
    *argument(&a, "path") = (tacit_value){ .given = true, .text = golden_path(file, path) };
    assert_ok(cx, tacit_hierarchy_build(cx, builder, &a.args, c, &h));
    return h;
}

/* Levels and rows of each hierarchy of adult. */
static void test_arx(void **state)
{
    static const struct {
        const char *column;
        size_t levels;
        double domain;
    } of[] = { { "age", 5, 100 },           { "workclass", 3, 8 },  { "education", 4, 16 },
               { "marital-status", 3, 7 },  { "sex", 2, 2 },        { "race", 2, 5 },
               { "native-country", 3, 41 }, { "occupation", 3, 14 } };
    tacit_table *t = golden_table(*state, ADULT "adult.csv", ";");
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        const tacit_column *c = tacit_table_column(t, tacit_table_find(t, of[i].column));
        char file[128];
        snprintf(file, sizeof file, ADULT "adult_hierarchy_%s.csv", of[i].column);
        tacit_hierarchy *h = build(*state, "file", file, c);
        assert_int_equal(tacit_hierarchy_levels(h), of[i].levels);
        assert_near(tacit_hierarchy_domain(h), of[i].domain, 0);
        assert_near(tacit_hierarchy_weight(h, of[i].levels - 1, 0), of[i].domain, 0);
        tacit_hierarchy_free(h);
    }
    tacit_table_free(t);
}

/* Whole numbers from 1 on. */
static tacit_table *numbers(tacit_ctx *cx, size_t n)
{
    char text[2048] = "";
    for (size_t i = 1; i <= n; i++) {
        char line[16];
        snprintf(line, sizeof line, "%zu\n", i);
        strncat(text, line, sizeof text - strlen(text) - 1);
    }
    return table_of(cx, "code:i", text);
}

static void check_recoding(tacit_ctx *cx, const char *file, size_t codes, size_t labels)
{
    tacit_table *t = numbers(cx, codes);
    tacit_hierarchy *h = build(cx, "argus", file, tacit_table_column(t, 0));
    assert_int_equal(tacit_hierarchy_levels(h), 3);
    assert_int_equal(tacit_dict_size(tacit_hierarchy_labels(h, 1)), labels);
    tacit_hierarchy_free(h);
    tacit_table_free(t);
}

static void test_recodings(void **state)
{
    check_recoding(*state, ARGUS "Age.grc", 99, 6);
    check_recoding(*state, ARGUS "Age3.grc", 99, 3);
    check_recoding(*state, ARGUS "Region.grc", 182, 18);
    check_recoding(*state, ARGUS "Regiol.grc", 182, 4);
    check_recoding(*state, ARGUS "Regiop.grc", 182, 12);
    check_recoding(*state, ARGUS "Etnigr.grc", 9, 3);
    check_recoding(*state, ARGUS "Etnigr2.grc", 9, 5);
    check_recoding(*state, ARGUS "Marstat.grc", 4, 2);
    check_recoding(*state, ARGUS "Regio.cdl", 182, 182);
}

static void test_trees(void **state)
{
    tacit_table *t = table_of(*state, "geo:c", "N1a\nN1b\nN2c\nN3a\n");
    tacit_hierarchy *h =
        build(*state, "argus", "data/tabular/hier2d_geo.hrc", tacit_table_column(t, 0));
    assert_string_equal(
        tacit_dict_text(tacit_hierarchy_labels(h, 1), tacit_hierarchy_label(h, 1, 0)), "N1");
    assert_string_equal(
        tacit_dict_text(tacit_hierarchy_labels(h, 2), tacit_hierarchy_label(h, 2, 3)), "N");
    tacit_hierarchy_free(h);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_arx), with_context(test_recodings),
                                        with_context(test_trees) };
    return golden_run_tests(tests);
}
