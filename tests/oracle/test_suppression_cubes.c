/*
 * test_suppression_cubes.c - the cheapest suppression of tables of three dimensions against trying
 * all patterns.
 *
 * Random 2 x 2 x 2 tables with all margins, of which up to ten cells may be hidden besides primary
 * ones; what a pattern protects is what the audit says, in whole units, which here differs from
 * what linear programs say.
 */
#include "support/systems.h"

#include "support/check.h"
#include "tabular/audit.h"
#include "tabular/suppress/suppress.h"

enum { CUBES = 150, FREE = 10 };

static bool stands(tacit_ctx *cx, const tacit_system *s)
{
    tacit_audit audit = { 0 };
    assert_ok(cx, tacit_audit_run(cx, s, &audit));
    return tacit_audit_holds(&audit);
}

/* The cheapest of all patterns over the safe cells, of which there are `n`. */
static double try_cubes(tacit_ctx *cx, tacit_system *s, const uint32_t *free_cell, size_t n)
{
    double best = HUGE_VAL;
    for (size_t pattern = 0; pattern < (size_t)1 << n; pattern++) {
        const size_t mark = tacit_scratch_mark(cx);
        double cost = 0;
        for (size_t k = 0; k < n; k++) {
            const bool hide = (pattern >> k & 1) != 0;
            s->cell[free_cell[k]].status = hide ? TACIT_CELL_SECONDARY : TACIT_CELL_SAFE;
            cost += hide ? s->cell[free_cell[k]].cost : 0;
        }
        if (cost < best && stands(cx, s))
            best = cost;
        tacit_scratch_release(cx, mark);
    }
    for (size_t k = 0; k < n; k++)
        s->cell[free_cell[k]].status = TACIT_CELL_SAFE;
    return best;
}

/* Whether a cell has none of the codes that are left out, one in each dimension. */
static bool is_within(size_t i, const size_t *out)
{
    return i % 3 != out[0] && i / 3 % 3 != out[1] && i / 9 != out[2];
}

/* Cells that may be hidden are those of two of the 2 x 2 x 2 cubes, in one of which a cell could
 * move alone with the other seven; some are primary, all others stay. */
static size_t draw_free(tacit_rng *rng, tacit_system *s, uint32_t *free_cell)
{
    size_t out[3], other[3], n = 0;
    for (size_t d = 0; d < 3; d++)
        out[d] = other[d] = tacit_rng_below(rng, 3);
    other[tacit_rng_below(rng, 3)] = tacit_rng_below(rng, 3);
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &s->cell[i];
        const bool may = is_within(i, out) || is_within(i, other);
        const bool primary = may && (n == FREE || tacit_rng_below(rng, 6) == 0);
        c->status = primary ? TACIT_CELL_PRIMARY : may ? TACIT_CELL_SAFE : TACIT_CELL_KEPT;
        c->upper = primary ? (double)tacit_rng_below(rng, 2) : 0;
        c->lower = primary ? fmin((double)tacit_rng_below(rng, 2), c->value - c->low) : 0;
        c->sliding = primary ? (double)tacit_rng_below(rng, 3) : 0;
        if (c->status == TACIT_CELL_SAFE)
            free_cell[n++] = (uint32_t)i;
    }
    return n;
}

/* With time the cheapest pattern, without time one that stands. */
static void check_cube(tacit_ctx *cx, tacit_system *s, double best)
{
    tacit_tabular_suppressed found = { 0 };
    const tacit_status status = tacit_tabular_suppress(cx, s, 60, &found);
    assert_int_equal(status, isfinite(best) ? TACIT_OK : TACIT_ERR_DATA);
    if (status != TACIT_OK)
        return;
    assert_true(found.proven);
    assert_near(found.cost, best, 1e-9);
    assert_true(stands(cx, s));
    assert_ok(cx, tacit_tabular_suppress(cx, s, 0, &found));
    assert_true(found.cost >= best - 1e-9 && found.bound <= best + 1e-9);
    assert_true(stands(cx, s));
}

static void test_cubes(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(15);
    size_t solved = 0, impossible = 0;
    for (size_t times = 0; times < CUBES; times++) {
        const size_t mark = tacit_scratch_mark(cx);
        const system_draw how = { .dimensions = 3, .most_value = 5, .most_hidden = 8 };
        uint32_t free_cell[FREE];
        small_system w;
        draw_system(cx, &rng, &how, &w);
        const size_t n = draw_free(&rng, w.s, free_cell);
        const double best = try_cubes(cx, w.s, free_cell, n);
        check_cube(cx, w.s, best);
        solved += isfinite(best) && best > 0 ? 1 : 0;
        impossible += isfinite(best) ? 0 : 1;
        tacit_system_free(w.s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(solved > CUBES / 4 && impossible > 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_cubes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
