/*
 * test_suppress_insiders.c - the cheapest patterns that stand against contributors, against all.
 *
 * 1500 small random tables in which some cells have a single contributor.  Every pattern is tried
 * with the audit, which has been held against enumeration of tables (test_audit_tables.c), and the
 * cheapest that stands is what the search must find, or none at all.
 */
#include "support/check.h"
#include "support/sanitized.h"
#include "support/systems.h"

#include "tabular/audit.h"
#include "tabular/suppress/suppress.h"

enum { TABLES = CASES(1500), MOST_FREE = 9 };

/* Cells that may be hidden besides; at most MOST_FREE, the rest are kept. */
static size_t list_free(tacit_system *s, size_t list[MOST_FREE])
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        if (s->cell[i].status == TACIT_CELL_PRIMARY)
            continue;
        s->cell[i].status = n < MOST_FREE ? TACIT_CELL_SAFE : TACIT_CELL_KEPT;
        if (n < MOST_FREE)
            list[n++] = i;
    }
    return n;
}

static bool stands(tacit_ctx *cx, const tacit_system *s)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_audit audit = { 0 };
    assert_ok(cx, tacit_audit_run(cx, s, &audit));
    tacit_scratch_release(cx, mark);
    return tacit_audit_holds(&audit);
}

/* The cost of the cheapest pattern that stands, or infinity. */
static double find_cheapest(tacit_ctx *cx, tacit_system *s, const size_t *list, size_t n)
{
    double best = HUGE_VAL;
    for (unsigned pattern = 0; pattern < 1u << n; pattern++) {
        double cost = 0;
        for (size_t k = 0; k < n; k++) {
            const bool hidden = (pattern >> k & 1) != 0;
            s->cell[list[k]].status = hidden ? TACIT_CELL_SECONDARY : TACIT_CELL_SAFE;
            cost += hidden ? s->cell[list[k]].cost : 0;
        }
        if (cost < best && stands(cx, s))
            best = cost;
    }
    for (size_t k = 0; k < n; k++)
        s->cell[list[k]].status = TACIT_CELL_SAFE;
    return best;
}

static bool check_table(tacit_ctx *cx, tacit_system *s)
{
    size_t list[MOST_FREE];
    tacit_tabular_suppressed found = { 0 };
    const size_t n = list_free(s, list);
    const double best = find_cheapest(cx, s, list, n);
    const tacit_status status = tacit_tabular_suppress(cx, s, 60, &found);
    if (!isfinite(best)) {
        assert_int_equal(status, TACIT_ERR_DATA);
        return false;
    }
    assert_ok(cx, status);
    assert_true(found.proven);
    assert_near(found.cost, best, 1e-6);
    assert_true(stands(cx, s));
    assert_ok(cx, tacit_tabular_suppress(cx, s, 0, &found)); /* no time: dearer, but it stands */
    assert_true(found.cost >= best - 1e-6 && stands(cx, s));
    return true;
}

static void test_all(void **state)
{
    tacit_ctx *cx = *state;
    size_t protected = 0;
    const tacit_rng root = tacit_rng_seed(17);
    for (uint64_t t = 0; t < TABLES; t++) {
        small_system w;
        tacit_rng rng = tacit_rng_fork_number(&root, t);
        const system_draw how = {
            .dimensions = 2 + (t % 3 == 0), .most_value = 4, .most_hidden = 3, .owners = true
        };
        draw_system(cx, &rng, &how, &w);
        w.s->insiders = (tacit_insiders)(t % 3);
        w.s->together = t % 5 == 0 ? 3 : 0;
        protected += check_table(cx, w.s);
        tacit_system_free(w.s);
    }
    assert_true(protected > TABLES / 3);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_all) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
