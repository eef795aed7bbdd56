/*
 * test_rounding.c - controlled rounding and adjustment of reference tables.
 *
 * The sums are the optima of HiGHS (through scipy 1.10) over the same integer programs, checked
 * with CBC 2.10.8.
 */
#include "golden/golden.h"
#include "support/cubes.h"

#include "hierarchy/delimited.h"
#include "tabular/format/jj.h"
#include "tabular/protection/round/round.h"

static tacit_system *read_instance(tacit_ctx *cx, const char *name)
{
    char path[GOLDEN_PATH], file[128];
    tacit_delimited text;
    tacit_system *s = NULL;
    snprintf(file, sizeof file, "data/tabular/jj/%s_int.jj", name);
    assert_ok(cx, tacit_delimited_open(cx, golden_path(file, path), &text));
    assert_ok(cx, tacit_jj_read(cx, name, text.at, &s));
    tacit_delimited_close(&text);
    return s;
}

static void check_round(tacit_ctx *cx, const char *name, double base, int32_t steps, double least)
{
    tacit_system *s = read_instance(cx, name);
    const tacit_rng rng = tacit_rng_seed(1);
    tacit_rounding r = { 0 };
    tacit_rounded found = { 0 };
    assert_ok(cx, tacit_rounding_new(cx, s, base, &r));
    r.end = tacit_rounding_now() + 1000;
    r.steps = steps;
    assert_ok(cx, tacit_round_controlled(cx, &r, &rng, &found));
    for (size_t i = 0; i < s->n_cells; i++)
        s->cell[i].shown = base * (r.q[i] + r.t[i]);
    assert_adds_up(s);
    assert_true(found.proven);
    assert_int_equal(found.impossible, !(least > 0));
    if (least > 0) {
        assert_near(tacit_rounding_total(&r), least, 1e-6);
        assert_true(tacit_rounding_beyond(&r) <= steps);
    } else {
        assert_true(tacit_rounding_beyond(&r) > steps);
    }
    tacit_system_free(s);
}

static void test_optima(void **state)
{
    tacit_ctx *cx = *state;
    check_round(cx, "freq2d_8x12", 3, 0, 78);
    check_round(cx, "freq2d_8x12", 5, 0, 126);
    check_round(cx, "linked3_freq", 3, 0, 162);
    check_round(cx, "h2_1e3", 3, 0, 765);
    check_round(cx, "h3_1e3", 5, 0, 1230);
    check_round(cx, "hier3d_freq", 5, 0, 740);
    check_round(cx, "hier3d_freq", 5, 1, 734);
}

/* No zero-restricted rounding exists. */
static void test_impossible(void **state)
{
    check_round(*state, "hier3d_freq", 3, 0, 0);
}

static void check_adjust(tacit_ctx *cx, const char *name, double least)
{
    tacit_system *s = read_instance(cx, name);
    const cube_setting settings[] = { { "seconds", 1000, NULL }, { 0 } };
    double sum = 0;
    assert_ok(cx, protect_cube(cx, &tacit_protection_adjust, s, 1, settings));
    assert_adds_up(s);
    for (size_t i = 0; i < s->n_cells; i++)
        sum += fabs(s->cell[i].shown - s->cell[i].value);
    assert_near(sum, least, 1e-6 * least);
    tacit_system_free(s);
}

static void test_adjustment(void **state)
{
    tacit_ctx *cx = *state;
    check_adjust(cx, "freq2d_8x12", 44);
    check_adjust(cx, "mag2d_pp15", 672);
    check_adjust(cx, "hier3d_freq", 114);
    check_adjust(cx, "h2_1e3", 184);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_optima),
        with_context(test_impossible),
        with_context(test_adjustment),
    };
    return golden_run_tests(tests);
}
