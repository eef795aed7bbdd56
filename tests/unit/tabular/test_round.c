/*
 * test_round.c - rounding of tables that can be rounded by hand.
 */
#include "support/cubes.h"

#include "tabular/audit_shown.h"

static const tacit_protection *const ROUND = &tacit_protection_round;

static double distance_of(const tacit_system *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->n_cells; i++)
        sum += fabs(s->cell[i].shown - s->cell[i].value);
    return sum;
}

/* 1 + 1 + 1 = 3 to base 3: the total stays, so one part becomes 3 and two become 0; 2 + 1 + 1. */
static void test_three_ones(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = cube_of(cx, 1, (size_t[]){ 3 }, (double[]){ 1, 1, 1 }, 0);
    const cube_setting settings[] = { { "base", 3, NULL }, { 0 } };
    assert_ok(cx, protect_cube(cx, ROUND, s, 1, settings));
    assert_true(s->changed && s->additive);
    assert_adds_up(s);
    assert_near(s->cell[0].shown, 3, 0);
    assert_near(distance_of(s), 4, 0);
    /* readers know: a part that is shown as 0 is 0, 1 or 2; one that is shown as 3 is 1 ... 5 */
    for (size_t i = 1; i < 4; i++) {
        assert_near(s->cell[i].low, s->cell[i].shown > 0 ? 1 : 0, 0);
        assert_near(s->cell[i].high, s->cell[i].shown + 2, 0);
    }
    tacit_system_free(s);
}

/* Four ones to base 2: all margins are multiples, so two opposite cells become 2 and two 0. */
static void test_four_ones(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = cube_of(cx, 2, (size_t[]){ 2, 2 }, (double[]){ 1, 1, 1, 1 }, 0);
    const cube_setting settings[] = { { "base", 2, NULL }, { 0 } };
    assert_ok(cx, protect_cube(cx, ROUND, s, 1, settings));
    assert_adds_up(s);
    assert_near(distance_of(s), 4, 0);
    assert_near(s->cell[4].shown, s->cell[8].shown, 0);
    assert_near(s->cell[5].shown + s->cell[4].shown, 2, 0);
    tacit_system_free(s);
}

/* Plain: 1 + 1 + 1 = 3 to base 3 becomes 0 + 0 + 0 = 3, which readers can use: each part is 0 or
 * 1 by itself, and by the total exactly 1. */
static void test_plain(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = cube_of(cx, 1, (size_t[]){ 3 }, (double[]){ 1, 1, 1 }, 2);
    tacit_shown_audit audit = { 0 };
    const cube_setting settings[] = { { "base", 3, NULL }, { "how", 0, "plain" }, { 0 } };
    assert_ok(cx, protect_cube(cx, ROUND, s, 1, settings));
    assert_false(s->additive);
    assert_near(s->cell[0].shown, 3, 0);
    assert_near(s->cell[1].shown, 0, 0);
    assert_ok(cx, tacit_shown_audit_run(cx, s, false, &audit));
    assert_int_equal(audit.cells.n, 3);
    assert_int_equal(audit.n_broken, 0); /* nothing was promised */
    assert_int_equal(audit.cells.n_unsafe, 3);
    assert_near(audit.cells.finding[0].most, 1, 0);
    tacit_system_free(s);
}

/* Small counts to base 3: 7 stays, 1 and 2 become 0 and 3, and all totals stay. */
static void test_small_counts(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = cube_of(cx, 1, (size_t[]){ 3 }, (double[]){ 7, 1, 2 }, 0);
    const cube_setting settings[] = { { "base", 3, NULL }, { "how", 0, "small_counts" }, { 0 } };
    assert_ok(cx, protect_cube(cx, ROUND, s, 1, settings));
    assert_adds_up(s);
    assert_near(s->cell[0].shown, 10, 0);
    assert_near(s->cell[1].shown, 7, 0);
    assert_near(s->cell[1].high - s->cell[1].low, 0, 0);
    assert_near(s->cell[2].shown, 0, 0);
    assert_near(s->cell[3].shown, 3, 0);
    assert_near(s->cell[3].low, 1, 0);
    assert_near(s->cell[3].high, 3, 0);
    tacit_system_free(s);
}

/* Means and variances of what is shown of the cells of a table by chance. */
typedef struct moments {
    double mean[64], variance[64];
    int32_t farthest[64]; /* in bases, from the value */
} moments;

