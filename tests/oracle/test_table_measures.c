/*
 * test_table_measures.c - feasibility intervals of small random tables against all tables.
 *
 * 500 tables of two dimensions, whose linear programs end at tables of whole values, with random
 * bounds, levels and hidden cells.  What is possible is found by enumeration (support/systems.h).
 */
#include "support/check.h"
#include "support/measures.h"
#include "support/systems.h"

#include "tabular/measure/measure.h"

enum { TABLES = 500 };

/* What the figures should be. */
typedef struct expected {
    double sensitive, few, exact, risk;
} expected;

static expected expect(const tacit_system *s, const possible *p)
{
    expected e = { 0 };
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        const double width = p->most[i] - p->least[i];
        const double needed = fmax(c->lower + c->upper, fmax(c->sliding, 1));
        if (c->status != TACIT_CELL_PRIMARY)
            continue;
        e.sensitive++;
        e.exact += width < 0.5;
        e.few +=
            width < needed || p->least[i] > c->value - c->lower || p->most[i] < c->value + c->upper;
        e.risk += width > needed ? needed / width : 1;
    }
    e.risk /= e.sensitive > 0 ? e.sensitive : 1;
    return e;
}

static void test_feasibility(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_table_measure *m = &tacit_table_risk_feasibility;
    const system_draw how = { .dimensions = 2, .most_value = 6, .most_hidden = 5 };
    const tacit_args none = { .params = m->about.params };
    tacit_rng rng = tacit_rng_seed(20261117);
    expected all = { 0 };
    for (int k = 0; k < TABLES; k++) {
        small_system w = { 0 };
        possible p = { 0 };
        tacit_result *r = NULL;
        draw_system(cx, &rng, &how, &w);
        enumerate_tables(&w, 0, &p);
        const expected e = expect(w.s, &p);
        const tacit_tabulation t = { .system = w.s };
        const tacit_table_subject subject = { &t, tacit_table_stock_of(&t) };
        assert_ok(cx, tacit_table_measure_run(cx, m, &subject, &none, &r));
        assert_near(figure(r, "sensitive"), e.sensitive, 0);
        assert_near(figure(r, "exact"), e.exact, 0);
        assert_near(figure(r, "short"), e.few, 0);
        assert_near(figure(r, "risk"), e.risk, 1e-9);
        all.exact += e.exact;
        all.few += e.few;
        all.sensitive += e.sensitive;
        json_decref(r);
        tacit_system_free(w.s);
    }
    assert_true(all.exact > 20 && all.few > all.exact && all.sensitive > all.few + 20);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_feasibility) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
