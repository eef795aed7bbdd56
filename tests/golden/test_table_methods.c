/*
 * test_table_methods.c - the methods of other programs on the golden instances, against what those
 * programs did.
 *
 * Provenance: golden/tabular.json, instances/<name>/tools, and golden/tabular-scale.jsonl: costs of
 * tau-Argus Modular without singletons, sdcTable HYPERCUBE, and GaussSuppression without
 * singletons, which protects against exact disclosure alone and is compared in that mode.  Some of
 * their patterns are not safe; ours are, and cost no more.
 *
 * GaussSuppression publishes from the dearest cell on; which of two equally dear ones comes first
 * decides patterns, so costs are the same only where the order of cells does not matter.
 */
#include "golden.h"

#include "hierarchy/delimited.h"
#include "tabular/audit.h"
#include "tabular/format/jj.h"
#include "tabular/suppress/suppress.h"

typedef struct expectation {
    const char *name;
    tacit_tabular_how how;
    double least, most; /* what the pattern costs */
} expectation;

/* At least the optimum of test_table_optima.c, at most what the other program's costs; where that
 * leaves cells unprotected and costs less than any that does not, the optimum is the most. */
static const expectation EXPECTED[] = {
    { "freq2d_8x12_int", TACIT_SUPPRESS_MODULAR, 50, 50 },
    { "mag2d_pp15_int", TACIT_SUPPRESS_MODULAR, 1145, 1145 },
    { "hier2d_pp10_int", TACIT_SUPPRESS_MODULAR, 164315, 164315 }, /* there 162567, one unsafe */
    { "hier2d_pp10_str", TACIT_SUPPRESS_MODULAR, 150053, 150100 },
    { "hier3d_freq_int", TACIT_SUPPRESS_MODULAR, 953, 1022 },
    { "hier3d_freq_str", TACIT_SUPPRESS_MODULAR, 867, 949 },
    { "h2_1e3_int", TACIT_SUPPRESS_MODULAR, 1029, 1029 },
    { "h3_1e3_int", TACIT_SUPPRESS_MODULAR, 3936, 6113 }, /* there two unsafe */
    { "freq2d_8x12_int", TACIT_SUPPRESS_HYPERCUBE, 50, 175 },
    { "mag2d_pp15_int", TACIT_SUPPRESS_HYPERCUBE, 1145, 12380 },
    { "hier2d_pp10_int", TACIT_SUPPRESS_HYPERCUBE, 164315, 531392 }, /* there one unsafe */
    { "hier3d_freq_int", TACIT_SUPPRESS_HYPERCUBE, 953, 32428 },
    { "h2_1e3_int", TACIT_SUPPRESS_HYPERCUBE, 1029, 3496 },
    { "h3_1e3_int", TACIT_SUPPRESS_HYPERCUBE, 3936, 16388 },
    { "freq2d_8x12_str", TACIT_SUPPRESS_ELIMINATION, 21, 25 },
    { "mag2d_pp15_str", TACIT_SUPPRESS_ELIMINATION, 964, 964 },
    { "hier2d_pp10_str", TACIT_SUPPRESS_ELIMINATION, 159170, 159170 },
    { "hier3d_freq_str", TACIT_SUPPRESS_ELIMINATION, 949, 949 },
    { "linked3_freq_str", TACIT_SUPPRESS_ELIMINATION, 389, 389 },
    { "h3_1e3_str", TACIT_SUPPRESS_ELIMINATION, 3962, 3962 },
    { "mag2d_pp15_int", TACIT_SUPPRESS_ELIMINATION, 1145, 1145 }, /* with protectionIntervals */
    { "hier2d_pp10_int", TACIT_SUPPRESS_ELIMINATION, 164315, 173432 },
    { "freq2d_8x12_int", TACIT_SUPPRESS_NETWORK, 50, 57 }, /* Modular with singletons */
    { "mag2d_pp15_int", TACIT_SUPPRESS_NETWORK, 1145, 1145 },
};

static tacit_system *read_jj(tacit_ctx *cx, const char *name)
{
    char file[128], path[GOLDEN_PATH];
    tacit_delimited text;
    tacit_system *s = NULL;
    snprintf(file, sizeof file, "data/tabular/jj/%.64s.jj", name);
    assert_ok(cx, tacit_delimited_open(cx, golden_path(file, path), &text));
    assert_ok(cx, tacit_jj_read(cx, path, text.at, &s));
    tacit_delimited_close(&text);
    return s;
}

static void test_methods(void **state)
{
    tacit_ctx *cx = *state;
    for (size_t i = 0; i < sizeof EXPECTED / sizeof EXPECTED[0]; i++) {
        const expectation *e = &EXPECTED[i];
        const size_t mark = tacit_scratch_mark(cx);
        tacit_tabular_suppressed found = { 0 };
        tacit_audit audit = { 0 };
        tacit_system *s = read_jj(cx, e->name);
        assert_ok(cx, tacit_tabular_suppress_by(cx, s, e->how, 600, &found));
        assert_in_range((uintmax_t)round(found.cost), (uintmax_t)e->least, (uintmax_t)e->most);
        assert_ok(cx, tacit_audit_run(cx, s, &audit));
        assert_int_equal(audit.n_unsafe, 0);
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
}

/* Two hierarchies are no network. */
static void test_no_network(void **state)
{
    tacit_ctx *cx = *state;
    tacit_tabular_suppressed found = { 0 };
    tacit_system *s = read_jj(cx, "hier2d_pp10_int");
    assert_int_equal(tacit_tabular_suppress_by(cx, s, TACIT_SUPPRESS_NETWORK, 60, &found),
                     TACIT_ERR_INPUT);
    tacit_system_free(s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_methods), with_context(test_no_network) };
    return golden_run_tests(tests);
}