/* Round a table with base 5 by chance many times: all add up and are multiples. */
static void draw_many(tacit_ctx *cx, size_t n, const size_t *size, const double *inner,
                      uint64_t times, moments *m)
{
    const cube_setting settings[] = { { "base", 5, NULL }, { "how", 0, "stochastic" }, { 0 } };
    *m = (moments){ 0 };
    for (uint64_t k = 0; k < times; k++) {
        tacit_system *s = cube_of(cx, n, size, inner, 0);
        assert_ok(cx, protect_cube(cx, ROUND, s, k, settings));
        assert_adds_up(s);
        for (size_t i = 0; i < s->n_cells; i++) {
            const double by = s->cell[i].shown - s->cell[i].value;
            const int32_t far = (int32_t)(fabs(by) / 5);
            m->mean[i] += by / (double)times;
            m->variance[i] += by * by / (double)times;
            m->farthest[i] = far > m->farthest[i] ? far : m->farthest[i];
            assert_near(fmod(s->cell[i].shown, 5), 0, 0);
        }
        tacit_system_free(s);
    }
}

/* By chance: every cell goes to a multiple beside it, tables add up, and the mean is the value. The
 * variance of a cell is r (5 - r) <= 6.25; a right method fails by chance once in 80 000 seeds:
 * five standard errors, twenty cells. */
static void test_unbiased(void **state)
{
    enum { TIMES = 4000 };
    const size_t size[] = { 3, 4 };
    const double inner[] = { 1, 7, 3, 0, 2, 2, 9, 5, 4, 1, 1, 6 };
    moments m;
    draw_many(*state, 2, size, inner, TIMES, &m);
    for (size_t i = 0; i < 20; i++) {
        assert_int_equal(m.farthest[i], 0);
        assert_near(m.mean[i], 0, 5 * sqrt(6.25 / TIMES));
    }
}

/* In three dimensions the mean of every cell is the value, too; inner cells go to a multiple beside
 * them, but some totals go further.  Five standard errors of what was drawn, 48 cells: a right
 * method fails once in 30 000 seeds. */
static void test_unbiased_three(void **state)
{
    enum { TIMES = 3000 };
    const size_t size[] = { 3, 2, 3 };
    const double inner[] = { 1, 7, 3, 0, 2, 2, 9, 5, 4, 1, 1, 6, 2, 3, 8, 1, 4, 2 };
    int32_t far = 0;
    moments m;
    draw_many(*state, 3, size, inner, TIMES, &m);
    for (size_t i = 0; i < 48; i++) {
        if (cube_is_inner(3, size, i))
            assert_int_equal(m.farthest[i], 0);
        far = m.farthest[i] > far ? m.farthest[i] : far;
        assert_near(m.mean[i], 0, 5 * sqrt(m.variance[i] / TIMES) + 1e-9);
    }
    assert_true(far > 0 && far < 3);
}

/* Two tables that share margins but no inner cells: 5 = 1 + 4 = 2 + 3. */
static tacit_system *linked(tacit_ctx *cx)
{
    tacit_system *s = NULL;
    assert_ok(cx, tacit_system_new(cx, 5, 2, 6, &s));
    const double value[] = { 5, 1, 4, 2, 3 };
    for (size_t i = 0; i < 5; i++)
        s->cell[i] = (tacit_cell){ .value = value[i], .unit = 1, .cost = 1, .high = 10 };
    const tacit_cell_term term[] = { { 0, -1 }, { 1, 1 }, { 2, 1 }, { 0, -1 }, { 3, 1 }, { 4, 1 } };
    for (size_t e = 0; e < 6; e++)
        s->term[e] = term[e];
    s->first[1] = 3;
    s->first[2] = 6;
    assert_ok(cx, tacit_system_close(cx, s));
    return s;
}

static void test_refusals(void **state)
{
    tacit_ctx *cx = *state;
    const cube_setting chance[] = { { "base", 3, NULL }, { "how", 0, "stochastic" }, { 0 } };
    tacit_system *s = linked(cx);
    assert_fails(cx, protect_cube(cx, ROUND, s, 1, chance), TACIT_ERR_INPUT,
                 "only where all have their inner cells in common");
    tacit_system_free(s);
}

