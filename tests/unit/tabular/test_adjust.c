/*
 * test_adjust.c - adjustment of tables that can be adjusted by hand, and the projection behind it.
 */
#include "support/cubes.h"

#include "solve/project.h"
#include "tabular/audit_shown.h"

static const tacit_protection *const ADJUST = &tacit_protection_adjust;

/* 10 = 2 + 8 with the 2 sensitive, levels 2 and 1 (least 3).  Up by 1 is cheapest: one other cell
 * changes by 1 as well, so the sum is 2. */
static tacit_system *ten(tacit_ctx *cx)
{
    return cube_of(cx, 1, (size_t[]){ 2 }, (double[]){ 2, 8 }, 3);
}

static void check_distances(tacit_ctx *cx, const tacit_system *s)
{
    tacit_shown_audit audit = { 0 };
    assert_adds_up(s);
    assert_ok(cx, tacit_shown_audit_run(cx, s, true, &audit));
    assert_true(audit.holds);
}

static void test_sum(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = ten(cx);
    const cube_setting none[] = { { 0 } };
    assert_ok(cx, protect_cube(cx, ADJUST, s, 1, none));
    check_distances(cx, s);
    assert_near(s->cell[1].shown, 3, 0);
    assert_near(fabs(s->cell[0].shown - 10) + fabs(s->cell[2].shown - 8), 1, 0);
    tacit_system_free(s);
}

/* With the grand total kept the other part pays. */
static void test_keep(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = ten(cx);
    const cube_setting keep[] = { { "keep", 0, NULL }, { 0 } },
                       all[] = { { "keep", 1, NULL }, { 0 } };
    assert_ok(cx, protect_cube(cx, ADJUST, s, 1, keep));
    check_distances(cx, s);
    assert_near(s->cell[0].shown, 10, 0);
    assert_near(s->cell[2].shown, 7, 0);
    tacit_system_free(s);
    s = ten(cx);
    assert_fails(cx, protect_cube(cx, ADJUST, s, 1, all), TACIT_ERR_DATA, "lower 'keep'");
    tacit_system_free(s);
}

/* Squares: the change of 1 is shared, half to the total and half to the other part. */
static void test_squares(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = ten(cx);
    const cube_setting squares[] = { { "norm", 0, "l2" }, { 0 } };
    assert_ok(cx, protect_cube(cx, ADJUST, s, 1, squares));
    check_distances(cx, s);
    assert_near(s->cell[1].shown, 3, 1e-9);
    assert_near(s->cell[0].shown, 10.5, 1e-7);
    assert_near(s->cell[2].shown, 7.5, 1e-7);
    tacit_system_free(s);
}

/* Other cells may change by nothing: then none can be adjusted, and the cell is named. */
static void test_bounds(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = ten(cx);
    const cube_setting tight[] = { { "absolute", 0, NULL }, { 0 } };
    assert_fails(cx, protect_cube(cx, ADJUST, s, 1, tight), TACIT_ERR_DATA,
                 "Nothing makes room for cell 1: it cannot be changed by its protection level");
    assert_false(s->changed);
    tacit_system_free(s);
    s = ten(cx);
    const cube_setting half[] = { { "absolute", 0.5, NULL }, { 0 } };
    assert_ok(cx, protect_cube(cx, ADJUST, s, 1, half));
    check_distances(cx, s);
    assert_near(s->cell[0].shown, 10.5, 1e-9);
    tacit_system_free(s);
}

/* x + y = z with x >= 1: x = 1, y = -1/2, z = 1/2 (the derivative of y^2 + (1 + y)^2). */
static void test_projection(void **state)
{
    tacit_ctx *cx = *state;
    const size_t start[] = { 0, 3 };
    const uint32_t column[] = { 0, 1, 2 };
    const double value[] = { 1, 1, -1 }, weight[] = { 1, 1, 1 }, low[] = { 1, -9, -9 },
                 high[] = { 9, 9, 9 };
    double x[3], off = 1;
    const tacit_projection q = { { 1, 3, start, column, value }, weight, low, high, NULL };
    assert_ok(cx, tacit_project(cx, &q, x, &off));
    assert_near(x[0], 1, 1e-9);
    assert_near(x[1], -0.5, 1e-9);
    assert_near(x[2], 0.5, 1e-9);
    assert_near(off, 0, 1e-9);
}

/* A reader who knows which counts below 3 are sensitive, and that the nearest table is chosen,
 * takes 0 for 1 and 3 for 2.  The share of cells that are guessed so. */
static double guess(tacit_ctx *cx, const char *ways)
{
    const cube_setting settings[] = { { "ways", 0, ways }, { 0 } };
    tacit_rng rng = tacit_rng_seed(150);
    double right = 0, all = 0;
    for (uint64_t k = 0; k < 120; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_system *s = random_cube(cx, &rng, 2, (size_t[]){ 5, 5 }, 12, 3);
        assert_ok(cx, protect_cube(cx, ADJUST, s, k, settings));
        check_distances(cx, s);
        for (size_t i = 0; i < s->n_cells; i++) {
            if (s->cell[i].status != TACIT_CELL_PRIMARY)
                continue;
            right += (s->cell[i].shown > s->cell[i].value) == (s->cell[i].value > 1.5);
            all++;
        }
        tacit_system_free(s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(all > 400);
    return right / all;
}

/* Chance sends a 1 down and a 2 up with probability 2/3, whatever is nearest. */
static void test_guesses(void **state)
{
    assert_true(guess(*state, "nearest") > 0.8);
    const double share = guess(*state, "chance");
    assert_true(share > 0.6 && share < 0.73);
}

/* What the audit says when something promised is not so. */
static void test_audit_finds(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = ten(cx);
    tacit_shown_audit audit = { 0 };
    const cube_setting none[] = { { 0 } };
    assert_ok(cx, protect_cube(cx, ADJUST, s, 1, none));
    s->cell[2].shown += 1;
    assert_ok(cx, tacit_shown_audit_run(cx, s, true, &audit));
    assert_false(audit.holds);
    assert_int_equal(audit.n_broken, 1);
    assert_int_equal(audit.cells.n_unsafe, 0);
    s->cell[2].shown -= 1;
    s->cell[1].upper = 1.5;
    assert_ok(cx, tacit_shown_audit_run(cx, s, true, &audit));
    assert_int_equal(audit.cells.n_unsafe, 1);
    s->cell[1].upper = 1;
    s->cell[1].low = 2.5;
    assert_ok(cx, tacit_shown_audit_run(cx, s, true, &audit));
    assert_int_equal(audit.n_outside, 1);
    assert_false(audit.holds);
    tacit_system_free(s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_sum),         with_context(test_keep),       with_context(test_squares),
        with_context(test_bounds),      with_context(test_projection), with_context(test_guesses),
        with_context(test_audit_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
