/*
 * test_audit_tables.c - audits of small random tables against going through all tables.
 *
 * 3000 tables of two or three dimensions with random bounds, levels and hidden cells, sensitive
 * or not; in half of them some cells have a single contributor, who may be alone in several.  What
 * is possible is found by enumeration (support/systems.h): for every reader, and for each of the
 * contributors who knows a hidden cell.  And 500 of them without any time: then nothing is decided,
 * nothing is called safe, and no interval is narrower than what is possible.
 */
#include "support/check.h"
#include "support/systems.h"

#include "tabular/audit.h"

enum { TABLES = 3000, HURRIED = 500, OWNERS = 4 };

static bool is_near(double x, double y)
{
    return fabs(x - y) < 0.5;
}

/* Whether the values that are possible are as far as the levels ask for. */
static bool meets(const tacit_cell *c, const possible *p, uint32_t i)
{
    return p->least[i] <= c->value - c->lower && p->most[i] >= c->value + c->upper &&
           p->most[i] - p->least[i] >= fmax(c->sliding, 1);
}

static bool owns_hidden(const tacit_system *s, uint64_t owner)
{
    for (size_t i = 0; i < s->n_cells; i++)
        if (s->owner[i] == owner && tacit_system_hides(s, &s->cell[i]))
            return true;
    return false;
}

/* Whether contributor `owner` finds out too much of cell `i`, of which `inside` is possible. */
static bool comes_close(const tacit_system *s, uint64_t owner, uint32_t i, const possible *inside)
{
    if (!owns_hidden(s, owner) || s->owner[i] == owner)
        return false;
    return s->insiders == TACIT_INSIDERS_LEVELS ? !meets(&s->cell[i], inside, i)
                                                : is_near(inside->least[i], inside->most[i]);
}

static void check_finding(const small_system *w, const tacit_finding *f, const possible *all,
                          const possible *inside)
{
    const tacit_cell *c = &w->s->cell[f->cell];
    bool close = false;
    assert_true(f->least <= all->least[f->cell] && f->most >= all->most[f->cell]);
    if (w->dimensions == 2) {
        assert_true(is_near(f->least, all->least[f->cell]));
        assert_true(is_near(f->most, all->most[f->cell]));
    }
    if (!f->primary)
        return;
    for (uint64_t g = 1;
         w->s->owner != NULL && w->s->insiders != TACIT_INSIDERS_NONE && g <= OWNERS; g++)
        close = close || comes_close(w->s, g, f->cell, &inside[g]);
    assert_int_equal(f->exact, is_near(all->least[f->cell], all->most[f->cell]));
    if (meets(c, all, f->cell)) /* else every reader comes as close */
        assert_int_equal(f->insider != 0, close);
    assert_int_equal(f->safe, meets(c, all, f->cell) && !close);
}

/* What was found, for the test to know that it has seen all. */
typedef struct seen {
    size_t safe, unsafe, exact, inside, fractions;
} seen;

static void check_table(tacit_ctx *cx, const small_system *w, seen *n)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_audit audit = { 0 };
    possible all, inside[OWNERS + 1];
    enumerate_tables(w, 0, &all);
    for (uint64_t g = 1; w->s->owner != NULL && g <= OWNERS; g++)
        enumerate_tables(w, g, &inside[g]);
    assert_ok(cx, tacit_audit_run(cx, w->s, &audit));
    for (size_t k = 0; k < audit.n; k++) {
        const tacit_finding *f = &audit.finding[k];
        check_finding(w, f, &all, inside);
        n->safe += f->primary && f->safe;
        n->unsafe += f->primary && !f->safe;
        n->exact += f->exact;
        n->inside += f->insider != 0;
        n->fractions +=
            !is_near(f->least, all.least[f->cell]) || !is_near(f->most, all.most[f->cell]);
    }
    tacit_scratch_release(cx, mark);
}

static void draw_table(tacit_ctx *cx, const tacit_rng *root, uint64_t t, small_system *w)
{
    tacit_rng rng = tacit_rng_fork_number(root, t);
    const system_draw how = {
        .dimensions = 2 + (t % 2 == 1), .most_value = 3, .most_hidden = 6, .owners = t % 4 >= 2
    };
    draw_system(cx, &rng, &how, w);
    w->s->insiders = t % 3 == 0   ? TACIT_INSIDERS_EXACT
                     : t % 3 == 1 ? TACIT_INSIDERS_LEVELS
                                  : TACIT_INSIDERS_NONE;
}

static void test_all(void **state)
{
    tacit_ctx *cx = *state;
    seen n = { 0 };
    const tacit_rng root = tacit_rng_seed(13);
    for (uint64_t t = 0; t < TABLES; t++) {
        small_system w;
        draw_table(cx, &root, t, &w);
        check_table(cx, &w, &n);
        tacit_system_free(w.s);
    }
    assert_true(n.safe > 500 && n.unsafe > 500 && n.exact > 500 && n.inside > 100);
}

static void check_hurried(tacit_ctx *cx, const small_system *w)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_audit audit = { 0 };
    possible all;
    enumerate_tables(w, 0, &all);
    assert_ok(cx, tacit_audit_run_within(cx, w->s, 0, &audit));
    for (size_t k = 0; k < audit.n; k++) {
        const tacit_finding *f = &audit.finding[k];
        assert_true(f->least <= all.least[f->cell] && f->most >= all.most[f->cell]);
        assert_true(f->lowest >= all.least[f->cell] && f->highest <= all.most[f->cell]);
        assert_false(f->primary && f->safe && !meets(&w->s->cell[f->cell], &all, f->cell));
        assert_false(f->exact && !is_near(all.least[f->cell], all.most[f->cell]));
    }
    assert_int_equal(tacit_audit_holds(&audit), audit.n_primary == 0);
    assert_int_equal(audit.n_unsafe, audit.n_primary);
    tacit_scratch_release(cx, mark);
}

static void test_hurried(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_rng root = tacit_rng_seed(17);
    for (uint64_t t = 0; t < HURRIED; t++) {
        small_system w;
        draw_table(cx, &root, t, &w);
        check_hurried(cx, &w);
        tacit_system_free(w.s);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_all), with_context(test_hurried) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