/* They are rounded together. */
static void test_linked(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = linked(cx);
    const cube_setting settings[] = { { "base", 3, NULL }, { 0 } };
    assert_ok(cx, protect_cube(cx, ROUND, s, 1, settings));
    assert_adds_up(s);
    /* 6 = 3 + 3 = 3 + 3: off by 1, 2, 1, 1 and 0; 3 = 0 + 3 = 0 + 3 is off by 6 */
    assert_near(distance_of(s), 5, 0);
    tacit_system_free(s);
}

/* Two tables that are linked only by their total, 4 = 2 + 2 = 1 + 3, twice.  In the first all parts
 * must be shown as they are: next multiples of 3 would add up to 0 and to 3, so no table of
 * multiples exists, whatever the steps. */
static tacit_system *impossible(tacit_ctx *cx)
{
    static const double values[] = { 4, 2, 2, 1, 3 };
    tacit_system *s = NULL;
    assert_ok(cx, tacit_system_new(cx, 10, 4, 12, &s));
    for (uint32_t i = 0; i < 10; i++) {
        s->cell[i].value = values[i % 5];
        s->cell[i].high = 20;
        s->cell[i].cost = 1;
        s->cell[i].status = i > 0 && i < 5 ? TACIT_CELL_KEPT : TACIT_CELL_SAFE;
    }
    for (uint32_t q = 0; q < 4; q++) {
        const uint32_t total = q / 2 * 5, part = total + 1 + q % 2 * 2;
        s->term[3 * q] = (tacit_cell_term){ total, -1 };
        s->term[3 * q + 1] = (tacit_cell_term){ part, 1 };
        s->term[3 * q + 2] = (tacit_cell_term){ part + 1, 1 };
        s->first[q + 1] = 3 * q + 3;
    }
    assert_ok(cx, tacit_system_close(cx, s));
    return s;
}

/* Then small counts are 0 or the base, and all add up: 3 = 3 + 0 = 0 + 3 is off by 1, 1, 2, 1 and
 * 0, which is the least.  Readers are told no more than that nothing is off by more than 2. */
static void test_fall_back(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = impossible(cx);
    const cube_setting settings[] = { { "base", 3, NULL }, { 0 } };
    tacit_shown_audit audit = { 0 };
    assert_ok(cx, protect_cube(cx, ROUND, s, 1, settings));
    assert_true(s->changed && s->additive);
    assert_adds_up(s);
    assert_near(distance_of(s), 5, 0);
    for (size_t i = 6; i < 9; i++) {
        const double z = s->cell[i].shown;
        assert_true(z * z < 1e-18 || (z - 3) * (z - 3) < 1e-18);
        assert_near(s->cell[i].high - z, 2, 0);
    }
    assert_ok(cx, tacit_shown_audit_run(cx, s, false, &audit));
    assert_int_equal(audit.n_outside, 0);
    tacit_system_free(s);
}

/* 12 = 2 + 10 to base 3 is 12 = 3 + 9, and the 2 can be 1 to 5: too narrow for 0 to 5, but not
 * known.  It is if readers know the others. */
static void test_narrow(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = cube_of(cx, 1, (size_t[]){ 2 }, (double[]){ 2, 10 }, 5);
    const cube_setting settings[] = { { "base", 3, NULL }, { 0 } };
    tacit_shown_audit audit = { 0 };
    assert_ok(cx, protect_cube(cx, ROUND, s, 1, settings));
    assert_ok(cx, tacit_shown_audit_run(cx, s, false, &audit));
    assert_int_equal(audit.cells.n_unsafe, 1);
    assert_int_equal(audit.cells.n_exact, 0);
    assert_near(audit.cells.finding[0].lowest, 1, 0);
    assert_near(audit.cells.finding[0].highest, 5, 0);
    s->cell[0].low = s->cell[0].high = 12;
    s->cell[2].low = s->cell[2].high = 10;
    assert_ok(cx, tacit_shown_audit_run(cx, s, false, &audit));
    assert_int_equal(audit.cells.n_exact, 1);
    tacit_system_free(s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_three_ones), with_context(test_four_ones),
        with_context(test_plain),      with_context(test_small_counts),
        with_context(test_unbiased),   with_context(test_unbiased_three),
        with_context(test_refusals),   with_context(test_linked),
        with_context(test_fall_back),  with_context(test_narrow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
