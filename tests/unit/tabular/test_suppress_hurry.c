/*
 * test_suppress_hurry.c - patterns whose time was over long ago when the search began, as on a
 * machine that others keep busy: dear, but not everything.
 */
#include "support/check.h"
#include "support/cubes.h"

#include "tabular/audit.h"
#include "tabular/suppress/search.h"

static const size_t SIZE[] = { 4, 5, 6 };
enum { DIMENSIONS = 3 };

/* Counts up to `most`; those of 1 have one contributor each, who is alone there. */
static tacit_system *make_cube(tacit_ctx *cx, uint64_t seed, uint64_t most, bool owners)
{
    tacit_rng rng = tacit_rng_seed(seed);
    tacit_system *s = random_cube(cx, &rng, DIMENSIONS, SIZE, most, 3);
    if (!owners)
        return s;
    assert_ok(cx, tacit_system_know(cx, s));
    for (size_t i = 0; i < s->n_cells; i++) {
        const bool alone = s->cell[i].value > 0 && s->cell[i].value < 2;
        s->contributors[i] = (uint32_t)s->cell[i].value;
        s->owner[i] = alone ? i + 1 : 0;
    }
    return s;
}

/* What hiding all that may be hidden costs. */
static double cost_of_all(const tacit_system *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->n_cells; i++)
        sum += s->cell[i].status == TACIT_CELL_SAFE ? s->cell[i].cost : 0;
    return sum;
}

/* Search with all limits long over; the system gets the pattern. */
static void hurry(tacit_ctx *cx, tacit_system *s, tacit_tabular_suppressed *found)
{
    const double over = tacit_lp_now() - 1000;
    tacit_hiding h = { .s = s, .end = over, .late = over, .ripe = over, .more = 60 };
    double *best = NULL;
    assert_ok(cx, tacit_scratch(cx, s->n_cells, sizeof *best, &best));
    assert_ok(cx, tacit_hiding_find(cx, &h, best, found));
    assert_false(h.coarse);
    for (size_t j = 0; j < h.n; j++)
        if (best[j] > 0.5)
            s->cell[h.cell[j]].status = TACIT_CELL_SECONDARY;
    tacit_hiding_free(&h);
}

static void check_hurry(void **state, bool owners)
{
    tacit_ctx *cx = *state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        tacit_system *s = make_cube(cx, seed, 15, owners);
        const double all = cost_of_all(s);
        tacit_tabular_suppressed found = { 0 };
        tacit_audit audit = { 0 };
        hurry(cx, s, &found);
        assert_true(found.cost < all / 2);
        assert_true(found.bound <= found.cost);
        assert_ok(cx, tacit_audit_run(cx, s, &audit));
        assert_true(audit.n_primary > 5 && tacit_audit_holds(&audit));
        tacit_system_free(s);
    }
}

static void test_readers(void **state)
{
    check_hurry(state, false);
}

static void test_insiders(void **state)
{
    check_hurry(state, true);
}

/* What is mended for the first time is looked at, even if the clock ran while others were at work.
 */
static void test_mend(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = make_cube(cx, 5, 15, false);
    const double over = tacit_lp_now() - 1000;
    tacit_hiding h = { .s = s, .end = over, .late = over };
    double *point = NULL;
    assert_ok(cx, tacit_hiding_begin(cx, &h));
    assert_ok(cx, tacit_scratch(cx, h.n, sizeof *point, &point));
    assert_ok(cx, tacit_hiding_mend(cx, &h, point));
    assert_false(h.coarse);
    assert_true(tacit_hiding_cost(&h, point) < cost_of_all(s));
    tacit_hiding_free(&h);
    tacit_system_free(s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_mend), with_context(test_readers),
                                        with_context(test_insiders) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
