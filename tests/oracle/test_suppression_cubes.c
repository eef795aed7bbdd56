/*
 * test_suppression_cubes.c - the cheapest suppression of tables of three dimensions against trying
 * all patterns.
 *
 * Random 2 x 2 x 2 tables with all margins, of which up to ten cells may be hidden besides primary
 * ones; what a pattern protects is what the audit says, in whole units, which here differs from
 * what linear programs say.  And how a search ends before its time, on many more of them: when time
 * is over, long over, or somebody asks it to finish at any of its ticks, what it gives stands.
 */
#include "support/systems.h"

#include "support/check.h"
#include "tabular/audit.h"
#include "tabular/suppress/suppress.h"

enum { CUBES = 150, FREE = 10, ENDS = 1000 };

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

/* ---- ends before its time ---- */

static bool hides_others(const tacit_system *s)
{
    for (size_t i = 0; i < s->n_cells; i++)
        if (s->cell[i].status == TACIT_CELL_SECONDARY)
            return true;
    return false;
}

/* When time was over long ago all that may be hidden is, and that stands if anything does. */
static void check_late(tacit_ctx *cx, tacit_system *s, double best)
{
    tacit_tabular_suppressed found = { 0 };
    const tacit_status status = tacit_tabular_suppress(cx, s, -10, &found);
    if (status == TACIT_ERR_DATA)
        assert_true(!isfinite(best));
    else
        assert_int_equal(status, TACIT_OK);
    if (status == TACIT_OK && isfinite(best))
        assert_true(found.cost >= best - 1e-9 && found.bound <= best + 1e-9 && stands(cx, s));
    if (status == TACIT_OK && !isfinite(best))
        assert_true(found.coarse && !stands(cx, s));
}

/* Ticks until the work is asked to finish. */
typedef struct patience {
    tacit_ctx *cx;
    uint64_t left;
} patience;

static int lose_patience(void *user, const char *stage, uint64_t done, uint64_t total)
{
    (void)stage, (void)done, (void)total;
    patience *p = user;
    if (p->left-- == 0)
        assert_true(tacit_finish(p->cx));
    return 0;
}

/* Who asks gets the best by then, or nothing; gives whether there was something, and whether it
 * was less than all. */
static void check_finish(tacit_ctx *cx, tacit_system *s, double best, uint64_t ticks, size_t *ended)
{
    tacit_tabular_suppressed found = { 0 };
    patience p = { cx, ticks };
    tacit_ctx_on_progress(cx, lose_patience, &p);
    tacit_finish_allow(cx);
    const tacit_status status = tacit_tabular_suppress(cx, s, 60, &found);
    const bool asked = tacit_finish_end(cx);
    tacit_ctx_on_progress(cx, NULL, NULL);
    if (status == TACIT_ERR_CANCELLED) {
        assert_true(asked && !hides_others(s));
        ended[0]++;
        return;
    }
    assert_int_equal(status, isfinite(best) ? TACIT_OK : TACIT_ERR_DATA);
    if (status != TACIT_OK)
        return;
    assert_true(asked || found.proven);
    assert_true(found.cost >= best - 1e-9 && found.bound <= best + 1e-9 && !found.coarse);
    assert_true(stands(cx, s));
    ended[asked ? 1U : 2U]++;
}

static void test_ends(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(16);
    size_t ended[3] = { 0 };
    for (size_t times = 0; times < ENDS; times++) {
        const size_t mark = tacit_scratch_mark(cx);
        const system_draw how = { .dimensions = 3, .most_value = 5, .most_hidden = 8 };
        uint32_t free_cell[FREE];
        small_system w;
        draw_system(cx, &rng, &how, &w);
        draw_free(&rng, w.s, free_cell);
        tacit_tabular_suppressed found = { 0 };
        const tacit_status status = tacit_tabular_suppress(cx, w.s, 60, &found);
        const double best = status == TACIT_OK ? found.cost : HUGE_VAL;
        check_late(cx, w.s, best);
        check_finish(cx, w.s, best, tacit_rng_below(&rng, 25), ended);
        if (status == TACIT_OK) {
            assert_ok(cx, tacit_tabular_suppress(cx, w.s, 1e-6, &found));
            assert_true(found.cost >= best - 1e-9 && stands(cx, w.s));
        }
        tacit_system_free(w.s);
        tacit_scratch_release(cx, mark);
    }
    assert_true(ended[0] > 0 && ended[1] > 0 && ended[2] > 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_cubes), with_context(test_ends) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
