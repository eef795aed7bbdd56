/*
 * test_table_optima.c - the cheapest suppression of the golden instances, in both modes.
 *
 * Provenance: golden/tabular.json, instances/<name>/optimal_<mode>/secondary_cost, each proven by
 * two engines (tau-Argus' own branch-and-cut, and Benders cuts with CBC).  The instances are JJ
 * files in data/tabular/jj: `int` with protection levels, `str` against exact disclosure only.
 */
#include "golden.h"

#include "hierarchy/delimited.h"
#include "tabular/audit.h"
#include "tabular/format/jj.h"
#include "tabular/suppress/suppress.h"

typedef struct optimum {
    const char *name, *mode;
    double cost; /* reference, table 3.1 */
} optimum;

static const optimum OPTIMA[] = {
    { "freq2d_8x12", "int", 50 },     { "freq2d_8x12", "str", 21 },
    { "mag2d_pp15", "int", 1145 },    { "mag2d_pp15", "str", 964 },
    { "hier2d_pp10", "int", 164315 }, { "hier2d_pp10", "str", 150053 },
    { "hier3d_freq", "int", 953 },    { "hier3d_freq", "str", 867 },
    { "linked3_freq", "int", 417 },   { "linked3_freq", "str", 353 },
    { "h2_1e3", "int", 1029 },        { "h2_1e3", "str", 847 },
    { "h3_1e3", "int", 3936 },        { "h3_1e3", "str", 3607 },
};

static tacit_system *read_jj(tacit_ctx *cx, const optimum *o)
{
    char file[128], path[GOLDEN_PATH];
    tacit_delimited text;
    tacit_system *s = NULL;
    snprintf(file, sizeof file, "data/tabular/jj/%.64s_%.8s.jj", o->name, o->mode);
    assert_ok(cx, tacit_delimited_open(cx, golden_path(file, path), &text));
    assert_ok(cx, tacit_jj_read(cx, path, text.at, &s));
    tacit_delimited_close(&text);
    return s;
}

static void check_optimum(tacit_ctx *cx, const optimum *o)
{
    tacit_tabular_suppressed found = { 0 };
    tacit_audit audit = { 0 };
    tacit_system *s = read_jj(cx, o);
    assert_ok(cx, tacit_tabular_suppress(cx, s, 600, &found));
    assert_near(found.cost, o->cost, 1e-6);
    assert_near(found.bound, o->cost, 1e-6);
    assert_true(found.proven);
    assert_ok(cx, tacit_audit_run(cx, s, &audit));
    assert_int_equal(audit.n_unsafe, 0);
    tacit_system_free(s);
}

static void test_optima(void **state)
{
    tacit_ctx *cx = *state;
    for (size_t i = 0; i < sizeof OPTIMA / sizeof OPTIMA[0]; i++) {
        const size_t mark = tacit_scratch_mark(cx);
        check_optimum(cx, &OPTIMA[i]);
        tacit_scratch_release(cx, mark);
    }
}

/* No time at all: a pattern that stands all the same, a bound below the optimum, no proof. */
static void test_no_time(void **state)
{
    tacit_ctx *cx = *state;
    for (size_t i = 0; i < sizeof OPTIMA / sizeof OPTIMA[0]; i++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_tabular_suppressed found = { 0 };
        tacit_audit audit = { 0 };
        tacit_system *s = read_jj(cx, &OPTIMA[i]);
        assert_ok(cx, tacit_tabular_suppress(cx, s, 0, &found));
        assert_true(found.cost >= OPTIMA[i].cost - 1e-6);
        assert_true(found.bound <= OPTIMA[i].cost + 1e-6);
        assert_ok(cx, tacit_audit_run(cx, s, &audit));
        assert_int_equal(audit.n_unsafe, 0);
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_optima), with_context(test_no_time) };
    return golden_run_tests(tests);
}
